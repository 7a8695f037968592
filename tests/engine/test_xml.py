"""XML that attacks its reader is refused at once."""

from collections.abc import Iterator
from itertools import pairwise
from time import thread_time

import pytest

from tests.engine.models import FakeHost, changed, text
from webapp.engine import Bundle, DiagramError, Run, check
from webapp.engine.xml import read

LAUGHS = "".join(
    f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' if n else '<!ENTITY l0 "kkkkkkkkkk">'
    for n in range(10)
)
BPMN = 'xmlns:b="http://www.omg.org/spec/BPMN/20100524/MODEL"'


def with_doctype(declarations: str, use: str) -> str:
    return f"<!DOCTYPE d [{declarations}]><b:definitions {BPMN}>{use}</b:definitions>"


def attacks() -> Iterator[tuple[str, str]]:
    yield "external entity", with_doctype('<!ENTITY x SYSTEM "file:///etc/passwd">', "&x;")
    yield "external DTD", f'<!DOCTYPE d SYSTEM "http://127.0.0.1:9/x.dtd"><b:definitions {BPMN}/>'
    yield "parameter entity", with_doctype('<!ENTITY % x SYSTEM "http://127.0.0.1:9/">%x;', "")
    yield "billion laughs", with_doctype(LAUGHS, "&l9;")
    yield "quadratic blow-up", with_doctype(f'<!ENTITY x "{"a" * 50_000}">', "&x;" * 30_000)
    yield "lower case doctype", f"<!doctype d><b:definitions {BPMN}/>"
    yield "undeclared entity", f"<b:definitions {BPMN}>&x;</b:definitions>"
    yield "depth", f"<b:definitions {BPMN}>{'<a>' * 100_000}{'</a>' * 100_000}</b:definitions>"
    yield "size", f"<b:definitions {BPMN}>{' ' * 2_000_001}</b:definitions>"
    yield (
        "hidden in UTF-7",
        (
            '<?xml version="1.0" encoding="UTF-7"?>+ADw-!DOCTYPE d [+ADw-!ENTITY x "y"+AD4-]+AD4-'
            f"<b:definitions {BPMN}/>"
        ),
    )
    yield "half a pair", f"<b:definitions {BPMN}>\ud800</b:definitions>"
    yield "nothing", ""
    yield "null", "\0"
    yield "another language", "<html/>"


@pytest.mark.parametrize(("name", "attack"), list(attacks()), ids=[name for name, _ in attacks()])
def test_an_attack_is_refused_within_200_ms(name: str, attack: str) -> None:
    begun = thread_time()
    with pytest.raises(DiagramError, match="anexo"):
        read("anexo", attack)
    assert thread_time() - begun < 0.2


def test_a_declared_encoding_does_not_matter() -> None:
    other = text("espera_reaberta").replace('encoding="UTF-8"', 'encoding="ISO-8859-1"')
    root = read("espera_reaberta", other)
    assert root.find("{*}process/{*}startEvent").get("name") == "Começo"  # type: ignore[union-attr]


def chain(length: int) -> Bundle:
    """A process of `length` elements, one after the other."""
    tasks = [f"t{n}" for n in range(length - 2)]
    ids = ["inicio", *tasks, "fim"]
    refs = "".join(f"<bpmn:flowNodeRef>{t}</bpmn:flowNodeRef>" for t in tasks)
    boxes = "".join(f'<bpmn:userTask id="{t}" autos:form="resposta"/>' for t in tasks)
    flows = "".join(
        f'<bpmn:sequenceFlow id="de_{a}" sourceRef="{a}" targetRef="{b}"/>'
        for a, b in pairwise(ids)
    )
    found = text("espera_reaberta")
    head = found[: found.index("<bpmn:laneSet")]
    return Bundle("espera_reaberta", (("bpmn", "espera_reaberta", (
        f'{head}<bpmn:laneSet id="r"><bpmn:lane id="l" name="Secretaria">{refs}</bpmn:lane>'
        f'</bpmn:laneSet><bpmn:startEvent id="inicio"/>{boxes}'
        f'<bpmn:endEvent id="fim" autos:outcome="fim"/>{flows}</bpmn:process></bpmn:definitions>'
    )),))  # fmt: skip


def test_300_elements_are_accepted_and_run() -> None:
    of = chain(300)
    check(of)
    run = Run.start(of, FakeHost())
    run.advance()
    assert [step.element for step in run.steps()] == ["t0"]


def test_301_elements_are_refused_at_once() -> None:
    of = chain(301)
    begun = thread_time()
    with pytest.raises(DiagramError, match="mais de 300 elementos"):
        check(of)
    assert thread_time() - begun < 0.2


def test_a_comment_does_not_split_a_clock() -> None:
    of = changed("espera_reaberta", ('prazo("defesa")', '<!-- x -->prazo("def<!-- y -->esa")'))
    check(of)
