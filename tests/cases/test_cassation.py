"""Cassation: a case of its own, begun by an answer in another; what it ends, and gives back."""

from datetime import date

import pytest
from sqlalchemy import insert, update

from tests.cases.revoking import GROUND, OWN, ask, ends, propose, proposed, revoked
from tests.cases.taxi import AUXILIARY, HOLDER, Taxi
from tests.cases.undrawn import dies, kinds, whole
from webapp.domain.errors import NoCompetence, NotFound, Refused, Unacceptable
from webapp.store import tables
from webapp.store.database import transaction


def numbers(taxi: Taxi) -> list[str]:
    return [row.number for row in taxi.rows(tables.case)]


def names(taxi: Taxi) -> list[tuple[str, str]]:
    """The parties of the case with their roles."""
    known = {row.id: row.name for row in taxi.rows(tables.person)}
    return [(row.role, known[row.person_id]) for row in taxi.parties()]


# ---- how it begins


def test_the_answer_that_proposes_it_begins_a_case_linked_to_its_own(taxi: Taxi) -> None:
    proposed(taxi)
    case = taxi.case()
    assert (case.process, case.subject) == ("cassacao_santa_teresa", "Cassação: art. 55, V, b")
    assert (case.permit_id, case.vehicle_id) == (1, 1)
    assert names(taxi) == [("autuado", HOLDER)]
    assert taxi.names() == ["decidir_instauracao"]
    assert kinds(taxi) == ["case_opened", "task_completed", "cases_linked"]
    assert [piece.kind for piece in taxi.rows(tables.piece)] == ["proposta_cassacao"]
    taxi.name = "processo"
    (link,) = taxi.rows(tables.case_link)
    assert (link.other_case_id, link.kind) == (taxi.stage.cases[OWN], "relacionado")
    assert kinds(taxi)[-2:] == ["cases_linked", "task_completed"]
    assert whole(taxi)


def test_against_an_auxiliary_the_holder_is_a_party_too(taxi: Taxi) -> None:
    proposed(taxi, "auxiliar")
    assert names(taxi) == [("autuado", AUXILIARY), ("titular", HOLDER)]


def test_two_presses_begin_one_case(taxi: Taxi) -> None:
    taxi.draw("2025-02-03")
    ask(taxi)
    task = taxi.task("propor_cassacao")
    assert propose(taxi).status == 200
    again = taxi.answer_task(
        task.id, "secretaria", resultado="propor", fundamentos=[GROUND], razoes="De novo."
    )
    assert again.status == 409
    assert numbers(taxi) == ["0001/2025", "0002/2025"]


def test_a_refusal_leaves_no_case_and_no_number_behind(taxi: Taxi) -> None:
    taxi.draw("2025-02-03")
    ask(taxi)
    with pytest.raises(Unacceptable):
        propose(taxi, fatos=None)
    with pytest.raises(NoCompetence):
        taxi.answer_task(taxi.task("propor_cassacao").id, "diretor", resultado="propor")
    assert numbers(taxi) == ["0001/2025"]
    propose(taxi)
    assert numbers(taxi) == ["0001/2025", "0002/2025"]


def test_what_is_not_proposed_begins_nothing(taxi: Taxi) -> None:
    taxi.draw("2025-02-03")
    ask(taxi)
    propose(taxi, resultado="nao_propor", fundamentos=None, data_fato=None, fatos=None)
    assert numbers(taxi) == ["0001/2025"]


def test_no_second_case_runs_against_the_same_person(taxi: Taxi) -> None:
    proposed(taxi)
    taxi.draw("2025-03-03", name="outro")
    ask(taxi)
    with pytest.raises(Unacceptable, match="Já corre contra esta pessoa o processo de cassação"):
        propose(taxi)
    taxi.name = OWN
    taxi.answer("decidir_instauracao", resultado="nao_instaurada", razoes="Não há reiteração.")
    taxi.name = "outro"
    propose(taxi)
    assert len(numbers(taxi)) == 4


# ---- by hand


def test_it_is_asked_for_with_a_ground_and_a_reason_against_a_party_who_lives(taxi: Taxi) -> None:
    taxi.draw("2025-02-03")
    with pytest.raises(Unacceptable) as refusal:
        ask(taxi, grounds=["54-I"], reason=" ")
    assert set(refusal.value.errors) == {"fundamentos", "motivo"}
    with pytest.raises(NoCompetence):
        ask(taxi, who="protocolo")
    dies(taxi, "2025-02-03")
    with pytest.raises(Unacceptable, match="não passa aos herdeiros"):
        ask(taxi)


def test_it_is_asked_for_once_against_a_person(taxi: Taxi) -> None:
    taxi.draw("2025-02-03")
    ask(taxi)
    with pytest.raises(Refused, match="já está aberta contra esta pessoa"):
        ask(taxi)
    assert kinds(taxi)[-1] == "cassation_asked"


# ---- what it ends


def test_it_ends_the_permit_of_its_holder_the_day_before_it_is_final(taxi: Taxi) -> None:
    revoked(taxi)
    (row,) = taxi.standing(tables.restriction)
    assert (row.kind, row.article, row.permit_id) == ("cassacao", "art. 55, V, b", 1)
    assert (row.final_on, row.from_day) == (date(2025, 4, 26), date(2025, 4, 26))
    assert row.to_day == date(2030, 4, 26)
    assert ends(taxi) == {"titular": None, "auxiliar": None, "permit": date(2025, 4, 25)}


def test_it_ends_an_auxiliarys_link_and_never_the_permit(taxi: Taxi) -> None:
    revoked(taxi, "auxiliar")
    (row,) = taxi.standing(tables.restriction)
    assert row.permit_id is None
    assert ends(taxi) == {"titular": None, "auxiliar": date(2025, 4, 25), "permit": None}


def test_a_permit_that_was_to_end_gets_its_own_last_day_back(taxi: Taxi) -> None:
    with transaction(taxi.engine) as session:
        session.execute(update(tables.permit).values(to_day=date(2026, 12, 31)))
    revoked(taxi)
    assert ends(taxi)["permit"] == date(2025, 4, 25)
    taxi.back("decidir_cassacao")
    assert ends(taxi)["permit"] == date(2026, 12, 31)
    assert not taxi.standing(tables.restriction)
    assert taxi.names() == ["decidir_cassacao"]


def test_a_permit_that_ended_before_stays_ended_and_the_ban_stands(taxi: Taxi) -> None:
    with transaction(taxi.engine) as session:
        session.execute(update(tables.permit).values(to_day=date(2025, 3, 31)))
    revoked(taxi)
    assert ends(taxi)["permit"] == date(2025, 3, 31)
    (row,) = taxi.standing(tables.restriction)
    assert (row.permit_id, row.to_day) == (None, date(2030, 4, 26))


def test_a_date_corrected_later_moves_the_end_and_forgets_no_former_one(taxi: Taxi) -> None:
    proposed(taxi)
    taxi.answer("decidir_instauracao", resultado="instaurada", fundamentos=[GROUND], razoes="Cabe.")
    taxi.tell("2025-02-05")
    taxi.go("2025-02-25").tick()
    taxi.answer("certificar_defesa_cassacao", resultado="decurso")
    told = {"defesa": "ausente", "diligencias": "nenhuma", "relatorio": "Consta."}
    taxi.answer("instruir_cassacao", resultado="instruido", **told)
    taxi.go("2025-03-10")
    taxi.answer("decidir_cassacao", resultado="cassada", razoes="Está provado.")
    taxi.tell("2025-03-12")
    appealed(taxi)
    taxi.tell("2025-04-04")
    assert ends(taxi)["permit"] == date(2025, 4, 3)
    taxi.correct("ciencia", "decisao", "2025-04-02", party=0)
    assert ends(taxi)["permit"] == date(2025, 4, 1)
    taxi.back("decidir_cassacao")
    assert ends(taxi)["permit"] is None


def appealed(taxi: Taxi) -> None:
    """An appeal of 24/03/2025, dismissed on 02/04."""
    taxi.go("2025-03-24").paper("recurso", "2025-03-24")
    content = ("qualificacao", "razoes", "provas", "documentos")
    told = {f"conteudo.{name}": "apresentado" for name in content}
    taxi.go("2025-04-02").answer(
        "instruir_recurso",
        representacao="parte",
        testemunhas="0",
        diligencias="nenhuma",
        relatorio="Recorre da cassação.",
        resultado="instruido",
        **told,
    )
    taxi.answer("decidir_recurso", resultado="improvido", razoes="Examinadas as provas.")


def test_who_dies_before_it_is_final_loses_nothing(taxi: Taxi) -> None:
    proposed(taxi)
    taxi.answer("decidir_instauracao", resultado="instaurada", fundamentos=[GROUND], razoes="Cabe.")
    dies(taxi, "2025-02-04")
    taxi.answer("decidir_obito", resultado="extinguir", razoes="É pessoal.")
    assert taxi.case().outcome == "extinto_obito"
    assert not taxi.rows(tables.restriction)


def test_the_person_corrected_after_the_decision_is_for_the_authority(taxi: Taxi) -> None:
    revoked(taxi)
    with transaction(taxi.engine) as session:
        other = session.execute(
            insert(tables.person)
            .values(municipality_id=taxi.municipality_id, name="Outro", name_key="outro")
            .returning(tables.person.c.id)
        ).scalar_one()
    taxi.correct("pessoa", "autuado", str(other), party=0)
    assert "decidir_retificacao" in taxi.names()
    assert [row.person_id for row in taxi.standing(tables.restriction)] != [other]


def test_a_party_of_another_case_is_not_found(taxi: Taxi) -> None:
    taxi.draw("2025-02-03")
    first = taxi.parties()[0].id
    taxi.draw("2025-02-03", name="outro")
    with pytest.raises(NotFound):
        ask(taxi, party_id=first)
