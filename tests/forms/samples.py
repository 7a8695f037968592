"""Forms and contexts that the tests of this folder share."""

import json
from datetime import date
from pathlib import Path
from typing import Any

from webapp.forms import Context, Form, Option

FOLDER = Path(__file__).parents[2] / "forms"
TODAY = date(2025, 12, 1)

PARTIES = (Option("7", "Ana Prado", "autuada"), Option("8", "Bento Luz", "titular"))
ITEMS = (Option("art5_i", "art. 5º, I"), Option("art5_iii", "art. 5º, III"))
INFRACOES = (
    Option("art5_i", "Levar mais de um passageiro", "art. 5º, I · multa", "Condução"),
    Option("art5_iii", "Não usar colete", "art. 5º, III · multa", "Condução"),
    Option("art18", "Ceder o veículo a outra pessoa", "art. 18 · cassação", "Autorização"),
)
RETORNOS = (Option("entregue", "Entregue"), Option("ausente", "Ausente"))
LISTS = {
    "infracoes": INFRACOES, "retornos": RETORNOS, "fundamentos_cassacao": INFRACOES,
}  # fmt: skip
CONTEXT = Context(TODAY, PARTIES, ITEMS, LISTS, PARTIES[:1])

OUTCOME: dict[str, Any] = {
    "name": "resultado",
    "type": "choice",
    "label": "Resultado",
    "required": True,
    "outcome": True,
    "options": [{"code": "feito", "label": "Feito"}, {"code": "parado", "label": "Parado"}],
}


def text_of(*fields: dict[str, Any], **keys: Any) -> str:
    """The JSON of a small form: an outcome, then `fields`."""
    return json.dumps({"title": "Amostra", "fields": [OUTCOME, *fields], **keys})


def form_of(*fields: dict[str, Any], **keys: Any) -> Form:
    return Form.read(text_of(*fields, **keys))


def field(type_: str, name: str = "campo", **keys: Any) -> dict[str, Any]:
    return {"name": name, "type": type_, "label": "Campo", **keys}


def stored(path: str) -> Form:
    """A form of the product, by `folder/name`."""
    return Form.read((FOLDER / f"{path}.json").read_text())


AUTO = {
    "veiculo.placa": ["qrg-2h15"],
    "veiculo.ano": ["2021"],
    "autuado.nome": ["Jonas Gasparini"],
    "autuado.cpf": ["529.982.247-25"],
    "itens": ["art5_iii", "art5_i"],
    "data_fato": ["2025-11-28"],
    "hora_fato": ["17:25"],
    "lugar": ["Rua  Ângela Savergnini, em frente à praça"],
    "relato": ["Levava duas pessoas.\r\nNão usava colete."],
    "ordem": ["nao"],
    "apreensao": ["nao"],
    "entrega": ["entregue"],
    "data_entrega": ["28/11/2025"],
}
"""What an agent posts for a notice of Friday 2025-11-28, delivered on the spot."""
