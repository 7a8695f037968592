"""Reads BPMN text without trusting it: no DOCTYPE, entities or network; bounded size and depth."""

import re
from collections.abc import Iterator

from lxml import etree

BPMN = "http://www.omg.org/spec/BPMN/20100524/MODEL"
DI = "http://www.omg.org/spec/BPMN/20100524/DI"
BOUNDS = "http://www.omg.org/spec/DD/20100524/DC"
POINTS = "http://www.omg.org/spec/DD/20100524/DI"
AUTOS = "urn:autos:bpmn:1"

MAX_BYTES = 2_000_000
NAME = re.compile(r"[a-z][a-z0-9_]{0,79}")
"""What an owner may use as the name of a process, form, document, action or message."""

_DECLARES = re.compile(r"<!\s*(DOCTYPE|ENTITY)", re.IGNORECASE)


class DiagramError(ValueError):
    """A diagram that cannot be used. The message, in Portuguese, names the file and the element."""

    def __init__(self, file: str, element: str | None, sentence: str) -> None:
        self.file, self.element, self.sentence = file, element, sentence
        super().__init__(f"{file}: «{element}»: {sentence}" if element else f"{file}: {sentence}")


def read(file: str, text: str) -> etree._Element:
    """The root of a BPMN file; `file` is the name used in refusals. Raises DiagramError."""
    data = text.encode("utf-8", "surrogatepass")
    if len(data) > MAX_BYTES:
        raise DiagramError(file, None, "o arquivo tem mais de 2 MB; divida o processo em etapas.")
    if _DECLARES.search(text):
        raise DiagramError(file, None, "o arquivo declara DOCTYPE ou ENTITY; retire a declaração.")
    try:
        root = etree.fromstring(data, _parser())
    except (etree.XMLSyntaxError, ValueError) as error:
        raise DiagramError(file, None, f"o arquivo não é um XML válido ({error}).") from None
    if root.getroottree().docinfo.internalDTD is not None:
        raise DiagramError(file, None, "o arquivo declara DOCTYPE; retire a declaração.")
    if root.tag != tag("definitions"):
        raise DiagramError(file, None, "o arquivo não é um diagrama BPMN 2.0.")
    return root


def _parser() -> etree.XMLParser:
    # A parser is not shared between threads. The encoding is fixed so that a declared one (UTF-7,
    # UTF-16) cannot hide a DOCTYPE from the search above.
    return etree.XMLParser(
        encoding="utf-8",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )


def tag(name: str) -> str:
    """The full name of a BPMN element, as lxml writes it."""
    return f"{{{BPMN}}}{name}"


def kind(node: etree._Element) -> str:
    """The element's name without its namespace."""
    return etree.QName(node).localname


def own(node: etree._Element, name: str) -> str:
    """The value of an `autos:` attribute, or an empty text."""
    return str(node.get(f"{{{AUTOS}}}{name}") or "")


def children(node: etree._Element, name: str) -> Iterator[etree._Element]:
    """The BPMN children of that name."""
    return node.iterchildren(tag(name))


def process_of(file: str, root: etree._Element) -> etree._Element:
    """The one process of a file. Raises DiagramError when there is none or more than one."""
    found = list(children(root, "process"))
    if len(found) != 1:
        raise DiagramError(
            file, None, f"o arquivo tem {len(found)} processos; deixe exatamente um por arquivo."
        )
    return found[0]
