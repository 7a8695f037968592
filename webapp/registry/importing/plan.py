"""An import before it is made: what it would enter, and each line that keeps it from being so."""

from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import Final

from sqlalchemy.orm import Session

from webapp.domain import identifiers
from webapp.domain.finding import br
from webapp.domain.numbering import search_key
from webapp.domain.validity import Validity
from webapp.laws import requirements as rules
from webapp.registry.asking import Registry
from webapp.registry.importing import sheets
from webapp.registry.importing.known import Known, Span, known
from webapp.registry.importing.sheets import SHEETS, Found, Problem, Row

_KEYS: Final = {"pessoas": "cpf_ou_cnpj", "veiculos": "placa", "pontos": "ponto"}
_LABELS: Final = {
    "titular": "titular",
    "auxiliar": "auxiliar",
    "veiculo": "veículo",
    "ponto": "ponto",
}


@dataclass(frozen=True, slots=True)
class Plan:
    """What an import would enter, where there are no `problems`; else it enters nothing.

    `rows` are by sheet; `here` is what the registry has; `files` the digest of each file.
    """

    rows: Mapping[str, Sequence[Row]]
    problems: tuple[Problem, ...]
    here: Known
    kinds: Mapping[str, Validity]
    files: Mapping[str, str]

    @property
    def counts(self) -> dict[str, int]:
        """How many lines of each sheet there are, by its title; none of those without any."""
        return {SHEETS[name].title: len(rows) for name, rows in self.rows.items() if rows}


def plan(session: Session, registry: Registry, files: Mapping[str, bytes]) -> Plan:
    """Read files by name, and check them: every bad line of all of them is told.

    `registry` is that of the municipality as of today.
    """
    found = Found()
    for name, content in files.items():
        sheets.read(name, content, found)
    here = known(session, registry.municipality_id)
    problems = [*found.problems, *_Check(found, here, registry).problems()]
    order = {name: place for place, name in enumerate(files)}
    return Plan(
        rows=found.rows,
        problems=tuple(sorted(problems, key=lambda p: (order[p.file], p.line, p.column))),
        here=here,
        kinds=registry.kinds(),
        files={name: sha256(content).hexdigest() for name, content in files.items()},
    )


def key_of(sheet: str, row: Row) -> str:
    """By what other lines call a line of people, vehicles, stands or permits."""
    if sheet == "veiculos":
        return identifiers.plate_key(row.values["placa"])
    if sheet == "pessoas":
        return str(row.values["cpf_ou_cnpj"])
    return search_key(row.values["numero" if sheet == "permissoes" else "ponto"])


class _Check:
    """What no line can tell alone: who is named is there, nothing stands twice, dates agree."""

    def __init__(self, found: Found, here: Known, registry: Registry) -> None:
        self.rows, self.here, self.registry = found.rows, here, registry
        self.kinds = registry.kinds()
        self.permits = {key_of("permissoes", row): row for row in self.rows["permissoes"]}
        self.names = {
            "pessoa": self._all("pessoas", here.people),
            "veiculo": self._all("veiculos", here.vehicles),
            "ponto": self._all("pontos", here.stands),
            "autorizacao": self._all("permissoes", here.permits),
        }

    def problems(self) -> Iterator[Problem]:
        for sheet in ("pessoas", "veiculos", "pontos", "permissoes"):
            yield from self._twice(sheet)
        for sheet in ("pontos", "permissoes", "vinculos"):
            yield from _backwards(self.rows[sheet])
        yield from self._permits_there()
        yield from self._links()
        for row in self.rows["documentos"]:
            yield from self._document(row)
        for row in self.rows["vistorias"]:
            yield from self._inspection(row)

    def _all(self, sheet: str, there: Iterable[str]) -> set[str]:
        return {key_of(sheet, row) for row in self.rows[sheet]} | set(there)

    def _twice(self, sheet: str) -> Iterator[Problem]:
        first: dict[str, Row] = {}
        for row in self.rows[sheet]:
            before = first.setdefault(key_of(sheet, row), row)
            if before is not row:
                where = f"na linha {before.line} de {before.file}"
                yield row.wrong(_KEYS.get(sheet, "numero"), f"Já está {where}.")

    def _permits_there(self) -> Iterator[Problem]:
        for key, row in self.permits.items():
            if key in self.here.permits:
                yield row.wrong("numero", f"O número {row.values['numero']} já está no cadastro.")
            if row.values["motivo_fim"] and not row.values["ate"]:
                yield row.wrong("ate", "Há motivo do fim e falta o último dia.")

    def _links(self) -> Iterator[Problem]:
        spans: list[tuple[Span, Row | None]] = [(span, None) for span in self.here.links]
        for row in self.rows["vinculos"]:
            span = yield from self._link(row)
            if span is not None:
                spans.append((span, row))
        yield from self._together(spans)

    def _link(self, row: Row) -> Generator[Problem, None, Span | None]:
        values, key = row.values, sheets.number_key(row.values["numero"])
        role = values["papel"]
        what = {"titular": "pessoa", "auxiliar": "pessoa"}.get(role, role)
        if key not in self.names["autorizacao"]:
            yield row.wrong("numero", f"Não há {values['numero']} nos arquivos nem no cadastro.")
            return None
        problem, to = self._named(row, what, "vinculado")
        if problem is not None:
            yield problem
            return None
        yield from self._outside(row, key)
        where = f"na linha {row.line} de {row.file}"
        return Span(key, role, to, values["desde"], values["ate"], where)

    def _named(self, row: Row, what: str, column: str) -> tuple[Problem | None, str]:
        """The key of who or what a line names, or what is wrong with it."""
        cell = row.values[column]
        try:
            key = sheets.target(what, cell)
        except ValueError as mistake:
            return row.wrong(column, str(mistake)), ""
        if key not in self.names[what]:
            return row.wrong(column, f"Não há {cell} nos arquivos nem no cadastro."), ""
        return None, key

    def _outside(self, row: Row, key: str) -> Iterator[Problem]:
        """Whether a link begins before its permit, or goes beyond its end."""
        own = self.permits.get(key)
        if own is not None:
            first, last = own.values["desde"], own.values["ate"]
        else:
            first, last = self.here.terms[key]
        if row.values["desde"] < first:
            yield row.wrong("desde", f"É antes de {br(first)}, o começo de {row.values['numero']}.")
        if last is not None and (row.values["desde"] > last or (row.values["ate"] or last) > last):
            yield row.wrong("ate", f"É depois de {br(last)}, o fim de {row.values['numero']}.")

    def _together(self, spans: Iterable[tuple[Span, Row | None]]) -> Iterator[Problem]:
        """Of one permit more at once than may be; a vehicle at two permits at once."""
        limit = rules.limit(self.registry.law, "auxiliares", self.registry.on)
        most = {"auxiliar": limit.get("limit") if limit else None}
        at: dict[tuple[str, str], list[tuple[Span, Row | None]]] = defaultdict(list)
        for span, row in spans:
            at[span.permit, span.role].append((span, row))
            if span.role == "veiculo":
                at["", span.to].append((span, row))
        for (permit, role), group in at.items():
            article = f" ({limit.article})" if limit and role == "auxiliar" else ""
            n = most.get(role, 1) if permit else 1
            if n is not None:
                named = f"Já há {_LABELS.get(role, 'outra que este veículo serve')}"
                yield from _too_many(group, n, f"{named} nesse tempo{article}")

    def _document(self, row: Row) -> Iterator[Problem]:
        values, of = row.values, row.values["de"]
        kind = self.kinds.get(values["documento"])
        if kind is None or kind.of != of:
            mine = ", ".join(name for name, one in self.kinds.items() if one.of == of)
            yield row.wrong("documento", f"A lei não o tem. De {of}: {mine}.")
        problem, _ = self._named(row, of, "pertence_a")
        if problem is not None:
            yield problem
        shown = values["apresentacao"] or values["emissao"]
        if shown < values["emissao"]:
            yield row.wrong("apresentacao", "É antes da emissão.")
        yield from self._future(row, "emissao", shown)

    def _inspection(self, row: Row) -> Iterator[Problem]:
        problem, _ = self._named(row, "veiculo", "placa_vistoriada")
        if problem is not None:
            yield problem
        if row.values["vistoria"] not in self.kinds:
            mine = ", ".join(name for name, one in self.kinds.items() if one.of == "veiculo")
            yield row.wrong("vistoria", f"A lei não a tem. De veículo: {mine}.")
        yield from self._future(row, "dia", row.values["dia"])

    def _future(self, row: Row, column: str, day: date) -> Iterator[Problem]:
        if day > self.registry.on:
            yield row.wrong(column, f"{br(day)} ainda não chegou.")


def _backwards(rows: Iterable[Row]) -> Iterator[Problem]:
    for row in rows:
        if row.values["ate"] is not None and row.values["ate"] < row.values["desde"]:
            yield row.wrong("ate", "É antes de «desde».")


def _too_many(group: Iterable[tuple[Span, Row | None]], most: int, said: str) -> Iterator[Problem]:
    """The lines whose links begin while as many as there may be hold already."""
    running: list[Span] = []
    for span, row in sorted(group, key=lambda one: (one[0].from_day, one[1] is not None)):
        running = [one for one in running if one.to_day is None or one.to_day >= span.from_day]
        if len(running) >= most and row is not None:
            yield row.wrong("desde", f"{said}, {running[-1].where}.")
            continue
        running.append(span)
