"""«Retificar»: a fact that was entered wrong gets a new version, and what rested on it follows."""

import json
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy.orm import Session

from webapp.cases import (
    actions,
    consequences,
    contexts,
    effects,
    issuing,
    line,
    proposals,
    recording,
    recounting,
    returning,
    settling,
    terms,
)
from webapp.cases.act import Act, EffectDraft, Reply
from webapp.cases.consequences import label, show
from webapp.cases.records import Deadline, Effect, Fact
from webapp.cases.view import View
from webapp.domain.competence import Actor
from webapp.domain.errors import NoCompetence, NotFound, Refused, Unacceptable
from webapp.forms import Attachment, Field

WHO = ("secretaria", "autoridade")
DECIDED_ON = frozenset({"itens", "pessoa", "condutor"})


@dataclass(frozen=True, slots=True)
class Correction:
    """The fact to correct, by its row, its new value, why, and the piece that proves it."""

    fact_id: int
    value: str
    reason: str
    piece: Attachment | None = None


def correct(
    session: Session, case_id: int, correction: Correction, *, now: datetime, actor: Actor
) -> Reply:
    """Correct a fact. The reply's `moved` says in words what follows from it.

    Run and rolled back, it is the preview. Raises Unacceptable without a reason or with a value
    that is not one of the fact's kind; NoCompetence for who is neither Secretaria nor Autoridade.
    """
    act = Act.lock(session, case_id, now, actor)
    if not any(actor.holds(role) for role in WHO):
        raise NoCompetence("Só a Secretaria ou a Autoridade pode retificar um dado dos autos.")
    settling.settle(act)
    old = act.facts.get(correction.fact_id)
    if old is None:
        raise NotFound
    check_value(act, old, correction)
    before, at = act.state_text(), act.moment(now)
    applied, issued = len(act.applied), len(act.issued)
    reason = act.keep_reason(correction.reason)
    new = _enter(act, old, correction, reason["reason_ref"])
    moved, restored = follow(act, new, at)
    body = {
        "fact": new.id,
        "name": new.name,
        "about": new.about,
        "party": new.party_id,
        "version": new.version,
        **reason,
        "pieces": act.issued[issued:],
        "effects": act.applied[applied:],
        **({"state_of": restored} if restored is not None else {}),
    }
    act.event("fact_corrected", f"fact:{new.id}", body, at, before)
    settling.settle(act)
    act.save()
    return Reply(case_id, "Dado retificado.", moved=tuple(moved))


def _enter(act: Act, old: Fact, correction: Correction, reason_ref: int) -> Fact:
    """The new version, and what names it: the party, the subject of the case, the piece."""
    new = act.enter_fact(old.name, old.about, old.party_id, correction.value, reason_ref)
    _keep_piece(act, correction.piece)
    if old.name == "pessoa":
        _change_person(act, new)
    if old.name == "itens":
        recording.name_subject(act, contexts.fact_day(act) or act.today)
    return new


def check_value(act: Act, fact: Fact, correction: Correction) -> None:
    """Raise Unacceptable for a correction without reason, without change, or of another kind."""
    errors: dict[str, str] = {}
    if not correction.reason.strip():
        errors["motivo"] = "Escreva por que o dado é retificado e em que prova se apoia."
    if correction.value == fact.value:
        errors["valor"] = "O valor é o mesmo que está nos autos: não há o que retificar."
    elif wrong := _wrong(act, fact, correction.value):
        errors["valor"] = wrong
    if errors:
        raise Unacceptable(errors)


def _wrong(act: Act, fact: Fact, value: str) -> str:
    if fact.name == "itens":
        known = set(act.law.keys("infracoes"))
        codes = json.loads(value)
        return "" if codes and set(codes) <= known else "Marque itens da lei do município."
    if fact.name == "pessoa":
        return "" if value.isdecimal() else "Informe a pessoa certa."
    asked = contexts.asked_for(act, fact.name, fact.about)
    if asked is not None and asked.type != "date":
        return _wrong_answer(asked, value)
    return _wrong_day(act, fact, value)


def _wrong_answer(asked: Field, value: str) -> str:
    if asked.choices and value not in {option.code for option in asked.choices}:
        return f"Escolha uma das respostas de «{asked.label}»."
    return "" if value.strip() else f"Preencha «{asked.label}»."


def _wrong_day(act: Act, fact: Fact, value: str) -> str:
    try:
        day = date.fromisoformat(value)
    except ValueError:
        return "Escreva a data como dia/mês/ano."
    if fact.name != "dia_pagamento" and day > act.today:
        return "A data não pode ser futura. Confira a prova."
    happened = act.fact("fato", "auto")
    if fact.name == "ciencia" and happened and value < happened.value:
        return "A ciência não pode ser anterior ao fato. Confira as duas datas."
    if fact.name == "fato":
        return _after_notice(act, day) or _before_the_law(act, day)
    return ""


def _after_notice(act: Act, happened: date) -> str:
    """Nobody is told of a fact before it happened."""
    notices = [f for f in act.facts if (f.name, f.about) == ("ciencia", "auto")]
    told = [date.fromisoformat(f.value) for f in notices]
    first = min(told, default=happened)
    if happened <= first:
        return ""
    return (
        f"O fato não pode ser posterior à ciência do auto, de {show(first)}. "
        "Se é a ciência que está errada, retifique-a antes."
    )


def _before_the_law(act: Act, happened: date) -> str:
    """An infraction is what the law of its day calls so (tempus regit actum)."""
    known = {item.code for item in contexts.infractions(act.law, happened)}
    if known.issuperset(contexts.auto_items(act)):
        return ""
    return f"Em {show(happened)} a lei ainda não previa os itens do auto. Confira o ano."


def _keep_piece(act: Act, piece: Attachment | None) -> None:
    if piece is not None:
        issuing.add_piece(
            act,
            kind="anexo",
            title=f"Prova da retificação: {piece.name}",
            data=piece.content,
            media_type=piece.media_type,
        )


def _change_person(act: Act, fact: Fact) -> None:
    party = act.parties.get(fact.party_id)
    if party is not None:
        party.person_id = int(fact.value)
        act.read_again("people")


# ---- what follows


def follow(act: Act, fact: Fact, at: datetime) -> tuple[list[str], int | None]:
    """Effects and terms after a fact has a new version.

    Returns what moved, in words, and the event whose kept state was restored, if one was.
    """
    moved = [*_effects(act, fact, at)]
    back: list[int] = []
    for row in _terms_from(act, fact):
        said, restore = recounting.again(act, row)
        moved += said
        back += restore
    if fact.name in DECIDED_ON and any(element in act.answers for element in proposals.DECISIONS):
        moved.append(recounting.ask_authority(act, "a decisão foi tomada sobre o dado anterior"))
    return moved, recounting.put_back(act, back, at)


def _terms_from(act: Act, fact: Fact) -> list[Deadline]:
    """The row in force of each step and party whose term counts from this fact."""
    last: dict[tuple[int | None, str, int | None], Deadline] = {}
    for row in act.deadlines:
        if terms.rests_on(row, fact):
            last[row.task_id, row.key, row.party_id] = row
    return [
        row
        for row in last.values()
        if fact.party_id in (None, row.party_id) and not _is_dead(act, row.party_id)
    ]


def _is_dead(act: Act, party_id: int | None) -> bool:
    party = act.parties.get(party_id)
    return party is not None and party.died_on is not None


# ---- effects


def _effects(act: Act, fact: Fact, at: datetime) -> tuple[str, ...]:
    """Run again only the actions that had asked for this fact, and enter the difference."""
    asked = [e for e in act.effects if e.stands and [fact.name, fact.about] in _facts_of(e)]
    applied = len(act.applied)
    for action, element in {(e.action, e.element) for e in asked}:
        rows = [e for e in act.effects if e.stands and (e.action, e.element) == (action, element)]
        _difference(act, rows, str(action), str(element), at)
    return consequences.entered(act, applied)


def _facts_of(row: Effect) -> list[list[str]]:
    return list((row.inputs or {}).get("facts", ()))


def _difference(act: Act, rows: list[Effect], action: str, element: str, at: datetime) -> None:
    again = actions.run(action, element, rows[0].about, View(act))
    for row in rows:
        same = next((d for d in again if _is_same(row, d)), None)
        if same is not None:
            again.remove(same)
        else:
            effects.counter(act, row, at)
    act.drafts.extend(again)
    effects.apply(act, at)


def _is_same(row: Effect, draft: EffectDraft) -> bool:
    return (row.kind, row.about, row.person_id, row.cents, row.body) == (
        draft.kind,
        draft.about,
        draft.person_id,
        draft.cents,
        draft.body,
    )


def reopen(
    session: Session,
    case_id: int,
    deadline_id: int,
    reference: date,
    reason: str,
    *,
    now: datetime,
    actor: Actor,
) -> Reply:
    """«Reabrir prazo»: count a party's term again from another day, with a reason.

    Raises Refused when somebody acted on its lapse: the case must be returned to a step first.
    """
    act = Act.lock(session, case_id, now, actor)
    returning.authorise(actor)
    settling.settle(act)
    row = act.deadlines.get(deadline_id)
    if row is None or row.kind != "engine":
        raise NotFound
    _may_reopen(act, row, reference, reason)
    before, at = act.state_text(), act.moment(now)
    kept = act.keep_reason(reason)
    name = row.rule_snapshot.get("asked_fact") or row.rule_snapshot["starts"]
    day = reference.isoformat()
    new = act.enter_fact(name, row.about, row.party_id, day, kept["reason_ref"])
    moved, restored = follow(act, new, at)
    body = {
        "deadline": row.id,
        "fact": new.id,
        "reference": day,
        **kept,
        "effects": [],
        **({"state_of": restored} if restored is not None else {}),
    }
    act.event("deadline_reopened", f"deadline:{row.id}", body, at, before)
    settling.settle(act)
    act.save()
    return Reply(case_id, "Prazo reaberto.", moved=tuple(moved))


def _may_reopen(act: Act, row: Deadline, reference: date, reason: str) -> None:
    errors = {}
    if not reason.strip():
        errors["motivo"] = "Escreva por que o prazo é reaberto."
    if row.rule_snapshot["starts"] != "asked" and reference > act.today:
        errors["data"] = "O novo começo não pode ser futuro."
    if errors:
        raise Unacceptable(errors)
    if _is_dead(act, row.party_id):
        raise Refused("A parte deste prazo faleceu: nenhum prazo corre para ela.")
    if not terms.counts_anew(row.rule_snapshot):
        raise Refused(
            f"O prazo de {label(row).lower()} ({row.article}) não se reabre: não depende de dia "
            "que se informe. Retifique o dado de que ele conta, ou devolva o processo à etapa."
        )
    stands = line.standing(act)
    lapse = line.lapse_of(stands, row.id)
    if row.state == "met" or (lapse is not None and line.acted_since(stands, lapse.seq)):
        raise Refused(
            f"Já houve ato depois do prazo de {label(row).lower()}. "
            "Devolva o processo à etapa antes de reabrir o prazo."
        )
