"""A drawing gives a page what to draw, and the same as text in reading order."""

import pytest

from tests.engine.models import INFRACAO, bundle
from webapp.engine import Box, drawing

OF = bundle(*INFRACAO)


def test_shapes_stand_in_reading_order() -> None:
    assert [shape.id for shape in drawing(OF, "notificacao").shapes] == [
        "inicio_notificacao",
        "escolher_meio",
        "qual_meio",
        "entregar_em_maos",
        "emitir_ar",
        "aguardar_ar",
        "prazo_retorno_ar",
        "publicar_edital",
        "conferir_ciencia",
        "todos_cientes",
        "certificar_ciencia",
        "fim_notificado",
    ]


def test_a_shape_says_what_it_is_and_where() -> None:
    shapes = {shape.id: shape for shape in drawing(OF, "infracao_marilandia").shapes}
    wait, clock, call = (
        shapes[name] for name in ("aguardar_defesa", "prazo_defesa", "notificar_auto")
    )
    assert (wait.kind, wait.message, wait.lane, wait.basis) == (
        "wait",
        "defesa",
        "Secretaria",
        "art. 23",
    )
    assert wait.box == Box(386, 232, 100, 80)
    assert (clock.kind, clock.key, clock.host) == ("clock", "defesa", "aguardar_defesa")
    assert (call.kind, call.called) == ("call", "notificacao")


def test_a_gateway_names_its_exits() -> None:
    exits = drawing(OF, "infracao_marilandia").exits("ha_pedido")
    assert [(edge.name, edge.target) for edge in exits] == [
        ("sim", "decidir_reconsideracao"),
        ("não", "aplicar_penalidade"),
        ("prazo reaberto", "aguardar_reconsideracao"),
    ]


def test_lanes_are_told_from_the_frame_around_them() -> None:
    lanes = drawing(OF, "infracao_marilandia").lanes
    assert [(lane.name, lane.is_role) for lane in lanes] == [
        ("Infração de mototáxi · Marilândia", False),
        ("Fiscalização", True),
        ("Secretaria", True),
        ("Autoridade", True),
    ]


def test_a_diagram_without_picture_is_still_a_list() -> None:
    found = drawing(bundle("tarefa_com_prazo"), "tarefa_com_prazo")
    assert [shape.name for shape in found.shapes][:3] == [
        "Começo",
        "Cumprir diligência",
        "Cumprida",
    ]
    assert all(shape.box is None for shape in found.shapes)


def test_a_process_outside_the_bundle_has_no_drawing() -> None:
    with pytest.raises(KeyError):
        drawing(OF, "julgamento_recurso")


@pytest.mark.parametrize("process", INFRACAO)
def test_every_shipped_figure_and_arrow_has_its_place_within_1290_by_600(process: str) -> None:
    found = drawing(OF, process)
    for shape in found.shapes:
        assert shape.box is not None, shape.id
        assert shape.box.x + shape.box.width <= 1290, shape.id
        assert shape.box.y + shape.box.height <= 600, shape.id
    assert all(len(edge.points) >= 2 for edge in found.edges)


@pytest.mark.parametrize("process", INFRACAO)
def test_shipped_boxes_keep_at_least_20_pixels_between_them(process: str) -> None:
    boxes = [
        (shape.id, shape.box)
        for shape in drawing(OF, process).shapes
        if shape.box is not None and not shape.host
    ]
    for name, box in boxes:
        for other, beside in boxes:
            gap = max(
                beside.x - box.x - box.width,
                box.x - beside.x - beside.width,
                beside.y - box.y - box.height,
                box.y - beside.y - beside.height,
            )
            assert name == other or gap >= 20, (name, other, gap)
