"""A rule sheet opens with one screen: an example hand, what cards are worth and a line for each first question."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper import houses
from scorekeeper.houses.sheet import at_a_glance, rule_sheet
from scorekeeper.rules.wording import number
from tests.browser.conftest import CheckAxe, OpenBrowser
from tests.browser.printing import faults_on_paper

pytestmark = pytest.mark.browser

SHEETS = [house.key for house in houses.groups()[0].houses]
"""The five numbered sheets."""

MOST_WORDS = 150
"""Words in sight or a scroll away while everything is folded."""

LAST = {
    "example": ".glance__hand .hand__sum",
    "total": ".glance__total",
    "values": ".glance__values",
    "lines": "li[data-topic]",
}
"""What the first screen has, by its last part."""


def words(page: Page) -> int:
    """Words of the page as it is, folds closed."""
    return sum(bool(re.search(r"[^\W\d_]{2}", one)) for one in page.locator("main").inner_text().split())


@pytest.mark.parametrize("key", SHEETS)
def test_the_first_screen_of_a_sheet_tells_how_it_is_played(key: str, phone: Page, axe: CheckAxe) -> None:
    phone.goto(f"/houses/{key}")
    glance = at_a_glance(houses.get(key))
    top = phone.locator(".pin").evaluate("pin => pin.getBoundingClientRect().top")
    assert top <= 740
    for part, where in LAST.items():
        ends = phone.locator(where).last.evaluate("part => part.getBoundingClientRect().bottom")
        assert ends <= top, f"{part} goes on below the first screen, to {ends}"
    assert phone.locator("[data-topic]").count() == len(glance.lines) >= 5
    assert {"deal", "turn", "end", "match"} <= {line.topic for line in glance.lines}
    assert ("penalty" in {line.topic for line in glance.lines}) == (key == "penalty")
    shown = phone.locator(".glance__hand .card__rank").all_inner_texts()
    assert shown == ["★" if card.rank == "*" else card.rank.shown for card in glance.example.layout.cards()]
    sums = phone.locator(".glance__hand .hand__sum").all_inner_texts()
    assert sums == [number(points) for points in glance.example.column_points]
    assert sum(glance.example.column_points) == glance.example.total
    assert phone.locator(".glance__hand .is-pair").count() == len(glance.example.cancelled)
    expect(phone.locator(".glance__total strong")).to_have_text(number(glance.example.total))
    assert words(phone) <= MOST_WORDS
    axe(phone)


@pytest.mark.parametrize("key", ["ten-card", "vanishing-columns", "play-nine", "spade-queen"])
def test_any_grid_and_any_deck_fits_beside_its_total(key: str, phone: Page) -> None:
    phone.goto(f"/houses/{key}")
    inside = phone.locator(".glance__example").bounding_box()
    assert inside is not None
    for part in (".glance__hand .hand", ".glance__total", ".glance__values"):
        box = phone.locator(part).bounding_box()
        assert box is not None
        assert inside["x"] <= box["x"], part
        assert box["x"] + box["width"] <= inside["x"] + inside["width"], part
    assert words(phone) <= MOST_WORDS


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
@pytest.mark.parametrize("key", ["penalty", "vanishing-columns"])
def test_a_sheet_prints_unfolded_on_one_page(key: str, scripts: bool, open_browser: OpenBrowser) -> None:
    page = open_browser(viewport={"width": 1280, "height": 900}, java_script_enabled=scripts).page()
    page.goto(f"/houses/{key}")
    if scripts:
        assert faults_on_paper(page) == []
    page.emulate_media(media="print")
    for section in rule_sheet(houses.get(key)):
        if section.key == "readings":
            continue
        part: Any = page.locator(f".rules__section--{section.key}")
        assert part.evaluate("part => part.checkVisibility()"), f"{section.title} is not printed"
        assert part.bounding_box()["height"] > 10, section.title
    page.emulate_media(media="null")
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1
