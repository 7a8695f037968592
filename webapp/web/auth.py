"""Signing in and out, the account page, and the password typed again to sign an act."""

from collections.abc import Callable
from datetime import datetime
from typing import Final

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from webapp import clock
from webapp.domain.counting import local_day
from webapp.domain.errors import Refused, Unacceptable
from webapp.store import passwords, people
from webapp.store.database import reading
from webapp.web import limits
from webapp.web.database import db
from webapp.web.policy import account_id, actor, policy, public, signed_in
from webapp.web.request_keys import WebReply, once, show
from webapp.web.security import safe_path
from webapp.web.session import begin_session, end_session, visit
from webapp.web.words import BRASILIA

auth = Blueprint("auth", __name__)

TRIES_BY_LOGIN: Final = 10
TRIES_BY_ADDRESS: Final = 30
THEMES: Final = frozenset({"contraste"})
_ACCOUNT: Final = "/conta"


@auth.get("/entrar")
@policy(public)
def sign_in() -> ResponseReturnValue:
    """The form to sign in; who is in already goes on."""
    wanted = safe_path(request.args.get("proximo"))
    if visit().actor is not None:
        return redirect(wanted or url_for("shell.home"), 303)
    return _sign_in_page(wanted)


@auth.post("/entrar")
@policy(public)
def enter() -> ResponseReturnValue:
    wanted = safe_path(request.form.get("proximo"))
    user_id = _recognise(request.form.get("login", ""), request.form.get("_password", ""))
    if user_id is None:
        return _sign_in_page(wanted, "Login ou senha não conferem. Confira e tente de novo."), 422
    begin_session(user_id)
    return redirect(wanted or url_for("shell.home"), 303)


@auth.post("/sair")
@policy(signed_in)
def leave() -> ResponseReturnValue:
    end_session()
    return redirect(url_for("auth.sign_in"), 303)


@auth.get("/conta")
@policy(signed_in)
def account() -> ResponseReturnValue:
    return _account_page()


@auth.post("/conta")
@policy(signed_in)
def change_password() -> ResponseReturnValue:
    """A new password signs the person out everywhere; this browser gets a new session."""
    person, user_id = actor(), account_id()

    def act(session: Session, now: datetime) -> WebReply:
        people.set_password(session, user_id, passwords.hash_password(_new_password()))
        people.end_sessions_of(session, user_id)
        people.record_change(
            session,
            "password_changed",
            municipality_id=person.municipality_id,
            user_id=user_id,
            actor=person.reference,
            now=now,
        )
        return WebReply(location=_ACCOUNT)

    reply = make_response(signed_once(act, refused=_account_page))
    if reply.status_code < 400:
        begin_session(user_id)
        flash("Senha trocada. Nos outros aparelhos é preciso entrar de novo.")
    return reply


@auth.post("/conta/aparencia")
@policy(signed_in)
def choose_theme() -> ResponseReturnValue:
    theme = request.form.get("tema")
    user_id = account_id()

    def act(session: Session, _now: datetime) -> WebReply:
        people.set_theme(session, user_id, theme if theme in THEMES else None)
        return WebReply(location=_ACCOUNT)

    return once(act)


def signed_once(
    act: Callable[[Session, datetime], WebReply],
    *,
    refused: Callable[[Refused], str] | None = None,
) -> ResponseReturnValue:
    """`once` for an act that the person signs, by the password typed again (`_password`).

    What is wrong with the answers is told in any case, and with a wrong password that too:
    Unacceptable({"_password": …}) beside them. Too many of them are a 429. `act` may run
    to see what is wrong, and is then rolled back: it does nothing but what its session keeps.
    """
    try:
        _confirm_password(account_id())
    except Unacceptable as wrong:
        return show(_with_answers(act, wrong), refused)
    except Refused as refusal:
        return show(refusal, refused)
    return once(act, refused=refused)


def _with_answers(act: Callable[[Session, datetime], WebReply], wrong: Unacceptable) -> Refused:
    """What is wrong with the answers, and then with the password; nothing of the act stays."""
    session = db.session()
    try:
        act(session, clock.now(session))
    except Unacceptable as refusal:
        return Unacceptable({**refusal.errors, **wrong.errors})
    except Refused as refusal:
        return refusal
    finally:
        session.rollback()
    return wrong


def _recognise(login: str, password: str) -> int | None:
    """The account of a login and its password, or none. Raises TooManyTries."""
    login = people.normal_login(login)
    counted = {f"login:{login}": TRIES_BY_LOGIN, f"de:{request.remote_addr}": TRIES_BY_ADDRESS}
    tries = limits.admit("entrar", counted)
    with reading(), Session(db.engine) as store:
        found = people.account_of_login(store, login)
    if not passwords.matches(found.password_hash if found else None, password) or found is None:
        return None
    limits.take_back(tries)
    return found.id


def _confirm_password(user_id: int) -> None:
    """Nothing typed is no guess, and no try. Raises Unacceptable or TooManyTries."""
    if not request.form.get("_password"):
        raise Unacceptable({"_password": "Digite a sua senha."})
    tries = limits.admit("assinar", {f"conta:{user_id}": TRIES_BY_LOGIN})
    with reading(), Session(db.engine) as store:
        known = people.account(store, user_id).password_hash
    if not passwords.matches(known, request.form.get("_password", "")):
        raise Unacceptable({"_password": "A senha não confere. Digite de novo a sua senha atual."})
    limits.take_back(tries)


def _new_password() -> str:
    """The new password of the form. Raises Unacceptable, which names the field."""
    new = request.form.get("_new", "")
    if not passwords.SHORTEST <= len(new) <= passwords.LONGEST:
        few = f"A senha nova precisa ter de {passwords.SHORTEST} a {passwords.LONGEST} caracteres."
        raise Unacceptable({"_new": few})
    if new == request.form.get("_password") or people.normal_login(new) == visit().login:
        raise Unacceptable({"_new": "Escolha uma senha diferente da atual e do seu login."})
    if new != request.form.get("_again"):
        raise Unacceptable({"_again": "As duas senhas novas são diferentes. Digite-as de novo."})
    return new


def _sign_in_page(wanted: str | None, wrong: str = "") -> str:
    stands_at = visit().stands_at
    with reading(), Session(db.engine) as store:
        shown = people.accounts_shown(store, local_day(stands_at, BRASILIA)) if stands_at else []
    return render_template(
        "login.html",
        wanted=wanted,
        wrong=wrong,
        login=request.form.get("login", ""),
        accounts=shown,
        password=people.DEMO_PASSWORD,
    )


def _account_page(refusal: Refused | None = None) -> str:
    errors = refusal.errors if isinstance(refusal, Unacceptable) else {}
    told = refusal.message if refusal and not errors else ""
    return render_template("conta.html", errors=errors, told=told, least=passwords.SHORTEST)
