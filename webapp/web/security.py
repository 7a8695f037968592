"""Requests that come from other sites are refused; answers tell browsers what not to do."""

from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, request
from flask_wtf.csrf import CSRFProtect

from webapp.domain.errors import BadRequest
from webapp.web.session import READS

csrf: Final = CSRFProtect()

_POLICY: Final = (
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "object-src 'none'"
)
_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class ForeignRequest(BadRequest):
    """An unsafe request that another site sent with this person's browser."""

    def __init__(self) -> None:
        super().__init__(
            "O pedido veio de outra página e não foi aceito; nada foi gravado. "
            "Abra o sistema pelo endereço dele e repita."
        )


class StaleForm(BadRequest):
    """The form's token is missing or of another session."""

    def __init__(self) -> None:
        super().__init__(
            "Este formulário é de outra sessão, e nada foi gravado. "
            "Abra a página de novo, confira e envie."
        )


def same_site() -> None:
    """Before the view: an unsafe request says that it comes from this host, or nothing."""
    if request.method in READS:
        return
    said = request.headers.get("Origin") or request.headers.get("Referer")
    if said is not None and urlsplit(said).netloc != request.host:
        raise ForeignRequest


def check_token() -> None:
    """Before the view: an unsafe request carries the token of its session."""
    csrf.protect(apply_exemptions=True)


def safe_path(target: str | None) -> str | None:
    """The target when it is a path of this site, else none: nobody is sent elsewhere."""
    if not target or not target.startswith("/") or target.startswith(("//", "/\\")):
        return None
    if any(sign < " " or sign == "\\" for sign in target):
        return None
    return target


def add_headers(response: Response) -> Response:
    """What every answer says; a page with somebody's data is never kept by a browser or proxy."""
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
    if request.is_secure:
        response.headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    return response


def protect(app: Flask) -> None:
    """Switch protection on. The checks themselves run in the order that `create_app` sets."""
    app.config.update(
        WTF_CSRF_FIELD_NAME="_csrf",
        WTF_CSRF_CHECK_DEFAULT=False,
        WTF_CSRF_TIME_LIMIT=None,
        WTF_CSRF_SSL_STRICT=False,
    )
    csrf.init_app(app)
    app.after_request(add_headers)
