"""No screen breaks: the pages of a table in every window and with every size of text that `screens` names."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.screens import NAMES, SCREENS, Chromium, faults, seeded
from tests.browser.seeding import bring_in

pytestmark = pytest.mark.browser

# Between no zoom and the largest one a page does what it does with larger text.
TRIED = [screen for screen in SCREENS if screen.zoom in (100, 200)]


def test_everything_fits_and_nothing_lies_on_anything_else(desktop: Page) -> None:
    addresses = seeded(desktop)
    engine = Chromium(desktop)
    found = []
    for name, address in addresses.items():
        engine.open(address)
        found += [f"{name}, {fault}" for fault in faults(engine, TRIED)]
    assert found == []


def test_a_scorecard_that_goes_on_to_the_side_keeps_its_holes_in_sight(phone: Page) -> None:
    phone.goto(bring_in(phone, dict.fromkeys(NAMES, 5)))
    expect(phone.locator("score-card[data-ready]")).to_be_attached()
    card, hole, last = (phone.locator(part) for part in (".table-scroll", "#hole-1 th", "thead th:last-child"))
    before = hole.bounding_box()
    expect(last).not_to_be_in_viewport()
    card.evaluate("card => card.scrollTo(card.scrollWidth, 0)")
    expect(last).to_be_in_viewport(ratio=1)
    assert hole.bounding_box() == before
