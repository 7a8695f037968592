"""What the case gives to a form: its parties, the items of the auto, the lists to choose from."""

import json
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Any

from webapp.cases import grounds, returns, terms
from webapp.cases.act import Act
from webapp.cases.records import Party, Task
from webapp.domain.money import reais, units_in_cents, units_text
from webapp.forms import Context, Field, Form, Option, labels
from webapp.laws import Law, MissingValue, NotInForce, unit_value

SANCTIONS = {
    "advertencia": "advertência",
    "multa": "multa",
    "suspensao": "suspensão (só com o decreto que fixa a duração)",
    "cassacao": "cassação",
    "apreensao": "apreensão do veículo",
    "sem_sancao": "sem sanção na lei: registra-se, não se multa",
}


def context(act: Act, task: Task, form: Form) -> Context:
    """The context of a task's form, on the local day of the act: only what the form asks for."""
    repeats = {field.per for field in form.fields}
    named = {field.options_from for field in form.fields}
    dated = "item" in repeats or "infracoes" in named
    on = (dated and fact_day(act)) or act.today
    parties = form_parties(act, task) if "party" in repeats else []
    letters = returns.of_letters(act, task.about, parties) if "carta" in repeats else []
    return Context(
        today=act.today,
        parties=party_options(act, parties),
        items=item_options(act.valued(), auto_items(act), on) if "item" in repeats else (),
        options=_lists(act, named, on),
        letters=party_options(act, letters),
    )


def _lists(act: Act, named: set[str | None], on: date) -> dict[str, Sequence[Option]]:
    """The lists that the form names."""
    found: dict[str, Sequence[Option]] = {}
    if "infracoes" in named:
        found["infracoes"] = infractions(act.valued(), on)
    if "retornos" in named:
        found["retornos"] = returns.options(act)
    if grounds.SOURCE in named:
        found[grounds.SOURCE] = grounds.options(act.law)
    return found


def opening_context(law: Law, today: date) -> Context:
    """The context of the form that opens a case: there are no parties or items yet."""
    return Context(today=today, options={"infracoes": infractions(law, today)})


def fact_day(act: Act) -> date | None:
    fact = act.fact("fato", "auto")
    return date.fromisoformat(fact.value) if fact else None


def asked_for(act: Act, name: str, about: str) -> Field | None:
    """The question, in the forms of the case, whose answer is a fact; None for one that the
    machine enters itself."""
    fields = [field for form in act.bundle.forms.values() for field in form.fields]
    named = [field for field in fields if field.fact == name and field.about in (about, None)]
    return next(iter(named), None)


@lru_cache(maxsize=64)
def infractions(law: Law, on: date) -> Sequence[Option]:
    """The items of the law in force on a day, each with its sanction in words."""
    found = []
    for code in law.keys("infracoes"):
        try:
            entry = law.value(f"infracoes.{code}", {"fact": on})
        except NotInForce:
            continue
        found.append(
            Option(
                code,
                f"{entry.article}: {entry['text']}",
                sanction(entry, worth(law, entry, on)),
                _group(entry),
            )
        )
    return tuple(found)


def sanction(entry: Mapping[str, Any], worth: str = "") -> str:
    """«multa de 1/2 salário mínimo (art. 15, § 1º)», «multa de 200 VRTE, R$ 943,50, e 10 pontos
    (art. 53, IV)»; `worth` is what the fine is in money."""
    words = SANCTIONS[entry["sanction"]]
    if entry["sanction"] == "multa":
        words = f"multa de {_in_units(Decimal(entry['units']), entry['unit'])}"
        words += f", {worth}" if worth else ""
    if entry.get("points"):
        words += f" e {units_text(Decimal(entry['points']))} pontos"
    if entry.get("measure"):
        words += f" e {SANCTIONS[entry['measure']]}"
    source = entry.get("sanction_article")
    return f"{words} ({source})" if source else words


def worth(law: Law, entry: Mapping[str, Any], on: date) -> str:
    """What the fine of an item is on a day: «R$ 943,50»; empty where it is no fine, or its unit
    has no value on that day."""
    if entry["sanction"] != "multa":
        return ""
    try:
        value = unit_value(lambda key: law.value(key, {"fact": on}), entry["unit"])
    except MissingValue:
        return ""
    return reais(units_in_cents(Decimal(entry["units"]), value.cents))


def _in_units(units: Decimal, unit: str) -> str:
    """«1/2 salário mínimo», «3 salários mínimos», «80 VRTE»."""
    if unit != "SM":
        return f"{units_text(units)} {unit}"
    if units == Decimal("0.5"):
        return "1/2 salário mínimo"
    return f"{units_text(units)} {'salário mínimo' if units <= 1 else 'salários mínimos'}"


def _group(entry: Mapping[str, Any]) -> str:
    return str(entry.get("group", ""))


def item_options(law: Law, codes: Sequence[str], on: date) -> list[Option]:
    known = {option.code: option for option in infractions(law, on)}
    return [known[code] if code in known else Option(code, f"item {code}") for code in codes]


def auto_items(act: Act) -> list[str]:
    """The items of the auto, as the agent marked them or as they were corrected since."""
    fact = act.fact("itens", "auto")
    return list(json.loads(fact.value)) if fact else []


def form_parties(act: Act, task: Task) -> list[Party]:
    """Who a form asks about: in a notification those not yet validly notified, in a
    certificate those whose term it certifies."""
    if task.certifies and task.body:
        owners = {d.party_id for d in act.deadlines if d.task_id == task.body["task"]}
        return [p for p in act.parties if p.id in owners]
    if task.process != "notificacao":
        return terms.concerned(act, task.about or "auto")
    notified = {n.party_id for n in act.notices if n.about == task.about and n.valid}
    return [p for p in terms.concerned(act, task.about) if p.id not in notified]


def party_options(act: Act, parties: Sequence[Party]) -> list[Option]:
    """Each party by name, with its role; who died is there as the estate."""
    names = person_names(act, parties)
    return [Option(str(p.id), names[p.person_id], _as_what(p)) for p in parties]


def _as_what(party: Party) -> str:
    if party.died_on is None:
        return party.role
    return f"{party.role}; morreu em {party.died_on:%d/%m/%Y}: notifica-se o espólio"


def addressee(act: Act, party: Party) -> str:
    """Whom a notice is addressed to: the party, or the estate of who died (CPC, art. 75, VII)."""
    name = person_names(act, [party])[party.person_id]
    return f"Espólio de {name}" if party.died_on is not None else name


def person_names(act: Act, parties: Sequence[Party]) -> dict[int, str]:
    return {p.person_id: str(act.people[p.person_id].name) for p in parties}


def answer_in_words(
    act: Act, task: Task, form: Form, values: Mapping[str, Any]
) -> tuple[tuple[str, str], ...]:
    """An answer as (label, text), for documents; what the machine added is left out."""
    typed = {name: value for name, value in values.items() if not name.startswith("_")}
    return tuple(labels(form, typed, context(act, task, form)))
