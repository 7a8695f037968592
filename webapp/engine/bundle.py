"""A bundle: one process, everything it calls, its forms and templates, pinned by content."""

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from threading import Lock

from webapp import config
from webapp.engine import rules
from webapp.engine.drawing import Drawing, draw
from webapp.engine.graph import Graph
from webapp.engine.specs import Compiled, compile_specs, documents_of, fingerprint_of
from webapp.engine.xml import NAME, DiagramError, read

_KEPT = 64


@dataclass(frozen=True)
class Bundle:
    """`items`: (kind, name, text); kind is bpmn, form or template; a bpmn's name is its process."""

    process: str
    items: tuple[tuple[str, str, str], ...]

    @cached_property
    def sha256(self) -> str:
        """Hash of the process's name and of every item; the order of items does not count."""
        digest = hashlib.sha256(f"{self.process}\n".encode())
        for kind, name, text in sorted(self.items):
            content = hashlib.sha256(text.encode()).hexdigest()
            digest.update(f"{kind}\0{name}\0{content}\n".encode())
        return digest.hexdigest()

    def text(self, kind: str, name: str) -> str:
        """The text of one item. Raises KeyError."""
        for item_kind, item_name, text in self.items:
            if (item_kind, item_name) == (kind, name):
                return text
        raise KeyError((kind, name))


def collect(process: str, municipality: str, template: Callable[[str], str]) -> Bundle:
    """The bundle of a process as the files stand now, checked. Raises DiagramError.

    A process `x_<municipality>` is `x.bpmn` in the municipality's folder; a shared one is `x.bpmn`
    in the shared folder. `template` gives the text of a document's template, or a KeyError.
    """
    items: set[tuple[str, str, str]] = set()
    todo, seen = [process], set[str]()
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        text = _workflow(name, municipality)
        graph = rules.check(name, read(name, text))
        items.add(("bpmn", name, text))
        items |= _forms(graph, municipality) | _templates(graph, template)
        todo += [node.called for node in graph.of_kind("call")]
    bundle = Bundle(process, tuple(sorted(items)))
    check(bundle)
    return bundle


def check(bundle: Bundle) -> None:
    """Refuses a bundle that cannot be run, or would run silently wrong. Raises DiagramError."""
    files = {name: text for kind, name, text in bundle.items if kind == "bpmn"}
    graphs = {name: rules.check(name, read(name, text)) for name, text in files.items()}
    if bundle.process not in graphs:
        raise DiagramError(bundle.process, None, "o processo não está no conjunto de arquivos.")
    _check_calls(bundle.process, graphs, (), set())
    _check_ids(graphs)
    for name, text in files.items():
        draw(name, text)
    compiled(bundle)


@lru_cache(maxsize=_KEPT)
def documents(bundle: Bundle) -> Mapping[str, str]:
    """The document that each element of the bundle gives birth to, by element."""
    return documents_of(compiled(bundle))


def drawing(bundle: Bundle, process: str) -> Drawing:
    """The drawing of one process of the bundle. Raises KeyError if it is not part of it."""
    return draw(process, bundle.text("bpmn", process))


def _check_calls(
    name: str, graphs: dict[str, Graph], above: tuple[str, ...], done: set[str]
) -> None:
    """Every called process is there, and none leads back to itself."""
    for node in graphs[name].of_kind("call"):
        if node.called not in graphs:
            raise DiagramError(name, node.id, f"não existe o processo chamado «{node.called}».")
        if node.called in (*above, name):
            raise DiagramError(name, node.id, "o processo chama a si mesmo; desfaça a volta.")
        if node.called not in done:
            _check_calls(node.called, graphs, (*above, name), done)
    done.add(name)


def _check_ids(graphs: dict[str, Graph]) -> None:
    """An element is known by its id alone in all the bundle."""
    where: dict[str, str] = {}
    for name, graph in graphs.items():
        for element in graph.nodes:
            if where.setdefault(element, name) != name:
                raise DiagramError(name, element, f"o id já é usado em «{where[element]}».")


def _workflow(process: str, municipality: str) -> str:
    if NAME.fullmatch(process):
        for folder in config.workflow_folders(municipality):
            path = folder / _file_of(process, folder.name, municipality)
            if path.is_file():
                return _text(process, path)
    raise DiagramError(process, None, f"não há arquivo deste processo em {municipality}.")


def _file_of(process: str, folder: str, municipality: str) -> str:
    """In the municipality's own folder the file's name leaves out the municipality."""
    if folder != municipality:
        return f"{process}.bpmn"
    stem, mark, _ = process.rpartition(f"_{municipality}")
    return f"{stem}.bpmn" if mark else ""


def _text(file: str, path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise DiagramError(file, None, "o arquivo não está em UTF-8; salve-o de novo.") from None


def _forms(graph: Graph, municipality: str) -> set[tuple[str, str, str]]:
    folders = config.form_folders(municipality)
    found = set()
    for name in rules.names(graph, "form"):
        path = next((f / f"{name}.json" for f in folders if (f / f"{name}.json").is_file()), None)
        if path is None:
            raise DiagramError(graph.process, None, f"falta o formulário «{name}» ({name}.json).")
        found.add(("form", name, _text(path.name, path)))
    return found


def _templates(graph: Graph, template: Callable[[str], str]) -> set[tuple[str, str, str]]:
    found = set()
    for name in rules.names(graph, "document"):
        try:
            found.add(("template", name, template(name)))
        except KeyError:
            raise DiagramError(graph.process, None, f"falta o documento «{name}».") from None
    return found


_compiled: OrderedDict[str, Compiled] = OrderedDict()
_lock = Lock()


def compiled(bundle: Bundle) -> Compiled:
    """The shared specs of a bundle, compiled once per content. Raises DiagramError."""
    with _lock:
        if bundle.sha256 not in _compiled:
            files = [(name, text) for kind, name, text in bundle.items if kind == "bpmn"]
            _compiled[bundle.sha256] = compile_specs(bundle.process, files)
        _compiled.move_to_end(bundle.sha256)
        if len(_compiled) > _KEPT:
            _compiled.popitem(last=False)
        return _compiled[bundle.sha256]


def fingerprint(bundle: Bundle) -> str:
    """The shared specs as text; equal as long as nobody changed them."""
    return fingerprint_of(compiled(bundle))
