"""The registry changed on screen: permits granted, bound and ended; people, vehicles, documents."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Final

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from webapp.domain.errors import Refused, Unacceptable
from webapp.domain.finding import Finding
from webapp.forms import Checked, Invalid, check
from webapp.registry.office import INSPECTORS, SECRETARIA, Unchecked
from webapp.store.database import reading
from webapp.web import posted
from webapp.web import registry_entries as entries
from webapp.web import registry_screens as screens
from webapp.web.permit_page import registry_on
from webapp.web.permits import today
from webapp.web.policy import Rule, actor, holds, policy
from webapp.web.registry_screens import LOOKED_UP, Asked, Screen
from webapp.web.request_keys import WebReply, once

registry_acts = Blueprint("registry_acts", __name__)

Build = Callable[[Asked], Screen]
BOTH: Final = ["GET", "POST"]
KEEPER: Final[Rule] = holds(*SECRETARIA)


def _route(path: str, rule: Rule, screen: Callable[..., Screen], name: str) -> None:
    """A page for a screen; the numbers in its path are what the screen is about."""

    def view(**ids: int) -> ResponseReturnValue:
        return _answer(partial(screen, **ids))

    view.__doc__ = screen.__doc__
    registry_acts.add_url_rule(path, name, policy(rule)(view), methods=BOTH)


for _path, _screen in (
    ("/permissoes/outorgar", screens.grant),
    ("/permissoes/<int:permit_id>/auxiliar", screens.bind_auxiliary),
    ("/permissoes/<int:permit_id>/desligar-auxiliar", screens.unbind_auxiliary),
    ("/permissoes/<int:permit_id>/veiculo", screens.replace_vehicle),
    ("/permissoes/<int:permit_id>/ponto", screens.assign_stand),
    ("/permissoes/<int:permit_id>/encerrar", screens.end_permit),
    ("/permissoes/<int:permit_id>/documento", entries.permit_document),
    ("/pessoas/nova", entries.new_person),
    ("/pessoas/<int:person_id>/corrigir", entries.correct_person),
    ("/pessoas/<int:person_id>/documento", entries.person_document),
    ("/veiculos/novo", entries.new_vehicle),
    ("/veiculos/<int:vehicle_id>/corrigir", entries.correct_vehicle),
    ("/veiculos/<int:vehicle_id>/documento", entries.vehicle_document),
    ("/pontos/novo", entries.new_stand),
):
    _route(_path, KEEPER, _screen, _screen.__name__)
_route("/veiculos/<int:vehicle_id>/vistoria", holds(*INSPECTORS), entries.inspection, "inspection")


# ---- the page of an act


def _answer(build: Build) -> ResponseReturnValue:
    return _do(build) if request.method == "POST" else _page(build)


def _do(build: Build) -> ResponseReturnValue:
    def act(session: Session, now: datetime) -> WebReply:
        asked = _asked()
        screen = build(asked)
        told, where = screen.run(session, now, _checked(screen, asked).values)
        return WebReply(told, location=where)

    return once(act, refused=partial(_refused, build))


def _asked() -> Asked:
    return Asked(registry_on(today()), actor())


def _checked(screen: Screen, asked: Asked) -> Checked:
    try:
        return check(screen.form(), posted.typed(), posted.files(), asked.context)
    except Invalid as invalid:
        raise Unacceptable(invalid.errors) from invalid


def _refused(build: Build, refusal: Refused) -> str:
    """The form again with what was typed, and with what is to be looked up where that is asked."""
    errors = posted.errors_of(refusal)
    if not isinstance(refusal, Unchecked):
        return _page(build, posted.typed(), errors)
    errors = {LOOKED_UP: "Confira cada um e marque; nada foi gravado ainda."}
    return _page(build, posted.typed(), errors, refusal.findings)


def _page(
    build: Build,
    typed: Mapping[str, Sequence[str]] | None = None,
    errors: Mapping[str, str] | None = None,
    findings: Sequence[Finding] = (),
) -> str:
    with reading():
        asked = _asked()
        screen = build(asked)
    return render_template(
        "registry_act.html",
        screen=screen,
        form=screen.form(findings),
        context=asked.context,
        values=screen.first if typed is None else typed,
        errors=errors or {},
    )
