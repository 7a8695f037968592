"""What nobody may do, each with the sentence that says what to do now, and nothing changed."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, insert, select
from werkzeug.test import TestResponse

from tests.cases.conftest import ANSWER, PRAZOS
from tests.cases.kit import AUTO, CAST, JUDGED, WHO, World
from tests.tree import ROOT
from tests.web import cases
from tests.web.conftest import PASSWORD, Browser
from tests.web.serving import application
from tests.web.visiting import visit, words
from webapp.diagrams.stage import Player
from webapp.store import tables
from webapp.store.database import transaction
from webapp.web import labels

# What every request may leave behind, whatever comes of it.
BOOKKEEPING = {"request", "web_session", "attempt"}
NEW_AUTO = "/autos/novo"
RESERVED = ("aprovado", "version", "municipality_id", "__builtins__", "typename", "fato")
TEXT = "Texto que não se perde."


@dataclass
class Scene:
    """One world with its pages; `about_to` notes every row just before the wrong request."""

    world: World
    app: Flask
    counted: dict[str, int] = field(default_factory=dict)
    sent: dict[str, Any] = field(default_factory=dict)
    press_again: Callable[[], TestResponse] | None = None

    def visit(self, login: str) -> Browser:
        return visit(self.app, self.world, login)

    @property
    def case(self) -> str:
        return f"/processos/{self.world.case_id}"

    def step(self, element: str) -> str:
        return f"{self.case}/tarefas/{self.world.task(element).id}"

    def rows(self) -> dict[str, int]:
        with transaction(self.world.engine) as session:
            return {
                table.name: session.execute(select(func.count()).select_from(table)).scalar_one()
                for table in tables.metadata.sorted_tables
                if table.name not in BOOKKEEPING
            }

    def send(self, browser: Browser, path: str, page: str, **typed: Any) -> TestResponse:
        """Fill in the form of a page and send it: what follows is what must not change."""
        return self.post(browser, path, {**browser.hidden(page), **typed})

    def post(self, browser: Browser, path: str, sent: dict[str, Any]) -> TestResponse:
        self.counted, self.sent = self.rows(), sent
        self.press_again = lambda: browser.client.post(path, data=sent)
        return self.press_again()

    def auto(self, **typed: Any) -> TestResponse:
        sent = {**AUTO, "relato": TEXT, "_action": "concluir", "_password": PASSWORD, **typed}
        return self.send(self.visit("agente"), NEW_AUTO, NEW_AUTO, **sent)

    def judge(self, login: str = "diretor", **typed: Any) -> TestResponse:
        """Judge the auto after a defence of Friday 2025-12-05."""
        if not self.world.stage.cases:
            cases.defended(self.world)
        sent = {**JUDGED, "razoes": TEXT, "_action": "concluir", "_password": PASSWORD, **typed}
        return self.send(self.visit(login), self.step("julgar_auto"), self.case, **sent)

    def paper(self, **typed: Any) -> TestResponse:
        """Receive a defence on Monday 2025-12-01."""
        if not self.world.stage.cases:
            cases.opened(self.world)
        form = f"{self.case}/papel"
        sent = {
            "especie": "defesa",
            "de_quem": self.world.party(),
            "apresentante": "Fulano da Silva",
            "meio": "balcao",
            "data": "2025-12-01",
            "observacao": TEXT,
            **typed,
        }
        return self.send(self.visit("protocolo"), form, form, **sent)


@dataclass(frozen=True)
class Row:
    """One wrong request: how it is made, what it answers, and the sentence that helps."""

    name: str
    make: Callable[[Scene], TestResponse]
    status: int
    sentence: str
    cast: Mapping[str, Player] = field(default_factory=lambda: CAST)


# ---- how each wrong request is made


def conferred_before_the_fact(scene: Scene) -> TestResponse:
    """A notice of Monday 2025-12-01 said to be known the Friday before."""
    world = scene.world
    world.open(entrega="nao_entregue", data_entrega=None)
    world.answer("escolher_meio", meio="em_maos", **{"endereco.autuado": "Rua das Flores, 10"})
    handed = {"entrega.autuado": "entregue", "data_entrega.autuado": "2025-12-01"}
    world.answer("entregar_em_maos", resultado="feita", **handed)
    party = world.party()
    sent = {
        f"ciencia_valida.{party}": "sim",
        f"data_ciencia.{party}": "2025-11-28",
        "resultado": "todas",
        "_action": "concluir",
        "_password": PASSWORD,
    }
    browser = scene.visit(WHO[world.task("conferir_ciencia").role])
    return scene.send(browser, scene.step("conferir_ciencia"), scene.case, **sent)


def finished_by_another(scene: Scene) -> TestResponse:
    """The substitute judges while the director's page is open."""
    cases.defended(scene.world)
    path, browser = scene.step("julgar_auto"), scene.visit("diretor")
    hidden = browser.hidden(scene.case)
    scene.world.answer("julgar_auto", "substituta", **JUDGED)
    sent = {**JUDGED, "razoes": TEXT, "_action": "concluir", "_password": PASSWORD}
    return scene.post(browser, path, {**hidden, **sent})


def a_draft_of_what_another_finished(scene: Scene) -> TestResponse:
    cases.defended(scene.world)
    path, browser = scene.step("julgar_auto"), scene.visit("diretor")
    hidden = browser.hidden(scene.case)
    scene.world.answer("julgar_auto", "substituta", **JUDGED)
    return scene.post(browser, path, {**hidden, "razoes": TEXT, "_action": "rascunho"})


def a_form_of_before_the_term_was_reopened(scene: Scene) -> TestResponse:
    """The certificate of 09/12 was answered «prazo reaberto», lapsed again, and is open anew."""
    world = scene.world
    cases.lapsed(world)
    path, browser = scene.step("certificar_defesa"), scene.visit("secretaria")
    hidden = browser.hidden(scene.case)
    world.answer(
        "certificar_defesa",
        resultado="prazo_reaberto",
        motivo="A ciência foi no dia 5.",
        **{"nova_ciencia.autuado": "2025-12-05"},
    )
    world.go("2026-01-05").tick()
    sent = {"resultado": "decurso", "motivo_antecipado": TEXT, "_action": "concluir"}
    return scene.post(browser, path, {**hidden, **sent})


def of_another_municipality(scene: Scene) -> TestResponse:
    number = a_case_next_door(scene.world)
    browser = scene.visit("protocolo")
    missing, theirs = (browser.get(f"/processos/{n}/papel") for n in (999, number))
    assert missing.status_code == theirs.status_code == 404
    assert words(missing.text) == words(theirs.text)
    sent = {**browser.hidden("/conta"), "_action": "concluir"}
    assert scene.post(browser, f"/processos/{number}/papel", sent).status_code == 404
    return scene.post(browser, f"/processos/{number}/tarefas/1", sent)


def a_case_next_door(world: World) -> int:
    """A case of another municipality."""
    with transaction(world.engine) as session:
        place = session.execute(
            insert(tables.municipality)
            .values(slug="vizinha", name="Vizinha", uf="ES")
            .returning(tables.municipality.c.id)
        ).scalar_one()
        table = tables.case
        values = {
            "municipality_id": place,
            "number": "0001/2025",
            "number_key": "00012025",
            "process": "infracao_marilandia",
            "bundle_sha256": "0" * 64,
            "state_format": 1,
            "version": 1,
            "opened_at": world.now,
            "effective_at": world.now,
            "subject": "",
            "subject_key": "",
        }
        new: int = session.execute(insert(table).values(values).returning(table.c.id)).scalar_one()
        return new


def a_colleague_has_it(scene: Scene) -> TestResponse:
    cases.defended(scene.world)
    task = scene.world.task("julgar_auto").id
    with transaction(scene.world.engine) as session:
        session.execute(
            tables.task.update()
            .where(tables.task.c.id == task)
            .values(assignee_id=scene.world.actors["substituta"].user_id)
        )
    return scene.judge()


def who_drew_it_up_judges(scene: Scene) -> TestResponse:
    """The director was the agent of this auto."""
    world = scene.world
    world.open(who="diretor")
    world.go("2025-12-05").paper("defesa", "2025-12-05")
    return scene.judge()


def answering_a_wait(scene: Scene) -> TestResponse:
    cases.opened(scene.world)
    browser, path = scene.visit("secretaria"), scene.step("aguardar_defesa")
    return scene.send(browser, path, scene.case, _action="concluir", resultado="feito")


AUTOS = [
    Row(
        "a CPF that does not exist",
        lambda s: s.auto(**{"autuado.cpf": "529.982.247-24"}),
        422,
        "Este CPF não existe: os dígitos não conferem. Confira no documento.",
    ),
    Row("a wrong plate", lambda s: s.auto(**{"veiculo.placa": "12345"}), 422, "placa"),
    Row(
        "a fact in the future",
        lambda s: s.auto(data_fato="2025-12-02"),
        422,
        "O dia 02/12/2025 ainda não chegou. Use hoje ou um dia que passou.",
    ),
    Row(
        "a delivery before the fact",
        lambda s: s.auto(data_entrega="2025-11-28"),
        422,
        "A entrega não pode ser anterior ao fato, de 01/12/2025 (art. 22). Confira as duas datas.",
    ),
    Row("a wrong password", lambda s: s.auto(_password="errada"), 422, "A senha não confere."),
    Row("no button", lambda s: s.auto(_action="apagar"), 400, "use os botões dela"),
]
PAPERS = [
    Row(
        "a paper of tomorrow",
        lambda s: s.paper(data="2025-12-02"),
        422,
        "O dia 02/12/2025 ainda não chegou.",
    ),
    Row("no presenter", lambda s: s.paper(apresentante=" "), 422, "Preencha «Quem apresentou»."),
    Row("a kind there is not", lambda s: s.paper(especie="recurso"), 422, "Escolha uma das opções"),
    Row(
        "a party of another case",
        lambda s: s.paper(de_quem="999"),
        422,
        "Escolha uma das opções da lista.",
    ),
    Row(
        "a key the form does not have",
        lambda s: s.paper(municipality_id="2"),
        400,
        "O formulário não tem o campo «municipality_id». Nada foi gravado.",
    ),
]
ANSWERS = [
    Row("notice before the fact", conferred_before_the_fact, 422,
        "A ciência não pode ser anterior ao ato notificado, de 01/12/2025."),
    Row("an unknown item", lambda s: s.judge(**{"item_multa.9-IX": "1,00"}), 400,
        "O formulário não tem o campo «item_multa.9-IX»."),
    Row("a field sent twice", lambda s: s.judge(razoes=["um", "dois"]), 400,
        "O campo «razoes» veio duas vezes. Nada foi gravado."),
    Row("a fine that is not the table's", lambda s: s.judge(**{"item_multa.5-II": "100,00"}), 422,
        "A penalidade não é a que a lei dá para este item: multa de R$ 759,00 (art. 15, § 1º)."),
    Row("a wrong password", lambda s: s.judge(_password="errada"), 422,
        "A senha não confere. Digite de novo a sua senha atual."),
    Row("no role", lambda s: s.judge("protocolo"), 403, "cabe a quem exerce o papel Autoridade"),
    Row("support signs", lambda s: s.judge("apoio"), 403, "é ato assinado: só o assina quem"),
    Row("a draft without the role", lambda s: s.judge("protocolo", _action="rascunho"), 403,
        "cabe à Autoridade"),
    Row("who drew it up judges", who_drew_it_up_judges, 403,
        "Você não pode praticar este ato: lavrou o auto",
        cast={**CAST, "diretor": Player("Dário Diretor", ("autoridade", "fiscalizacao"))}),
    Row("a colleague has it", a_colleague_has_it, 409, "está com outra pessoa"),
    Row("finished by another", finished_by_another, 409,
        "«Julgar auto e defesa» já foi concluída por Sônia Substituta em 05/12/2025"),
    Row("a draft of what another finished", a_draft_of_what_another_finished, 409,
        "já foi concluída por Sônia Substituta"),
    Row("a form of before it was reopened", a_form_of_before_the_term_was_reopened, 409,
        "«Certificar decurso da defesa» já foi concluída por Sílvia Secretaria em 09/12/2025"),
    Row("another municipality's number", of_another_municipality, 404,
        "Não encontramos o que você pediu. Confira o número"),
]  # fmt: skip


@pytest.fixture
def begin(database_url: str) -> Iterator[Callable[..., Scene]]:
    """Begins a scene in Marilândia on Monday 2025-12-01."""
    scenes: list[Scene] = []
    with application(database_url) as app:

        def start(cast: Mapping[str, Player] = CAST) -> Scene:
            scenes.append(Scene(World(database_url, cast=cast), app))
            return scenes[-1]

        yield start
    for scene in scenes:
        scene.world.engine.dispose()


WAITS = Row("a wait is answered", answering_a_wait, 409, "espera um papel: registre-o no protocolo")


@pytest.mark.parametrize("row", [*AUTOS, *PAPERS, *ANSWERS, WAITS], ids=lambda row: row.name)
def test_a_wrong_request_says_what_to_do_changes_nothing_and_loses_nothing(
    begin: Callable[..., Scene], row: Row
) -> None:
    scene = begin(row.cast)
    reply = row.make(scene)
    assert reply.status_code == row.status
    assert row.sentence in words(reply.text)
    assert scene.rows() == scene.counted
    assert PASSWORD not in reply.text
    if reply.status_code in (409, 422) and TEXT in scene.sent.values():
        assert TEXT in reply.text


@pytest.mark.parametrize("page", ["auto", "paper", "judge"])
def test_no_key_that_the_machine_uses_gets_in(begin: Callable[..., Scene], page: str) -> None:
    scene = begin()
    for name in RESERVED:
        reply = getattr(scene, page)(**{name: "1"})
        assert reply.status_code == 400
        assert f"O formulário não tem o campo «{name}». Nada foi gravado." in words(reply.text)
        assert scene.rows() == scene.counted


@pytest.mark.parametrize("page", ["auto", "paper", "judge"])
def test_pressing_twice_does_it_once_and_answers_the_same(
    begin: Callable[..., Scene], page: str
) -> None:
    scene = begin()
    first = getattr(scene, page)()
    assert first.status_code == 303
    done = scene.rows()
    assert done != scene.counted
    assert scene.press_again
    second = scene.press_again()
    assert (second.status_code, second.location) == (303, first.location)
    assert scene.rows() == done


@pytest.fixture
def orders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process whose only step, an order to be carried out, has ten days."""
    for folder in ("workflows/shared", "forms/shared", "laws/marilandia"):
        (tmp_path / folder).mkdir(parents=True)
    model = (ROOT / "tests/models/tarefa_com_prazo.bpmn").read_text("utf-8")
    model = model.replace(' autos:document="oficio"', "")
    (tmp_path / "workflows/shared/tarefa_com_prazo.bpmn").write_text(model, "utf-8")
    (tmp_path / "forms/shared/resposta.json").write_text(json.dumps(ANSWER), "utf-8")
    (tmp_path / "laws/marilandia/prazos.toml").write_text(PRAZOS.format(outer=60), "utf-8")
    monkeypatch.setenv("AUTOS_ROOTS", str(tmp_path))
    # A process reads its labels once: here they are read again, with these forms among them.
    monkeypatch.setattr(labels, "_labels", labels._labels.__wrapped__)
    monkeypatch.setattr(labels, "_options", labels._options.__wrapped__)


@pytest.mark.usefixtures("orders")
def test_an_answer_after_the_term_finds_it_over_and_the_end_of_the_term_stays(
    begin: Callable[..., Scene],
) -> None:
    """Opened on Monday 2025-12-01, ten days: over on Thursday 2025-12-11; answered on the 12th."""
    scene = begin()
    scene.world.begin("tarefa_com_prazo")
    path, browser = scene.step("cumprir_diligencia"), scene.visit("secretaria")
    hidden = browser.hidden(scene.case)
    cases.stand_still(scene.world.go("2025-12-12"))
    sent = {**hidden, "_action": "concluir", "resultado": "feito"}
    reply = browser.client.post(path, data=sent)
    assert reply.status_code == 409
    assert (
        "O prazo de «Cumprir diligência» terminou em 11/12/2025 (art. 22). "
        "A etapa foi encerrada e o processo seguiu para a certidão do decurso."
    ) in words(reply.text)
    assert "Resultado Feito" in words(reply.text)
    assert f'href="{scene.case}"' in reply.text
    assert scene.world.names() == ["certificar_diligencia"]
    assert scene.world.rows(tables.answer) == []
    settled = scene.rows()
    assert browser.client.post(path, data=sent).status_code == 409
    assert scene.rows() == settled
