"""Checks of an auto against itself, the law of its day and the registry."""

from datetime import date, datetime
from typing import Any

from webapp.cases.act import Act
from webapp.cases.records import Task
from webapp.domain.errors import Errors
from webapp.domain.identifiers import show_cpf
from webapp.domain.numbering import search_key
from webapp.forms import Form
from webapp.laws import NotInForce
from webapp.registry import people
from webapp.store.registry import by_plate


def refusal_with_witnesses(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    if values["entrega"] != "recusa_certificada":
        return {}
    needed = [f"testemunha{n}_{part}" for n in (1, 2) for part in ("nome", "endereco")]
    errors = {
        name: "A recusa só se certifica com nome e endereço de duas testemunhas "
        "(art. 22, VI e § 2º). Complete, ou marque «Não entregue no ato»."
        for name in needed
        if not values.get(name)
    }
    if values.get("copia_entregue") != "sim":
        errors["copia_entregue"] = (
            "A recusa só vale como entrega se a segunda via ficou com o autuado (art. 22, § 1º). "
            "Sem isso, marque «Não entregue no ato»: ele será notificado."
        )
    return errors


def witnesses_are_others(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """Two different people, neither the agent nor who was charged (art. 22, VI and § 2º)."""
    known = {
        search_key(act.actor.name): "é quem lavra o auto",
        search_key(values["autuado"]["nome"]): "é o autuado",
    }
    errors: Errors = {}
    for n in (1, 2):
        key = search_key(values.get(f"testemunha{n}_nome", ""))
        if key and key in known:
            errors[f"testemunha{n}_nome"] = (
                f"Esta pessoa {known[key]}: não serve de testemunha (art. 22, VI e § 2º). "
                "Indique outra."
            )
        known[key] = "já é a outra testemunha"
    return errors


def delivery_after_fact(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    delivered, fact = values.get("data_entrega"), values["data_fato"]
    if delivered is None or delivered >= fact:
        return {}
    return {
        "data_entrega": "A entrega não pode ser anterior ao fato, de "
        f"{date.fromisoformat(fact):%d/%m/%Y} (art. 22). Confira as duas datas."
    }


def identity_of_the_registry(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """A CPF that the registry has under another name would charge somebody else."""
    typed = values["autuado"]
    if not typed.get("cpf"):
        return {}
    name = people.name_of(act.session, act.case.municipality_id, typed["cpf"])
    if name is None or _may_be_one(name, typed["nome"]):
        return {}
    return {
        "autuado.cpf": f"No cadastro, o CPF {show_cpf(typed['cpf'])} é de {name}. Confira o "
        "documento: se é a mesma pessoa, escreva o nome do cadastro; se não se sabe o CPF, deixe "
        f"em branco e ele se completa depois ({form.basis})."
    }


def _may_be_one(registered: str, typed: str) -> bool:
    """The street writes a name short; it does not change its words."""
    one, other = (set(search_key(name).split()) for name in (registered, typed))
    return one <= other or other <= one


def offender_is_told(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """Who is charged agrees with who drove: the auxiliary is not the holder, and what nobody
    identified did, or the holder let happen, is the holder's."""
    holder = _registered_holder(act, values)
    if holder is None:
        return {}
    is_holder = _may_be_one(holder, values["autuado"]["nome"])
    if values["condutor"] == "auxiliar" and is_holder:
        return {"condutor": f"No cadastro, {holder} é o autorizatário, não o auxiliar. Confira."}
    if values["condutor"] in ("outra_pessoa", "nao_identificado") and not is_holder:
        return {
            "autuado.nome": "Sem condutor identificado, ou com outra pessoa ao volante, o infrator "
            f"é o autorizatário; no cadastro, o deste táxi é {holder}. Escreva o nome dele."
        }
    return {}


def _registered_holder(act: Act, values: dict[str, Any]) -> str | None:
    """The name of who holds, on the day of the fact, the permit of the plate."""
    muni, on = act.case.municipality_id, date.fromisoformat(values["data_fato"])
    known = by_plate(act.session, muni, values["veiculo"]["placa"], on)
    return known.holder.name if known is not None and known.holder is not None else None


def drawn_up_after_fact(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    fact = date.fromisoformat(values["data_fato"])
    if date.fromisoformat(values["data_lavratura"]) >= fact:
        return {}
    return {
        "data_lavratura": f"O auto não pode ter sido lavrado antes do fato, de {fact:%d/%m/%Y} "
        f"({form.basis}). Confira as duas datas."
    }


def law_was_in_force(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """No fact is punished by a law that came after it (Constituição, art. 5º, XXXIX)."""
    on = date.fromisoformat(values["data_fato"])
    for code in values["itens"]:
        try:
            act.law.value(f"infracoes.{code}", {"fact": on})
        except NotInForce:
            return {
                "data_fato": f"Em {on:%d/%m/%Y} a lei ainda não previa uma das infrações marcadas, "
                "e não alcança fato anterior a ela. Confira o dia do fato e os itens."
            }
    return {}


def moments_agree(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """Nothing that was seen lies ahead of the clock, and the seizure follows the fact."""
    fact = _moment(values, "data_fato", "hora_fato")
    moments = {"hora_fato": fact}
    if values.get("apreensao") == "sim":
        moments["apreensao_hora"] = _moment(values, "apreensao_data", "apreensao_hora")
    now = act.now.astimezone(act.law.municipality.zone).replace(tzinfo=None)
    ahead = [hour for hour, moment in moments.items() if moment > now]
    errors = dict.fromkeys(ahead, "Esta hora ainda não chegou. Confira o dia e a hora.")
    if moments.get("apreensao_hora", fact) < fact:
        errors["apreensao_data"] = (
            f"A apreensão não pode ser anterior ao fato, de {fact:%d/%m/%Y às %H:%M} (art. 19). "
            "Confira os dias e as horas."
        )
    return errors


def _moment(values: dict[str, Any], day: str, hour: str) -> datetime:
    """A day and an hour of the form, on the wall of the municipality."""
    return datetime.fromisoformat(f"{values[day]}T{values[hour]}")


def seizure_has_a_ground(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """The law takes a vehicle only for the items that it names (art. 19, caput and § 3º)."""
    if values.get("apreensao") != "sim" or any(_seizes(act, values, c) for c in values["itens"]):
        return {}
    return {
        "apreensao": "A lei só manda apreender nos casos do art. 19 (em serviço depois de "
        "vistoria negativa, ou sem autorização), e nenhum está marcado. Marque o item que "
        "fundamenta a apreensão, ou responda que não houve."
    }


def _seizes(act: Act, values: dict[str, Any], code: str) -> bool:
    try:
        on = date.fromisoformat(values["data_fato"])
        entry = act.law.value(f"infracoes.{code}", {"fact": on})
    except NotInForce:
        return True  # said by `law_was_in_force`
    return "apreensao" in (entry["sanction"], entry.get("measure"))
