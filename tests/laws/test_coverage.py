"""What the inventories name is opened: the file is there, and the key in it, and it holds."""

import ast
import inspect
import json
import tomllib
from pathlib import Path
from pkgutil import resolve_name
from random import Random

import pytest
from flask import Flask
from lxml import etree

from tests.tree import ROOT
from webapp.app import BLUEPRINTS
from webapp.config import FEDERAL, municipalities
from webapp.laws import law
from webapp.laws.coverage import by_article
from webapp.laws.inventory import PLACES, Place, inventory

LAWS = ROOT / "webapp" / "laws"
NAMED = [
    pytest.param(slug, place, id=f"{slug}-{line.code}-{place.kind}")
    for slug in municipalities()
    for line in inventory(slug)
    for place in line.kept
    if place.kind in PLACES
]


@pytest.mark.parametrize(("slug", "place"), Random(853).sample(NAMED, 20))
def test_a_place_drawn_by_lot_is_there_and_holds_the_value(slug: str, place: Place) -> None:
    OPEN[place.kind](slug, place.named)


def value(slug: str, named: str) -> None:
    subject, _, key = named.partition(".")
    files = [LAWS / folder / f"{subject}.toml" for folder in (slug, FEDERAL)]
    written = [tomllib.loads(file.read_text("utf-8"))[subject] for file in files if file.is_file()]
    (told,) = [keys[key] for keys in written if key in keys]
    for raw, entry in zip(told, law(slug).entries(named), strict=True):
        assert raw["from"] == entry.since
        held = entry.snapshot()
        assert {name: raw[name] for name in entry.fields} == {n: held[n] for n in entry.fields}


def check(_: str, named: str) -> None:
    function = resolve_name(named)
    file = Path(str(inspect.getsourcefile(function)))
    assert file.is_relative_to(ROOT / "webapp")
    defined = ast.walk(ast.parse(file.read_text("utf-8")))
    assert named.partition(":")[2] in {getattr(node, "name", None) for node in defined}


def diagram(_: str, named: str) -> None:
    file, _, element = named.partition("#")
    drawn = etree.parse(ROOT / "workflows" / file)
    assert not element or drawn.xpath("//*[@id=$id]", id=element)


def form(_: str, named: str) -> None:
    file, _, field = named.partition("#")
    fields = json.loads((ROOT / "forms" / file).read_text("utf-8"))["fields"]
    assert not field or field in [one["name"] for one in fields]


def document(slug: str, named: str) -> None:
    told = tomllib.loads((LAWS / slug / "documentos.toml").read_text("utf-8"))
    assert told["documentos"][named][-1]["title"]
    assert (ROOT / "webapp" / "documents" / "templates" / f"{named}.typ").is_file()


def screen(_: str, named: str) -> None:
    app = Flask("addresses", static_folder=None)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    found = [rule for rule in app.url_map.iter_rules() if rule.rule == named]
    assert any("GET" in (rule.methods or ()) for rule in found)


OPEN = {
    "value": value,
    "check": check,
    "diagram": diagram,
    "form": form,
    "document": document,
    "screen": screen,
}


@pytest.mark.parametrize("slug", ["marilandia", "santa_teresa"])
def test_every_article_of_the_law_is_kept_somewhere(slug: str) -> None:
    articles = by_article(law(slug), inventory(slug))
    assert articles[0].name == "art. 1º"
    assert [article.name for article in articles if not article.kept] == []
