"""What must hold of every answer about people, vehicles and vacancies, whatever the facts."""

from dataclasses import replace
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from webapp.domain.eligibility import INGRESSO, Licence, PersonFacts, Requirement, Tie, eligibility
from webapp.domain.finding import State
from webapp.domain.fitness import OPERACAO, Inspection, VehicleFacts, VehicleRule, fitness
from webapp.domain.vacancy import FleetRule, InForce, ReserveRule, VacancyRules, vacancy
from webapp.domain.validity import Document, Validity
from webapp.domain.waits import Past

DAYS = st.dates(date(2010, 1, 1), date(2035, 12, 31))
CERTIFICATE = Validity("certidao", "Certidão", "art. 7º, V", "pessoa")
INSPECTED = Validity("vistoria", "Vistoria", "art. 6º, § 3º", "veiculo")
OF_PEOPLE = (
    Requirement("r.idade", "Idade", "art. 7º, III", ("titular",), "idade", years=21),
    Requirement(
        "r.cnh", "CNH", "art. 7º, IV", ("titular",), "habilitacao", years=2, categories=("A",)
    ),
    Requirement(
        "r.certidao", "Certidão", "art. 7º, V", ("titular",), "documento", document=CERTIFICATE
    ),
    Requirement("r.casa", "Residência", "art. 3º", ("titular",), "residencia", city="Marilândia"),
    Requirement("r.uma", "Uma só", "art. 18", ("titular",), "limite", limit=1),
)
OF_VEHICLES = (
    VehicleRule("v.idade", "Idade", "art. 6º, I", (OPERACAO,), "idade", years=5),
    VehicleRule("v.crlv", "CRLV", "art. 7º, I", (OPERACAO,), "documento", document=CERTIFICATE),
    VehicleRule("v.vistoria", "V", "art. 6º, § 3º", (OPERACAO,), "vistoria", document=INSPECTED),
)


def documents(kind: str) -> st.SearchStrategy[Document]:
    return st.builds(Document, st.just(kind), DAYS, st.none() | DAYS, DAYS)


LICENCES = st.builds(Licence, st.sampled_from([None, "A", "B", "AB"]), *[st.none() | DAYS] * 2)
PEOPLE = st.builds(
    PersonFacts,
    birth_on=st.none() | st.dates(date(1940, 1, 1), date(2015, 12, 31)),
    licence=LICENCES,
    city=st.sampled_from([None, "Marilândia", "Colatina"]),
    documents=st.lists(documents("certidao"), max_size=3).map(tuple),
    ties=st.lists(
        st.builds(Tie, st.sampled_from(["titular", "auxiliar"]), st.just("1"), DAYS), max_size=2
    ).map(tuple),
)
INSPECTIONS = st.builds(Inspection, st.just("vistoria"), DAYS, st.booleans(), st.none() | DAYS)
VEHICLES = st.builds(
    VehicleFacts,
    year=st.none() | st.integers(1990, 2035),
    documents=st.lists(documents("certidao"), max_size=3).map(tuple),
    inspections=st.lists(INSPECTIONS, max_size=3).map(tuple),
)


@given(person=PEOPLE, on=DAYS, strange=documents("outro"), deed=DAYS)
def test_unrelated_facts_of_a_person_change_no_answer(
    person: PersonFacts, on: date, strange: Document, deed: date
) -> None:
    more = replace(
        person,
        documents=(strange, *person.documents, strange),
        ties=(*person.ties, Tie("auxiliar", "9", deed)),
        past=(*person.past, Past("cassacao", deed)),
    )
    before = eligibility(person, "titular", INGRESSO, on, OF_PEOPLE)
    assert eligibility(more, "titular", INGRESSO, on, OF_PEOPLE) == before


@given(person=PEOPLE, on=DAYS, later=st.integers(1, 400))
def test_what_is_known_only_later_changes_no_answer_about_a_day(
    person: PersonFacts, on: date, later: int
) -> None:
    after = on + timedelta(days=later)
    shown = Document("certidao", on, None, after)
    more = replace(
        person,
        documents=(*person.documents, shown),
        ties=(*person.ties, Tie("titular", "9", after)),
    )
    before = eligibility(person, "titular", INGRESSO, on, OF_PEOPLE)
    assert eligibility(more, "titular", INGRESSO, on, OF_PEOPLE) == before


@given(person=PEOPLE, on=DAYS, later=st.integers(0, 4000))
def test_a_later_day_brings_no_expired_licence_or_document_back(
    person: PersonFacts, on: date, later: int
) -> None:
    known = replace(person, documents=tuple(d for d in person.documents if d.presented_on <= on))
    rules = OF_PEOPLE[1:3]
    first = eligibility(known, "titular", INGRESSO, on, rules)
    then = eligibility(known, "titular", INGRESSO, on + timedelta(days=later), rules)
    for before, after in zip(first, then, strict=True):
        if "venceu" in before.why:
            assert after.state is State.NAO_ATENDE


@given(vehicle=VEHICLES, on=DAYS, later=st.integers(0, 4000))
def test_a_later_day_brings_no_vehicle_back_that_was_too_old_or_had_expired(
    vehicle: VehicleFacts, on: date, later: int
) -> None:
    known = replace(
        vehicle,
        documents=tuple(d for d in vehicle.documents if d.presented_on <= on),
        inspections=tuple(i for i in vehicle.inspections if i.on <= on),
    )
    first = fitness(known, OPERACAO, on, OF_VEHICLES)
    then = fitness(known, OPERACAO, on + timedelta(days=later), OF_VEHICLES)
    for before, after in zip(first, then, strict=True):
        if before.state is State.NAO_ATENDE:
            assert after.state is State.NAO_ATENDE


COUNTS = st.integers(0, 500)


@given(
    population=st.none() | st.integers(0, 10**6),
    in_force=st.builds(InForce, COUNTS, COUNTS, COUNTS),
    each=st.integers(1, 5),
    per=st.integers(1, 2000),
    rounds_up=st.booleans(),
    village=st.sampled_from(["", "art. 18, § 6º"]),
    quota=st.sampled_from(["geral", "pcd", "distrito"]),
)
def test_no_number_goes_below_zero_and_none_stands_above_the_cap_in_silence(
    population: int | None,
    in_force: InForce,
    each: int,
    per: int,
    rounds_up: bool,
    village: str,
    quota: str,
) -> None:
    rule = FleetRule("vagas.frota", "Frota", "art. 18", each, per, rounds_up)
    reserve = ReserveRule("vagas.reserva", "Reserva", "art. 12-B", 10, True, 10)
    found = vacancy(population, in_force, VacancyRules(rule, reserve, "a certidão", village))
    assert min(found.free, found.excess, found.reserved, found.occupied, found.village) >= 0
    assert found.reserved <= found.free
    if found.cap is None:
        assert found.free == 0
        return
    assert found.cap - found.occupied == found.free - found.excess
    assert (found.excess > 0) == ("acima do limite" in " ".join(found.why))
    one_more = found.finding(quota)
    outside = quota == "distrito" and village
    assert one_more is not None
    assert (one_more.state is State.NAO_ATENDE) == (not outside and not found.free)


@given(population=st.integers(0, 10**6), more=st.integers(0, 10**5), rounds_up=st.booleans())
def test_more_people_never_lower_the_cap(population: int, more: int, rounds_up: bool) -> None:
    rules = VacancyRules(FleetRule("vagas.frota", "Frota", "art. 2º", 3, 1000, rounds_up))
    caps = [vacancy(n, InForce(), rules).cap or 0 for n in (population, population + more)]
    assert caps == sorted(caps)
