"""What a browser sent in a form, apart from the transport inputs; and the act it asks for."""

from collections.abc import Callable
from datetime import datetime
from typing import Final

from flask import request
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from webapp.domain.errors import BadRequest, Refused, Unacceptable
from webapp.forms import Upload
from webapp.web import labels
from webapp.web.auth import signed_once
from webapp.web.request_keys import WebReply, once

# Only these: any other name with «_» in front is a stranger, which the form refuses.
TRANSPORT: Final = frozenset({"_csrf", "_request", "_password", "_action"})


def typed() -> dict[str, list[str]]:
    """Every field as it came, but those of the transport."""
    return {name: texts for name, texts in request.form.lists() if name not in TRANSPORT}


def shown() -> list[tuple[str, str]]:
    """What was typed, by field, for a page from which it can be copied."""
    return labels.in_words((name, text) for name, texts in typed().items() for text in texts)


def files() -> dict[str, list[Upload]]:
    """Every file as it came, by the name of its input."""
    return {
        name: [Upload(one.filename or "", one.read()) for one in found]
        for name, found in request.files.lists()
    }


def action(*known: str) -> str:
    """Which button sent the form. Raises BadRequest for one that the page does not have."""
    pressed = request.form.get("_action", "")
    if pressed not in known:
        raise BadRequest(
            "O pedido não diz o que fazer, e nada foi gravado. "
            "Abra a página de novo e use os botões dela."
        )
    return pressed


def errors_of(refusal: Refused) -> dict[str, str]:
    """The sentences that the form shows when it comes back; what no form can mend is raised."""
    if isinstance(refusal, Unacceptable):
        return refusal.errors
    if refusal.status == 422:
        return {"": refusal.message}
    if refusal.status == 429:  # too many passwords
        return {"_password": refusal.message}
    raise refusal


def signed() -> bool:
    """Whether the person typed the password to sign."""
    return "_password" in request.form


def perform(
    act: Callable[[Session, datetime], WebReply], refused: Callable[[Refused], str]
) -> ResponseReturnValue:
    """Run the act exactly once; where the person signs, the password is checked first."""
    run = signed_once if signed() else once
    return run(act, refused=refused)
