"""Events: a closed list, canonical JSON, and hashes that never change."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from webapp.domain import events

AT = datetime(2025, 12, 9, 3, 0, 0, 0, UTC)
FIELDS = {
    "act": "7b0f6a52-8f0b-4b8e-9b7a-000000000001",
    "at": AT,
    "effective_at": AT,
    "actor": "relogio",
    "on_behalf_of": None,
    "kind": "deadline_ended",
    "kind_version": 1,
    "subject": "task:2",
    "body": {"deadline": 1, "key": "defesa", "party": 1, "last_day": "2025-12-08", "effects": []},
}

# Golden: written once, checked for ever. A change here breaks every chain already written.
GOLDEN_TEXT = (
    '{"act":"7b0f6a52-8f0b-4b8e-9b7a-000000000001","actor":"relogio",'
    '"at":"2025-12-09T03:00:00.000000Z",'
    '"body":{"deadline":1,"effects":[],"key":"defesa","last_day":"2025-12-08","party":1},'
    '"effective_at":"2025-12-09T03:00:00.000000Z","kind":"deadline_ended","kind_version":1,'
    '"on_behalf_of":null,"subject":"task:2"}'
)


def test_canonical_json_is_what_it_always_was() -> None:
    assert events.canonical(FIELDS) == GOLDEN_TEXT


def test_golden_hashes_stand() -> None:
    first = events.event_hash(events.GENESIS, "case:1", 1, FIELDS)
    assert first == GOLDEN_FIRST
    assert events.event_hash(first, "case:1", 2, FIELDS) == GOLDEN_SECOND
    assert events.salted_reference("00ff", "motivo de saúde") == GOLDEN_REFERENCE


def test_the_same_instant_in_another_zone_has_the_same_hash() -> None:
    local = AT.astimezone(timezone(timedelta(hours=-3)))
    moved = {**FIELDS, "at": local, "effective_at": local}
    assert events.event_hash("", "case:1", 1, moved) == GOLDEN_FIRST


def test_accents_stand_as_they_are_and_keys_are_sorted() -> None:
    assert events.canonical({"b": "é", "a": 1}) == '{"a":1,"b":"é"}'


def test_an_instant_without_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="zone"):
        events.instant(datetime(2025, 12, 9))  # noqa: DTZ001


def test_a_kind_or_field_outside_the_list_is_refused() -> None:
    with pytest.raises(ValueError, match="not in the list"):
        events.check_body("case_eaten", {})
    with pytest.raises(ValueError, match="nome"):
        events.check_body("task_claimed", {"task": 1, "nome": "Fulano"})


def test_a_body_holds_no_other_types() -> None:
    with pytest.raises(TypeError):
        events.canonical({"x": {1, 2}})


GOLDEN_FIRST = "4aaf180dc5a67cf25a9c7ff1617f6d3d1683e1e2d7e2c564fa3ba3fff776630b"
GOLDEN_SECOND = "3bcae06b9f34b296231030dc58cfb3828c557fb36bdfe3475345d436ecaeb7ce"
GOLDEN_REFERENCE = "944a2f3bbe53b782d6893ef8a5882e13fbe8333801f418ef8b0a0ad00082ea0e"
