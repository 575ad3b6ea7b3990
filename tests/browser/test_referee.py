"""A table that quarrels over a turn, with one phone: few taps, no page loads, and the rules of its own game."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, OpenBrowser
from tests.browser.playing import Table

pytestmark = pytest.mark.browser


def test_a_quarrel_is_settled_in_five_taps_by_any_house(phone: Page, server: Any) -> None:
    table = Table(phone, server.url)
    phone.goto(server.url)
    table.tap(phone.get_by_role("link", name="Settle a quarrel"))
    phone.wait_for_url("**/referee")
    table.tap(phone.get_by_role("link", name="May I … now?"))
    expect(phone.locator("referee-steps[data-ready]")).to_be_attached()
    loads: list[str] = []
    phone.on("load", lambda page: loads.append(page.url))
    table.tap(phone.locator("#house > summary"))
    table.tap(phone.get_by_role("link", name=re.compile("^RVers")))
    expect(phone.locator("#house > summary")).to_contain_text("RVers")
    table.tap(phone.get_by_role("link", name=re.compile("^Put the taken discard straight back")))
    expect(phone.locator(".verdict__word")).to_have_text("No")
    assert table.taps == 5
    assert not loads
    expect(phone.locator(".verdict")).to_be_focused()
    expect(phone.locator(".verdict__word")).to_be_in_viewport()
    expect(phone.get_by_role("status").filter(has_text="No. A card taken")).to_be_attached()

    # A fact told otherwise: the answer changes, and the finger stays where it is.
    table.tap("#drawn-stock")
    expect(phone.locator(".verdict__word")).to_have_text("Nothing to do")
    expect(phone.locator("#drawn-stock")).to_be_focused()
    expect(phone.locator(".moment__head .ruling")).to_be_in_viewport()
    phone.go_back()
    expect(phone.locator(".verdict__word")).to_have_text("No")
    assert "drawn" not in phone.url

    # The address alone brings the same answer.
    address = phone.url
    phone.goto("about:blank")
    phone.goto(address)
    expect(phone.locator(".verdict__word")).to_have_text("No")


def test_a_game_answers_by_its_own_reading_and_without_scripts(open_browser: OpenBrowser, server: Any) -> None:
    desk = open_browser(**DESKTOP, java_script_enabled=False)
    page = desk.page()
    table = Table(page, server.url)
    page.goto(f"{server.url}/new/penalty")
    for place, name in enumerate(("Ann", "Bo")):
        page.locator('input[name="player"]').nth(place).fill(name)
    reading = page.locator('input[name="option.put-back"][value="forbidden"]')
    for fold in page.locator("details", has=reading).all():
        if not fold.evaluate("fold => fold.open"):
            fold.locator("> summary").click()
    reading.check()
    page.get_by_role("button", name="Begin the game").click()
    page.wait_for_url("**/hole/1")
    page.goto(page.url.removesuffix("/hole/1"))
    table.tap(page.get_by_role("link", name="Settle a quarrel"))
    page.wait_for_url("**/referee?game=*")
    table.tap(page.get_by_role("link", name="May I … now?"))
    page.wait_for_url("**/referee/turn?game=*")
    table.tap(page.get_by_role("link", name=re.compile("^Put the taken discard straight back")))
    page.wait_for_url("**ask=put-back*")
    expect(page.locator(".verdict__word")).to_have_text("No")
    expect(page.locator(".verdict__source").first).to_contain_text("chosen by the table")
    table.tap("#drawn-nothing")
    page.wait_for_url("**drawn=nothing*")
    expect(page.locator("#drawn-nothing")).to_have_attribute("aria-current", "true")
    page.get_by_role("link", name="‹ Scorecard").click()
    expect(page.get_by_role("link", name="Enter hole 1")).to_be_visible()
