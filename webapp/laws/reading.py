"""The law of a municipality: which value was in force on which date, and by which article."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from webapp.config import FEDERAL, extra_roots, law_folders, municipalities
from webapp.domain.calendar import Calendar, DayStatus
from webapp.laws import calendar, citation, files
from webapp.laws.calendar import Day, ExtraDay
from webapp.laws.citation import Citation, Passage
from webapp.laws.entry import Entry, MissingDate, MissingValue, NotInForce, UnknownKey, frozen

_DATES: Final[Mapping[str, str]] = {
    "fact": "do fato",
    "notice": "da ciência",
    "request": "do pedido",
    "inspection": "da vistoria",
    "death": "do óbito",
    "payment": "do pagamento",
}


@dataclass(frozen=True, slots=True)
class Municipality:
    """Who runs the cases. `law` is the short name of its law, `numbers` the mask of each series."""

    slug: str
    name: str
    uf: str
    ibge: str
    zone: ZoneInfo
    prefeitura: str
    law: str
    law_title: str
    numbers: Mapping[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Law:
    """The law of one municipality, with the federal law behind it. Never changes once read."""

    municipality: Municipality
    own: Mapping[str, tuple[Entry, ...]]
    federal: Mapping[str, tuple[Entry, ...]]
    units: Mapping[citation.Path, str]
    days: tuple[Day, ...]

    def value(self, key: str, dates: Mapping[str, date]) -> Entry:
        """The entry of `key` («prazos.defesa») in force on the date of the case that chooses it.

        `dates` holds the named dates of the case: fact, notice, request, inspection, death,
        payment; the entry says which one counts (`dated_by`).
        Raises UnknownKey, MissingDate, NotInForce, or MissingValue past the end of a yearly value.
        """
        entries = self.entries(key)
        name = entries[0].dated_by
        if name not in dates:
            raise MissingDate(
                f"O caso não tem a data {_DATES[name]}, pela qual a lei escolhe a regra «{key}» "
                f"({entries[0].article}). Registre essa data no caso."
            )
        return _in_force(entries, dates[name])

    def on(self, key: str, day: date) -> Entry:
        """The entry of `key` in force on a day, whichever date of a case would choose it: what the
        registry is asked, it is asked of a day. Raises as `value`, but for MissingDate."""
        return _in_force(self.entries(key), day)

    def wording(self, key: str, day: date) -> Entry | None:
        """As `on`, but None where no wording was in force, or the value had expired."""
        try:
            return self.on(key, day)
        except (NotInForce, MissingValue):
            return None

    def entries(self, key: str) -> tuple[Entry, ...]:
        """Every wording of `key`, oldest first; the municipality's, else the federal ones."""
        found = self.own.get(key) or self.federal.get(key)
        if found is None:
            raise UnknownKey(
                f"A lei de {self.municipality.name} não tem a regra «{key}». "
                "Confira o nome no diagrama ou cadastre a regra, com o artigo."
            )
        return found

    def keys(self, subject: str) -> tuple[str, ...]:
        """The names under a subject, without it, as in the file: keys("prazos") has «defesa»."""
        return _keys(self, subject)

    def role(self, role: str, on: date | None = None) -> Entry:
        """Who holds a lane's role: `holder` and article. Without `on`, in the newest wording."""
        key = f"orgaos.{role}"
        return self.entries(key)[-1] if on is None else self.on(key, on)

    def passages(self, basis: str, on: date) -> list[Passage]:
        """The text that a basis cites («art. 13 a 21, 23 e 24»), in the law's order, as on `on`.

        Only the municipality's own law is here; its name may stand before the articles.
        Raises ValueError when the basis cannot be read, UnknownKey for a unit the law does not
        have, NotInForce when nothing of what is cited was in force.
        """
        found: list[Passage] = []
        for cited in _read(self, basis):
            found += [passage for passage in self._cited(cited, on) if passage not in found]
        if not found:
            raise NotInForce(f"«{basis}» não estava em vigor em {on:%d/%m/%Y}. Confira a data.")
        return found

    def cites(self, basis: str) -> tuple[str, ...]:
        """The units of the text that a basis takes in, in the law's order, whatever the day.

        Raises ValueError when the basis cannot be read, UnknownKey for a unit the law does not
        have.
        """
        return _cites(self, basis)

    def calendar(self, extra: Sequence[ExtraDay] = ()) -> Calendar:
        """The office days of the municipality; `extra` are days entered on screen, in order."""
        return calendar.calendar(self.municipality.uf, self.days, extra)

    def holiday(self, day: date) -> DayStatus | None:
        """The holiday of that day, if it is one by law; «ponto facultativo» is none."""
        return calendar.holiday(self.municipality.uf, self.days, day)

    def _cited(self, cited: Citation, on: date) -> Iterator[Passage]:
        for unit, key in self.units.items():
            entry = _last_before(self.own[key], on)
            if cited.covers(unit) and entry is not None and not entry.revoked:
                shown = citation.show(unit)
                yield Passage(shown, entry["text"], entry.since, entry.amended_by, entry.note)


def _read(read: Law, basis: str) -> tuple[Citation, ...]:
    cited = citation.read(basis.removeprefix(f"{read.municipality.law}, "))
    for path in (end for one in cited for end in (one.first, one.last)):
        if not any(Citation(path, path).covers(unit) for unit in read.units):
            raise UnknownKey(
                f"A {read.municipality.law} não tem «{citation.show(path)}». "
                "Confira a citação no diagrama."
            )
    return cited


@lru_cache(maxsize=4096)
def _cites(read: Law, basis: str) -> tuple[str, ...]:
    cited = _read(read, basis)
    return tuple(
        citation.show(unit) for unit in read.units if any(one.covers(unit) for one in cited)
    )


@lru_cache(maxsize=256)
def _keys(read: Law, subject: str) -> tuple[str, ...]:
    named = {key: None for key in (*read.own, *read.federal) if key.startswith(f"{subject}.")}
    return tuple(key.partition(".")[2] for key in named)


def law(municipality: str, roots: Sequence[Path] | None = None) -> Law:
    """The law of a municipality by its slug. `roots` stand in for AUTOS_ROOTS.

    Raises UnknownKey for a municipality without law, ValueError for a law file with errors.
    """
    return _law(municipality, extra_roots() if roots is None else tuple(roots))


@lru_cache
def _law(slug: str, roots: tuple[Path, ...]) -> Law:
    if slug not in municipalities(roots):
        raise UnknownKey(
            f"Não há lei cadastrada para o município «{slug}». "
            f"Cadastrados: {', '.join(municipalities(roots))}."
        )
    folders = law_folders(slug, roots)
    own = files.read(folders)
    return Law(
        municipality=_municipality(slug, folders),
        own=frozen(own),
        federal=frozen(files.read(law_folders(FEDERAL, roots))),
        units=frozen(_units(own)),
        days=_days(folders),
    )


def _municipality(slug: str, folders: Iterable[Path]) -> Municipality:
    found = [path for folder in folders if (path := folder / "municipio.toml").is_file()]
    if not found:
        raise ValueError(f"{slug}: no municipio.toml in its law folders")
    values = files.table(found[-1], "municipio")
    named = {field.name for field in fields(Municipality)} - {"slug"}
    if set(values) != named:
        wrong = ", ".join(sorted(set(values) ^ named))
        raise ValueError(f"{found[-1]}: missing or unknown: {wrong}")
    zone = ZoneInfo(values.pop("zone"))
    return Municipality(slug=slug, zone=zone, **frozen(values))


def _days(folders: Iterable[Path]) -> tuple[Day, ...]:
    paths = [folder / "calendario.toml" for folder in folders]
    return tuple(day for path in paths if path.is_file() for day in calendar.load(path))


def _units(own: Mapping[str, object]) -> dict[citation.Path, str]:
    """The path of each unit of the text, with its key, in the order of the file."""
    texts = [key for key in own if key.startswith("texto.")]
    return {citation.unit(key.partition(".")[2]): key for key in texts}


def _last_before(entries: tuple[Entry, ...], on: date) -> Entry | None:
    return next((entry for entry in reversed(entries) if entry.since <= on), None)


def _in_force(entries: tuple[Entry, ...], on: date) -> Entry:
    entry = _last_before(entries, on)
    if entry is None or entry.revoked:
        raise NotInForce(
            f"A regra «{entries[0].key}» não estava em vigor em {on:%d/%m/%Y} "
            f"({entries[0].article}). Confira a data do caso."
        )
    if entry.until and on > entry.until:
        raise MissingValue(
            f"Falta {entry.awaits}: o último valor de «{entry.key}» valeu até "
            f"{entry.until:%d/%m/%Y} e a data do caso é {on:%d/%m/%Y}. "
            "Cadastre o valor, com o ato.",
            entry.awaits or "",
        )
    return entry
