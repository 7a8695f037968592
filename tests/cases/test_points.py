"""Points: whose they are, when they enter, and what they and other causes make be proposed."""

from datetime import date

from sqlalchemy.orm import Session

from tests.cases.taxi import AUXILIARY, HOLDER, Taxi, item
from tests.cases.undrawn import decide_death, dies
from webapp.cases import desk
from webapp.store import tables

OVERCHARGED = item("54-XVI", "multa", "707,63", suspended=30)
ARMED = item("54-XXIII", "multa", "943,50", suspended=60)
DRUNK = item("54-XXIV", "multa", "943,50", suspended=60)
WASHED = item("54-I", "advertencia")


# ---- whose they are


def test_who_drove_gets_all_the_points_and_the_holder_half_of_an_auxiliarys(taxi: Taxi) -> None:
    taxi.final("2025-02-03", "2025-04-10", "auxiliar", **OVERCHARGED)
    assert taxi.points() == {AUXILIARY: "5", HOLDER: "2.5"}


def test_the_holder_owes_the_auxiliarys_fine_and_keeps_his_permit(taxi: Taxi) -> None:
    taxi.final("2025-02-03", "2025-04-10", "auxiliar", **OVERCHARGED)
    (fine,) = taxi.rows(tables.fine)
    (suspension,) = taxi.rows(tables.restriction)
    assert (taxi.name_of(fine.person_id), taxi.name_of(fine.payer_id)) == (AUXILIARY, HOLDER)
    assert (fine.cents, fine.units, fine.unit_value) == (70763, "150", "4.7175")
    assert (taxi.name_of(suspension.person_id), suspension.permit_id) == (AUXILIARY, None)


def test_the_holder_who_drove_is_fined_and_suspended_in_his_permit(taxi: Taxi) -> None:
    taxi.final("2025-02-03", "2025-04-10", **OVERCHARGED)
    assert taxi.points() == {HOLDER: "5"}
    (suspension,) = taxi.rows(tables.restriction)
    assert (suspension.permit_id, suspension.days) == (1, 30)


def test_a_warning_brings_the_points_too(taxi: Taxi) -> None:
    taxi.final("2025-02-03", "2025-04-10", "auxiliar", **WASHED)
    assert [row.kind for row in taxi.rows(tables.restriction)] == ["advertencia"]
    assert taxi.points() == {AUXILIARY: "2", HOLDER: "1"}


def test_of_a_driver_whom_nobody_identified_the_holder_gets_them_all(taxi: Taxi) -> None:
    fined = item("54-XVI", "multa", "707,63")
    taxi.final("2025-02-03", "2025-04-10", "nao_identificado", **fined)
    assert taxi.points() == {HOLDER: "5"}
    assert taxi.rows(tables.restriction) == []


def test_an_impediment_is_of_the_vehicle(taxi: Taxi) -> None:
    unfit = item("54-XIII", "multa", "707,63", suspended=30, impeded=60)
    taxi.final("2025-02-03", "2025-04-10", "auxiliar", **unfit)
    impeded = next(r for r in taxi.rows(tables.restriction) if r.kind == "impedimento")
    assert (impeded.vehicle_id, impeded.permit_id, impeded.days) == (1, None, 60)


# ---- when they enter


def test_nobody_having_appealed_they_enter_the_day_after_the_last_day(taxi: Taxi) -> None:
    """Notified on Friday 07/02/2025: thirty working days end on Friday 21/03/2025."""
    taxi.final("2025-02-03", "2025-04-10", **OVERCHARGED)
    (entry,) = taxi.rows(tables.points_entry)
    assert [d.last_day for d in taxi.deadlines("recurso")] == [date(2025, 3, 21)]
    assert (entry.fact_on, entry.final_on) == (date(2025, 2, 3), date(2025, 3, 22))


def test_of_an_appeal_that_is_denied_they_enter_on_the_day_of_its_decision(taxi: Taxi) -> None:
    """Denied on Thursday 20/02/2025, notified only on Monday the 24th."""
    taxi.draw("2025-02-03")
    taxi.check()
    taxi.fix(**OVERCHARGED)
    taxi.tell("2025-02-07")
    taxi.appeal("2025-02-14", "2025-02-20", "improvido")
    assert taxi.points() == {}, "the appeal stays them"
    taxi.tell("2025-02-24")
    (entry,) = taxi.rows(tables.points_entry)
    assert entry.final_on == date(2025, 2, 20)


def test_an_appeal_that_is_granted_leaves_no_points(taxi: Taxi) -> None:
    taxi.draw("2025-02-03")
    taxi.check()
    taxi.fix(**OVERCHARGED)
    taxi.tell("2025-02-07")
    taxi.appeal("2025-02-14", "2025-02-20", "provido")
    assert taxi.case().outcome == "insubsistente"
    assert taxi.rows(tables.effect) == []


# ---- grounds of cassation


def test_twenty_points_are_no_ground_and_two_more_are(taxi: Taxi) -> None:
    taxi.final("2025-02-03", "2025-04-10", **ARMED, **DRUNK)
    assert (taxi.points(), taxi.grounds()) == ({HOLDER: "20"}, [])
    taxi.final("2025-05-05", "2025-07-10", **WASHED)
    assert taxi.grounds() == ["art. 55, V, d"]


def test_points_of_more_than_twelve_months_before_do_not_count(taxi: Taxi) -> None:
    """Facts of 03/02/2025 and 03/02/2026: the window of the second begins on the 4th."""
    taxi.final("2025-02-03", "2025-04-10", **ARMED, **DRUNK)
    taxi.final("2026-02-03", "2026-04-20", **WASHED)
    assert taxi.grounds() == []


def test_the_same_item_again_is_a_ground_and_is_punished_all_the_same(taxi: Taxi) -> None:
    taxi.final("2025-02-03", "2025-04-10", **OVERCHARGED)
    twice = item("54-XVI", "multa", "1.415,25", suspended=30)
    taxi.final("2025-05-05", "2025-07-10", **twice)
    assert taxi.grounds() == ["art. 55, V, a"]
    (ground,) = [e for e in taxi.rows(tables.effect) if e.kind == "ground"]
    assert ground.body["why"].count("Reincidência: multa do processo 0001/2025") == 1
    assert "ª reincidência" not in ground.body["why"], "one penalty before, whatever it held"
    assert [fine.cents for fine in taxi.rows(tables.fine)] == [141525]


def test_driving_while_a_suspension_is_served_is_a_ground(taxi: Taxi) -> None:
    taxi.final("2025-02-03", "2025-04-10", **OVERCHARGED)
    taxi.serve("2025-05-01")
    taxi.final("2025-05-30", "2025-08-04", **WASHED)
    assert taxi.grounds() == ["art. 55, V, c"]
    (ground,) = [e for e in taxi.rows(tables.effect) if e.kind == "ground"]
    assert "de 01/05/2025 a 30/05/2025 (processo 0001/2025)" in ground.body["why"]


def test_driving_the_day_after_a_suspension_was_served_is_none(taxi: Taxi) -> None:
    taxi.final("2025-02-03", "2025-04-10", **OVERCHARGED)
    taxi.serve("2025-05-01")
    taxi.final("2025-05-31", "2025-08-04", **WASHED)
    assert taxi.grounds() == []


def test_the_holders_suspension_does_not_keep_the_auxiliary_from_driving(taxi: Taxi) -> None:
    taxi.final("2025-02-03", "2025-04-10", **OVERCHARGED)
    taxi.serve("2025-05-01")
    taxi.final("2025-05-30", "2025-08-04", "auxiliar", **WASHED)
    assert taxi.grounds() == []


def test_nobody_is_presumed_to_have_driven_during_a_suspension(taxi: Taxi) -> None:
    taxi.final("2025-02-03", "2025-04-10", **OVERCHARGED)
    taxi.serve("2025-05-01")
    taxi.final("2025-05-30", "2025-08-04", "nao_identificado", **WASHED)
    assert taxi.grounds() == []


# ---- corrections


def test_a_driver_corrected_later_moves_the_points_to_the_right_persons(taxi: Taxi) -> None:
    """Drawn up against the holder; the auxiliary had driven. Each fact is corrected by itself."""
    taxi.final("2025-02-03", "2025-04-10", **OVERCHARGED)
    taxi.go("2025-04-14").correct("condutor", "auto", "auxiliar")
    right = next(p.id for p in taxi.rows(tables.person) if p.name == AUXILIARY)
    reply = taxi.correct("pessoa", "autuado", str(right), party=0)
    assert taxi.points() == {AUXILIARY: "5", HOLDER: "2.5"}
    assert f"sai 5 pontos de {HOLDER} (art. 54, XVI)" in reply.moved
    assert f"entra 2,5 pontos de {HOLDER} (art. 54, XVI)" in reply.moved
    (fine,) = taxi.standing(tables.fine)
    assert (taxi.name_of(fine.person_id), taxi.name_of(fine.payer_id)) == (AUXILIARY, HOLDER)
    (suspension,) = taxi.standing(tables.restriction)
    assert (taxi.name_of(suspension.person_id), suspension.permit_id) == (AUXILIARY, None)
    assert {entry.final_on for entry in taxi.rows(tables.points_entry)} == {fine.final_on}


def test_who_was_taken_for_the_auxiliary_and_was_the_holder_gets_all_the_points(
    taxi: Taxi,
) -> None:
    taxi.final("2025-02-03", "2025-04-10", "auxiliar", **OVERCHARGED)
    holder = next(p.id for p in taxi.rows(tables.person) if p.name == HOLDER)
    taxi.go("2025-04-14").correct("pessoa", "autuado", str(holder), party=0)
    taxi.correct("condutor", "auto", "autorizatario")
    assert taxi.points() == {HOLDER: "5"}


def test_a_correction_that_takes_the_cause_away_takes_the_ground_back(taxi: Taxi) -> None:
    taxi.final("2025-02-03", "2025-04-10", **ARMED, **DRUNK)
    taxi.final("2025-05-05", "2025-07-10", **WASHED)
    assert taxi.grounds() == ["art. 55, V, d"]
    taxi.correct("condutor", "auto", "auxiliar")
    right = next(p.id for p in taxi.rows(tables.person) if p.name == AUXILIARY)
    taxi.correct("pessoa", "autuado", str(right), party=0)
    assert (taxi.points(), taxi.grounds()) == ({AUXILIARY: "2", HOLDER: "1"}, ["art. 55, V, d"])
    (ground,) = [
        e
        for e in taxi.rows(tables.effect)
        if e.kind == "ground" and e.reversed_by is None and e.reverses is None
    ]
    assert taxi.name_of(ground.person_id) == HOLDER


def test_a_return_to_the_decision_takes_points_and_grounds_back(taxi: Taxi) -> None:
    taxi.final("2025-02-03", "2025-04-10", **ARMED, **DRUNK)
    taxi.final("2025-05-05", "2025-07-10", **WASHED)
    taxi.back("fixar_penalidade")
    assert (taxi.points(), taxi.grounds()) == ({}, [])


def test_an_effect_applied_again_enters_once(taxi: Taxi) -> None:
    taxi.final("2025-02-03", "2025-04-10", **OVERCHARGED)
    taxi.go("2025-04-14").correct("fato", "auto", "2025-02-02")
    assert len(taxi.standing(tables.points_entry)) == 1
    assert taxi.points() == {HOLDER: "5"}


# ---- what another case takes back


def test_points_that_another_case_takes_back_are_told_to_who_proposes_the_cassation(
    taxi: Taxi,
) -> None:
    """Twenty points in one case, two in the next; then the first goes back to its decision."""
    taxi.final("2025-02-03", "2025-04-10", **ARMED, **DRUNK)
    taxi.final("2025-05-05", "2025-07-10", **WASHED)
    assert not any("Já não subsiste" in line for line in proposed(taxi))
    taxi.name = "2025-02-03"
    taxi.back("fixar_penalidade")
    taxi.name = "2025-05-05"
    assert (
        "Já não subsiste o fundamento do art. 55, V, d: o que constava de outro processo contra a "
        "pessoa foi retirado depois."
    ) in proposed(taxi)


def proposed(taxi: Taxi) -> tuple[str, ...]:
    """What the Secretaria reads when she is to propose the cassation."""
    task, actor = taxi.task("propor_cassacao"), taxi.actors["secretaria"]
    with Session(taxi.engine) as session:
        at = desk.of_task(session, taxi.case_id, task.id, now=taxi.now, actor=actor)
    return at.rests_on


# ---- death


def test_what_is_personal_is_extinct_with_the_auxiliary_and_the_holder_keeps_his_half(
    taxi: Taxi,
) -> None:
    """The auxiliary dies before his penalty is final: the fine is the holder's to pay."""
    taxi.draw("2025-02-03", "auxiliar")
    taxi.check()
    taxi.fix(**OVERCHARGED)
    taxi.tell("2025-02-07")
    dies(taxi.go("2025-02-24"), "2025-02-20")
    decide_death(taxi, "prosseguir")
    taxi.lapse("2025-04-10")
    assert taxi.rows(tables.restriction) == []
    assert (taxi.points(), taxi.grounds()) == ({HOLDER: "2.5"}, [])
    (fine,) = taxi.rows(tables.fine)
    assert taxi.name_of(fine.payer_id) == HOLDER
