"""A plan without problems is entered, sheet by sheet, many rows at a time."""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from functools import cache
from typing import Any, Final

from sqlalchemy import Table, insert
from sqlalchemy.orm import Session

from webapp.domain.numbering import search_key
from webapp.domain.validity import last_good_day
from webapp.registry.asking import Registry
from webapp.registry.importing import sheets
from webapp.registry.importing.known import Known, known
from webapp.registry.importing.plan import Plan, key_of
from webapp.registry.importing.sheets import SHEETS, Row
from webapp.store import events
from webapp.store.tables import (
    certificate,
    inspection,
    permit,
    permit_link,
    person,
    person_word,
    stand,
    vehicle,
)

AT_ONCE: Final = 500
_CNPJ: Final = 14  # letters and digits; a CPF has 11
# Told as rows are entered: what they are, how many of how many.
Progress = Callable[[str, int, int], None]
Values = dict[str, Any]


def enter(
    session: Session,
    plan: Plan,
    registry: Registry,
    *,
    now: datetime,
    actor: str,
    progress: Progress = lambda *_: None,
) -> None:
    """Enter what a plan holds; people, vehicles and stands that are there stay as they are.

    One event on the chain of the registry tells which files they were. `actor` is how events name
    who imports. Raises ValueError for a plan with problems.
    """
    if plan.problems:
        raise ValueError("a plan with problems enters nothing")
    writer = _Writer(session, plan, registry, progress)
    writer.names()
    writer.rest(known(session, registry.municipality_id))
    body = {"files": sorted(plan.files.values()), "rows": sum(map(len, plan.rows.values()))}
    chain = f"registry:{registry.municipality_id}"
    events.record(
        session,
        chain,
        registry.municipality_id,
        "registry_imported",
        chain,
        body,
        actor=actor,
        now=now,
    )


class _Writer:
    def __init__(
        self, session: Session, plan: Plan, registry: Registry, progress: Progress
    ) -> None:
        self.session, self.plan, self.place = session, plan, registry.municipality_id
        self.progress = progress
        calendar = registry.calendar()

        @cache
        def until(kind: str, issued_on: date) -> date | None:
            return last_good_day(plan.kinds[kind], issued_on, calendar)

        self.until = until

    def names(self) -> None:
        """What other rows call by a name."""
        here = self.plan.here
        self._insert("pessoas", person, self._new("pessoas", here.people, _person))
        self._insert("veiculos", vehicle, self._new("veiculos", here.vehicles, _vehicle))
        self._insert("pontos", stand, self._new("pontos", here.stands, _stand))
        self._insert("permissoes", permit, self._new("permissoes", here.permits, _permit))

    def rest(self, ids: Known) -> None:
        """What names others by their `ids`."""
        self._words(ids)
        rows = self.plan.rows
        self._insert("vinculos", permit_link, [_link(row, ids) for row in rows["vinculos"]])
        documents = [self._document(row, ids) for row in rows["documentos"]]
        self._insert("documentos", certificate, documents)
        done = [self._inspection(row, ids) for row in rows["vistorias"]]
        self._insert("vistorias", inspection, done)

    def _new(
        self, sheet: str, there: dict[str, int], values: Callable[[Row], Values]
    ) -> list[Values]:
        rows = self.plan.rows[sheet]
        return [values(row) for row in rows if key_of(sheet, row) not in there]

    def _insert(self, sheet: str, table: Table, rows: Sequence[Values]) -> None:
        title = SHEETS[sheet].title
        for start in range(0, len(rows), AT_ONCE):
            part = [{"municipality_id": self.place, **row} for row in rows[start : start + AT_ONCE]]
            self.session.execute(insert(table), part)
            self.progress(title, start + len(part), len(rows))

    def _words(self, ids: Known) -> None:
        """People are found by the words of their names."""
        fresh = [
            {"municipality_id": self.place, "person_id": ids.people[key], "word": word}
            for row in self.plan.rows["pessoas"]
            if (key := key_of("pessoas", row)) not in self.plan.here.people
            for word in dict.fromkeys(search_key(row.values["nome"]).split())
        ]
        if fresh:
            self.session.execute(insert(person_word), fresh)

    def _document(self, row: Row, ids: Known) -> Values:
        values, of = row.values, row.values["de"]
        owners = {"pessoa": ids.people, "veiculo": ids.vehicles, "autorizacao": ids.permits}
        columns = {"pessoa": "person_id", "veiculo": "vehicle_id", "autorizacao": "permit_id"}
        owner = owners[of][sheets.target(of, values["pertence_a"])]
        return {
            **dict.fromkeys(columns.values()),
            columns[of]: owner,
            "kind": values["documento"],
            "number": values["numero_documento"],
            "issued_on": values["emissao"],
            "expires_on": values["validade"] or self.until(values["documento"], values["emissao"]),
            "presented_on": values["apresentacao"] or values["emissao"],
        }

    def _inspection(self, row: Row, ids: Known) -> Values:
        values, good = row.values, row.values["resultado"] == "aprovado"
        until = values["valida_ate"] or self.until(values["vistoria"], values["dia"])
        return {
            "vehicle_id": ids.vehicles[sheets.target("veiculo", values["placa_vistoriada"])],
            "kind": values["vistoria"],
            "on_day": values["dia"],
            "result": values["resultado"],
            "inspector": values["vistoriador"],
            "valid_until": until if good else None,
        }


def _person(row: Row) -> Values:
    values, number = row.values, row.values["cpf_ou_cnpj"]
    company = len(number) == _CNPJ
    return {
        "kind": "juridica" if company else "fisica",
        "cpf": None if company else number,
        "cnpj": number if company else None,
        "name": values["nome"],
        "name_key": search_key(values["nome"])[:200],
        "birth_on": values["nascimento"],
        "cnh": values["cnh"],
        "cnh_category": values["cnh_categoria"],
        "cnh_category_on": values["cnh_categoria_desde"],
        "cnh_until": values["cnh_validade"],
        "address": values["endereco"],
        "city": values["municipio"],
        "phone": values["telefone"],
    }


def _vehicle(row: Row) -> Values:
    values = row.values
    return {
        "plate": values["placa"],
        "plate_key": key_of("veiculos", row),
        "model": values["marca_modelo"],
        "colour": values["cor"],
        "year": values["ano_fabricacao"],
        "engine_cc": values["cilindrada"],
        "plate_city": values["municipio_placa"],
        "renavam": values["renavam"],
    }


def _stand(row: Row) -> Values:
    values = row.values
    return {
        "name": values["ponto"],
        "name_key": search_key(values["ponto"])[:120],
        "kind": values["especie"],
        "capacity": values["vagas"],
        **_dated(row),
    }


def _permit(row: Row) -> Values:
    values = row.values
    return {
        "number": values["numero"],
        "kind": values["especie"],
        "quota": values["cota"] or "geral",
        "end_reason": values["motivo_fim"],
        **_dated(row),
    }


def _link(row: Row, ids: Known) -> Values:
    values, role = row.values, row.values["papel"]
    places = {"veiculo": ("vehicle_id", ids.vehicles), "ponto": ("stand_id", ids.stands)}
    column, names = places.get(role, ("person_id", ids.people))
    return {
        "permit_id": ids.permits[sheets.number_key(values["numero"])],
        "role": role,
        **dict.fromkeys(("person_id", "vehicle_id", "stand_id")),
        column: names[sheets.target(role, values["vinculado"])],
        "end_reason": values["motivo_fim"],
        **_dated(row),
    }


def _dated(row: Row) -> Values:
    values = row.values
    return {"from_day": values["desde"], "to_day": values["ate"], "act": values["ato"]}
