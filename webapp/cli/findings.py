"""What it costs to find one permit among a hundred thousand, on each kind of clue."""

import random
import statistics
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from time import perf_counter
from typing import Any, Final

from sqlalchemy import Engine, Table, insert, text
from sqlalchemy.orm import Session

from webapp.domain.numbering import search_key
from webapp.store import people, permits, schema
from webapp.store.database import open_engine, transaction
from webapp.store.permits import Clue, Number, Stand, Wanted
from webapp.store.search import Cnpj, Cpf, Name, Plate
from webapp.store.tables import permit, permit_link, person, person_word, stand, vehicle

ON: Final = date(2025, 12, 1)
SINCE: Final = date(2024, 3, 1)
STANDS: Final = 200
_AT_ONCE: Final = 5000
_TRIES: Final = 9
_PAGE: Final = 50
# The commonest twenty first names and thirty surnames of a town, each person with three of them.
_FIRST: Final = (
    *("ANA", "ANTONIO", "BENTO", "CARLA", "DELZA", "ELIAS", "FABIO", "GLORIA", "HELENA", "IVO"),
    *("JOAO", "JOSE", "LUCAS", "MARIA", "NILO", "OLGA", "PAULO", "RITA", "SONIA", "VALDIR"),
)
_LAST: Final = (
    *("ALMEIDA", "ALVES", "BARBOSA", "BROETTO", "CAMPOS", "CARDOSO", "CASTRO", "COSTA", "DIAS"),
    *("FERRARI", "FERREIRA", "FONTANA", "GOMES", "LIMA", "LOSS", "MACHADO", "MARTINS", "MELO"),
    *("MOURA", "NUNES", "OLIVEIRA", "PEREIRA", "PINTO", "RAMOS", "ROCHA", "SANTOS", "SILVA"),
    *("SOUZA", "TONINI", "ZANETTI"),
)


def measure(url: str, how_many: int) -> dict[str, Any]:
    """The milliseconds of finding permits and reading the first page of them: the median of all
    tries (`search_ms`), and that of each kind of clue (`search_by_ms`).

    `url` is of an empty database, which is given its tables and so many permits.
    """
    engine = open_engine(url)
    schema.upgrade(engine)
    place = _fill(engine, how_many)
    with Session(engine) as session:
        tries = {what: _tries(session, place, clues) for what, clues in _clues(how_many).items()}
    engine.dispose()
    return {
        "search_ms": statistics.median(one for times in tries.values() for one in times),
        "search_by_ms": {what: statistics.median(times) for what, times in tries.items()},
    }


def _clues(how_many: int) -> Mapping[str, tuple[Clue, ...]]:
    """One permit in the middle, by everything that it is known by; and names that many have."""
    n = how_many // 2
    return {
        "número": (Number(str(n)),),
        "placa": (Plate(_plate(n)),),
        "CPF": (Cpf(_cpf(n)),),
        "CNPJ": (Cnpj(_cnpj(n)),),
        "nome raro": (Name((f"NOME{n}",)), Stand((f"NOME{n}",))),
        "nome comum": (Name(("SILVA",)), Stand(("SILVA",))),
        "dois nomes comuns": (Name(("MARIA", "SILVA")), Stand(("MARIA", "SILVA"))),
        "ponto": (Name(("PONTO", "7")), Stand(("PONTO", "7"))),
    }


def _tries(session: Session, place: int, clues: tuple[Clue, ...]) -> list[float]:
    wanted = Wanted(place, ON, clues)
    times = []
    for _ in range(_TRIES):
        began = perf_counter()
        found = permits.page(session, wanted, _PAGE)
        times.append(1000 * (perf_counter() - began))
        if not found.rows:
            raise LookupError(f"nothing found by {clues}")
    return times


# ---- the town


def _fill(engine: Engine, how_many: int) -> int:
    with transaction(engine) as session:
        place = people.municipality_id(session, slug="marilandia", name="Marilândia", uf="ES")
        for table, rows in _rows(how_many):
            _insert(session, table, place, rows)
    _tidy(engine)
    return place


def _tidy(engine: Engine) -> None:
    """What either database does by itself in time: learn how its rows are spread."""
    if engine.dialect.name == "sqlite":
        with transaction(engine) as session:
            session.execute(text("ANALYZE"))
        return
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("VACUUM ANALYZE"))


def _insert(session: Session, table: Table, place: int, rows: Iterator[dict[str, Any]]) -> None:
    batch: list[dict[str, Any]] = []
    for row in rows:
        batch.append({"municipality_id": place, **row})
        if len(batch) == _AT_ONCE:
            session.execute(insert(table), batch)
            batch.clear()
    if batch:
        session.execute(insert(table), batch)


def _rows(how_many: int) -> Iterator[tuple[Table, Iterator[dict[str, Any]]]]:
    """Permit n is held by person n and served by vehicle n; person n + how_many drives for it."""
    names = _names(2 * how_many)
    numbered = range(1, how_many + 1)
    dated = {"from_day": SINCE, "act": "Ato 1"}
    yield person, (_person(n, name, how_many) for n, name in enumerate(names, 1))
    yield (
        person_word,
        (
            {"person_id": n, "word": word}
            for n, name in enumerate(names, 1)
            for word in dict.fromkeys(name.split())
        ),
    )
    yield vehicle, ({"id": n, "plate": _plate(n), "plate_key": _plate(n)} for n in numbered)
    yield stand, (_stand(n) | dated for n in range(1, STANDS + 1))
    yield (
        permit,
        (
            {"id": n, "number": f"{n:06}", "number_key": f"{n:06}", "kind": "taxi", **dated}
            for n in numbered
        ),
    )
    yield permit_link, (row | dated for n in numbered for row in _links(n, how_many))


def _names(how_many: int) -> Sequence[str]:
    """Drawn by a seed, so that every run measures the same town; each holds a word of its own."""
    drawn = random.Random(1)  # noqa: S311  (nothing here is a secret)
    return [
        search_key(f"{drawn.choice(_FIRST)} {drawn.choice(_LAST)} {drawn.choice(_LAST)} Nome{n}")
        for n in range(1, how_many + 1)
    ]


def _person(n: int, name: str, how_many: int) -> dict[str, Any]:
    company = n == how_many // 2
    return {
        "id": n,
        "name": name,
        "name_key": name,
        "cpf": _cpf(n),
        "cnpj": _cnpj(n) if company else None,
    }


def _stand(n: int) -> dict[str, Any]:
    name = f"PONTO {n}"
    return {"id": n, "name": name, "name_key": name, "kind": "fixo", "capacity": 500}


def _links(n: int, how_many: int) -> Iterator[dict[str, Any]]:
    empty = {"permit_id": n, "person_id": None, "vehicle_id": None, "stand_id": None}
    yield empty | {"role": "titular", "person_id": n}
    yield empty | {"role": "auxiliar", "person_id": n + how_many}
    yield empty | {"role": "veiculo", "vehicle_id": n}
    yield empty | {"role": "ponto", "stand_id": n % STANDS + 1}


def _plate(n: int) -> str:
    thousands, rest = divmod(n, 10_000)
    letters = "".join(chr(65 + thousands // 26**power % 26) for power in (2, 1, 0))
    return f"{letters}{rest // 1000}{chr(65 + rest // 100 % 10)}{rest % 100:02}"


def _cpf(n: int) -> str:
    return f"{n:011}"


def _cnpj(n: int) -> str:
    return f"{n:014}"
