"""What every act of the registry begins with: who may, what is locked, and what is refused."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.domain import counting
from webapp.domain.competence import Actor, require
from webapp.domain.errors import Unacceptable
from webapp.domain.finding import Finding, State, br, refusals
from webapp.laws import law
from webapp.registry.asking import Registry, refusal, registry
from webapp.store import events
from webapp.store.tables import municipality

SECRETARIA: Final = ("secretaria",)
INSPECTORS: Final = ("secretaria", "vistoria")


@dataclass(frozen=True, slots=True)
class Office:
    """An act of somebody who may do it, while no other act of the registry of the municipality
    runs. `today` is the local day."""

    session: Session
    actor: Actor
    now: datetime
    today: date

    @classmethod
    def open(
        cls, session: Session, actor: Actor, now: datetime, deed: str, roles: Collection[str]
    ) -> "Office":
        """Raises NoCompetence. `deed` is what the person wants to do: «outorgar»."""
        require(actor, roles, deed)
        own = municipality.c.id == actor.municipality_id
        session.execute(select(municipality.c.id).where(own).with_for_update(key_share=True))
        zone = law(actor.municipality).municipality.zone
        return cls(session, actor, now, counting.local_day(now, zone))

    @property
    def place(self) -> int:
        return self.actor.municipality_id

    def registry(self, on: date) -> Registry:
        """The registry as of the day on which the act takes effect."""
        return registry(self.session, self.place, self.actor.municipality, on)

    def note(self, chain: str, kind: str, body: Mapping[str, Any]) -> None:
        """Append what happened to a chain («permit:7»)."""
        told = {k: v.isoformat() if isinstance(v, date) else v for k, v in body.items()}
        events.record(
            self.session,
            chain,
            self.place,
            kind,
            chain,
            told,
            actor=self.actor.reference,
            now=self.now,
        )

    def by_act(self, day: date, act: str) -> dict[str, str]:
        """The mistakes of a day that is still to come, and of an act that is not named."""
        unsaid = "" if act.strip() else "Diga o ato: termo, portaria ou decreto, com número e ano."
        return {**self.past(day), "ato": unsaid}

    def past(self, day: date, name: str = "dia") -> dict[str, str]:
        """The mistake of a day that is still to come; none where it is not."""
        if day <= self.today:
            return {}
        return {name: f"{br(day)} ainda não chegou. Registre o ato no dia em que valer."}


class Unchecked(Unacceptable):
    """The registry does not know whether these requirements are met: `findings`, which whoever
    acts must look up and say so."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        listed = "; ".join(f"{one.label} ({one.article})" for one in findings)
        super().__init__({"conferido": f"Confira e marque o que o cadastro não sabe: {listed}."})
        self.findings = findings


def refuse_wrong(errors: Mapping[str, str]) -> None:
    """Raise Unacceptable when there is a mistake; empty sentences are none."""
    wrong = {name: sentence for name, sentence in errors.items() if sentence}
    if wrong:
        raise Unacceptable(wrong)


def answered(found: Mapping[str, Iterable[Finding]], checked: Collection[str]) -> list[str]:
    """The keys of what a person looked at, where nothing in `found` is refused.

    `found` has what the law answers, by the input it is about. Raises Unacceptable with each
    requirement that the facts contradict, its article and what would be allowed; Unchecked with
    those that the facts do not say, where `checked` lacks the key of one.
    """
    asked = {name: tuple(findings) for name, findings in found.items()}
    refuse_wrong({name: refusal(refusals(findings)) for name, findings in asked.items()})
    open_ = [f for findings in asked.values() for f in findings if f.state is State.CONFERIR]
    missing = [one for one in open_ if one.requirement not in checked]
    if missing:
        raise Unchecked(open_)
    return sorted({one.requirement for one in open_})
