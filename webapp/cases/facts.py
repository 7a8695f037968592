"""Facts that a question of a diagram may read: a closed list, each with its closed answers."""

from collections.abc import Callable

from webapp.cases.view import View


def _open_fine(view: View) -> str:
    """Is there a fine that stands and was not paid?"""
    return "sim" if view.standing("fine") and not view.standing("payment") else "nao"


FACTS: dict[str, tuple[tuple[str, ...], Callable[[View], str]]] = {
    "multa_em_aberto": (("sim", "nao"), _open_fine),
}


def value(key: str, view: View) -> str:
    """The answer of a fact. Raises ValueError for a name outside the list."""
    if key not in FACTS:
        raise ValueError(f"fato desconhecido «{key}»")
    codes, ask = FACTS[key]
    found = ask(view)
    if found not in codes:
        raise ValueError(f"o fato «{key}» respondeu «{found}»")
    return found
