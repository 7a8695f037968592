"""Issuing a document: number, facts, PDF, piece of the file, signature."""

import dataclasses
import hashlib
from typing import Any

from sqlalchemy import bindparam, func, insert, select

from webapp import documents
from webapp.cases import composing, headings, paperwork
from webapp.cases.act import Act
from webapp.cases.orders import Order, Signer
from webapp.config import base_url
from webapp.domain import events
from webapp.domain.numbering import new_code, number, search_key, show_code
from webapp.store import blobs, counters, tables

# The number after the last; the case is locked, so nobody takes it meanwhile.
_NEXT_PIECE = (
    select(func.coalesce(func.max(tables.piece.c.n), 0) + 1)
    .where(tables.piece.c.case_id == bindparam("of_case"))
    .scalar_subquery()
)
_NEW_PIECE = insert(tables.piece).values(n=_NEXT_PIECE).returning(tables.piece.c.id)
_NEW_SIGNATURE = insert(tables.signature)


def issue_for_parties(act: Act, order: Order) -> list[int]:
    """Issue one document for all parties, or one for each where the law data says so."""
    entry = act.law.entries(f"documentos.{order.document}")[-1]
    if entry.get("per") != "party":
        return [issue(act, order)]
    to = [p for p in paperwork.unnotified(act, order.about) if _was_handed_over(order, p.id)]
    return [issue(act, dataclasses.replace(order, party_id=p.id)) for p in to]


def _was_handed_over(order: Order, party_id: int) -> bool:
    """A receipt is of what was received: not of a try that failed, nor of a refusal."""
    if order.document != "recibo":
        return True
    return bool((order.values or {}).get("entrega", {}).get(str(party_id)) == "entregue")


def issue(act: Act, order: Order) -> int:
    """Issue a document as the next piece of the file. Returns the piece's id."""
    head = headings.heading(act, order)
    given = _number(act, head.series)
    code = new_code()
    facts = composing.facts(act, order, head, given)
    facts["signatures"] = [_signature(act, order.signer)] if order.signer else []
    digest = hashlib.sha256(events.canonical(facts).encode()).hexdigest()
    facts["verification"] = {
        "code": show_code(code),
        "url": f"{base_url()}/v/{code}",
        "sha256": digest,
    }
    pdf = documents.render(order.document, facts, act.bundle.template(order.document))
    piece_id = add_piece(
        act,
        kind=order.document,
        title=head.named(given),
        data=pdf,
        media_type="application/pdf",
        pages=documents.own_pages(pdf),
        number=given,
        basis=head.article,
        facts=facts,
        content_sha256=digest,
        code=code,
        task_id=order.task_id,
    )
    if order.signer:
        _sign(act, piece_id, order.signer, digest)
    return piece_id


def _number(act: Act, series: str) -> str:
    year = act.today.year
    n = counters.next_number(act.connection, act.case.municipality_id, series, year)
    return number(act.law.municipality.numbers[series], n, year)


def add_piece(
    act: Act,
    *,
    kind: str,
    title: str,
    data: bytes,
    media_type: str,
    pages: int | None = None,
    content_sha256: str | None = None,
    access: str = "autos",
    **values: Any,
) -> int:
    """Number the bytes as the next piece of the case's file."""
    sha256 = blobs.put(act.connection, data, media_type, act.now)
    row = {
        "municipality_id": act.case.municipality_id,
        "case_id": act.case.id,
        "of_case": act.case.id,
        "kind": kind,
        "title": title[:200],
        "number_key": search_key(values["number"]) if values.get("number") else None,
        "blob_sha256": sha256,
        "pages": documents.pages(data, media_type) if pages is None else pages,
        "access": access,
        "content_sha256": content_sha256 or sha256,
        "created_at": act.now,
        "created_by": act.actor.user_id,
        "seq": act.chain.seq + 1,
        **values,
    }
    piece_id: int = act.connection.execute(_NEW_PIECE, row).scalar_one()
    act.issued.append(piece_id)
    return piece_id


def _signature(act: Act, signer: Signer) -> dict[str, Any]:
    return {
        "name": signer.name,
        "office": signer.office,
        "registration": signer.registration,
        "capacity": signer.capacity,
        "appointed_by": signer.appointed_by,
        "at": paperwork.local_time(act, act.now),
    }


def _sign(act: Act, piece_id: int, signer: Signer, digest: str) -> None:
    row = {
        "municipality_id": act.case.municipality_id,
        "piece_id": piece_id,
        "user_id": signer.user_id,
        "name": signer.name,
        "registration": signer.registration,
        "office": signer.office,
        "capacity": signer.capacity,
        "appointed_by": signer.appointed_by,
        "at": act.now,
        "content_sha256": digest,
    }
    act.connection.execute(_NEW_SIGNATURE, row)
