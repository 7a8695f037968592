"""Labels and posting list of the letters marked in the inbox: prints, which keep nothing."""

from urllib.parse import urlencode

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from webapp import clock
from webapp.cases import posting as letters
from webapp.domain.errors import NotFound
from webapp.web import marking
from webapp.web.database import db
from webapp.web.policy import actor, holds, policy

posting = Blueprint("posting", __name__, url_prefix=marking.HOME)


@posting.post("/cartas")
@policy(holds(*letters.WHO))
def marked() -> ResponseReturnValue:
    """From the marked rows (`_tarefa`) to a print of their letters; nothing is written here."""
    told = [("imprimir", request.form.get("_imprimir", ""))]
    told += [("tarefa", str(one)) for one in marking.named()]
    return redirect(f"{url_for('posting.show')}?{urlencode(told)}", 303)


@posting.get("/cartas.pdf")
@policy(holds(*letters.WHO))
def show() -> ResponseReturnValue:
    """A print (`imprimir`) of the letters of the waits named (`tarefa`, as often as needed)."""
    what = request.args.get("imprimir", "")
    if what not in letters.PRINTS:
        raise NotFound
    session, person = db.session(), actor()
    rows = marking.open_rows(session, person, marking.ids(request.args.getlist("tarefa")))
    pdf = letters.print_letters(session, what, rows, now=clock.now(session), actor=person)
    headers = {"Content-Disposition": f'inline; filename="{what}.pdf"', "Cache-Control": "no-store"}
    return Response(pdf, mimetype="application/pdf", headers=headers)
