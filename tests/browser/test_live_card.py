"""A scorecard that people look at while others play: it follows the game, says what changed, and takes nothing from
under a finger. What the server refused is told, and goes only when somebody discards it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, CheckAxe, OpenBrowser
from tests.browser.playing import Table

pytestmark = pytest.mark.browser

FIRST = ["5 * 7 / 5 Q K", "A 2 3 / 4 6 8"]  # 15 and 24 with two jokers
ENTER = """async ({hole, cards}) => {
    const app = document.querySelector('script[src$="js/shell/app.js"]').src;
    const { GameOnPhone } = await import(new URL('../phone/game-on-phone.js', app));
    const phone = await GameOnPhone.here();
    const place = { game: phone.uid, key: phone.key, api: phone.urls.api, hole };
    const answer = JSON.parse(document.querySelector('script.game-data').textContent).answer;
    await phone.outbox.enter(place, { player: answer.players[0].id, cards, points: null, basedOn: 0 });
}"""
"""What this page's phone enters for the first player, kept in its outbox until the server has it."""


def show_card(page: Page, card: str) -> None:
    page.goto(card)
    expect(page.locator("score-card[data-ready]")).to_be_attached()
    expect(page.locator("waiting-note[data-ready]")).to_be_attached()


def test_a_card_and_a_worked_hole_follow_the_game(open_browser: OpenBrowser, server: Any) -> None:
    other, looking, worked = (open_browser(**PHONE).page() for _ in range(3))
    table = Table(other, server.url)
    table.begin("two-joker", names=("Ann", "Bo"), holes=3)
    show_card(looking, table.game)
    looking.set_viewport_size({"width": 360, "height": 400})
    looking.locator("summary").first.focus()
    looking.evaluate("document.getElementById('hole-1').scrollIntoView()")
    undo = looking.get_by_role("button", name="Undo")
    expect(undo).to_have_count(0)
    row = looking.locator("#hole-2").bounding_box()
    assert row is not None
    table.tap_layout(FIRST[0])
    worked.goto(f"{table.game}/hole/1/worked")
    expect(worked.locator("live-page[data-ready]")).to_be_attached()
    expect(worked.locator("main")).to_contain_text("Bo has no cards yet: missing, not 0.")
    table.tap_layout(FIRST[1])
    said = looking.locator("score-card > [role=status]")
    expect(looking.locator("#hole-1 td")).to_have_text(["15", "24"])
    expect(said).to_contain_text("Bo 24.")
    expect(undo).to_have_text("Undo: Bo's cards on hole 1")
    expect(worked.locator(".worked-player h2")).to_have_text(["Ann", "Bo"])
    expect(worked.locator("main")).not_to_contain_text("missing")
    table.confirm()
    expect(looking.locator(".lead__sentence")).to_have_text("Ann leads with 15, 9 ahead of Bo.")
    expect(looking.locator("tr.totals td")).to_have_text(["15", "24"])
    expect(looking.get_by_role("link", name="Enter hole 2")).to_be_visible()
    expect(said).to_have_text("Hole 1 is done. Ann leads with 15, 9 ahead of Bo.")
    expect(undo).to_have_text("Undo: hole 1 confirmed")
    assert looking.evaluate("document.activeElement.tagName") == "SUMMARY"
    assert looking.locator("#hole-2").bounding_box() == pytest.approx(row, abs=4)  # although what is above it grew
    undo.click()
    looking.wait_for_url(table.game)
    expect(looking.locator(".flash")).to_contain_text("Undone")


def test_what_was_refused_says_why_and_goes_only_when_it_is_discarded_twice(
    open_browser: OpenBrowser, server: Any, axe: CheckAxe
) -> None:
    watched = open_browser(**PHONE)
    watched.expected.append("status of 422")
    page = watched.page()
    table = Table(page, server.url)
    table.begin("two-joker", names=("Ann", "Bo"))
    show_card(page, table.game)
    page.evaluate(ENTER, {"hole": 1, "cards": "5 Q / 7 K"})
    note = page.locator("waiting-note")
    panel = note.locator(".notice")
    expect(note.locator("[role=status]")).to_have_text("1 entry needs you: Ann on hole 1")
    expect(panel).to_contain_text("Not taken: Ann on hole 1")
    expect(panel.locator("code")).to_have_text("5 Q / 7 K")
    expect(panel).to_contain_text("The server says:")
    axe(page)
    with page.expect_response("**/hands/*") as again:
        panel.get_by_role("button", name="Try again").click()
    assert again.value.status == 422
    discard = panel.get_by_role("button", name="Discard: Ann on hole 1")
    discard.dblclick()
    expect(panel).to_contain_text("Not taken: Ann on hole 1")
    page.reload()
    discard.click()
    expect(panel).to_contain_text("Discard it for good?")
    axe(page)
    panel.get_by_role("button", name="Keep it").click()
    discard.click()
    panel.get_by_role("button", name="Discard it").click()
    expect(note).to_have_text("")
    expect(page.locator(":focus")).to_have_attribute("role", "status")
