"""Count a legal term from the command line, and check a file of worked dates."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime

import click

from webapp.cli.usage import Row, Value, csv_with
from webapp.config import municipalities
from webapp.domain.calendar import CENTURY, Calendar, Opening
from webapp.domain.counting import Count, Kind, LedgerLine, Rule, count, due_at
from webapp.laws import Law, law
from webapp.laws.calendar import ExtraDay, calendar

_WEEK = ("segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira")
_WEEKDAYS = (*_WEEK, "sábado", "domingo")
_MARKS = {
    Kind.EXCLUDED: "excluído",
    Kind.WEEKEND: "fim de semana",
    Kind.CLOSED: "fechado",
    Kind.HALF_DAY: "meio expediente",
    Kind.SUSPENDED: "suspenso",
    Kind.ROLLED: "último dia",
}
_COLUMNS = (
    *("id", "municipality", "trigger_datetime", "rule", "length"),
    *("extra_holidays", "suspension_periods", "expected_due"),
)


def _known(slug: str) -> str:
    if slug not in municipalities():
        raise ValueError(slug)
    return slug


def _length(text: str) -> int:
    if not 1 <= int(text) <= CENTURY:
        raise ValueError(text)
    return int(text)


def _start(text: str) -> datetime:
    at = datetime.fromisoformat(text)
    if at.tzinfo is not None:
        raise ValueError(text)
    return at


def _period(text: str) -> tuple[date, date]:
    first, last = (date.fromisoformat(day) for day in text.split("/"))
    if last < first:
        raise ValueError(text)
    return first, last


def _extra(text: str) -> ExtraDay:
    """Read a day of the file: closed, or shortened if it ends in E."""
    shortened = text.endswith("E")
    opening = Opening.ENCERRADO_ANTES if shortened else Opening.FECHADO
    return ExtraDay(date.fromisoformat(text.removesuffix("E")), opening)


DAY = Value("AAAA-MM-DD", date.fromisoformat, "«{}» não é uma data; escreva AAAA-MM-DD.")
START = Value(
    "AAAA-MM-DD[THH:MM]",
    _start,
    "«{}» não é uma data; escreva AAAA-MM-DD ou AAAA-MM-DDTHH:MM, na hora do município.",
)
PERIOD = Value(
    "DE/ATÉ",
    _period,
    "«{}» não é um período; escreva AAAA-MM-DD/AAAA-MM-DD, o primeiro e o último dia.",
)
LENGTH = Value("N", _length, f"«{{}}» não é uma duração; use um número inteiro de 1 a {CENTURY}.")
RULE = Value("REGRA", Rule, f"não existe a regra «{{}}»; as regras são {', '.join(Rule)}.")
MUNICIPALITY = Value(
    "MUNICÍPIO", _known, "não há lei cadastrada para «{}»; use o nome da pasta, como marilandia."
)


@click.group()
def deadline() -> None:
    """Conta prazos legais."""


@deadline.command("count")
@click.option("--municipality", "slug", required=True, type=MUNICIPALITY, help="Pasta da lei.")
@click.option("--rule", required=True, type=RULE, help="Regra de contagem.")
@click.option("--length", required=True, type=LENGTH, help="Duração em dias, meses ou anos.")
@click.option("--start", required=True, type=START, help="Dia do fato que dá início ao prazo.")
@click.option("--closed", multiple=True, type=DAY, help="Dia sem expediente.")
@click.option("--half", multiple=True, type=DAY, help="Dia com expediente encerrado antes.")
@click.option("--suspend", multiple=True, type=PERIOD, help="Suspensão do prazo.")
@click.option("--calendar", "municipal", is_flag=True, help="Inclui os dias do município.")
@click.option("--json", "as_json", is_flag=True, help="Escreve em JSON.")
def count_term(
    *,
    slug: str,
    rule: Rule,
    length: int,
    start: datetime,
    closed: Sequence[date],
    half: Sequence[date],
    suspend: Sequence[tuple[date, date]],
    municipal: bool,
    as_json: bool,
) -> None:
    """Conta um prazo e mostra o que foi cada dia.

    Contam sempre os feriados nacionais e estaduais; os dias do município, só com --calendar.
    """
    read = law(slug)
    extra = [ExtraDay(day, Opening.FECHADO) for day in closed]
    extra += [ExtraDay(day, Opening.ENCERRADO_ANTES) for day in half]
    days = read.calendar(extra) if municipal else calendar(read.municipality.uf, (), extra)
    counted = _count(rule, length, start, days, suspend)
    due = due_at(counted.last_day, read.municipality.zone)
    if as_json:
        asked = {"municipality": slug, "rule": rule, "length": length}
        click.echo(_json({**asked, **counted.snapshot(), "due_at": due.isoformat()}))
    else:
        click.echo("\n".join(_report(read, f"{rule} {length}", counted, municipal)))


@deadline.command("check")
@click.argument("rows", metavar="ARQUIVO.csv", type=csv_with(_COLUMNS))
@click.pass_context
def check_file(ctx: click.Context, rows: Sequence[Row]) -> None:
    """Confere um arquivo de prazos contados à mão.

    Contam os feriados nacionais e estaduais e os dias da própria linha, nunca os do município.
    """
    wrong = [difference for row in rows if (difference := _difference(row.cells))]
    for difference in wrong:
        click.echo(difference)
    click.echo(f"{len(rows) - len(wrong)}/{len(rows)} dates as expected")
    ctx.exit(1 if wrong else 0)


def _count(
    rule: Rule, length: int, start: datetime, days: Calendar, suspend: Sequence[tuple[date, date]]
) -> Count:
    try:
        return count(rule, length, start, days, suspend)
    except (ValueError, OverflowError) as wrong:
        raise click.UsageError(
            f"o prazo não termina em cem anos a partir de {start:%d/%m/%Y}. "
            "Confira --length e --suspend."
        ) from wrong


def _json(value: Mapping[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _report(read: Law, term: str, counted: Count, municipal: bool) -> Iterator[str]:
    of = read.municipality
    local = f", e os dias de {of.name}" if municipal else ""
    yield f"Último dia: {_day(counted.last_day)}"
    yield f"Regra e duração: {term}"
    yield f"Dia do fato: {_day(counted.reference)}"
    yield f"Primeiro dia contado: {_day(counted.start_day)}"
    yield f"Calendário: feriados nacionais e estaduais ({of.uf}){local}"
    yield ""
    yield from map(_line, counted.ledger)


def _day(day: date) -> str:
    return f"{_WEEKDAYS[day.weekday()]}, {day:%d/%m/%Y}"


def _line(line: LedgerLine) -> str:
    weekday = _WEEKDAYS[line.day.weekday()][:3]
    mark = _MARKS.get(line.kind, str(line.n))
    return f"{line.day:%d/%m/%Y}  {weekday}  {mark:16}  {line.reason}".rstrip()


def _difference(row: Mapping[str, str]) -> str | None:
    try:
        found = _last_day(row)
        expected = date.fromisoformat(row["expected_due"])
    except (ValueError, OverflowError):
        return f"{row['id']}: não se pôde contar; confira município/UF, regra, duração e datas"
    if found == expected:
        return None
    return f"{row['id']}: esperado {_day(expected)}; contado {_day(found)}"


def _last_day(row: Mapping[str, str]) -> date:
    """Count a row by the days it brings itself; of its municipality only the state matters."""
    uf = row["municipality"].rpartition("/")[2]
    extra = [_extra(text) for text in _parts(row["extra_holidays"])]
    suspended = [_period(text) for text in _parts(row["suspension_periods"])]
    start = _start(row["trigger_datetime"])
    days = calendar(uf, (), extra)
    return count(Rule(row["rule"]), _length(row["length"]), start, days, suspended).last_day


def _parts(text: str) -> list[str]:
    return [part for part in text.split(";") if part]
