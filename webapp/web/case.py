"""A case on one page; its pieces, and the whole file as one PDF."""

import re
from typing import Any, Final

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue

from webapp import clock, documents
from webapp.cases import contexts, linking, paperwork
from webapp.cases.act import Act
from webapp.cases.orders import Order
from webapp.domain.errors import NotFound
from webapp.store import acts_of_case, case_file
from webapp.web import acts, case_page
from webapp.web.act_screens import link_words
from webapp.web.corrections import offered
from webapp.web.database import db
from webapp.web.numbers import LARGEST_INTEGER, read_id
from webapp.web.policy import actor, policy, signed_in
from webapp.web.task import panel

case = Blueprint("case", __name__, url_prefix="/processos/<int:case_id>")

PDF: Final = "application/pdf"
# Types whose reader in the browser runs nothing of ours; any other is only downloaded.
SHOWN: Final = frozenset({PDF, "image/jpeg", "image/png"})


@case.get("")
@policy(signed_in)
def show(case_id: int) -> ResponseReturnValue:
    """`tarefa` chooses the open step whose card is shown; `andamento=todos` shows every event."""
    session, person = db.session(), actor()
    now = clock.now(session)
    act = Act.look(session, case_id, now, person)
    whole = request.args.get("andamento") == "todos"
    file = case_file.read(session, person.municipality_id, case_id, every_event=whole)
    if file is None:
        raise NotFound
    step = case_page.choose(file.tasks, read_id(request.args.get("tarefa", "")), person)
    return render_template(
        "case.html",
        step=step,
        panel=panel(session, case_id, step.id, person, now) if step else None,
        offered=offered(person),
        others=acts.offered(person, file),
        may_link=any(person.holds(role) for role in linking.WHO),
        links=[
            (link_words(one), one)
            for one in acts_of_case.links(session, person.municipality_id, case_id)
        ],
        **case_page.page(act, file),
    )


@case.get(f"/pecas/<int(max={LARGEST_INTEGER}):n>")
@policy(signed_in)
def piece(case_id: int, n: int) -> ResponseReturnValue:
    """One piece as it is kept: shown where the browser can, else downloaded."""
    found = case_file.content(db.session(), actor().municipality_id, case_id, n)
    if found is None:
        raise NotFound
    name = f"processo-{_plain(found.number)}-peca-{n}"
    return _file(bytes(found.data), found.media_type, name)


@case.get("/autos.pdf")
@policy(signed_in)
def whole_file(case_id: int) -> ResponseReturnValue:
    """Cover, index and every piece in order, as one PDF."""
    session, person = db.session(), actor()
    now = clock.now(session)
    act = Act.look(session, case_id, now, person)
    parts = [_part(row) for row in case_file.contents(session, person.municipality_id, case_id)]
    merged = documents.merge(parts, _cover(act))
    return _file(merged, PDF, f"autos-{_plain(act.case.number)}")


def _part(row: Any) -> documents.Part:
    data = bytes(row.data)
    if row.media_type != PDF:
        data = documents.image_page(data, row.media_type, row.title)
    return documents.Part(row.title, data)


def _cover(act: Act) -> dict[str, Any]:
    """The facts of the cover, as documents.rendering names them."""
    town, order = act.law.municipality, Order("capa_autos")
    return {
        "municipality": {"name": town.name, "uf": town.uf, "prefeitura": town.prefeitura},
        "document": {
            "kind": order.document,
            "title": "Autos do processo",
            "issued_at": act.now.isoformat(),
            "issued_on": paperwork.day(act.today),
        },
        "case": {
            "number": act.case.number,
            "process": case_page.kind_of(act.law, act.case.process),
            "opened_on": paperwork.day(act.local_day(act.case.opened_at)),
            "fact_on": paperwork.day(contexts.fact_day(act)),
        },
        "parties": paperwork.parties(act, order),
        "vehicle": paperwork.vehicle(act),
        "items": paperwork.items(act),
    }


def _file(data: bytes, media_type: str, name: str) -> Response:
    """Bytes that came from anybody: they run nothing, and no shared cache keeps them."""
    shown = media_type in SHOWN
    suffix = media_type.partition("/")[2] if shown else "bin"
    response = Response(data, mimetype=media_type if shown else "application/octet-stream")
    way = "inline" if shown else "attachment"
    response.headers["Content-Disposition"] = f'{way}; filename="{name}.{suffix}"'
    response.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response.headers["Cache-Control"] = "private"
    return response


def _plain(number: str) -> str:
    return re.sub(r"[^0-9A-Za-z]+", "-", number).strip("-")
