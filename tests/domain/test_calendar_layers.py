"""National and state days, the municipality's own, and the acts of the year."""

from datetime import date, timedelta
from pathlib import Path

import pytest
from holidays.countries.brazil import Brazil

from webapp.domain.calendar import Opening
from webapp.laws import calendar as laws_calendar
from webapp.laws.calendar import ExtraDay, calendar, easter, load

MARILANDIA = load(Path(laws_calendar.__file__).parent / "marilandia" / "calendario.toml")
CORPUS_CHRISTI = date(2026, 6, 4)
CARNIVAL = date(2026, 2, 17)
ASH_WEDNESDAY = date(2026, 2, 18)
TIRADENTES = date(2026, 4, 21)
SATURDAY = date(2026, 3, 7)


def written(folder: Path, text: str) -> Path:
    path = folder / "calendario.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_state_day_of_penha_closes_in_espirito_santo_only() -> None:
    assert not calendar("ES", ()).is_open(date(2026, 4, 13))
    assert calendar("MG", ()).is_open(date(2026, 4, 13))
    assert calendar("ES", ()).is_open(date(2019, 4, 29)), "the state law is of July 2019"


def test_20_november_closes_since_2024() -> None:
    assert calendar("MG", ()).is_open(date(2023, 11, 20))
    assert calendar("MG", ()).status(date(2024, 11, 20)).act == "Lei 14.759/2023, art. 1º"


def test_carnival_is_a_working_day_without_a_decree() -> None:
    assert calendar("ES", MARILANDIA).is_open(CARNIVAL)


@pytest.mark.parametrize("uf", ["ES", "MG"])
@pytest.mark.parametrize("year", range(2009, 2031))
def test_every_national_and_state_day_has_its_act(uf: str, year: int) -> None:
    days = Brazil(subdiv=uf, years=year, categories=("public",))
    assert [day for day in days if not calendar(uf, ()).status(day).act] == []


def test_easter_agrees_with_good_friday_of_the_package_for_two_centuries() -> None:
    days = Brazil(years=range(1900, 2101))
    assert all(easter(year) - timedelta(days=2) in days for year in range(1900, 2101))


@pytest.mark.parametrize(
    "day",
    [
        date(2026, 4, 3),
        CORPUS_CHRISTI,
        date(2026, 5, 15),
        date(2026, 5, 24),
        date(2026, 11, 2),
        date(2027, 5, 27),
    ],
)
def test_the_five_days_of_marilandia_close_by_its_law(day: date) -> None:
    status = calendar("ES", MARILANDIA).status(day)
    assert status.opening is Opening.FECHADO
    assert status.act.startswith("Lei municipal 7/1983, art. 1º")
    assert status.act.endswith("Lei municipal 1.392/2018")


def test_a_municipal_day_begins_with_its_law() -> None:
    days = calendar("ES", MARILANDIA)
    assert days.is_open(date(2018, 5, 15))
    assert not days.is_open(date(2018, 5, 24))


def test_what_is_not_known_stands_in_the_file_as_a_gap_and_closes_nothing() -> None:
    gaps = [entry for entry in MARILANDIA if "gap" in entry]
    assert len(gaps) == 2
    assert all(entry["default_because"] for entry in gaps)


def test_an_act_of_the_year_closes_a_day() -> None:
    days = calendar("ES", (), [ExtraDay(CARNIVAL, Opening.FECHADO, "Carnaval", "Decreto 3/2026")])
    assert days.status(CARNIVAL).words == "Carnaval (Decreto 3/2026)"


def test_an_act_of_the_year_moves_a_holiday() -> None:
    moved = [
        ExtraDay(TIRADENTES, Opening.ABERTO, "feriado antecipado", "Lei 9/2026"),
        ExtraDay(date(2026, 4, 20), Opening.FECHADO, "Tiradentes", "Lei 9/2026"),
    ]
    days = calendar("ES", (), moved)
    assert days.is_open(TIRADENTES)
    assert not days.is_open(date(2026, 4, 20))


def test_the_later_of_two_acts_on_one_day_stands() -> None:
    closed = ExtraDay(ASH_WEDNESDAY, Opening.FECHADO)
    opened = ExtraDay(ASH_WEDNESDAY, Opening.ABERTO)
    half = ExtraDay(ASH_WEDNESDAY, Opening.ENCERRADO_ANTES)
    assert not calendar("ES", (), [opened, closed]).is_open(ASH_WEDNESDAY)
    assert calendar("ES", (), [closed, opened, half]).status(ASH_WEDNESDAY).opening == half.opening


def test_shortening_a_closed_day_does_not_open_it() -> None:
    half = [ExtraDay(day, Opening.ENCERRADO_ANTES) for day in (SATURDAY, TIRADENTES)]
    days = calendar("ES", (), half)
    assert not days.is_open(SATURDAY)
    assert not days.is_open(TIRADENTES)


def test_a_state_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="XX"):
        calendar("XX", ())
    with pytest.raises(ValueError, match="Capital"):
        calendar("São Paulo Capital", ())


def test_an_amendment_ends_the_entry_before_it(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        """
        [[calendario.padroeira]]
        from = 2010-01-01
        yearly = "03-03"
        reason = "Padroeira"
        article = "Lei 1/2010"
        [[calendario.padroeira]]
        from = 2020-01-01
        yearly = "03-05"
        kind = "aberto_depois"
        reason = "Padroeira"
        article = "Lei 1/2010"
        amended_by = "Lei 2/2020"
        """,
    )
    days = calendar("MG", load(path))
    assert not days.is_open(date(2016, 3, 3))
    assert days.is_open(date(2021, 3, 3))
    assert days.status(date(2021, 3, 5)).opening is Opening.ABERTO_DEPOIS
    assert days.is_full(date(2020, 3, 3))


def test_a_single_day_and_29_february_close_when_they_exist(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        """
        [[calendario.bissexto]]
        from = 2010-01-01
        yearly = "02-29"
        reason = "Dia raro"
        article = "Lei 1/2010"
        [[calendario.centenario]]
        from = 2010-01-01
        date = 2025-07-01
        reason = "Centenário"
        article = "Lei 3/2024"
        """,
    )
    days = calendar("MG", load(path))
    assert not days.is_open(date(2028, 2, 29))
    assert days.is_open(date(2027, 3, 1))
    assert not days.is_open(date(2025, 7, 1))
    assert days.is_open(date(2026, 7, 1))


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('yearly = "15-05"', "month and day"),
        ('yearly = "05-15"\neaster = 2', "exactly one"),
        ("", "exactly one"),
        ('yearli = "05-15"', "yearli"),
        ('yearly = "05-15"\nkind = "meio"', "kind"),
    ],
)
def test_a_mistake_in_the_file_is_named(tmp_path: Path, line: str, complaint: str) -> None:
    head = '[[calendario.festa]]\nfrom = 2010-01-01\nreason = "Festa"\narticle = "Lei 1/2010"\n'
    with pytest.raises(ValueError, match=f"festa.*{complaint}"):
        load(written(tmp_path, head + line))


@pytest.mark.parametrize("name", ["from", "reason", "article"])
def test_a_day_needs_its_validity_its_reason_and_its_article(tmp_path: Path, name: str) -> None:
    lines = ["from = 2010-01-01", 'reason = "Festa"', 'article = "Lei 1/2010"', 'yearly = "05-15"']
    kept = [line for line in lines if not line.startswith(name)]
    with pytest.raises(ValueError, match=f"festa.*{name}"):
        load(written(tmp_path, "\n".join(["[[calendario.festa]]", *kept])))
