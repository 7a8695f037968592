"""What a page says when it cannot do what was asked: what happened, and what to do now."""

import logging
import secrets
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge, SecurityError
from werkzeug.exceptions import NotFound as NoRoute

from webapp.domain.errors import BadRequest, NotFound, Refused
from webapp.web import labels
from webapp.web.database import db
from webapp.web.security import ForeignRequest, StaleForm, safe_path
from webapp.web.session import READS

LARGEST: Final = 12 * 1024 * 1024

# PostgreSQL's code: read_only_sql_transaction.
_READ_ONLY: Final = "25006"
_log = logging.getLogger(__name__)
_TITLES: Final = {
    400: "Pedido não aceito",
    401: "Entre de novo",
    403: "Sem competência para este ato",
    404: "Não encontrado",
    409: "Não foi feito",
    413: "Arquivo grande demais",
    422: "Falta algo na resposta",
    429: "Muitas tentativas",
    500: "Algo deu errado",
    503: "Sistema indisponível",
}


class TooLarge(Refused):
    def __init__(self) -> None:
        super().__init__(
            f"O envio passa de {LARGEST // 1024 // 1024} MB e não foi recebido; nada foi gravado. "
            "Volte, reduza ou divida os arquivos e envie de novo.",
            413,
        )


class Unavailable(Refused):
    def __init__(self, number: str) -> None:
        super().__init__(
            "O banco de dados não respondeu, e nada foi gravado. Tente de novo em um minuto; se "
            f"continuar, informe ao suporte o número {number}.",
            503,
        )


class Broken(Refused):
    def __init__(self, number: str) -> None:
        super().__init__(
            "O sistema encontrou um erro que não é seu, e nada foi gravado. Volte e tente de novo; "
            f"se continuar, informe ao suporte o número {number}.",
            500,
        )


def handle(app: Flask) -> None:
    """Register the handlers."""
    app.register_error_handler(Refused, refuse)
    app.register_error_handler(CSRFError, lambda _: refuse(StaleForm()))
    app.register_error_handler(RequestEntityTooLarge, lambda _: refuse(TooLarge()))
    app.register_error_handler(NoRoute, lambda _: refuse(NotFound()))
    app.register_error_handler(SecurityError, _unknown_host)
    app.register_error_handler(HTTPException, _other)
    for silence in (OperationalError, InterfaceError, PoolTimeout):
        app.register_error_handler(silence, _unavailable)
    app.register_error_handler(InternalError, _refused_by_server)
    app.register_error_handler(Exception, _broken)


def refuse(refusal: Refused) -> Response:
    """The page of a refusal. What the person had typed stands on it, so that it is not lost."""
    db.session.rollback()
    page = render_template(
        "erro.html",
        title=_TITLES.get(refusal.status, _TITLES[400]),
        refusal=refusal,
        typed=_typed(refusal),
        back=_back(),
    )
    return make_response(page, refusal.status)


def _typed(refusal: Refused) -> list[tuple[str, str]]:
    """What came typed in the form, by field. Never what another site may have put there."""
    if request.method in READS or isinstance(refusal, ForeignRequest | TooLarge):
        return []
    sent = request.form.items(multi=True)
    return labels.in_words((name, text) for name, text in sent if not name.startswith("_"))


def _back() -> str | None:
    """The page of ours whose form was sent, to go back to. A page read has no such link."""
    came_from = urlsplit(request.referrer or "")
    if request.method in READS or came_from.netloc != request.host:
        return None
    return safe_path(f"{came_from.path}?{came_from.query}" if came_from.query else came_from.path)


def _other(error: HTTPException) -> ResponseReturnValue:
    if error.code is not None and error.code < 400:
        return error.get_response()
    status = error.code or 500
    return refuse(
        BadRequest("O pedido não pôde ser lido. Volte à página anterior e tente de novo.")
        if status == 400
        else Refused("Este endereço não faz o que foi pedido. Volte à página anterior.", status)
    )


def _unknown_host(_: SecurityError) -> ResponseReturnValue:
    # No page of ours: its links would be built on a host that is not ours.
    told = "Endereço do servidor não reconhecido. Abra o sistema pelo endereço oficial.\n"
    return Response(told, 400, mimetype="text/plain")


def _unavailable(error: Exception) -> ResponseReturnValue:
    return refuse(Unavailable(_record("database does not answer", error)))


def _refused_by_server(error: InternalError) -> ResponseReturnValue:
    """A database that may only be read is as good as none; what else it refuses is our fault."""
    is_read_only = getattr(error.orig, "sqlstate", None) == _READ_ONLY
    return _unavailable(error) if is_read_only else _broken(error)


def _broken(error: Exception) -> ResponseReturnValue:
    return refuse(Broken(_record("unexpected error", error)))


def _record(what: str, error: Exception) -> str:
    """Log an error under a number that the person can tell; without what the person sent."""
    number = secrets.token_hex(4)
    _log.error("%s %s at %s", what, number, request.endpoint, exc_info=error)
    return number
