"""Acts on permits: grant and end one, and change who and what is bound to it.

Each takes effect on a day that has come, appends an event to the chain of the permit, and refuses
what the law does not allow, with the article and what would be allowed (Unacceptable, by input).
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import Row, func, insert, or_, select, update
from sqlalchemy.orm import Session

from webapp.domain.calendar import ONE_DAY
from webapp.domain.competence import Actor
from webapp.domain.eligibility import INGRESSO
from webapp.domain.errors import NotFound
from webapp.domain.finding import Finding, br, refusals
from webapp.domain.fitness import INCLUSAO, SUBSTITUICAO
from webapp.domain.numbering import search_key
from webapp.domain.swaps import SUBSTITUICAO_VEICULO, TROCA_AUXILIAR, Swap
from webapp.domain.vacancy import DISTRITO, GERAL, PCD
from webapp.domain.validity import last_good_day
from webapp.laws import requirements as rules
from webapp.registry import facts
from webapp.registry.asking import Registry
from webapp.registry.facts import AUXILIAR, EXCECAO, PONTO, TITULAR, VEICULO, Bound, PermitOn
from webapp.registry.office import SECRETARIA, Office, answered, refuse_wrong
from webapp.store.dated import holds_on
from webapp.store.tables import permit, permit_link, person, stand

# Why a permit ends, of what it is granted, and why somebody stops being its auxiliary; the words
# are for the reader.
PERMIT_ENDS: Final = {
    facts.CANCELAMENTO: "Cancelamento a pedido",
    facts.OBITO: "Óbito do titular",
    facts.RENUNCIA: "Renúncia",
}
QUOTAS: Final = {
    GERAL: "Ampla concorrência",
    PCD: "Condutor com deficiência",
    DISTRITO: "Distrito",
}
AUXILIARY_ENDS: Final = {
    facts.TROCA: "Troca de auxiliar",
    facts.RENUNCIA: "A pedido do auxiliar",
    facts.OBITO: "Óbito do auxiliar",
    facts.REVOGACAO: "Autorização do auxiliar revogada",
    facts.EXCECAO: "Caso em que a lei não conta a troca, com prova",
}


@dataclass(frozen=True, slots=True)
class Grant:
    """A permit to be granted from a day on; `checked` are the keys of the requirements that the
    person looked up because the registry does not know."""

    number: str
    kind: str
    quota: str
    holder_id: int
    from_day: date
    act: str
    vehicle_id: int | None = None
    checked: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class Binding:
    """A person (auxiliary), vehicle or stand to be bound to a permit from a day on.

    `exception`: the law has an exception to a waiting period, the act says by which proof.
    """

    permit_id: int
    to_id: int
    from_day: date
    act: str
    exception: bool = False
    checked: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class Ending:
    """The last day of a permit, or of its auxiliary, and why."""

    permit_id: int
    last_day: date
    reason: str
    act: str


def grant_permit(session: Session, new: Grant, *, now: datetime, actor: Actor) -> int:
    """Grant a permit, with its vehicle where there is one. Returns its id."""
    office = Office.open(session, actor, now, "outorgar", SECRETARIA)
    asked = office.registry(new.from_day)
    role = _role_of(office, asked, new.holder_id)
    refuse_wrong({**office.by_act(new.from_day, new.act), **_wrong_grant(office, new)})
    one_more = asked.fleet().finding(new.quota)
    found: dict[str, tuple[Finding, ...]] = {
        "titular": asked.may_be(new.holder_id, role, INGRESSO),
        "vaga": (one_more,) if one_more else (),
    }
    if new.vehicle_id is not None:
        found["veiculo"] = asked.fits(new.vehicle_id, INCLUSAO)
    checked = answered(found, new.checked)
    permit_id = _insert_permit(office, asked, new)
    _bind(office, permit_id, TITULAR, new.holder_id, new.from_day, new.act)
    if new.vehicle_id is not None:
        _bind(office, permit_id, VEICULO, new.vehicle_id, new.from_day, new.act)
    ids = {"permit": permit_id, "holder": new.holder_id, "vehicle": new.vehicle_id}
    office.note(
        f"permit:{permit_id}", "permit_granted", {**ids, "quota": new.quota, "checked": checked}
    )
    return permit_id


def end_permit(session: Session, ending: Ending, *, now: datetime, actor: Actor) -> None:
    """Let a permit end on a day, for a reason of PERMIT_ENDS."""
    office = Office.open(session, actor, now, "encerrar", SECRETARIA)
    own = office.registry(ending.last_day).permit(ending.permit_id)
    refuse_wrong(
        {
            **office.by_act(ending.last_day, ending.act),
            "motivo": "" if ending.reason in PERMIT_ENDS else "Escolha o motivo do fim.",
            "permissao": _not_in_force(own),
        }
    )
    values = {"to_day": ending.last_day, "end_reason": ending.reason}
    session.execute(update(permit).where(permit.c.id == own.id).values(**values))
    told = {"permit": own.id, "last_day": ending.last_day, "reason": ending.reason}
    office.note(f"permit:{own.id}", "permit_ended", told)


def bind_auxiliary(session: Session, new: Binding, *, now: datetime, actor: Actor) -> int:
    """Bind an auxiliary to a permit. Returns the id of the link."""
    office = Office.open(session, actor, now, "cadastrar auxiliar", SECRETARIA)
    asked = office.registry(new.from_day)
    own = asked.permit(new.permit_id)
    refuse_wrong(
        {
            **office.by_act(new.from_day, new.act),
            "permissao": _not_in_force(own),
            "auxiliar": _no_room(office, asked, own) or _is_holder(own, new.to_id),
        }
    )
    last = [one for one in own.history if one.role == AUXILIAR][-1:]
    exempt = bool(last) and last[0].end_reason == EXCECAO
    waits = asked.may_swap(own.id, TROCA_AUXILIAR)
    required = asked.may_be(new.to_id, AUXILIAR, INGRESSO)
    found = {"auxiliar": required, "troca": _waited(asked, waits, TROCA_AUXILIAR, exempt)}
    checked = answered(found, new.checked)
    return _bound(office, own.id, AUXILIAR, new, checked)


def unbind_auxiliary(session: Session, ending: Ending, *, now: datetime, actor: Actor) -> None:
    """End the link of a permit's auxiliary on a day, for a reason of AUXILIARY_ENDS."""
    office = Office.open(session, actor, now, "desligar auxiliar", SECRETARIA)
    own = office.registry(ending.last_day).permit(ending.permit_id)
    known = own.bound(AUXILIAR)
    refuse_wrong(
        {
            **office.by_act(ending.last_day, ending.act),
            "motivo": "" if ending.reason in AUXILIARY_ENDS else "Escolha o motivo.",
            "auxiliar": "" if known else f"Não há auxiliar em {br(ending.last_day)}.",
        }
    )
    if known is not None:
        _end(office, own.id, known, ending.last_day, ending.reason)


def replace_vehicle(session: Session, new: Binding, *, now: datetime, actor: Actor) -> int:
    """Put a vehicle in the place of the one that serves a permit, if any does. Returns the id of
    the link."""
    office = Office.open(session, actor, now, "substituir veículo", SECRETARIA)
    asked = office.registry(new.from_day)
    own = asked.permit(new.permit_id)
    old = own.bound(VEICULO)
    refuse_wrong(
        {
            **office.by_act(new.from_day, new.act),
            "permissao": _not_in_force(own) or _since_then(office, own, VEICULO, new.from_day, old),
            "veiculo": _serves(office, new.to_id, new.from_day),
        }
    )
    found = {"veiculo": asked.fits(new.to_id, INCLUSAO)}
    if old is not None:
        waits = asked.may_swap(own.id, SUBSTITUICAO_VEICULO)
        swapped = _waited(asked, waits, SUBSTITUICAO_VEICULO, new.exception)
        found = {"veiculo": asked.fits(new.to_id, SUBSTITUICAO, old.id), "troca": swapped}
    checked = answered(found, new.checked)
    if old is not None:
        reason = EXCECAO if new.exception else facts.TROCA
        _end(office, own.id, old, new.from_day - ONE_DAY, reason)
    return _bound(office, own.id, VEICULO, new, checked)


def assign_stand(session: Session, new: Binding, *, now: datetime, actor: Actor) -> int:
    """Give a permit its place at a stand; it leaves the one it had. Returns the id of the link."""
    office = Office.open(session, actor, now, "designar ponto", SECRETARIA)
    own = office.registry(new.from_day).permit(new.permit_id)
    old = own.bound(PONTO)
    refuse_wrong(
        {
            **office.by_act(new.from_day, new.act),
            "permissao": _not_in_force(own) or _since_then(office, own, PONTO, new.from_day, old),
            "ponto": _full(office, new, old),
        }
    )
    if old is not None:
        _end(office, own.id, old, new.from_day - ONE_DAY, facts.TROCA)
    return _bound(office, own.id, PONTO, new, [])


# ---- what is refused


def _role_of(office: Office, asked: Registry, holder_id: int) -> str:
    """A company is granted a permit only where the law has requirements of companies."""
    mine = person.c.municipality_id == office.place, person.c.id == holder_id
    row = office.session.execute(select(person.c.kind).where(*mine)).one_or_none()
    if row is None:
        raise NotFound
    if row.kind != "juridica":
        return TITULAR
    if not any("empresa" in one.roles for one in rules.requirements(asked.law, asked.on)):
        name = asked.law.municipality.law
        refuse_wrong({"titular": f"A {name} só admite pessoa física como titular."})
    return "empresa"


def _wrong_grant(office: Office, new: Grant) -> dict[str, str]:
    same = office.session.execute(
        select(permit.c.number).where(
            permit.c.municipality_id == office.place,
            permit.c.number_key == search_key(new.number),
            or_(permit.c.to_day.is_(None), permit.c.to_day >= new.from_day),
        )
    ).first()
    taken = f"O número {new.number} já está em vigor. Use outro." if same else ""
    unsaid = "" if new.number.strip() else "Escreva o número."
    vehicle_id = new.vehicle_id
    serves = _serves(office, vehicle_id, new.from_day) if vehicle_id is not None else ""
    quota = "" if new.quota in QUOTAS else "Escolha a cota da vaga."
    return {"numero": unsaid or taken, "cota": quota, "veiculo": serves}


def _serves(office: Office, vehicle_id: int, on: date) -> str:
    number = facts.serving(office.session, office.place, vehicle_id, on)
    return f"O veículo já serve à de número {number}. Encerre antes esse vínculo." if number else ""


def _not_in_force(own: PermitOn) -> str:
    return "" if own.in_force else f"Não está em vigor em {br(own.on)}: confira o dia."


def _is_holder(own: PermitOn, person_id: int) -> str:
    holder = own.bound(TITULAR)
    return "O titular não é auxiliar de si mesmo." if holder and holder.id == person_id else ""


def _no_room(office: Office, asked: Registry, own: PermitOn) -> str:
    """Whether the permit has already as many auxiliaries as the law admits."""
    limit = rules.limit(asked.law, "auxiliares", asked.on)
    have = _from(office, own.id, AUXILIAR, asked.on)
    if limit is None or "limit" in limit.missing or len(have) < limit["limit"]:
        return ""
    swap = asked.may_swap(own.id, TROCA_AUXILIAR)
    when = (
        f"a troca se admite a partir de {br(swap.from_day)}"
        if not swap.allowed
        else ("a troca já se admite")
    )
    return (
        f"{limit['label']} ({limit.article}): já há {len(have)}. "
        f"Desligue antes o auxiliar atual; {when}."
    )


def _waited(asked: Registry, swap: Swap, kind: str, exempt: bool) -> tuple[Finding, ...]:
    """What waits say; where the case is an exception, those for which the law has one pass."""
    if not exempt:
        return swap.findings
    waits = {one.key: one for one in rules.waits(asked.law, asked.on) if kind in one.bars}
    return tuple(one for one in refusals(swap.findings) if not waits[one.requirement].exception)


def _since_then(office: Office, own: PermitOn, role: str, on: date, known: Bound | None) -> str:
    """Whether something was bound in the role on that very day, or after it."""
    if known is not None and known.from_day == on:
        return f"Já houve mudança em {br(on)}: registre a nova de outro dia em diante."
    later = [row for row in _from(office, own.id, role, on) if row.from_day > on]
    return f"Há mudança posterior a {br(on)}: confira o dia." if later else ""


def _full(office: Office, new: Binding, old: Bound | None) -> str:
    mine = stand.c.municipality_id == office.place, stand.c.id == new.to_id
    row = office.session.execute(select(stand).where(*mine)).one_or_none()
    if row is None:
        raise NotFound
    if row.to_day is not None and row.to_day < new.from_day:
        return f"O ponto {row.name} deixou de existir em {br(row.to_day)} ({row.act})."
    if old is not None and old.id == row.id:
        return f"Já tem lugar no ponto {row.name}."
    taken = office.session.execute(
        select(func.count())
        .select_from(permit_link.join(permit, permit.c.id == permit_link.c.permit_id))
        .where(
            permit_link.c.stand_id == row.id,
            holds_on(permit_link, new.from_day),
            holds_on(permit, new.from_day),
        )
    ).scalar_one()
    if row.capacity is None or taken < row.capacity:
        return ""
    return f"O ponto {row.name} tem {row.capacity} vagas ({row.act}), e todas têm quem as ocupe."


# ---- what is written


def _insert_permit(office: Office, asked: Registry, new: Grant) -> int:
    kind = asked.kinds().get("autorizacao")
    last = last_good_day(kind, new.from_day, asked.calendar()) if kind else None
    statement = insert(permit).values(
        municipality_id=office.place,
        number=new.number,
        kind=new.kind,
        quota=new.quota,
        from_day=new.from_day,
        to_day=last,
        act=new.act,
    )
    return int(office.session.execute(statement.returning(permit.c.id)).scalar_one())


_COLUMNS: Final = {
    TITULAR: "person_id",
    AUXILIAR: "person_id",
    VEICULO: "vehicle_id",
    PONTO: "stand_id",
}


def _bind(office: Office, permit_id: int, role: str, to_id: int, from_day: date, act: str) -> int:
    statement = insert(permit_link).values(
        municipality_id=office.place,
        permit_id=permit_id,
        role=role,
        from_day=from_day,
        act=act,
        **{_COLUMNS[role]: to_id},
    )
    return int(office.session.execute(statement.returning(permit_link.c.id)).scalar_one())


def _bound(office: Office, permit_id: int, role: str, new: Binding, checked: list[str]) -> int:
    link_id = _bind(office, permit_id, role, new.to_id, new.from_day, new.act)
    told = {"link": link_id, "role": role, "to": new.to_id, "from": new.from_day}
    body = {**told, "exception": new.exception, "checked": checked}
    office.note(f"permit:{permit_id}", "permit_bound", body)
    return link_id


def _end(office: Office, permit_id: int, link: Bound, last_day: date, reason: str) -> None:
    values = {"to_day": last_day, "end_reason": reason}
    own = permit_link.c.id == link.link_id
    office.session.execute(update(permit_link).where(own).values(**values))
    told = {"link": link.link_id, "role": link.role, "last_day": last_day, "reason": reason}
    office.note(f"permit:{permit_id}", "permit_unbound", told)


def _from(office: Office, permit_id: int, role: str, on: date) -> list[Row[Any]]:
    """The links in a role that hold on a day or begin after it."""
    link = permit_link
    open_ = or_(link.c.to_day.is_(None), link.c.to_day >= on)
    found = select(link).where(link.c.permit_id == permit_id, link.c.role == role, open_)
    return list(office.session.execute(found))
