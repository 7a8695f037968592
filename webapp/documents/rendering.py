"""One document: a template of ours, facts as JSON, PDF/A-2a and PDF/UA-1 out.

The facts (all keys optional; texts are in words, ready to read; days «01/12/2025»):

* `municipality`: name, uf, prefeitura, unit
* `document`: kind, title, subject, number, basis, issued_at (ISO; dates the PDF), issued_on,
  copies [text]; `draft`, what each page of a document not yet signed says of itself
* `case`: number, process, opened_on, fact_on
* `parties`: [role, name, cpf, address]; `vehicle`: plate, model, colour, year
* `items`: [code, text, article, sanction]; `fields`: [label, value]; `paragraphs`: [text];
  `texts`: [text], what the law says the reader may do
* `terms`: [name, article, reference_on, last_day_on, rule, party, state,
  ledger [day_on, weekday, kind, n, reason], alternatives [last_day_on, because]]
* `decision`: result, reasons, payment_day, payment_basis,
  items [code, article, penalty, amount, units, why]
* `notice`: means, address, addressee, deadline, to_whom; `before`, the attempts before this one
* `auto` (notices of an auto): number, on, hour, place, account; `measures`: [text], terms that
  run by themselves
* `charge` (documents of a case of cassation): grounds [article, text], facts
* `certificate` (certidao_decurso): says, ended
* `notices` (certidao_ciencia): [party, role, attempt, means, on, result, proof]
* `papers` (certidao_decurso): [number, kind, party, on, timeliness]
* `recount` (certidao_recontagem): what, act, from_on, to_on, entered_by, approved_by,
  moves [party, name, article, before_on, after_on]
* `amount`: text, in_words, due_on, payer, calculation
* `debts` (remessa_divida): [debtor, cpf, address, origin, amount, due_on, basis]
* `witnesses`: [name, address]; `refusal` (auto_infracao): text, article
* `signatures`: [name, office, registration, capacity, appointed_by, at];
  `issued_by`: name, office, registration, of who issued what is not signed
* `verification`: code, url, sha256
* `filing` (recibo_protocolo): number, day, hour, kind, presenter, means, paid, timeliness,
  pieces [title, pages, sha256]
* `letters` (etiquetas_ar, lista_postagem): [addressee, address, title, number, case_number]
* `pieces` (capa_autos, filled in by `merge`): [n, title, first_page, pages]
"""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import typst

from webapp.documents.codes import qr_svg
from webapp.documents.legible import legible

_TEMPLATES = Path(__file__).parent / "templates"
_LAYOUT = "layout"
_IMPORT = '#import "layout.typ": *'
_PUBLIC = {"edital_notificacao"}
"""Documents that are published: no address and no whole CPF in them (LGPD art. 6, III)."""


class UnknownDocument(KeyError):
    """No template has this name."""

    def __str__(self) -> str:
        return f"Não existe o documento «{self.args[0]}»."


def names() -> list[str]:
    """The documents there are, in alphabetical order."""
    return sorted(path.stem for path in _TEMPLATES.glob("*.typ") if path.stem != _LAYOUT)


@cache
def source_of(template: str) -> str:
    """The whole text of a template, the layout it stands on included: what a case is pinned to."""
    if template not in names():
        raise UnknownDocument(template)
    own = (_TEMPLATES / f"{template}.typ").read_text("utf-8")
    return own.replace(_IMPORT, (_TEMPLATES / f"{_LAYOUT}.typ").read_text("utf-8"))


def render(template: str, facts: Mapping[str, Any], source: str | None = None) -> bytes:
    """The document as PDF/A-2a, tagged (PDF/UA-1), in pt-BR; the same facts give the same bytes.

    `source` is the template text of an older version (see `source_of`); raises UnknownDocument.
    The PDF is dated by `document.issued_at`; the fonts are those inside typst, on every machine.
    """
    text = source_of(template) if source is None else source
    given = _published(facts) if template in _PUBLIC else dict(facts)
    return compile_pdf(text, _with_qr(legible(given)), _TEMPLATES, _issued_at(facts))


def compile_pdf(source: str, facts: Mapping[str, Any], root: Path, at: datetime) -> bytes:
    """Typst, jailed in `root`, with the facts as one JSON text."""
    return typst.compile(  # type: ignore[type-var]  # its stub wants source and root of one type
        source.encode(),
        root=str(root),
        font_paths=_fonts(),
        ignore_system_fonts=True,
        sys_inputs={"facts": json.dumps(facts, ensure_ascii=False, sort_keys=True)},
        pdf_standards=["a-2a", "ua-1"],
        timestamp=int(at.timestamp()),
    )


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False)


def _issued_at(facts: Mapping[str, Any]) -> datetime:
    """The instant of issue; a text without zone is UTC; PDF/A wants a date, so none is 1970."""
    given = (facts.get("document") or {}).get("issued_at")
    at = datetime.fromisoformat(given) if given else datetime.fromtimestamp(0, UTC)
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def _with_qr(facts: dict[str, Any]) -> dict[str, Any]:
    verification = facts.get("verification") or {}
    url = verification.get("url")
    return facts | {"verification": {**verification, "qr": qr_svg(url)}} if url else facts


def _published(value: Any, key: str = "") -> Any:
    """The value without addresses and with every CPF masked, at any depth."""
    if isinstance(value, Mapping):
        shown = value.items()
        return {name: _published(part, name) for name, part in shown if name != "address"}
    if isinstance(value, list | tuple):
        return [_published(part) for part in value]
    return _masked(str(value)) if key == "cpf" and value else value


def _masked(cpf: str) -> str:
    digits = re.sub(r"\D", "", cpf)
    if len(digits) != 11:
        return "***"
    return f"***.{digits[3:6]}.{digits[6:9]}-**"
