"""Whatever is typed, the answer is accepted or explained; nothing else ever comes out."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.forms.samples import AUTO, CONTEXT, stored
from webapp.forms import BadForm, Form, Invalid, blank, check, labels

NOTICE = stored("marilandia/auto_infracao")
TEXT_INPUTS = [one.name for one in NOTICE.inputs(CONTEXT) if one.control.type != "files"]
TYPED = st.one_of(st.text(max_size=30), st.text("0123456789/-:.,hR$ ", max_size=14))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["code", "label", "field", "in", "x"]), inner, max_size=3)
    ),
)


@settings(max_examples=300)
@given(st.dictionaries(st.sampled_from(TEXT_INPUTS), st.lists(TYPED, max_size=1), max_size=6))
def test_any_text_is_accepted_or_explained(typed: dict[str, list[str]]) -> None:
    try:
        values = check(NOTICE, AUTO | typed, {}, CONTEXT).values
    except Invalid:
        return
    json.dumps(values, ensure_ascii=False).encode()
    assert check(NOTICE, blank(NOTICE, CONTEXT, values), {}, CONTEXT).values == values
    assert labels(NOTICE, values, CONTEXT)


@settings(max_examples=300)
@given(st.sampled_from(["fields", "checks", "lapsed", "panel", "records", "impedimento"]), JSON)
def test_any_value_of_a_form_is_a_mistake_and_no_accident(key: str, value: object) -> None:
    with pytest.raises(BadForm):
        Form.read(json.dumps({"title": "A", "fields": [], key: value}))


@settings(max_examples=300)
@given(st.sampled_from(["name", "type", "options", "show_if", "min", "per", "pattern"]), JSON)
def test_any_value_of_a_field_is_a_mistake_and_no_accident(key: str, value: object) -> None:
    field = {"name": "campo", "type": "choice", "label": "Campo", key: value}
    with pytest.raises(BadForm):
        Form.read(json.dumps({"title": "A", "fields": [field]}))
