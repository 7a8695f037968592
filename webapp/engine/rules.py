"""What a diagram may hold. Refused is what the engine would run silently wrong, or not at all.

Ways to draw better, closed lists (roles, actions, laws) and fixes are the checker's, not ours.
"""

import re
from collections.abc import Callable, Iterator

from lxml import etree

from webapp.engine import expression
from webapp.engine.graph import Graph, Node, read_graph
from webapp.engine.xml import NAME, DiagramError, kind, own, process_of, tag

MAX_NODES = 300
PRAZO = re.compile(r'\s*prazo\("([a-z][a-z0-9_]{0,59})"\)\s*')

_ID = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,79}")
_RESERVED = {"Start", "End", "Root", "StartEventSplit", "StartEventJoin", "typename"}
_NOT_FLOW = {
    "documentation", "extensionElements", "laneSet", "sequenceFlow",
    "textAnnotation", "association", "group",
}  # fmt: skip
_INSIDE = {"documentation", "extensionElements", "incoming", "outgoing"}
_ON_BORDER = {"timerEventDefinition", "messageEventDefinition"}
_IN_FLOW = {"documentation", "extensionElements", "conditionExpression"}
_INSTEAD = {
    "eventBasedGateway": "use «Aguardar …» com relógio ou carta na borda",
    "intermediateCatchEvent": "use «Aguardar …» (tarefa de recebimento)",
    "intermediateThrowEvent": "use uma ação automática do catálogo",
    "scriptTask": "use uma ação automática do catálogo (autos:action)",
    "sendTask": "use uma ação automática do catálogo (autos:action)",
    "businessRuleTask": "a tabela fica na lei; uma pessoa decide no formulário",
    "subProcess": "desenhe a etapa em outro arquivo e chame-a",
    "transaction": "desenhe a etapa em outro arquivo e chame-a",
    "adHocSubProcess": "desenhe a etapa em outro arquivo e chame-a",
    "inclusiveGateway": "use um losango exclusivo",
    "complexGateway": "use um losango exclusivo",
    "task": "diga se é tarefa de pessoa, ação ou espera",
    "manualTask": "use tarefa de pessoa, com formulário",
}

Rule = Callable[[str, Graph], None]


def check(file: str, root: etree._Element) -> Graph:
    """The graph of the process `file`, if it can be run; otherwise DiagramError."""
    process = process_of(file, root)
    _check_process(file, process)
    _check_ids(file, root)
    graph = read_graph(file, root)
    for rule in _RULES:
        rule(file, graph)
    return graph


def _refuse(file: str, node: etree._Element, sentence: str) -> DiagramError:
    return DiagramError(file, node.get("id") or kind(node), sentence)


def _check_process(file: str, process: etree._Element) -> None:
    if not NAME.fullmatch(process.get("id") or ""):
        raise _refuse(file, process, "o id do processo só tem letras minúsculas sem acento e «_».")
    if process.get("id") != file:
        raise DiagramError(file, None, f"o id do processo no arquivo é «{process.get('id')}».")
    if process.get("isExecutable") != "true":
        raise _refuse(file, process, 'marque o processo como executável (isExecutable="true").')
    for child in process.iterchildren():
        _check_element(file, child)


def _check_element(file: str, child: etree._Element) -> None:
    name = kind(child)
    if child.tag != tag(name) or not (name in _NOT_FLOW or name in Node.KINDS):
        hint = _INSTEAD.get(name, "retire-o do desenho")
        raise _refuse(file, child, f"o elemento «{name}» não é usado aqui; {hint}.")
    if name == "laneSet" and next(child.iter(tag("childLaneSet")), None) is not None:
        raise _refuse(file, child, "há raia dentro de raia; use um só nível de raias.")


def _check_ids(file: str, root: etree._Element) -> None:
    seen: set[str] = set()
    for node in process_of(file, root).iter(tag("sequenceFlow"), *map(tag, Node.KINDS)):
        identity = node.get("id") or ""
        if not _ID.fullmatch(identity) or identity in _RESERVED:
            raise _refuse(file, node, "id ausente ou não permitido: só letras, números e «_».")
        if identity in seen:
            raise _refuse(file, node, "o id está repetido no arquivo; cada elemento tem o seu.")
        seen.add(identity)
    if sum(1 for _ in process_of(file, root).iter(*map(tag, Node.KINDS))) > MAX_NODES:
        raise DiagramError(
            file, None, f"o processo tem mais de {MAX_NODES} elementos; divida-o em etapas."
        )


def _check_inside(file: str, node: etree._Element, allowed: set[str]) -> None:
    for child in node.iterchildren():
        if child.tag != tag(kind(child)) or kind(child) not in allowed:
            raise _refuse(file, node, f"«{kind(child)}» não é usado aqui; retire-o do elemento.")
    if node.get("default"):
        raise _refuse(file, node, "há saída padrão; dê a cada saída a sua condição.")
    if node.get("cancelActivity", "true") != "true":
        raise _refuse(file, node, "o relógio ou a carta na borda tem de interromper.")


def _inside(file: str, graph: Graph) -> None:
    for node in graph.nodes.values():
        _check_inside(file, node.xml, _INSIDE | (_ON_BORDER if node.is_border else set()))
    for flow in graph.flows:
        _check_inside(file, flow.xml, _IN_FLOW)
        if any(len(c) for c in flow.xml.iterchildren(tag("conditionExpression"))):
            raise _refuse(file, flow.xml, "a condição é um texto simples, sem elementos dentro.")


def _one_start(file: str, graph: Graph) -> None:
    starts = graph.of_kind("start")
    if len(starts) != 1:
        raise DiagramError(file, None, f"o processo tem {len(starts)} começos; desenhe um.")
    if not graph.of_kind("end"):
        raise DiagramError(file, None, "o processo não tem fim; desenhe ao menos um.")


def _flows(file: str, graph: Graph) -> None:
    for flow in graph.flows:
        if flow.source not in graph.nodes or flow.target not in graph.nodes:
            raise _refuse(file, flow.xml, "a seta não liga dois elementos do processo.")
        if flow.condition is not None:
            _condition(file, graph, flow.xml, flow.source, flow.condition)
    for node in graph.nodes.values():
        _ways(file, graph, node)


def _condition(file: str, graph: Graph, flow: etree._Element, source: str, condition: str) -> None:
    if graph.nodes[source].kind != "exclusive":
        raise _refuse(file, flow, "só saída de losango exclusivo tem condição.")
    try:
        expression.check(condition)
    except expression.Denied as error:
        raise _refuse(file, flow, f"condição recusada: {error}.") from None


def _ways(file: str, graph: Graph, node: Node) -> None:
    out, into = graph.leaving(node.id), graph.entering(node.id)
    if node.kind in {"start", "clock", "message"} and into:
        raise _refuse(file, node.xml, "nenhuma seta pode entrar aqui.")
    if node.kind not in {"start", "clock", "message"} and not into:
        raise _refuse(file, node.xml, "nenhuma seta chega a este elemento.")
    if node.kind == "end" and out:
        raise _refuse(file, node.xml, "nenhuma seta pode sair de um fim.")
    if node.kind != "end" and not out:
        raise _refuse(file, node.xml, "nenhuma seta sai deste elemento; o caso pararia aqui.")
    if node.kind not in {"exclusive", "parallel"} and len(out) > 1:
        raise _refuse(file, node.xml, "saem duas setas; duas saídas só saem de losango.")
    if node.kind == "exclusive" and len(out) > 1 and any(f.condition is None for f in out):
        raise _refuse(file, node.xml, "há saída sem condição; dê a cada saída a sua condição.")


def _borders(file: str, graph: Graph) -> None:
    for node in (*graph.of_kind("clock"), *graph.of_kind("message")):
        host = graph.nodes.get(node.host)
        if host is None or host.kind not in {"person", "wait", "call"}:
            raise _refuse(file, node.xml, "relógio e carta ficam na borda de tarefa ou etapa.")
    for host in graph.nodes.values():
        clocks = [n for n in graph.of_kind("clock") if n.host == host.id]
        if len(clocks) > 1:
            raise _refuse(file, host.xml, "há dois relógios na borda; deixe um só.")
        papers = [n.message for n in graph.of_kind("message") if n.host == host.id]
        awaited = [paper for paper in (host.message, *papers) if paper]
        if len(set(awaited)) < len(awaited):
            raise _refuse(file, host.xml, "o mesmo papel é esperado duas vezes na mesma caixa.")


def _events(file: str, graph: Graph) -> None:
    for boundary in graph.of_kind("border"):
        raise _refuse(file, boundary.xml, "na borda só relógio com data ou carta, um por figura.")
    for node in graph.of_kind("clock"):
        if not PRAZO.fullmatch(node.timer):
            raise _refuse(
                file, node.xml, f'o prazo se escreve prazo("chave"), e não «{node.timer[:60]}».'
            )
    for node in (*graph.of_kind("wait"), *graph.of_kind("message")):
        if not NAME.fullmatch(node.message):
            raise _refuse(file, node.xml, "diga qual papel é esperado (mensagem com nome).")


def _attributes(file: str, graph: Graph) -> None:
    needed = {"person": "form", "action": "action", "end": "outcome"}
    for node in graph.nodes.values():
        for name in (*filter(None, [needed.get(node.kind)]), "document", "about"):
            value = own(node.xml, name)
            if (value or name == needed.get(node.kind)) and not NAME.fullmatch(value):
                raise _refuse(file, node.xml, f"o atributo autos:{name} falta ou não é um nome.")
        if node.kind == "call" and not NAME.fullmatch(node.called):
            raise _refuse(file, node.xml, "diga qual processo é chamado (calledElement).")
        if node.kind == "person" and not node.lane:
            raise _refuse(file, node.xml, "a tarefa está fora das raias; ninguém a receberia.")


def _reached(file: str, graph: Graph) -> None:
    [start] = graph.of_kind("start")
    for name in graph.nodes.keys() - graph.reachable(start.id) - {start.id}:
        raise _refuse(file, graph.nodes[name].xml, "nenhum caminho do começo chega aqui.")


def _no_parallel_on_a_cycle(file: str, graph: Graph) -> None:
    for node in graph.of_kind("parallel"):
        if node.id in graph.reachable(node.id):
            raise _refuse(file, node.xml, "losango paralelo não pode estar num caminho de volta.")


_RULES: tuple[Rule, ...] = (
    _inside, _one_start, _events, _flows, _borders, _attributes, _reached,
    _no_parallel_on_a_cycle,
)  # fmt: skip


def names(graph: Graph, attribute: str) -> Iterator[str]:
    """The forms, documents … that the process names, each once, in a fixed order."""
    yield from sorted({v for n in graph.nodes.values() if (v := own(n.xml, attribute))})
