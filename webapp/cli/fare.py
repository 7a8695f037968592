"""Check a file of fares worked by hand against the tariff of a municipality."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Final, NamedTuple

import click

from webapp.cli.deadline import MUNICIPALITY
from webapp.cli.usage import Row, csv_with
from webapp.config import municipalities
from webapp.domain import fares, money
from webapp.laws import Law, LawError, law, tariff

_COLUMNS: Final = ("id", "start", "km", "wait_min", "bandeira", "expected_brl", "alternative")
_NO_FARE: Final = ("-", "sem tarifa legal")
_NUMBER: Final = re.compile(r"[0-9]{1,6}(\.[0-9]{1,3})?")
_AMOUNT: Final = re.compile(r"[0-9]{1,9}\.[0-9]{2}")
_OTHER: Final = re.compile(rf"({_AMOUNT.pattern}) \(")


class Answer(NamedTuple):
    """Flag, amount and amounts of the other readings, as the file writes them."""

    flag: str
    amount: str
    others: frozenset[str] = frozenset()

    def __str__(self) -> str:
        if (self.flag, self.amount) == _NO_FARE:
            return "sem tarifa legal"
        amounts = " ou ".join([self.amount, *sorted(self.others)])
        return f"bandeira {self.flag}, R$ {amounts}".replace(".", ",")


@click.group()
def fare() -> None:
    """Calcula tarifas."""


@fare.command("check")
@click.argument("rows", metavar="ARQUIVO.csv", type=csv_with(_COLUMNS))
@click.option(
    "--municipality",
    "slug",
    type=MUNICIPALITY,
    help="Pasta da lei; sem ela, a do único município cuja lei tem tarifa.",
)
@click.pass_context
def check_file(ctx: click.Context, rows: Sequence[Row], slug: str | None) -> None:
    """Confere um arquivo de tarifas calculadas à mão.

    A coluna alternative tem o valor da outra leitura da lei e, entre parênteses, qual é ela.
    """
    rules = _rules(slug)
    wrong = [difference for row in rows if (difference := _difference(row, rules))]
    for difference in wrong:
        click.echo(difference)
    click.echo(f"{len(rows) - len(wrong)}/{len(rows)} fares as expected")
    ctx.exit(1 if wrong else 0)


def _rules(slug: str | None) -> Law:
    """Raises UsageError where the law has no tariff, or nobody said which of several laws."""
    having = [one for one in municipalities() if law(one).keys("tarifas")]
    if slug is None and len(having) != 1:
        raise click.UsageError(f"diga --municipality: têm tarifa na lei {', '.join(having)}.")
    if slug is not None and slug not in having:
        raise click.UsageError(f"a lei de «{slug}» não tem tarifa; têm: {', '.join(having)}.")
    return law(slug or having[0])


def _difference(row: Row, rules: Law) -> str | None:
    named = f"linha {row.line} ({row.cells['id']})"
    try:
        expected = _expected(row.cells)
        found = _found(_ride(row.cells), rules)
    except (ValueError, OverflowError):
        return (
            f"{named}: não se pôde calcular; confira início (AAAA-MM-DDTHH:MM), km, minutos de "
            "espera, bandeira e valor (como 5.75)"
        )
    return None if found == expected else f"{named}: esperado {expected}; calculado {found}"


def _ride(cells: Mapping[str, str]) -> fares.Ride:
    start = datetime.fromisoformat(cells["start"])
    if start.tzinfo is not None or not _NUMBER.fullmatch(cells["km"]):
        raise ValueError(cells["km"])
    return fares.Ride(start, Decimal(cells["km"]), int(cells["wait_min"]))


def _expected(cells: Mapping[str, str]) -> Answer:
    said = (cells["bandeira"], cells["expected_brl"])
    if said == _NO_FARE:
        return Answer(*said)
    if not _AMOUNT.fullmatch(said[1]):
        raise ValueError(said[1])
    others = _OTHER.findall(cells["alternative"])
    if bool(others) != bool(cells["alternative"]):
        raise ValueError(cells["alternative"])
    return Answer(*said, frozenset(others))


def _found(ride: fares.Ride, rules: Law) -> Answer:
    try:
        found = fares.fare(ride, *tariff(rules, ride.start.date()), rules.holiday)
    except LawError:
        return Answer(*_NO_FARE)
    others = frozenset(money.unit_value(one.cents) for one in found.alternatives)
    return Answer(str(found.flag.number), money.unit_value(found.cents), others)
