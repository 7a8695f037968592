"""Who may open a page: one policy per route, from a small closed set. No policy, no page."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from flask import current_app, redirect, request, url_for
from flask.typing import ResponseReturnValue

from webapp.domain.competence import Actor
from webapp.domain.errors import NoCompetence, NotFound, Refused
from webapp.domain.roles import ROLES
from webapp.web.session import READS, Visit, visit

View = TypeVar("View", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Rule:
    """What a visitor must be. `roles`: any one of them; none named: any person will do."""

    person: bool
    roles: frozenset[str] = frozenset()
    demo: bool = False

    def check(self, visitor: Visit) -> None:
        """Raises Refused: 404 outside the demonstration, 401 for nobody, 403 without the role."""
        if self.demo and visitor.stands_at is None:
            raise NotFound
        if self.person and visitor.actor is None:
            raise Unidentified
        if self.roles and visitor.actor and not self.roles & visitor.actor.roles:
            held = " ou ".join(sorted(ROLES[role] for role in self.roles))
            raise NoCompetence(
                f"Esta página é de quem exerce a função «{held}», e hoje ela não está entre as "
                "suas. Volte às suas tarefas ou peça a designação ao administrador."
            )


class Unidentified(Refused):
    """The act needs a person, and the browser's session has ended or never began."""

    def __init__(self) -> None:
        super().__init__(
            "Sua sessão terminou, e nada foi gravado. Entre de novo e repita o que ia fazer.", 401
        )


public: Final = Rule(person=False)
signed_in: Final = Rule(person=True)
demo: Final = Rule(person=True, demo=True)


def holds(*roles: str) -> Rule:
    """Whoever holds one of the roles today, in any capacity; signing is checked by the act."""
    if unknown := set(roles) - set(ROLES):
        raise ValueError(f"unknown roles: {', '.join(sorted(unknown))}")
    return Rule(person=True, roles=frozenset(roles))


def policy(rule: Rule) -> Callable[[View], View]:
    """Give a view its rule. Which objects a person may see is for the view's own queries."""

    def mark(view: View) -> View:
        view.policy = rule  # type: ignore[attr-defined]
        return view

    return mark


def rule_of(view: Callable[..., Any]) -> Rule:
    """Raises LookupError for a view without policy: it must not be served."""
    rule: Rule | None = getattr(view, "policy", None)
    if rule is None:
        raise LookupError(f"{view.__module__}.{view.__name__} has no policy")
    return rule


def actor() -> Actor:
    """The person of this request. Raises Unidentified (401) for nobody."""
    person = visit().actor
    if person is None:
        raise Unidentified
    return person


def account_id() -> int:
    """The account of the person of this request. Raises Unidentified (401) for nobody."""
    found = actor().user_id
    if found is None:
        raise Unidentified
    return found


def know_person() -> ResponseReturnValue | None:
    """Before the view: nobody, on a page for people, is sent to sign in and then back."""
    rule = _rule()
    if rule is None or not rule.person or visit().actor is not None:
        return None
    if request.method not in READS or rule.demo:
        rule.check(visit())
    asked = request.full_path if request.query_string else request.path
    return redirect(url_for("auth.sign_in", proximo=asked), 303)


def check_rule() -> None:
    """Before the view, and after the request has shown that it comes from our own pages."""
    rule = _rule()
    if rule is not None:
        rule.check(visit())


def _rule() -> Rule | None:
    """The rule of the page asked for; none where there is no page (404) or it is a static file."""
    if request.endpoint is None or request.endpoint == "static":
        return None
    return rule_of(current_app.view_functions[request.endpoint])
