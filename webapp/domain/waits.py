"""Waiting periods: what may be done again only after a time, or only so often."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final

from webapp.domain.calendar import ONE_DAY, Calendar
from webapp.domain.counting import Rule, count
from webapp.domain.finding import Finding, Verdict, br, fails, meets

_EVERY_DAY = Calendar()


@dataclass(frozen=True, slots=True)
class Wait:
    """What the law makes wait.

    It begins with what `after` names and keeps from what `bars` name: for `length` by `rule`; or,
    where there is a `limit`, from doing it more often in a civil year (`window` is ano_civil) or
    in the last `years` years (anos). `exception` tells when the law lets it pass.
    """

    key: str
    label: str
    article: str
    after: str
    bars: tuple[str, ...]
    length: int | None = None
    rule: Rule | None = None
    limit: int | None = None
    window: str = ""
    years: int = 0
    exception: str = ""
    notes: tuple[str, ...] = ()

    def finding(self, verdict: Verdict) -> Finding:
        return Finding(self.key, self.label, self.article, *verdict, notes=self.notes)


@dataclass(frozen=True, slots=True)
class Past:
    """Something that happened; `record` names where it is told: «permissão 012»."""

    kind: str
    on: date
    record: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """What a wait comes to on a day: what began it, oldest first, and its last day, if it has
    begun. It bars up to that day."""

    wait: Wait
    past: tuple[Past, ...]
    last_day: date | None

    def bars(self, on: date) -> bool:
        return self.last_day is not None and on <= self.last_day

    @property
    def free_from(self) -> date | None:
        """The first day after the wait."""
        return None if self.last_day is None else self.last_day + ONE_DAY

    def verdict(self, on: date) -> Verdict:
        """Whether it bars on a day, because of what, and from when it no longer does."""
        if not self.bars(on):
            return meets(_passed(self))
        last_day = self.last_day or on
        allowed = f"A partir de {br(last_day + ONE_DAY)}."
        if self.wait.exception:
            allowed += f" Exceção da lei: {self.wait.exception}"
        return fails(f"{_told(self)}: a espera vai até {br(last_day)}.", allowed)


def bar(wait: Wait, history: Iterable[Past], on: date) -> Bar:
    """What a wait comes to on a day. Only what happened up to the day counts."""
    mine = (past for past in history if past.kind == wait.after and past.on <= on)
    past = tuple(sorted(mine, key=lambda past: past.on))
    if wait.limit is not None:
        return _too_often(wait, past, on)
    if not past or wait.length is None or wait.rule is None:
        return Bar(wait, past, None)
    return Bar(wait, past, count(wait.rule, wait.length, past[-1].on, _EVERY_DAY).last_day)


def _too_often(wait: Wait, past: tuple[Past, ...], on: date) -> Bar:
    """Of those in the window of the day; the limit is reached until enough of them leave it."""
    inside = tuple(one for one in past if _counts_until(wait, one.on) >= on)
    limit = wait.limit or 0
    full = len(inside) >= limit > 0
    return Bar(wait, inside, _counts_until(wait, inside[-limit].on) if full else None)


def _counts_until(wait: Wait, on: date) -> date:
    """The last day on which something that happened on a day is in the window."""
    if wait.window == "ano_civil":
        return date(on.year, 12, 31)
    return count(Rule.JANELA_MESES, 12 * wait.years, on, _EVERY_DAY).last_day


def _told(found: Bar) -> str:
    """«troca de auxiliar em 10/01/2026 e em 02/03/2026, de 2 permitidas»."""
    named = {past.record for past in found.past[-1:] if past.record}
    days = " e em ".join(br(past.on) for past in _named(found))
    of = f" ({', '.join(named)})" if named and found.wait.limit is None else ""
    often = f", de {found.wait.limit} que a lei admite" if found.wait.limit is not None else ""
    return f"{DEEDS[found.wait.after]} em {days}{of}{often}"


def _named(found: Bar) -> tuple[Past, ...]:
    return found.past if found.wait.limit is not None else found.past[-1:]


def _passed(found: Bar) -> str:
    if not found.past:
        return "Nada no registro faz esperar."
    if found.last_day is None:
        return f"{_told(found)}."
    return f"{_told(found)}: a espera terminou em {br(found.last_day)}."


DEEDS: Final = {
    "cadastro_auxiliar": "Cadastro do auxiliar",
    "revogacao_auxiliar": "Autorização de auxiliar revogada",
    "cancelamento": "Cancelamento a pedido",
    "transferencia": "Transferência",
    "cassacao": "Cassação definitiva",
    "troca_auxiliar": "Troca de auxiliar",
    "substituicao_veiculo": "Substituição de veículo",
    "outorga": "Outorga",
}
