"""Roles in sentences: the article and the contraction are right."""

import pytest

from webapp.domain.roles import ROLES, to_role


@pytest.mark.parametrize(
    ("role", "words"),
    [
        ("secretaria", "à Secretaria"),
        ("protocolo", "ao Protocolo"),
        ("autoridade", "à Autoridade"),
        ("chefe_do_executivo", "ao Chefe do Executivo"),
        ("comissao", "à Comissão de recursos"),
        ("titular", "ao Titular da autorização"),
    ],
)
def test_an_act_falls_to_a_role_with_its_article(role: str, words: str) -> None:
    assert to_role(role) == words


def test_every_role_has_its_article() -> None:
    masculine = {label for role, label in ROLES.items() if to_role(role).startswith("ao ")}
    assert masculine == {
        "Protocolo",
        "Chefe do Executivo",
        "Dono do processo",
        "Administrador",
        "Operador",
        "Titular da autorização",
    }
