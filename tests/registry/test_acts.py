"""Acts of the registry: what they write, and what they refuse, with article and what is allowed."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest
from sqlalchemy import Engine, select

from tests.registry.office import TODAY, Town, driver, refused
from webapp.domain.competence import Actor, Membership
from webapp.domain.errors import NoCompetence, NotFound, Unacceptable
from webapp.registry import entering, registering
from webapp.registry.entering import NewCertificate, PersonData, StandData
from webapp.registry.registering import Binding, Grant
from webapp.store import events, tables
from webapp.store.database import transaction
from webapp.store.events import Fault

SINCE = date(2026, 3, 2)


@pytest.fixture
def marilandia(database: Engine) -> Town:
    return Town(database, "marilandia")


@pytest.fixture
def santa_teresa(database: Engine) -> Town:
    return Town(database, "santa_teresa")


def test_a_permit_is_granted_to_somebody_with_a_vehicle(marilandia: Town) -> None:
    holder, bike = marilandia.person(0), marilandia.vehicle("MQX4E21", 2024)
    permit = marilandia.grant("001", holder, SINCE, vehicle_id=bike)
    with transaction(marilandia.engine) as session:
        found = marilandia.ask(session).permit(permit)
    titular, veiculo = found.bound("titular"), found.bound("veiculo")
    assert titular is not None
    assert veiculo is not None
    assert (titular.id, titular.document, veiculo.name) == (holder, "52998224725", "MQX4E21")
    assert (found.from_day, found.to_day, found.in_force) == (SINCE, None, True)
    assert marilandia.events(f"permit:{permit}") == ["permit_granted"]


def test_in_santa_teresa_a_permit_is_good_for_sixty_months(santa_teresa: Town) -> None:
    permit = santa_teresa.grant("001", santa_teresa.person(0), date(2022, 5, 31))
    with transaction(santa_teresa.engine) as session:
        assert santa_teresa.ask(session).permit(permit).to_day == date(2027, 5, 31)


def test_what_the_registry_does_not_know_must_be_marked_as_looked_up(marilandia: Town) -> None:
    new = Grant("001", "mototaxi", "geral", marilandia.person(0), SINCE, "Termo 1")
    errors = refused(marilandia.act, registering.grant_permit, new)
    assert "Ser profissional autônomo, pessoa física (art. 3º)" in errors["conferido"]


def test_a_second_auxiliary_is_refused_with_the_article_and_from_when(marilandia: Town) -> None:
    permit = marilandia.grant("001", marilandia.person(0), SINCE)
    marilandia.bind(permit, marilandia.person(1), date(2026, 7, 10))
    errors = refused(marilandia.bind, permit, marilandia.person(2), TODAY)
    assert errors["auxiliar"] == (
        "Um auxiliar para cada mototáxi (art. 8º): já há 1. "
        "Desligue antes o auxiliar atual; a troca se admite a partir de 11/01/2027."
    )


def test_an_auxiliary_is_not_changed_before_six_months(marilandia: Town) -> None:
    permit = marilandia.grant("001", marilandia.person(0), SINCE)
    marilandia.bind(permit, marilandia.person(1), date(2026, 7, 10))
    marilandia.unbind(permit, date(2026, 11, 30))
    other = marilandia.person(2)
    errors = refused(marilandia.bind, permit, other, TODAY)
    assert "(art. 8º, p.ú.): Cadastro do auxiliar em 10/07/2026" in errors["troca"]
    assert "A partir de 11/01/2027." in errors["troca"]
    marilandia.today = date(2027, 1, 11)
    marilandia.bind(permit, other, marilandia.today)
    assert marilandia.events(f"permit:{permit}") == [
        "permit_granted",
        "permit_bound",
        "permit_unbound",
        "permit_bound",
    ]


def test_a_third_change_in_the_year_waits_but_for_the_exception_of_the_law(
    santa_teresa: Town,
) -> None:
    permit = santa_teresa.grant("001", santa_teresa.person(0), date(2026, 1, 5))
    drivers = [santa_teresa.person(n) for n in (1, 2, 3, 4)]
    for month, who in zip((2, 4, 6), drivers, strict=False):
        santa_teresa.bind(permit, who, date(2026, month, 2))
        santa_teresa.unbind(permit, date(2026, month, 27))
    errors = refused(santa_teresa.bind, permit, drivers[3], TODAY)
    assert "(art. 23, § 2º)" in errors["troca"]
    assert "A partir de 01/01/2027. Exceção da lei:" in errors["troca"]


def test_who_left_by_exception_makes_room_and_the_change_is_not_counted(
    santa_teresa: Town,
) -> None:
    permit = santa_teresa.grant("001", santa_teresa.person(0), date(2026, 1, 5))
    for month, n in ((2, 1), (4, 2), (6, 3)):
        santa_teresa.bind(permit, santa_teresa.person(n), date(2026, month, 2))
        santa_teresa.unbind(permit, date(2026, month, 27), "excecao" if n == 3 else "troca")
    santa_teresa.bind(permit, santa_teresa.person(4), TODAY)


def test_a_permit_beyond_the_cap_is_refused(marilandia: Town) -> None:
    _population(marilandia, "1000")
    marilandia.grant("001", marilandia.person(0), SINCE)
    errors = refused(marilandia.grant, "002", marilandia.person(1), TODAY)
    assert "Uma motocicleta para cada mil habitantes ou fração (art. 2º, § 1º)" in errors["vaga"]
    assert "1.000 habitantes × 1 ÷ 1.000 = 1" in errors["vaga"]
    assert "Depois de terminar uma das que estão em vigor." in errors["vaga"]


def _population(town: Town, value: str) -> None:
    """A population entered on screen by two persons."""
    with transaction(town.engine) as session:
        account = tables.user_account.insert().values(
            municipality_id=town.id, login="a", name="A", registration="1", password_hash=""
        )
        user = session.execute(account.returning(tables.user_account.c.id)).scalar_one()
        session.execute(
            tables.entered_value.insert().values(
                municipality_id=town.id,
                key="valores.populacao",
                value=value,
                from_day=date(2022, 1, 1),
                act="Certidão do IBGE",
                state="in_force",
                entered_by=user,
                entered_at=town.now,
                approved_by=user,
                approved_at=town.now,
            )
        )


def test_of_two_grants_of_the_last_vacancy_at_one_moment_one_is_refused(marilandia: Town) -> None:
    """Seen to fail on PostgreSQL without the lock of the municipality in `Office.open`."""
    _population(marilandia, "1000")
    holders = [marilandia.person(0), marilandia.person(1)]
    start = threading.Barrier(2, timeout=60)

    def grant(n: int) -> str:
        start.wait()
        try:
            marilandia.grant(f"00{n}", holders[n], SINCE)
        except Unacceptable as refusal:
            return refusal.message
        return ""

    with ThreadPoolExecutor(2) as pool:
        granted, told = sorted(pool.map(grant, range(2)))
    assert granted == ""
    assert "Em vigor: 1; livres: 0." in told


def test_an_act_names_the_act_behind_it_and_a_day_that_has_come(marilandia: Town) -> None:
    late = Grant(" ", "mototaxi", "toda", marilandia.person(0), date(2026, 12, 2), " ")
    errors = refused(marilandia.act, registering.grant_permit, late)
    assert errors == {
        "dia": "02/12/2026 ainda não chegou. Registre o ato no dia em que valer.",
        "ato": "Diga o ato: termo, portaria ou decreto, com número e ano.",
        "numero": "Escreva o número.",
        "cota": "Escolha a cota da vaga.",
    }


@pytest.mark.parametrize(("year", "refused_in"), [(2021, ()), (2020, ("veiculo",))])
def test_in_marilandia_a_vehicle_comes_in_with_exactly_five_years_and_not_with_six(
    marilandia: Town, year: int, refused_in: tuple[str, ...]
) -> None:
    holder, bike = marilandia.person(0), marilandia.vehicle("MQX4E21", year)
    if not refused_in:
        marilandia.grant("001", holder, SINCE, vehicle_id=bike)
        return
    errors = refused(marilandia.grant, "001", holder, SINCE, vehicle_id=bike)
    assert tuple(errors) == refused_in
    assert "(art. 6º, § 1º): Fabricado em 2020: em 02/03/2026 tem 6 anos" in errors["veiculo"]
    assert "Com veículo fabricado em 2021 ou depois." in errors["veiculo"]


def test_in_marilandia_the_substitute_has_three_years_at_most(marilandia: Town) -> None:
    first, old = marilandia.vehicle("MQX4E21", 2021), marilandia.vehicle("MQX4E22", 2022)
    permit = marilandia.grant("001", marilandia.person(0), SINCE, vehicle_id=first)
    errors = refused(marilandia.replace, permit, old, TODAY)
    assert "(art. 6º, § 2º)" in errors["veiculo"]
    assert "Com veículo fabricado em 2023 ou depois." in errors["veiculo"]
    marilandia.replace(permit, marilandia.vehicle("MQX4E23", 2023), TODAY)


def test_in_santa_teresa_the_substitute_of_a_taxi_of_five_years_may_meet_either_letter(
    santa_teresa: Town,
) -> None:
    old = santa_teresa.vehicle("MQX4E21", 2021)
    permit = santa_teresa.grant("001", santa_teresa.person(0), date(2024, 1, 5), vehicle_id=old)
    errors = refused(santa_teresa.replace, permit, santa_teresa.vehicle("MQX4E22", 2022), TODAY)
    assert "art. 12, § 1º, II, a" in errors["veiculo"]
    assert "art. 12, § 1º, II, b" in errors["veiculo"]
    santa_teresa.replace(permit, santa_teresa.vehicle("MQX4E23", 2023), TODAY)


def test_in_santa_teresa_a_taxi_comes_in_with_three_years_and_not_with_four(
    santa_teresa: Town,
) -> None:
    car = santa_teresa.vehicle("MQX4E21", 2022)
    errors = refused(santa_teresa.grant, "001", santa_teresa.person(0), TODAY, vehicle_id=car)
    assert "arts. 10, II, b, e 12, § 1º, I" in errors["veiculo"]
    assert "Com veículo fabricado em 2023 ou depois." in errors["veiculo"]


def test_a_plate_of_another_city_is_refused_in_marilandia(marilandia: Town) -> None:
    bike = marilandia.vehicle("MQX4E21", 2024, plate_city="Colatina")
    errors = refused(marilandia.grant, "001", marilandia.person(0), SINCE, vehicle_id=bike)
    assert errors["veiculo"] == (
        "Ser emplacado no município de Marilândia (art. 6º, VI): Emplacado em Colatina. "
        "Com o veículo emplacado em Marilândia."
    )


def test_a_document_that_has_expired_is_not_recorded(marilandia: Town) -> None:
    holder = marilandia.person(0)
    late = NewCertificate("pessoa", holder, "certidao_criminal", date(2025, 11, 1), TODAY)
    errors = refused(marilandia.act, entering.record_certificate, late)
    assert "(art. 7º, V): venceu em 03/11/2025" not in errors["validade"]
    assert "(art. 7º, V): venceu em 03/11/2026" in errors["validade"], "1 November is a Sunday"


def test_an_expired_certificate_keeps_from_being_holder(marilandia: Town) -> None:
    holder = marilandia.person(0)
    marilandia.show("pessoa", holder, "certidao_criminal", date(2026, 3, 2))
    assert marilandia.findings(holder)["certidao_criminal"].state == "atende"
    marilandia.today = date(2027, 3, 3)
    errors = refused(marilandia.grant, "001", holder, marilandia.today)
    assert "(art. 7º, V)" in errors["titular"]
    assert "venceu em 02/03/2027" in errors["titular"]


def test_a_company_holds_no_permit_where_the_law_wants_a_person(marilandia: Town) -> None:
    company = PersonData("Motos Ltda.", "juridica", cnpj="12ABC34501DE35")
    holder = int(marilandia.act(entering.enter_person, company))
    errors = refused(marilandia.grant, "001", holder, SINCE)
    assert errors == {"titular": "A Lei 853/2009 só admite pessoa física como titular."}


def test_a_stand_has_room_for_as_many_as_its_act_says(marilandia: Town) -> None:
    centre = StandData("Centro", "fixo", SINCE, "Decreto 5/2026", capacity=1)
    stand = int(marilandia.act(entering.enter_stand, centre))
    first = marilandia.grant("001", marilandia.person(0), SINCE)
    second = marilandia.grant("002", marilandia.person(1), SINCE)
    marilandia.act(registering.assign_stand, Binding(first, stand, SINCE, "Portaria 9"))
    new = Binding(second, stand, TODAY, "Portaria 10")
    errors = refused(marilandia.act, registering.assign_stand, new)
    assert "O ponto Centro tem 1 vagas (Decreto 5/2026)" in errors["ponto"]
    marilandia.end(first, date(2026, 11, 30))
    marilandia.act(registering.assign_stand, new)


def test_a_vehicle_serves_one_permit_at_a_time(marilandia: Town) -> None:
    bike = marilandia.vehicle("MQX4E21", 2024)
    marilandia.grant("001", marilandia.person(0), SINCE, vehicle_id=bike)
    errors = refused(marilandia.grant, "002", marilandia.person(1), SINCE, vehicle_id=bike)
    assert "já serve à de número 001" in errors["veiculo"]


def test_what_was_known_of_a_person_stays_beside_its_correction(marilandia: Town) -> None:
    holder = marilandia.person(0)
    told = driver(0, "Colatina")
    marilandia.act(entering.correct_person, holder, told, "Conta de luz de novembro")
    assert marilandia.events(f"person:{holder}") == ["registered", "registry_corrected"]
    with transaction(marilandia.engine) as session:
        texts = list(session.execute(select(tables.private_text.c.text)).scalars())
        assert texts == ['{"city": "Marilândia"}', "Conta de luz de novembro"]
        assert not any(isinstance(one, Fault) for one in events.verify(session))


def test_a_cpf_and_a_plate_are_entered_once(marilandia: Town) -> None:
    marilandia.person(0)
    marilandia.vehicle("MQX4421", 2024)
    assert refused(marilandia.person, 0) == {"cpf": "Este CPF já é de outra pessoa do cadastro."}
    assert "placa" in refused(marilandia.vehicle, "MQX4E21", 2024)


def test_only_the_secretaria_acts_and_the_inspector_inspects(marilandia: Town) -> None:
    inspector = Actor(
        2, "Vera", marilandia.id, "marilandia", (Membership(2, "vistoria", "titular"),)
    )
    bike = marilandia.vehicle("MQX4E21", 2024)
    new = entering.NewInspection(bike, "vistoria", SINCE, "aprovado", "Oficina")
    marilandia.act(entering.record_inspection, new, actor=inspector)
    with pytest.raises(NoCompetence):
        marilandia.act(entering.enter_person, driver(0, "Marilândia"), actor=inspector)


def test_another_municipality_s_people_vehicles_and_permits_are_not_there(
    database: Engine,
) -> None:
    here, there = Town(database, "marilandia"), Town(database, "santa_teresa")
    holder, bike = there.person(0), there.vehicle("MQX4E21", 2024)
    permit = there.grant("001", holder, date(2024, 1, 5), vehicle_id=bike)
    mine = here.grant("001", here.person(0), SINCE)
    for deed, what in (
        (registering.grant_permit, Grant("2", "m", "geral", holder, SINCE, "T")),
        (registering.bind_auxiliary, Binding(mine, holder, SINCE, "P")),
        (registering.bind_auxiliary, Binding(permit, holder, SINCE, "P")),
        (registering.replace_vehicle, Binding(mine, bike, TODAY, "P")),
        (registering.end_permit, registering.Ending(permit, SINCE, "renuncia", "P")),
        (entering.record_certificate, NewCertificate("pessoa", holder, "cnh", SINCE, TODAY)),
    ):
        with pytest.raises(NotFound):
            here.act(deed, what)
    with transaction(database) as session:
        assert here.ask(session).fleet().occupied == 1
        assert here.ask(session).expiring(36500) != there.ask(session).expiring(36500)


def test_an_act_that_is_refused_writes_nothing(marilandia: Town) -> None:
    bike = marilandia.vehicle("MQX4E21", 2019)
    with pytest.raises(Unacceptable):
        marilandia.grant("001", marilandia.person(0), SINCE, vehicle_id=bike)
    with transaction(marilandia.engine) as session:
        assert session.execute(select(tables.permit)).all() == []
        assert session.execute(select(tables.permit_link)).all() == []
