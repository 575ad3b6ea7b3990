"""No screen breaks: the pages of a table in every window and with every size of text that `screens` names."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fitting import WHOLE
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


def test_the_names_and_the_totals_of_eighteen_holes_are_seen_together(phone: Page) -> None:
    phone.goto(bring_in(phone, *[dict.fromkeys(NAMES[:4], 5)] * 18))
    expect(phone.locator("score-card[data-ready]")).to_be_attached()
    card, ends = (
        phone.locator(".table-scroll"),
        (phone.locator("thead th:last-child"), phone.locator(".totals td").last),
    )
    for hole in (1, 18):
        card.evaluate("(card, hole) => card.scrollTo(0, hole === 1 ? 0 : card.scrollHeight)", hole)
        expect(phone.locator(f"#hole-{hole} th")).to_be_in_viewport(ratio=WHOLE)
        for end in ends:
            expect(end).to_be_in_viewport(ratio=WHOLE)
            assert end.evaluate("""end => {
                const { left, top, width, height } = end.getBoundingClientRect();
                return end.contains(document.elementFromPoint(left + width / 2, top + height / 2));
            }"""), "another cell lies on it"


def test_the_names_that_a_game_begins_with_are_whole(phone: Page) -> None:
    phone.goto(bring_in(phone, *[{f"Player {seat}": 5 for seat in range(1, 5)}] * 2))
    card = phone.url
    for address in card, f"{card}/history":
        phone.goto(address)
        heads = phone.locator(".card-table thead th")
        expect(heads.last).to_be_visible()
        cut = "heads => heads.filter((head) => head.scrollWidth > head.clientWidth).map((head) => head.textContent)"
        assert heads.evaluate_all(cut) == [], address
        assert phone.locator(".table-scroll, .history-table").first.evaluate("one => one.scrollWidth <= innerWidth")
    expect(phone.locator(".history__when").first).to_be_in_viewport(ratio=WHOLE)


def test_a_scorecard_that_goes_on_to_the_side_keeps_its_holes_in_sight(phone: Page) -> None:
    phone.goto(bring_in(phone, dict.fromkeys(NAMES, 5)))
    expect(phone.locator("score-card[data-ready]")).to_be_attached()
    card, hole, last = (phone.locator(part) for part in (".table-scroll", "#hole-1 th", "thead th:last-child"))
    before = hole.bounding_box()
    expect(last).not_to_be_in_viewport()
    card.evaluate("card => card.scrollTo(card.scrollWidth, 0)")
    expect(last).to_be_in_viewport(ratio=WHOLE)
    assert hole.bounding_box() == before
