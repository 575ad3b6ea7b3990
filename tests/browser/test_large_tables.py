"""More than four around the table, long names, and hasty fingers, on a small phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fitting import sideways
from tests.browser.playing import Table

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

PEOPLE = (
    *("Ann", "Bo", "Cy", "Didi", "Eve Montgomery-Smith the Younger", "Georgina" * 5, "محمد", "Hal 🂡"),
    *("Ida", "Jo", "Kim", "Lou"),
)


@pytest.mark.parametrize("count", [5, *(pytest.param(count, marks=pytest.mark.nightly) for count in (6, 8)), 12])
def test_a_large_table_fits_a_small_phone(count: int, phone: Page, server: Any) -> None:
    phone.set_viewport_size({"width": 360, "height": 640})
    table = Table(phone, server.url)
    table.begin("rvers", names=PEOPLE[:count], holes=1)
    assert sideways(phone) <= 0
    for tab in phone.get_by_role("tab").all():
        box = tab.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        assert box["height"] >= 44
    for points in range(count):
        phone.get_by_role("button", name="Enter a number").tap()
        phone.locator(f'.number-entry button[data-digit="{points % 10}"]').tap()
        phone.get_by_role("button", name="Set").tap()
    table.confirm()
    for address in ("", "/hole/1", "/hole/1/worked", "/history", "/table", "/end"):
        phone.goto(table.game + address)
        assert sideways(phone) <= 0, f"{address or 'the scorecard'} scrolls sideways"


def test_a_double_tap_on_the_last_card_enters_one(phone: Page, server: Any) -> None:
    table = Table(phone, server.url)
    table.begin("two-joker", names=("Ann", "Bo"))
    table.tap_layout("5 * 7 / 5 Q")
    phone.evaluate("() => { const key = document.querySelector('[data-key=K]'); key.click(); key.click(); }")
    expect(phone.get_by_role("tab", name="Bo")).to_have_attribute("aria-selected", "true")
    expect(phone.locator('button[data-cell="0,0"]')).to_have_text("")
    table.tap_layout("K")  # a moment later it is a card like any other
    expect(phone.locator('button[data-cell="0,0"]')).to_have_text("K")


def test_going_back_to_a_hole_shows_it_as_it_is(phone: Page, server: Any) -> None:
    table = Table(phone, server.url)
    table.begin("two-joker", names=("Ann", "Bo"))
    table.tap_layout("5 * 7 / 5 Q K")
    table.tap_layout("A 2 3 / 4 6 8")
    table.confirm()
    phone.go_back()
    table.wait_for_entry()
    expect(phone.get_by_role("tab", name="Ann")).to_contain_text("15")
    expect(phone.get_by_role("tab", name="Bo")).to_contain_text("24")
