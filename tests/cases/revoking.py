"""Santa Teresa's cassation in tests of acts: proposed in an infraction, then a case of its own."""

from typing import Any

from tests.cases.taxi import Taxi
from tests.cases.undrawn import does
from webapp.cases import cassation
from webapp.cases.act import Reply
from webapp.store import tables

OWN = "cassacao"
GROUND = "cassacao_descumprimento"


def ask(taxi: Taxi, who: str = "secretaria", **changes: Any) -> Reply:
    """«Propor cassação» by hand, against the first party of the case."""
    told = {"grounds": [GROUND], "reason": "Não atendeu a três intimações.", **changes}
    asked = cassation.Asked(**{"party_id": taxi.parties()[0].id, **told})
    return does(taxi, cassation.ask, asked, who=who)


def propose(taxi: Taxi, **changes: Any) -> Reply:
    """The Secretaria's answer; the case that it begins is looked at next."""
    told = {
        "resultado": "propor",
        "fundamentos": [GROUND],
        "data_fato": "2025-02-03",
        "fatos": "Não atendeu a três intimações.",
        "razoes": "O descumprimento é reiterado.",
        **changes,
    }
    return taxi.answer("propor_cassacao", **told)


def proposed(taxi: Taxi, driver: str = "autorizatario") -> Taxi:
    """An infraction of 03/02/2025, in which the cassation of who drove was proposed."""
    taxi.draw("2025-02-03", driver)
    taxi.go("2025-02-04")
    ask(taxi)
    propose(taxi)
    taxi.stage.begun(OWN)
    taxi.name = OWN
    return taxi


def revoked(taxi: Taxi, driver: str = "autorizatario") -> Taxi:
    """Revoked on 10/03/2025, told on 12/03; the longest reading ends on 25/04/2025, and with the
    certificate of 05/05 the cassation is final since the 26th of April."""
    proposed(taxi, driver)
    taxi.answer("decidir_instauracao", resultado="instaurada", fundamentos=[GROUND], razoes="Cabe.")
    taxi.tell("2025-02-05")
    taxi.go("2025-02-25").tick()
    taxi.answer("certificar_defesa_cassacao", resultado="decurso")
    taxi.answer(
        "instruir_cassacao",
        defesa="ausente",
        diligencias="nenhuma",
        relatorio="As intimações estão nos autos.",
        resultado="instruido",
    )
    taxi.go("2025-03-10")
    taxi.answer("decidir_cassacao", resultado="cassada", razoes="Está provado.")
    taxi.tell("2025-03-12")
    taxi.go("2025-05-05").tick()
    taxi.answer("certificar_recurso_cassacao", resultado="decurso")
    return taxi


def ends(taxi: Taxi) -> dict[str, Any]:
    """The last day of the permit, and of each person's link to it."""
    links = taxi.rows(tables.permit_link, tables.permit_link.c.person_id.is_not(None))
    (permit,) = taxi.rows(tables.permit)
    return {row.role: row.to_day for row in links} | {"permit": permit.to_day}
