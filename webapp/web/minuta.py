"""The document of an open step, printed as a draft before anybody signs it."""

from flask import Blueprint, Response
from flask.typing import ResponseReturnValue

from webapp import clock
from webapp.cases.minuta import draft
from webapp.web.database import db
from webapp.web.policy import actor, policy, signed_in

minuta = Blueprint("minuta", __name__)


@minuta.get("/processos/<int:case_id>/tarefas/<int:task_id>/minuta.pdf")
@policy(signed_in)
def show(case_id: int, task_id: int) -> ResponseReturnValue:
    """404 for a step that is closed, of another case or municipality, or without document."""
    session = db.session()
    pdf = draft(session, case_id, task_id, now=clock.now(session), actor=actor())
    headers = {"Content-Disposition": 'inline; filename="minuta.pdf"', "Cache-Control": "no-store"}
    return Response(pdf, mimetype="application/pdf", headers=headers)
