"""What days off not yet entered would move, told from the command line."""

from collections.abc import Iterator, Sequence
from datetime import date

import click

from webapp import clock
from webapp.cases import previewing
from webapp.cases.previewing import Change, Moved
from webapp.cli.deadline import DAY, MUNICIPALITY
from webapp.cli.usage import WrongUse
from webapp.config import settings
from webapp.domain.calendar import Opening
from webapp.laws import ExtraDay, law
from webapp.store import people, schema
from webapp.store.database import reading, transaction


@click.group("calendar")
def calendar() -> None:
    """Dias sem expediente de um município."""


@calendar.command("preview")
@click.argument("slug", metavar="MUNICÍPIO", type=MUNICIPALITY)
@click.option("--add", "first", multiple=True, required=True, type=DAY, help="Dia sem expediente.")
@click.argument("more", metavar="[DIA]...", nargs=-1, type=DAY)
def preview(*, slug: str, first: Sequence[date], more: Sequence[date]) -> None:
    """Mostra que prazos mudariam se estes dias não tivessem expediente; nada é gravado.

    A lista é a da tela do calendário: primeiro os prazos sobre cujo fim já houve ato.
    """
    found = _moved(slug, sorted({*first, *more}))
    click.echo("\n".join(_report(found)))


def _moved(slug: str, days: Sequence[date]) -> list[Moved]:
    extra = tuple(ExtraDay(day, Opening.FECHADO) for day in days)
    change = Change("", days[0], days[-1], days=extra)
    engine = schema.open_with_tables(settings().database)
    try:
        with reading(), transaction(engine) as session:
            place = people.known_municipality(session, slug)
            if place is None:
                raise WrongUse(f"o banco ainda não tem nada de {law(slug).municipality.name}.")
            return previewing.moved(session, law(slug), place, change, clock.now(session))
    finally:
        engine.dispose()


def _report(found: Sequence[Moved]) -> Iterator[str]:
    for one in found:
        whose = f", {one.party}" if one.party else ""
        yield (
            f"{one.number}  {one.term}{whose} ({one.article}): "
            f"de {one.was:%d/%m/%Y} para {one.now:%d/%m/%Y}; {previewing.IN_WORDS[one.how]}"
        )
    yield f"Prazos que mudam: {len(found)}"
