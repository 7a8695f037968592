"""Two people begin the first case of a new diagram at the same moment: both do."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

from sqlalchemy import Engine, select

from webapp import documents, engine
from webapp.cases import bundles
from webapp.store import people
from webapp.store.database import transaction
from webapp.store.tables import process_version

MONDAY = datetime(2025, 12, 1, 12, 0, tzinfo=UTC)
PATIENCE = 20


def test_who_comes_second_waits_and_finds_it_kept(database: Engine) -> None:
    """Seen to fail on PostgreSQL (duplicate key) without the savepoint in `bundles.publish`."""
    diagram = engine.collect("infracao_marilandia", "marilandia", documents.source_of)
    with transaction(database) as session:
        town = people.municipality_id(session, slug="marilandia", name="Marilândia", uf="ES")

    def publish() -> None:
        with transaction(database) as session:
            bundles.publish(session, town, diagram, MONDAY)

    with ThreadPoolExecutor(1) as pool:
        with transaction(database) as first:
            bundles.publish(first, town, diagram, MONDAY)
            second = pool.submit(publish)
            time.sleep(0.3)
            assert not second.done(), "it waits for the first"
        second.result(PATIENCE)
    with transaction(database) as session:
        kept = session.execute(select(process_version.c.n, process_version.c.bundle_sha256))
        assert [tuple(row) for row in kept] == [(1, diagram.sha256)]
