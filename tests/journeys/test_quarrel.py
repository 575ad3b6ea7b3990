"""Quarrels: a score in a running game, another reading of it, its undo; and what a player can do now."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, OpenBrowser
from tests.browser.playing import Table
from tests.journeys.conftest import comes_to, reads
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

JOKERS = "* K 5 / * 3 5"  # 3 as printed; −3 where two jokers keep their own value
PLAIN = "3 4 6 / 7 8 9"


def test_a_quarrel_is_settled_inside_a_running_game(
    phone: Page, server: RunningServer, open_browser: OpenBrowser
) -> None:
    table = Table(phone, server.url)
    table.begin("penalty", names=("Ann", "Bo"))
    table.play_hole(1, [JOKERS, PLAIN], "No one")
    table.play_hole(2, [PLAIN, PLAIN], "No one")
    table.play_hole(3, [PLAIN, JOKERS], "No one")
    before = table.totals()
    assert before == {"Ann": 77, "Bo": 77}

    # Another player watches, by the view-only link.
    phone.goto(f"{table.game}/invite")
    watch = phone.get_by_label("View-only link", exact=True).input_value()
    watcher = open_browser(**DESKTOP).page()
    watcher.goto(watch)
    comes_to(watcher, 77, 77)
    expect(watcher.get_by_role("button")).to_have_count(0)
    watcher.get_by_role("link", name=re.compile("^Share")).click()
    expect(watcher.get_by_label("View-only link", exact=True)).to_have_value(watch)
    expect(watcher.get_by_label("Join link", exact=True)).to_have_count(0)
    watcher.goto(watch)

    # Bo doubts Ann's score of the first hole.
    phone.goto(table.game)
    scores = phone.get_by_role("table", name="Points by hole and player")
    scores.get_by_role("row").nth(1).get_by_role("link", name="3").first.tap()
    phone.get_by_text("Ask the referee", exact=True).tap()
    phone.get_by_role("link", name=re.compile("Ask the referee.*Ann")).tap()
    reads(phone, "in this game")
    other = phone.get_by_role("listitem").filter(has_text="What are two jokers in a column worth?").first
    expect(other).to_contain_text("−3")
    reads(phone, "The two jokers are worth −4 as a pair here, but cancel in Penalty Golf.")

    # What would it change? Two past holes.
    other.get_by_role("link", name=re.compile("Use this in the game")).tap()
    reads(phone, "What would change")
    reads(phone, re.compile(r"1\s+Ann\s+3\s+−3\s+−6\s+3\s+Bo\s+3\s+−3\s+−6"))
    assert table.totals() == before, "nothing is changed by looking"
    phone.go_back()
    phone.get_by_role("button", name="Use this rule").tap()
    reads(phone, "Rule changed for the whole game. The scores of holes 1 and 3 change.")
    comes_to(phone, 71, 71)
    comes_to(watcher, 71, 71)  # without a reload

    # They think better of it.
    phone.get_by_role("button", name="Undo: rule changed").tap()
    reads(phone, "Undone: rule changed.")
    comes_to(phone, 77, 77)
    comes_to(watcher, 77, 77)
    phone.goto(f"{table.game}/history")
    changes = phone.get_by_role("main").get_by_role("listitem")
    expect(changes.first).to_contain_text("Undone: rule changed")
    expect(changes.nth(1)).to_contain_text("What are two jokers in a column worth?")


def test_a_score_is_settled_without_a_game(phone: Page) -> None:
    phone.goto("/score?house=two-joker")
    expect(phone.locator("settle-cards[data-ready]")).to_be_attached()
    for key in ("5", "*", "8", "erase", "7", "5", "Q", "K"):
        phone.locator("[data-erase]" if key == "erase" else f'[data-rank="{key}"]').first.tap()
    expect(phone.get_by_label("Cards", exact=True)).to_have_value("5 * 7 / 5 Q K")
    expect(phone.locator(".settle__shown .card__rank")).to_have_text(["5", "★", "7", "5", "Q", "K"])
    phone.get_by_role("button", name="Score it").tap()
    reads(phone, "15 points")


PASTE = """(box, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    box.focus();
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}"""


def test_cards_are_pasted_with_a_row_a_line(phone: Page) -> None:
    phone.goto("/score?house=two-joker")
    expect(phone.locator("settle-cards[data-ready]")).to_be_attached()
    box = phone.get_by_role("textbox", name="Cards")
    box.evaluate(PASTE, "A) 5 ★ 7 /\r\n5 Q K\r\n")
    expect(box).to_have_value("A) 5 ★ 7 / 5 Q K")
    expect(phone.locator(".settle__shown .card__rank")).to_have_text(["5", "★", "7", "5", "Q", "K"])
    box.press("Enter")
    expect(phone.locator("[data-total]")).to_have_attribute("data-total", "15")


COPY = """cards => {
    getSelection().selectAllChildren(cards);
    return getSelection().toString();
}"""


def test_cards_that_are_copied_from_the_page_can_be_pasted(phone: Page) -> None:
    phone.goto("/score?house=penalty&cards=5+*+10H+%2F+5+Q+K")
    (points,) = {phone.locator("[data-total]").get_attribute("data-total")}
    copied = phone.locator("#answer .layout").evaluate(COPY)
    phone.goto("/score?house=penalty")
    expect(phone.locator("settle-cards[data-ready]")).to_be_attached()
    box = phone.get_by_role("textbox", name="Cards")
    box.evaluate(PASTE, copied)
    box.press("Enter")
    expect(phone.locator("[data-total]")).to_have_attribute("data-total", str(points))


def test_the_referee_answers_in_five_taps_by_any_house(phone: Page, server: RunningServer) -> None:
    table = Table(phone, server.url)
    phone.goto(server.url)
    table.tap(phone.get_by_role("link", name="Rules & referee"))
    phone.wait_for_url("**/referee")
    table.tap(phone.get_by_role("link", name="Can I …?"))
    expect(phone.locator("referee-steps[data-ready]")).to_be_attached()
    phone.wait_for_load_state()
    loads: list[str] = []
    phone.on("load", lambda page: loads.append(page.url))
    table.tap(phone.locator("#house > summary"))
    table.tap(phone.get_by_role("link", name=re.compile("^RV Club Golf")))
    expect(phone.locator("#house > summary")).to_contain_text("RV Club Golf")
    table.tap(phone.get_by_role("link", name=re.compile("^Put the top discard straight back")))
    expect(phone.locator(".verdict__word")).to_have_text("No")
    assert table.taps == 5
    assert not loads
    expect(phone.locator(".verdict")).to_be_focused()
    expect(phone.locator(".verdict__word")).to_be_in_viewport()
    expect(phone.get_by_role("status").filter(has_text="No. You took the top discard")).to_be_attached()

    # One fact changes: so does the answer, and the focus stays.
    table.tap("#moment > summary")
    table.tap("#drawn-stock")
    expect(phone.locator(".verdict__word")).to_have_text("Doesn’t apply")
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


def test_a_game_answers_by_its_own_reading_and_without_scripts(
    open_browser: OpenBrowser, server: RunningServer
) -> None:
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
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/hole/1")
    page.goto(page.url.removesuffix("/hole/1"))
    table.tap(page.get_by_role("link", name="Referee", exact=True))
    page.wait_for_url("**/referee?game=*")
    table.tap(page.get_by_role("link", name="Can I …?"))
    page.wait_for_url("**/referee/turn?game=*")
    table.tap(page.get_by_role("link", name=re.compile("^Put the top discard straight back")))
    page.wait_for_url("**ask=put-back*")
    expect(page.locator(".verdict__word")).to_have_text("No")
    expect(page.locator(".verdict__source").first).to_contain_text("your choice")
    table.tap("#moment > summary")
    table.tap("#drawn-nothing")
    page.wait_for_url("**drawn=nothing*")
    expect(page.locator("#drawn-nothing")).to_have_attribute("aria-current", "true")
    page.get_by_role("link", name="Score", exact=True).click()
    expect(page.get_by_role("link", name="Enter hole 1")).to_be_visible()
