"""What pages call permits and what is linked to them; the law says whether it is a «permissão»."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from webapp.domain import identifiers
from webapp.domain.roles import LANE_ROLES
from webapp.laws import Law
from webapp.web.policy import Rule, actor, holds

READERS: Final[Rule] = holds(*LANE_ROLES)
# Whoever keeps the registry needs the whole number, the address and the telephone.
KEEPER: Final = "secretaria"
INSPECTOR: Final = "vistoria"

KINDS: Final = {"taxi": "Táxi", "mototaxi": "Mototáxi"}
ENDED: Final = {
    "cancelamento": "cancelada a pedido",
    "transferencia": "transferida",
    "cassacao": "cassada",
    "obito": "extinta por óbito",
    "renuncia": "encerrada por renúncia",
}


@dataclass(frozen=True, slots=True)
class Word:
    """«autorização», «autorizações»; both nouns are feminine."""

    one: str
    many: str

    @property
    def title(self) -> str:
        return self.one[:1].upper() + self.one[1:]

    @property
    def titles(self) -> str:
        return self.many[:1].upper() + self.many[1:]


_AUTHORIZATION: Final = Word("autorização", "autorizações")
_PERMISSION: Final = Word("permissão", "permissões")


def word(rules: Law) -> Word:
    """What the municipality's law calls a permit, by what it says of how long one is good."""
    for entry in rules.own.get("validades.autorizacao", ())[-1:]:
        if str(entry["label"]).startswith("Permissão"):
            return _PERMISSION
    return _AUTHORIZATION


def kind(code: str) -> str:
    """«Táxi»; a kind that nobody named stays as it is."""
    return KINDS.get(code, code)


def kinds_of(rules: Law) -> dict[str, str]:
    """The kinds of permits that the law knows, by code; all where it does not say which."""
    said = {entry["value"].casefold() for entry in rules.own.get("servico.especie", ())}
    return {code: label for code, label in KINDS.items() if label.casefold() in said} or KINDS


def state(from_day: date, to_day: date | None, end_reason: str | None, on: date) -> tuple[str, str]:
    """How a permit stands on a day, and the tone of that."""
    if from_day > on:
        return "ainda não em vigor", "nt"
    if to_day is None or on <= to_day:
        return "em vigor", "ok"
    return ENDED.get(end_reason or "", "terminada"), "nt"


def sees_whole() -> bool:
    """Whether the visitor sees whole numbers, addresses and telephones (LGPD, art. 6º, III)."""
    return actor().holds(KEEPER)


def cpf_or_cnpj(cpf: str | None, cnpj: str | None, *, whole: bool) -> str:
    """A CPF as the visitor may see it, or a company's CNPJ, which is public."""
    if cnpj:
        return identifiers.show_cnpj(cnpj)
    if not cpf:
        return ""
    return identifiers.show_cpf(cpf) if whole else identifiers.mask_cpf(cpf)
