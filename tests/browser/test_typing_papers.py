"""Papers of a class are typed in with a keyboard: Enter goes from box to box, and saves nothing."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_every_page import begin_class


@pytest.mark.nightly
def test_enter_goes_on_to_the_next_box(phone: Page, server: Any) -> None:
    phone.goto(f"{server.url}/sets")
    phone.get_by_role("button", name="Make the sheets").tap()
    expect(phone.locator("h1")).to_have_text("Golf scoring, Worksheet")
    board, _ = begin_class(phone, "Paper")
    phone.goto(f"{server.url}{board}/papers")
    boxes = phone.locator(".board-papers td :is(input, select)")
    for place in range(boxes.count() - 1):
        boxes.nth(place).press("Enter")
        expect(boxes.nth(place + 1)).to_be_focused()
    boxes.first.focus()
    phone.get_by_label("Paper 1, A", exact=True).fill("12")
    boxes.last.press("Enter")
    expect(phone.locator("#check")).to_be_focused()
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("status").filter(has_text="Nothing is saved yet")).to_be_visible()
    expect(phone.get_by_label("Paper 1, A", exact=True)).to_have_value("12")
    expect(phone.locator("#saved")).to_have_count(0)
