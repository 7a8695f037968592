"""The law read on a page: whole, with its wordings, its values and the federal norms beside it."""

import re
from html import unescape

import pytest

from tests.tree import ROOT
from tests.web.conftest import Browser, People
from webapp.config import municipalities
from webapp.laws import law
from webapp.laws.inventory import inventory
from webapp.web.law_page import anchor


def article(browser: Browser, name: str, on: str, slug: str = "marilandia") -> str:
    """What the page of the whole law shows of one article on a day, without markup."""
    page = browser.get(f"/lei/{slug}?em={on}").text
    mark = f'<section class="cartao" aria-labelledby="{name}">'
    assert mark in page
    shown = page.partition(mark)[2].partition("</section>")[0]
    return unescape(re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", shown)))


@pytest.mark.parametrize("slug", municipalities([]))
def test_every_article_of_the_law_stands_on_the_page_once(browser: Browser, slug: str) -> None:
    page = browser.get(f"/lei/{slug}?em=2025-12-01")
    assert page.status_code == 200
    anchors = re.findall(r'<h2 id="(art-[^"]+)">', page.text)
    names = dict.fromkeys(path[:1] for path in law(slug).units)
    assert len(anchors) == len(set(anchors)) == len(names)


def test_an_article_reads_as_on_the_day_that_was_chosen(browser: Browser) -> None:
    before = article(browser, "art-6", "2020-11-24")
    assert "Motocicleta fora de 100 a 150 cilindradas" in before
    assert "Ter de 100 a 150 cilindradas" in before
    assert "Ter de 100 a 250 cilindradas" in article(browser, "art-6", "2020-11-25")


def test_older_wordings_stand_beside_with_their_days_and_the_law_that_changed_them(
    browser: Browser,
) -> None:
    shown = article(browser, "art-9", "2025-12-01")
    assert "Redação desde 25/11/2020, Lei 1.536/2020." in shown
    assert "2 outras redações" in shown
    assert "de 13/10/2009 a 03/12/2018" in shown
    assert "de 04/12/2018 a 24/11/2020, Lei 1.428/2018" in shown


def test_before_a_wording_began_it_is_not_taken_for_the_law_of_the_day(browser: Browser) -> None:
    shown = article(browser, "art-4", "2015-03-02")
    assert "art. 4º, I Sem texto em vigor neste dia." in shown


def test_beside_an_article_stands_what_the_product_takes_from_it(browser: Browser) -> None:
    shown = article(browser, "art-23", "2025-12-01")
    assert "Prazo · art. 23 Defesa : 5 dias úteis" in shown
    assert "Onde a lei silencia. A lei não diz como se conta o prazo do auto recebido" in shown
    assert "O que se usa. Exclui-se o dia do recebimento" in shown
    assert "Outra leitura. Auto recebido em dia sem expediente" in shown


def test_fines_are_told_in_their_units_and_as_on_the_day(browser: Browser) -> None:
    shown = article(browser, "art-5", "2025-12-01")
    assert "multa de 0,5 salário mínimo" in shown
    assert "na reincidência, multa em dobro" in shown


def test_federal_norms_stand_beside_the_article_they_bear_on_as_federal(browser: Browser) -> None:
    shown = article(browser, "art-21", "2025-12-01", "santa_teresa")
    assert "Norma federal Transferência da outorga de táxi" in shown
    assert "Lei 15.271/2025" in shown
    assert "Norma federal" not in article(browser, "art-1", "2025-12-01")


def test_transfer_of_a_taxi_permit_has_the_federal_norm_of_the_day(browser: Browser) -> None:
    gap = article(browser, "art-21", "2025-06-02", "santa_teresa")
    assert "Não há norma federal que permita transferir" in gap


@pytest.mark.parametrize("slug", municipalities([]))
def test_nothing_that_is_only_planned_is_on_the_page(browser: Browser, slug: str) -> None:
    page = unescape(browser.get(f"/lei/{slug}?em=2025-12-01").text)
    planned = {p.named for line in inventory(slug) for p in line.kept if p.kind == "planned"}
    assert planned
    assert not [words for words in planned if words in page]
    assert "planejad" not in page


def test_the_menu_leads_to_the_law_of_ones_own_municipality(
    browser: Browser, clerks: People
) -> None:
    browser.sign_in("ana")
    assert 'href="/lei"' in browser.get("/conta").text
    reply = browser.get("/lei")
    assert reply.status_code == 303
    assert reply.headers["Location"] == "/lei/marilandia"


def test_from_the_text_behind_a_basis_one_goes_to_its_place_in_the_law(browser: Browser) -> None:
    page = browser.get("/lei/marilandia?base=art.+24&em=2025-12-01").text
    assert 'href="/lei/marilandia?em=2025-12-01#art-24"' in page


@pytest.mark.parametrize(
    ("cited", "mark"),
    [
        ("art. 5º", "art-5"),
        ("art. 24, p.ú.", "art-24"),
        ("art. 20-A, § 1º", "art-20-A"),
        ("art. 45 (segundo)", "art-45-segundo"),
    ],
)
def test_an_article_has_an_anchor_of_its_own(cited: str, mark: str) -> None:
    assert anchor(cited) == mark


def test_the_law_of_a_municipality_in_a_root_of_its_own_is_read_too(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AUTOS_ROOTS", str(ROOT / "tests" / "data" / "exemplo"))
    shown = article(browser, "art-5", "2025-12-01", "exemplo")
    assert "dez dias úteis do recebimento do auto" in shown
    assert "Defesa : 10 dias úteis" in shown
