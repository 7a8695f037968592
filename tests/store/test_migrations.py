"""A database comes to the tables of this version step by step, and goes back as far."""

import json
import textwrap
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import JSON, Engine, inspect, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from webapp.store import schema
from webapp.store.database import open_engine, transaction
from webapp.store.tables import metadata

Step = Callable[[str], Config]


@pytest.fixture
def empty(empty_database_url: str) -> Iterator[Engine]:
    engine = open_engine(empty_database_url)
    yield engine
    engine.dispose()


@pytest.fixture
def with_step(empty: Engine, tmp_path: Path) -> Step:
    """The migrations of the product and, after their head, a step whose `upgrade` is given."""

    def add(body: str) -> Config:
        lines = textwrap.indent(textwrap.dedent(body).strip(), "    ")
        source = (
            "import sqlalchemy as sa\nfrom alembic import op\n"
            f"revision = 'next'\ndown_revision = {schema.head()!r}\n"
            f"def upgrade():\n{lines}\n"
            "def downgrade():\n    pass\n"
        )
        (tmp_path / "next.py").write_text(source)
        config = schema.configuration(empty)
        config.set_main_option("path_separator", "os")
        config.set_main_option("version_locations", f"{schema.MIGRATIONS / 'versions'}:{tmp_path}")
        return config

    return add


def test_the_migrations_have_one_head() -> None:
    assert len(ScriptDirectory(str(schema.MIGRATIONS)).get_heads()) == 1


def test_a_database_goes_up_down_and_up_again(empty: Engine) -> None:
    schema.upgrade(empty)
    assert schema.revision(empty) == schema.head()
    schema.downgrade(empty)
    assert inspect(empty).get_table_names() == ["alembic_version"]
    schema.upgrade(empty)
    assert set(metadata.tables) <= set(inspect(empty).get_table_names())


def test_each_single_step_goes_back_and_forth(empty: Engine) -> None:
    steps = [s.revision for s in ScriptDirectory(str(schema.MIGRATIONS)).walk_revisions()]
    for step in reversed(steps):
        schema.upgrade(empty, step)
        schema.downgrade(empty, "-1")
        schema.upgrade(empty, step)
    assert schema.revision(empty) == schema.head()


def test_the_migrations_give_the_tables_that_the_program_reads(empty: Engine) -> None:
    schema.upgrade(empty)
    with empty.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_the_migrations_name_keys_and_rules_as_the_tables_do(
    empty: Engine, database: Engine
) -> None:
    schema.upgrade(empty)
    assert _names(empty) == _names(database)


def _names(engine: Engine) -> dict[str, set[str | None]]:
    look = inspect(engine)
    return {
        table: {look.get_pk_constraint(table)["name"]}
        | {key["name"] for key in look.get_foreign_keys(table)}
        | {rule["name"] for rule in look.get_unique_constraints(table)}
        | {index["name"] for index in look.get_indexes(table)}
        for table in metadata.tables
    }


@pytest.mark.parametrize(
    ("cents", "reais", "back"), [(151800, "1518.00", 151800), (0, "", 0), (47175, "471.75", 47175)]
)
def test_a_fine_learns_who_pays_it_and_what_its_unit_is_worth_in_reais(
    empty: Engine, cents: int, reais: str, back: int
) -> None:
    schema.upgrade(empty, "0006_clock_events")
    _fine_of_before(empty, cents)
    schema.upgrade(empty, "0007_points_and_payers")
    assert _fine(empty, "payer_id, unit_value") == (1, reais)
    assert _bodies(empty) == [
        {"item": "5-II", "payer_id": 1, "unit_value": reais},
        {"item": "5-II"},
    ]
    schema.downgrade(empty, "0006_clock_events")
    assert _fine(empty, "unit_cents") == (back,)
    assert _bodies(empty) == [{"item": "5-II", "unit_cents": back}, {"item": "5-II"}]


def test_going_back_a_unit_worth_parts_of_a_cent_is_rounded_to_the_cent(empty: Engine) -> None:
    schema.upgrade(empty, "0006_clock_events")
    _fine_of_before(empty, 0)
    schema.upgrade(empty, "0007_points_and_payers")
    with transaction(empty) as session:
        session.execute(text("update fine set unit_value = '4.9350'"))
    schema.downgrade(empty, "0006_clock_events")
    assert _fine(empty, "unit_cents") == (494,)


def _fine_of_before(engine: Engine, unit_cents: int) -> None:
    """A fine of before there were payers, its effect and a counter-entry."""
    body = json.dumps({"item": "5-II", "unit_cents": unit_cents})
    rows = (
        "municipality (slug, name, uf) values ('m', 'M', 'ES')",
        "person (municipality_id, name, name_key) values (1, 'Fulano', 'fulano')",
        '"case" (municipality_id, number, number_key, process, bundle_sha256, state_format,'
        " version, opened_at, effective_at, subject, subject_key)"
        " values (1, '1/2025', '12025', 'p', 'x', 1, 1, '2025-12-01', '2025-12-01', 's', 's')",
        *(
            "effect (municipality_id, case_id, kind, about, person_id, cents, body, effective_at,"
            f" seq, reverses) values (1, 1, 'fine', '', 1, 0, '{told}', '2025-12-01', 1, {of})"
            for told, of in ((body, "null"), ('{"item": "5-II"}', "1"))
        ),
        "fine (municipality_id, case_id, effect_id, person_id, item, article, cents, units, unit,"
        " unit_cents, unit_source, fact_on, final_on) values (1, 1, 1, 1, '5-II', 'art. 15', 75900,"
        f" '0.5', 'SM', {unit_cents}, 's', '2025-12-01', '2025-12-26')",
    )
    _insert(engine, rows)


def _insert(engine: Engine, rows: Iterable[str]) -> None:
    with transaction(engine) as session:
        for row in rows:
            session.connection().exec_driver_sql(f"insert into {row}")


def _fine(engine: Engine, columns: str) -> tuple[object, ...]:
    with transaction(engine) as session:
        row = session.execute(text("select * from fine")).mappings().one()
        return tuple(row[name] for name in columns.split(", "))


def _bodies(engine: Engine) -> list[object]:
    with transaction(engine) as session:
        query = text("select body from effect order by id").columns(body=JSON())
        return list(session.execute(query).scalars())


def test_a_permit_learns_its_key_and_its_quota_and_forgets_its_stand_going_back(
    empty: Engine,
) -> None:
    schema.upgrade(empty, "0007_points_and_payers")
    since = "'2024-03-01', 'Ato 1')"
    rows = (
        "municipality (slug, name, uf) values ('m', 'M', 'ES')",
        "person (municipality_id, cpf, name, name_key) values (1, '1', 'Fulano', 'FULANO')",
        f"permit (municipality_id, number, kind, from_day, act) values (1, 'Nº 7-A', 'm', {since}",
    )
    stand = (
        "stand (municipality_id, name, name_key, kind, from_day, act)"
        f" values (1, 'Centro', 'CENTRO', 'fixo', {since}"
    )
    link = (
        "permit_link (municipality_id, permit_id, role, stand_id, from_day, act)"
        f" values (1, 1, 'ponto', 1, {since}"
    )
    _insert(empty, rows)
    schema.upgrade(empty, "0008_registry")
    _insert(empty, (stand, link))
    with transaction(empty) as session:
        told = session.execute(text("select number_key, quota, end_reason from permit")).one()
        assert told == ("NO 7A", "geral", None)
        assert session.execute(text("select kind from person")).scalar_one() == "fisica"
    schema.downgrade(empty, "0007_points_and_payers")
    with transaction(empty) as session:
        assert session.execute(text("select number from permit")).scalar_one() == "Nº 7-A"
        assert session.execute(text("select count(*) from permit_link")).scalar_one() == 0
    same_cpf = "person (municipality_id, cpf, name, name_key) values (1, '1', 'Beltrano', 'B')"
    with pytest.raises(IntegrityError):
        _insert(empty, (same_cpf,))


def test_an_upgraded_database_is_left_alone(empty: Engine) -> None:
    schema.upgrade(empty)
    with transaction(empty) as session:
        session.execute(text("insert into municipality (slug, name, uf) values ('m', 'M', 'ES')"))
    schema.upgrade(empty)
    with transaction(empty) as session:
        assert session.execute(text("select count(*) from municipality")).scalar_one() == 1


def test_a_step_that_fails_leaves_nothing_and_those_before_it_stay(
    empty: Engine, with_step: Step
) -> None:
    """F12. Seen to fail on SQLite as its driver begins transactions (the table stays), and on both
    when a step has no transaction of its own (those before it do not stay).
    """
    config = with_step(
        """
        op.create_table("half", sa.Column("id", sa.Integer(), primary_key=True))
        op.execute("insert into municipality (slug, name, uf) values ('m', 'M', 'ES')")
        raise RuntimeError("power cut")
        """
    )
    with pytest.raises(RuntimeError, match="power cut"):
        command.upgrade(config, "head")
    assert schema.revision(empty) == schema.head()
    assert "half" not in inspect(empty).get_table_names()
    with transaction(empty) as session:
        assert session.execute(text("select count(*) from municipality")).scalar_one() == 0


def test_a_table_that_others_point_at_can_be_altered_with_its_rows(
    empty: Engine, with_step: Step
) -> None:
    schema.upgrade(empty)
    with transaction(empty) as session:
        session.execute(text("insert into municipality (slug, name, uf) values ('m', 'M', 'ES')"))
        session.execute(text("insert into unit (municipality_id, name) values (1, 'DTT')"))
    config = with_step(
        """
        with op.batch_alter_table("municipality") as table:
            table.alter_column("name", type_=sa.String(200), existing_type=sa.String(120))
        """
    )
    command.upgrade(config, "head")
    with transaction(empty) as session:
        assert session.execute(text("select name from unit")).scalar_one() == "DTT"


def test_a_step_that_leaves_rows_pointing_at_nothing_is_taken_back(
    empty: Engine, with_step: Step
) -> None:
    """F12. Seen to fail on SQLite without `refuse_orphans`; PostgreSQL looks by itself."""
    schema.upgrade(empty)
    with transaction(empty) as session:
        session.execute(text("insert into municipality (slug, name, uf) values ('m', 'M', 'ES')"))
        session.execute(text("insert into unit (municipality_id, name) values (1, 'DTT')"))
    with pytest.raises(Exception, match=r"point|foreign key"):
        command.upgrade(with_step('op.execute("delete from municipality")'), "head")
    with transaction(empty) as session:
        assert session.execute(text("select count(*) from municipality")).scalar_one() == 1
        with pytest.raises(Exception, match=r"(?i)foreign key"), session.begin_nested():
            session.execute(text("delete from municipality"))


def test_a_savepoint_that_was_released_goes_with_the_transaction_around_it(
    database: Engine,
) -> None:
    """F12. Seen to fail on SQLite as its driver begins transactions: the row stays."""
    one = text("insert into municipality (slug, name, uf) values ('m', 'M', 'ES')")
    with Session(database) as session:
        with session.begin_nested():
            session.execute(one)
        session.rollback()
    with transaction(database) as session:
        assert session.execute(text("select count(*) from municipality")).scalar_one() == 0


def test_one_connection_may_begin_twice_without_waiting_for_itself(database: Engine) -> None:
    def begin_twice() -> None:
        with database.connect() as connection:
            for _ in range(2):
                with connection.begin():
                    connection.execute(text("select 1"))
        done.set()

    done = threading.Event()
    threading.Thread(target=begin_twice, daemon=True).start()
    assert done.wait(5)
