"""What the engine would run silently wrong is refused, naming the file and the element."""

import re

import pytest

from tests.engine.models import FILES, INFRACAO, bundle, changed
from tests.engine.test_expression import payloads
from webapp.engine import Bundle, DiagramError, check, fingerprint

WAIT = "espera_reaberta"
BORDER = (
    '<bpmn:boundaryEvent id="borda" attachedToRef="julgar_defesa"><bpmn:{}/></bpmn:boundaryEvent>'
    '<bpmn:sequenceFlow id="de_borda" sourceRef="borda" targetRef="fim"/></bpmn:process>'
)
END = 'autos:outcome="julgada"'
NOTHING = "</bpmn:process>"
ARROW = '<bpmn:sequenceFlow id="x" sourceRef="{}" targetRef="{}"/></bpmn:process>'


def refused(of: Bundle) -> str:
    with pytest.raises(DiagramError) as caught:
        check(of)
    return str(caught.value)


def escaped(text: str) -> str:
    kept = "".join(c if c.isprintable() or c in "\n\t" else "?" for c in text)
    return kept.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@pytest.mark.parametrize("process", sorted(set(FILES) - {"infracao_marilandia"}))
def test_every_test_diagram_is_accepted(process: str) -> None:
    called = [name for name in FILES if f'calledElement="{name}"' in FILES[process].read_text()]
    check(bundle(process, *called))


def test_the_shipped_infraction_is_accepted() -> None:
    check(bundle(*INFRACAO))


@pytest.mark.parametrize(
    ("element", "hint"),
    [
        ('<bpmn:eventBasedGateway id="x"/>', "use «Aguardar …» com relógio ou carta na borda"),
        ('<bpmn:scriptTask id="x"><bpmn:script>1</bpmn:script></bpmn:scriptTask>', "catálogo"),
        ('<bpmn:subProcess id="x" triggeredByEvent="true"/>', "desenhe a etapa em outro arquivo"),
        ('<bpmn:adHocSubProcess id="x"/>', "desenhe a etapa em outro arquivo"),
        ('<bpmn:transaction id="x"/>', "desenhe a etapa em outro arquivo"),
        ('<bpmn:intermediateCatchEvent id="x"/>', "tarefa de recebimento"),
        ('<bpmn:intermediateThrowEvent id="x"/>', "ação automática"),
        ('<bpmn:sendTask id="x"/>', "ação automática"),
        ('<bpmn:businessRuleTask id="x"/>', "a tabela fica na lei"),
        ('<bpmn:inclusiveGateway id="x"/>', "losango exclusivo"),
        ('<bpmn:complexGateway id="x"/>', "losango exclusivo"),
        ('<bpmn:task id="x"/>', "diga se é tarefa de pessoa"),
        ('<bpmn:dataObject id="x"/>', "retire-o do desenho"),
        ("<bpmn:ioSpecification/>", "retire-o do desenho"),
        ('<outra:userTask xmlns:outra="urn:outra" id="x"/>', "retire-o do desenho"),
    ],
)
def test_an_element_that_would_run_wrong_is_refused(element: str, hint: str) -> None:
    assert hint in refused(changed(WAIT, (NOTHING, element + NOTHING)))


TASK = '<bpmn:userTask id="julgar_defesa" name="Julgar defesa" autos:form="resposta"'


@pytest.mark.parametrize(
    ("attribute", "inside", "sentence"),
    [
        ("", "<bpmn:ioSpecification/>", "«ioSpecification» não é usado"),
        ("", "<bpmn:multiInstanceLoopCharacteristics/>", "«multiInstanceLoopCharacteristics» não"),
        ("", "<bpmn:standardLoopCharacteristics/>", "«standardLoopCharacteristics» não"),
        ("", "<bpmn:dataInputAssociation/>", "«dataInputAssociation» não"),
        (' default="de_julgar_defesa_para_fim"', "", "há saída padrão"),
    ],
)
def test_what_stands_inside_a_task_is_refused(attribute: str, inside: str, sentence: str) -> None:
    new = f"{TASK}{attribute}>{inside}</bpmn:userTask>"
    message = refused(changed(WAIT, (f"{TASK}/>", new)))
    assert "espera_reaberta: «julgar_defesa»" in message
    assert sentence in message


DATE = '<bpmn:timeDate xsi:type="bpmn:tFormalExpression">prazo("defesa")</bpmn:timeDate>'


@pytest.mark.parametrize(
    "timer",
    [
        "<bpmn:timeDuration>P5D</bpmn:timeDuration>",
        "<bpmn:timeCycle>R3/P1D</bpmn:timeCycle>",
        DATE + "<bpmn:timeDuration>P5D</bpmn:timeDuration>",
        '<bpmn:timeDate>"2025-12-08T00:00:00-03:00"</bpmn:timeDate>',
        "<bpmn:timeDate>prazo('defesa')</bpmn:timeDate>",
        '<bpmn:timeDate>prazo("defesa") or 1</bpmn:timeDate>',
        '<bpmn:timeDate>prazo("defesa", 5)</bpmn:timeDate>',
        '<bpmn:timeDate>prazo("Defesa")</bpmn:timeDate>',
        "<bpmn:timeDate><b>prazo</b></bpmn:timeDate>",
        "<bpmn:timeDate/>",
        "",
    ],
)
def test_a_clock_says_only_the_key_of_its_term(timer: str) -> None:
    message = refused(changed(WAIT, (DATE, timer)))
    assert "espera_reaberta: «prazo_defesa»" in message


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("attachedToRef=", 'cancelActivity="false" attachedToRef=', "tem de interromper"),
        ('attachedToRef="aguardar_defesa"', 'attachedToRef="prazo_encerrado"', "ficam na borda"),
        ('attachedToRef="aguardar_defesa"', 'attachedToRef="nenhuma"', "ficam na borda"),
        (' messageRef="msg_defesa"', "", "diga qual papel"),
        ('messageRef="msg_defesa"', 'messageRef="msg_outra"', "diga qual papel"),
        (' autos:outcome="julgada"', "", "autos:outcome"),
        ('Julgar defesa" autos:form="resposta"', 'Julgar defesa"', "autos:form"),
        ('Julgar defesa" autos:form="resposta"', 'Julgar defesa" autos:form="../x"', "autos:form"),
        ("<bpmn:flowNodeRef>julgar_defesa</bpmn:flowNodeRef>", "", "fora das raias"),
        ('isExecutable="true"', "", "executável"),
        ('isExecutable="true"', 'isExecutable="false"', "executável"),
        ('id="de_inicio_para_aguardar_defesa" ', "", "id ausente"),
        ('id="julgar_defesa" name', "name", "id ausente"),
        ('<bpmn:endEvent id="fim"', '<bpmn:endEvent id="End"', "não permitido"),
        ('<bpmn:startEvent id="inicio"', '<bpmn:startEvent id="typename"', "não permitido"),
        ('<bpmn:userTask id="certificar_defesa"', '<bpmn:userTask id="julgar_defesa"', "repetido"),
        ('targetRef="fim"', 'targetRef="outro"', "não liga"),
        ('targetRef="fim"', 'targetRef="julgar_defesa"', "nenhuma seta chega"),
        ('sourceRef="julgar_defesa"', 'sourceRef="aguardar_defesa"', "duas setas"),
        (NOTHING, ARROW.format("fim", "julgar_defesa"), "sair de um fim"),
        (NOTHING, ARROW.format("prazo_encerrado", "fim"), "sem condição"),
        ('id="prazo_encerrado" name="Prazo encerrado?"',
         'id="prazo_encerrado" name="x" default="de_prazo_encerrado_para_julgar_defesa"',
         "saída padrão"),
        ('"Começo"/>', '"Começo"/><bpmn:startEvent id="inicio_dois"/>', "2 começos"),
        ('name="Começo"/>', 'name="Começo"><bpmn:messageEventDefinition/></bpmn:startEvent>',
         "messageEventDefinition"),
        ('autos:outcome="julgada"/>',
         'autos:outcome="julgada"><bpmn:terminateEventDefinition/></bpmn:endEvent>',
         "terminateEventDefinition"),
        ('name="Secretaria">', 'name="Secretaria"><bpmn:childLaneSet/>', "raia dentro de raia"),
        ('<bpmn:process id="espera_reaberta"', '<bpmn:process id="outro"', "«outro»"),
        ('<bpmn:process id="espera_reaberta"', '<bpmn:process id="Espera"', "minúsculas"),
        ("</bpmn:process>", '</bpmn:process><bpmn:process id="dois"/>', "2 processos"),
    ],
)  # fmt: skip
def test_a_fault_is_refused(old: str, new: str, sentence: str) -> None:
    assert sentence in refused(changed(WAIT, (old, new)))


@pytest.mark.parametrize("event", ["signal", "error", "escalation", "compensate", "link", "cancel"])
def test_an_event_that_would_never_come_or_go_is_refused(event: str) -> None:
    definition = f"{event}EventDefinition"
    assert definition in refused(changed(WAIT, (NOTHING, BORDER.format(definition))))
    ending = (f"{END}/>", f"{END}><bpmn:{definition}/></bpmn:endEvent>")
    assert definition in refused(changed(WAIT, ending))


def test_two_events_in_one_figure_are_refused() -> None:
    both = "timerEventDefinition/><bpmn:messageEventDefinition"
    assert "um por figura" in refused(changed(WAIT, (NOTHING, BORDER.format(both))))


def test_an_island_that_no_way_reaches_is_refused() -> None:
    island = (
        '<bpmn:serviceTask id="um" autos:action="x"/><bpmn:serviceTask id="dois" autos:action="x"/>'
        '<bpmn:sequenceFlow id="ida" sourceRef="um" targetRef="dois"/>'
        '<bpmn:sequenceFlow id="volta" sourceRef="dois" targetRef="um"/></bpmn:process>'
    )
    assert "nenhum caminho do começo" in refused(changed(WAIT, (NOTHING, island)))


def test_a_condition_does_not_hide_elements() -> None:
    split = ('== "decurso"</', '== "decurso"<bpmn:x/> or julgar_defesa == "a"</')
    assert "texto simples" in refused(changed(WAIT, split))


def test_two_clocks_on_one_box_are_refused() -> None:
    second = (
        '<bpmn:boundaryEvent id="prazo_dois" attachedToRef="aguardar_defesa">'
        '<bpmn:timerEventDefinition><bpmn:timeDate>prazo("dois")</bpmn:timeDate>'
        '</bpmn:timerEventDefinition></bpmn:boundaryEvent><bpmn:sequenceFlow id="de_prazo_dois" '
        'sourceRef="prazo_dois" targetRef="julgar_defesa"/>'
    )
    assert "dois relógios" in refused(changed(WAIT, (NOTHING, second + NOTHING)))


def test_one_paper_awaited_twice_at_one_box_is_refused() -> None:
    second = (
        '<bpmn:boundaryEvent id="carta_dois" attachedToRef="aguardar_defesa">'
        '<bpmn:messageEventDefinition messageRef="msg_defesa"/></bpmn:boundaryEvent>'
        '<bpmn:sequenceFlow id="de_carta_dois" sourceRef="carta_dois" targetRef="julgar_defesa"/>'
    )
    assert "duas vezes" in refused(changed(WAIT, (NOTHING, second + NOTHING)))


def test_a_parallel_gateway_on_a_way_back_is_refused() -> None:
    message = refused(
        changed("volta_automatica", ("exclusiveGateway", "parallelGateway"),
                ('fato("pronto") == "sim"', 'fato("a") == "b"'))
    )  # fmt: skip
    assert "condição" in message
    text = re.sub(
        r"<bpmn:conditionExpression.*?</bpmn:conditionExpression>", "",
        changed("volta_automatica", ("exclusiveGateway", "parallelGateway")).items[0][2],
    )  # fmt: skip
    assert "caminho de volta" in refused(
        Bundle("volta_automatica", (("bpmn", "volta_automatica", text),))
    )


def test_a_called_process_that_is_missing_is_refused() -> None:
    assert "vistoria" in refused(bundle("vistoria_chamada"))


def test_an_id_used_in_two_files_of_a_bundle_is_refused() -> None:
    called = changed("vistoria", ("inicio_vistoria", "inicio"))
    of = Bundle("vistoria_chamada", called.items + bundle("vistoria_chamada").items)
    assert "já é usado em «vistoria»" in refused(of)


def test_two_processes_that_call_each_other_are_refused() -> None:
    one = changed("dois_fins", ("termina_duas_vezes", "vistoria_chamada"))
    other = changed("vistoria_chamada", ('calledElement="vistoria"', 'calledElement="dois_fins"'))
    assert "chama a si mesmo" in refused(Bundle("dois_fins", one.items + other.items))


def test_a_process_that_calls_itself_is_refused() -> None:
    called = changed(
        "vistoria_chamada", ('calledElement="vistoria"', 'calledElement="vistoria_chamada"')
    )
    assert "chama a si mesmo" in refused(called)


@pytest.mark.parametrize(("number", "source"), list(payloads()))
def test_no_payload_passes_as_condition_or_as_clock(number: str, source: str) -> None:
    condition = ('certificar_defesa == "decurso"', escaped(source))
    assert "de_prazo_encerrado_para_julgar_defesa" in refused(changed(WAIT, condition)), number
    timer = ('prazo("defesa")', escaped(source))
    assert "prazo_defesa" in refused(changed(WAIT, timer)), number


def infracao(old: str, new: str) -> Bundle:
    """The shipped infraction with a pattern of its own file replaced."""
    of = bundle(*INFRACAO)
    own = re.sub(old, new, of.text("bpmn", of.process), flags=re.DOTALL)
    return Bundle(of.process, (("bpmn", of.process, own), *of.items[1:]))


def test_the_picture_never_changes_how_a_process_runs() -> None:
    without = infracao("<bpmndi:BPMNDiagram.*</bpmndi:BPMNDiagram>", "")
    check(without)
    assert fingerprint(without) == fingerprint(bundle(*INFRACAO))


def test_a_place_that_is_no_number_is_refused() -> None:
    assert "não é um número" in refused(infracao(r'y="\d+"', 'y="nan"'))
