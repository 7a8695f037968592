"""The records of a case: a closed list of kinds, canonical JSON, and the hash that chains them."""

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any, Final

GENESIS: Final = ""

# kind -> fields of its body. Bodies hold ids, codes and dates, never names, CPF or free text;
# free text stands beside: the body holds its id (`*_ref`) and its salted hash (`*_hash`), so
# that it can be shown and checked while it is kept, and erased without breaking the chain.
KINDS: Final[dict[str, frozenset[str]]] = {
    "case_opened": frozenset({"process", "bundle", "number"}),
    "task_completed": frozenset(
        {"task", "element", "drawn", "outcome", "answer", "pieces", "effects"}
    ),
    "deadline_ended": frozenset({"deadline", "key", "party", "last_day", "effects"}),
    "paper_filed": frozenset(
        {"filing", "kind", "party", "paper_on", "timeliness", "delivered", "pieces", "effects"}
    ),
    "paper_delivered": frozenset({"filing", "task", "effects"}),
    "task_claimed": frozenset({"task"}),
    "task_released": frozenset({"task"}),
    "task_reassigned": frozenset({"task", "to", "reason_ref", "reason_hash"}),
    "task_taken_over": frozenset({"task", "from"}),
    "returned": frozenset({"to", "state_of", "reason_ref", "reason_hash", "effects"}),
    "fact_corrected": frozenset(
        {"fact", "name", "about", "party", "version", "reason_ref", "reason_hash", "pieces"}
        | {"state_of", "effects"}
    ),
    "deadline_reopened": frozenset(
        {"deadline", "fact", "reference", "reason_ref", "reason_hash", "state_of", "effects"}
    ),
    "filing_undone": frozenset({"filing", "reason_ref", "reason_hash", "state_of", "effects"}),
    "wait_left": frozenset({"task", "effects"}),
    "dispatched": frozenset({"pieces"}),
    "opinion_asked": frozenset({"task", "role", "last_day", "question_ref", "question_hash"}),
    "cassation_asked": frozenset({"task", "party", "grounds", "reason_ref", "reason_hash"}),
    "cases_linked": frozenset(
        {"link", "other", "joined", "number", "kind", "reason_ref", "reason_hash"}
    ),
    "link_ended": frozenset({"link", "other", "number", "reason_ref", "reason_hash"}),
    "death_registered": frozenset({"party", "died_on", "task", "pieces"}),
    "case_held": frozenset({"review_on", "reason_ref", "reason_hash"}),
    "case_resumed": frozenset({"reason_ref", "reason_hash"}),
    "clock_event_entered": frozenset(
        {"clock_event", "kind", "from", "to", "days", "pieces", "effects", "state_of"}
    ),
    "clock_event_decided": frozenset({"clock_event", "approved", "reason_ref", "reason_hash"}),
    "calendar_day_entered": frozenset({"calendar_day", "on", "until", "opening", "revokes"}),
    "calendar_day_decided": frozenset({"calendar_day", "approved", "reason_ref", "reason_hash"}),
    "value_entered": frozenset({"entered_value", "key", "value", "from", "until"}),
    "value_decided": frozenset({"entered_value", "approved", "reason_ref", "reason_hash"}),
    "terms_recounted": frozenset({"calendar_day", "clock_event", "pieces", "effects", "state_of"}),
    "permit_granted": frozenset({"permit", "quota", "holder", "vehicle", "checked"}),
    "permit_ended": frozenset({"permit", "last_day", "reason"}),
    "permit_bound": frozenset({"link", "role", "to", "from", "exception", "checked"}),
    "permit_unbound": frozenset({"link", "role", "last_day", "reason"}),
    "certificate_recorded": frozenset({"certificate", "kind", "expires_on"}),
    "inspection_recorded": frozenset({"inspection", "kind", "result", "valid_until"}),
    "registered": frozenset(),
    "registry_imported": frozenset({"files", "rows"}),
    "registry_corrected": frozenset(
        {"fields", "before_ref", "before_hash", "reason_ref", "reason_hash"}
    ),
    "user_added": frozenset({"user"}),
    "membership_added": frozenset({"membership", "user", "role", "from", "to"}),
    "password_changed": frozenset({"user"}),
    "database_restored": frozenset({"copy"}),
    "hold_released": frozenset({"since"}),
    "incident_opened": frozenset({"incident", "deadline"}),
    "incident_retried": frozenset({"incident", "deadline"}),
    "incident_skipped": frozenset({"incident", "deadline", "task", "reason_ref", "reason_hash"}),
}


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return instant(value)
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"an event holds no {type(value).__name__}")


def instant(at: datetime) -> str:
    """UTC with microseconds and Z, always the same length. Raises ValueError for naive times."""
    if at.tzinfo is None:
        raise ValueError("an instant needs a zone")
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def canonical(body: Mapping[str, Any]) -> str:
    """Canonical JSON: sorted keys, no blanks, text as it is, times UTC with microseconds."""
    return json.dumps(
        body, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=_plain
    )


def check_body(kind: str, body: Mapping[str, Any]) -> None:
    """Raise ValueError when the kind is not in the list or the body has other fields."""
    known = KINDS.get(kind)
    if known is None:
        raise ValueError(f"event kind {kind!r} is not in the list")
    if extra := set(body) - known:
        raise ValueError(f"{kind}: fields not in the list: {', '.join(sorted(extra))}")


def event_hash(prev: str, chain: str, seq: int, fields: Mapping[str, Any]) -> str:
    """SHA-256 over the previous hash, the place in the chain and the event itself.

    `fields`: at, effective_at, act, actor, on_behalf_of, kind, kind_version, subject, body.
    """
    text = f"autos-event-v1\0{prev}\0{chain}\0{seq}\0{canonical(fields)}"
    return hashlib.sha256(text.encode()).hexdigest()


def salted_reference(salt: str, text: str) -> str:
    """What an event keeps of a personal or free text: erasing the text keeps the chain."""
    return hashlib.sha256(f"{salt}\0{text}".encode()).hexdigest()
