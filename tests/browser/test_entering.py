"""The entry page of a hole on a phone: the keypad, drafts, bare numbers, trouble on the way."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from scorekeeper import houses
from tests.browser.conftest import PHONE, OpenBrowser
from tests.browser.playing import Table

pytestmark = pytest.mark.browser

ANN, BO, CY = "5 * 7 / 5 Q K", "A 2 3 / 4 6 8", "9 9 J / 9 9 10"


@pytest.fixture
def table(phone: Page, server: Any) -> Table:
    table = Table(phone, server.url)
    table.begin("two-joker", names=("Ann", "Bo", "Cy"))
    return table


@pytest.fixture
def troubled(open_browser: OpenBrowser, server: Any) -> Table:
    """The same on a phone whose network fails, which the browser logs."""
    watched = open_browser(**PHONE)
    watched.expected += ["net::ERR_", "status of 409"]
    table = Table(watched.page(), server.url)
    table.begin("two-joker", names=("Ann", "Bo", "Cy"))
    return table


def tab(page: Page, name: str) -> Any:
    return page.get_by_role("tab", name=name)


def kept(page: Page, table: Table) -> dict[str, Any]:
    """What the server holds of this hole, by player."""
    key = table.game.rsplit("/", 1)[1]
    number = page.url.split("/hole/")[1].split("?")[0].split("#")[0]
    answer = page.request.get(f"{table.url}/api/games/{key}/holes/{number}").json()
    return {hand["name"]: hand["cards"] if hand["cards"] is not None else hand["points"] for hand in answer["hands"]}


def test_column_points_appear_as_cards_go_in(table: Table) -> None:
    page = table.page
    column = page.locator("button[data-column]")
    table.tap_layout("5 * 7 / 5")
    expect(column.nth(0)).to_have_text("0")
    expect(column.nth(1)).to_have_text("")
    table.tap_layout("Q")
    expect(column.nth(1)).to_have_text("8")
    expect(page.locator(".hand__say")).to_have_text("Ann: 8 so far")
    column.nth(0).tap()
    expect(page.locator(".hand__say")).to_have_text("two fives: the column is 0")
    table.tap_layout("K")
    expect(tab(page, "Ann")).to_contain_text("15")
    expect(tab(page, "Bo")).to_have_attribute("aria-selected", "true")


def test_a_tap_on_a_filled_cell_makes_it_the_open_one(table: Table) -> None:
    page = table.page
    table.tap_layout(ANN)
    tab(page, "Ann").tap()
    page.locator('button[data-cell="0,1"]').tap()
    table.tap_layout("K")
    expect(tab(page, "Ann")).to_contain_text("17")
    expect(tab(page, "Ann")).not_to_contain_text("not saved")
    assert kept(page, table)["Ann"] == "5 K 7 / 5 Q K"


def test_erase_goes_back_one_card_and_after_moving_on_to_the_player_before(table: Table) -> None:
    page = table.page
    table.tap_layout("5 5")
    page.locator('button[data-key="erase"]').tap()
    expect(page.locator('button[data-cell="0,1"]')).to_have_attribute("aria-current", "true")
    table.tap_layout("* 7 / 5 Q 9")
    expect(tab(page, "Bo")).to_have_attribute("aria-selected", "true")
    page.locator('button[data-key="erase"]').tap()
    expect(tab(page, "Ann")).to_have_attribute("aria-selected", "true")
    table.tap_layout("K")
    expect(tab(page, "Ann")).to_contain_text("15")


def test_a_half_entered_layout_survives_closing_the_page(table: Table) -> None:
    page = table.page
    hole = page.url
    table.tap_layout(ANN)
    table.tap_layout("A 2 3 / 4")
    other = page.context.new_page()
    page.close()
    other.goto(hole)
    expect(other.locator("hole-entry[data-ready]")).to_be_attached()
    expect(tab(other, "Ann")).to_contain_text("15")
    tab(other, "Bo").tap()
    expect(other.locator('button[data-cell="1,0"]')).to_have_text("4")
    expect(other.locator('button[data-cell="1,1"]')).to_have_attribute("aria-current", "true")


def test_the_keyboard_enters_cards_too(desktop: Page, server: Any) -> None:
    table = Table(desktop, server.url)
    table.begin("two-joker", names=("Ann", "Bo"))
    for key in ("5", "*", "7", "5", "q", "K"):
        desktop.keyboard.press(key)
    expect(tab(desktop, "Ann")).to_contain_text("15")
    for key in ("0", "t", "2", "Backspace", "3", "ArrowDown"):
        desktop.keyboard.press(key)
    expect(desktop.locator('button[data-cell="0,0"]')).to_have_text("10")
    expect(desktop.locator('button[data-cell="0,2"]')).to_have_text("3")


@pytest.mark.parametrize(
    ("typed", "shown"),
    [("15", "15"), ("−3", "−3"), ("10+15−5", "20"), ("0", "0")],
    ids=["plain", "minus", "sum", "zero"],
)
def test_a_bare_number_may_be_entered_and_is_marked(table: Table, typed: str, shown: str) -> None:
    page = table.page
    page.get_by_role("button", name="Enter a number").tap()
    for digit in typed:
        page.locator(f'.number-entry button[data-digit="{digit}"]').tap()
    page.get_by_role("button", name="Set").tap()
    expect(tab(page, "Ann").locator(".player-tab__score")).to_have_text(f"{shown}#")
    expect(tab(page, "Bo")).to_have_attribute("aria-selected", "true")
    table.tap_layout(BO)
    table.tap_layout(CY)
    table.confirm()
    assert table.totals()["Ann"] == int(shown.replace("−", "-"))
    expect(page.locator(".mark--bare").first).to_be_visible()


def test_whoever_sits_a_hole_out_is_missing_on_the_card_and_never_0(table: Table) -> None:
    page = table.page
    table.tap_layout(ANN)
    page.get_by_role("button", name="Sits out").tap()
    expect(tab(page, "Bo").locator(".player-tab__score")).to_have_text("out")
    table.tap_layout(CY)
    table.confirm()
    expect(page.locator("#hole-1 td").nth(1)).to_contain_text("–")
    page.goto(f"{table.game}/hole/1")
    table.wait_for_entry()
    tab(page, "Bo").tap()
    page.get_by_role("button", name="Enter the cards instead").tap()
    table.tap_layout(BO)
    table.confirm()
    assert table.totals() == {"Ann": 15, "Bo": 24, "Cy": 20}


def test_no_number_is_no_score(table: Table) -> None:
    page = table.page
    page.get_by_role("button", name="Enter a number").tap()
    page.get_by_role("button", name="Set").tap()
    expect(page.locator(".hand__say")).to_contain_text("is no number")
    expect(tab(page, "Ann").locator(".player-tab__score")).to_have_text("–")


def test_impossible_cards_are_shown_and_the_table_may_insist(table: Table) -> None:
    page = table.page
    for layout in ("K K K / 3 4 5", "K K 3 / 4 5 6", "9 9 9 / 9 J 10"):
        table.tap_layout(layout)
    expect(page.locator(".confirm__warnings")).to_contain_text(
        "Five kings (Ann three and Bo two), but one deck holds four"
    )
    expect(tab(page, "Bo")).to_have_class("player-tab is-complete is-warned")
    table.confirm()
    assert table.totals() == {"Ann": 12, "Bo": 18, "Cy": 38}


def test_a_lost_answer_is_sent_again_and_counts_once(troubled: Table) -> None:
    table = troubled
    page = table.page
    lost: list[str] = []

    def lose_the_first_answer(route: Route) -> None:
        if not lost:
            lost.append(route.request.post_data or "")
            route.fetch()  # the server does the work
            route.abort()
        else:
            route.continue_()

    page.route("**/hands/*", lose_the_first_answer)
    table.tap_layout(ANN)
    expect(tab(page, "Ann")).not_to_contain_text("not saved", timeout=15_000)
    assert lost
    assert kept(page, table)["Ann"] == ANN
    key = table.game.rsplit("/", 1)[1]
    history = page.request.get(f"{table.url}/g/{key}/hole/1/history").text()
    assert history.count('class="history__change') == 1


def test_without_a_connection_the_cards_wait_on_the_phone(troubled: Table) -> None:
    table = troubled
    page = table.page
    page.context.set_offline(True)
    table.tap_layout(ANN)
    expect(page.locator("waiting-note")).to_contain_text("1 entry waits for the network")
    expect(tab(page, "Ann")).to_contain_text("not saved yet")
    page.context.set_offline(False)  # which the page hears of, and tries again by itself
    expect(page.locator("waiting-note")).to_have_text("")
    expect(tab(page, "Ann")).not_to_contain_text("not saved yet")
    assert kept(page, table)["Ann"] == ANN


@pytest.mark.parametrize("house", [house.key for house in houses.built_in()])
def test_the_entry_screen_fits_a_small_phone_without_scrolling(house: str, phone: Page, server: Any) -> None:
    phone.set_viewport_size({"width": 360, "height": 640})
    table = Table(phone, server.url)
    table.begin(house, names=("Ann", "Bo"))
    sizes = phone.evaluate(
        "() => [document.scrollingElement.scrollHeight, innerHeight, document.scrollingElement.scrollWidth, innerWidth]"
    )
    assert sizes[0] <= sizes[1]
    assert sizes[2] <= sizes[3]
    for button in phone.locator(".entry button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 640
        assert min(box["width"], box["height"]) >= 44, button.inner_text()


def test_the_entry_page_is_at_most_60_kb_on_first_load(phone: Page, server: Any) -> None:
    table = Table(phone, server.url)
    table.begin("penalty", names=("Ann", "Bo", "Cy"))
    hole = phone.url
    fresh = phone.context.browser.new_context(storage_state=phone.context.storage_state())  # type: ignore[union-attr]
    try:
        page = fresh.new_page()
        sizes: dict[str, int] = {}
        page.on("requestfinished", lambda request: sizes.__setitem__(request.url, request.sizes()["responseBodySize"]))
        page.goto(hole, wait_until="networkidle")
        # The rule sheet, which is fetched when all is there, to be had without a network.
        sizes.pop(f"{table.game}/rules", None)
        assert any(url.endswith("hole-entry.js") for url in sizes)
        assert sum(sizes.values()) <= 60 * 1024, sizes
    finally:
        fresh.close()
