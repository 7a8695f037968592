"""The closed list of roles. A lane of a diagram bears the label of one of them."""

from typing import Final

LANE_ROLES: Final[dict[str, str]] = {
    "fiscalizacao": "Fiscalização",
    "protocolo": "Protocolo",
    "secretaria": "Secretaria",
    "autoridade": "Autoridade",
    "chefe_do_executivo": "Chefe do Executivo",
    "comissao": "Comissão de recursos",
    "comissao_selecao": "Comissão de seleção",
    "vistoria": "Vistoria",
    "arrecadacao": "Arrecadação",
    "procuradoria": "Procuradoria",
}

OTHER_ROLES: Final[dict[str, str]] = {
    "dono_do_processo": "Dono do processo",
    "administrador": "Administrador",
    "operador": "Operador",
    "titular": "Titular da autorização",
}

ROLES: Final[dict[str, str]] = {**LANE_ROLES, **OTHER_ROLES}
_MASCULINE: Final = frozenset(
    {"protocolo", "chefe_do_executivo", "dono_do_processo", "administrador", "operador", "titular"}
)
_BY_LABEL: Final[dict[str, str]] = {label: role for role, label in LANE_ROLES.items()}


def to_role(role: str) -> str:
    """The label as whom an act falls to: «cabe à Secretaria», «cabe ao Protocolo»."""
    return f"{'ao' if role in _MASCULINE else 'à'} {ROLES[role]}"


def role_of_lane(label: str) -> str:
    """The role whose label a lane bears. Raises ValueError for any other label."""
    try:
        return _BY_LABEL[label]
    except KeyError:
        raise ValueError(f"raia «{label}» não é um papel do sistema") from None
