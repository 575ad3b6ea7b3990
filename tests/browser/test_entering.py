"""The entry page of a hole on a phone: the keypad, drafts, bare numbers, trouble on the way."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from scorekeeper import houses
from scorekeeper.rules import Grid, House, Rank
from tests.browser.conftest import PHONE, CheckAxe, OpenBrowser
from tests.browser.playing import Table
from tests.browser.seeding import bring_in
from tests.browser.weighing import first_load_of_hole

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
    [
        pytest.param("15", "15", id="plain", marks=pytest.mark.nightly),
        pytest.param("−3", "−3", id="minus"),
        pytest.param("10+15−5", "20", id="sum"),
        pytest.param("0", "0", id="zero", marks=pytest.mark.nightly),
    ],
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


@pytest.mark.nightly
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


def test_a_rule_that_a_number_escapes_is_told_above_its_keys(phone: Page, server: Any) -> None:
    phone.set_viewport_size({"width": 360, "height": 640})
    Table(phone, server.url).begin("extras", names=("Ann", "Bo"))
    phone.get_by_role("button", name="Enter a number").tap()
    expect(phone.locator(".number-entry label")).to_contain_text("Cards of exactly 21 count 0 here")
    assert phone.evaluate("document.scrollingElement.scrollHeight") == 640


@pytest.mark.nightly
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
    expect(tab(page, "Ann")).not_to_contain_text("not saved")
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


def all_shapes() -> list[House]:
    """A house for each grid and number of keys that ours have, and one with as many of both as any may have."""
    ours = {(house.grid, len(house.ranks), house.table.deck is None): house for house in houses.built_in()}
    leaving = houses.get("vanishing-columns")
    ranks: list[Rank] = [rank for rank in Rank if rank is not Rank.GONE]
    table = replace(leaving.table, deck=dict.fromkeys(ranks, 8), jokers_per_deck=8)
    values = dict.fromkeys(ranks, 5)
    return [*ours.values(), replace(leaving, grid=Grid(4, 6), table=table, values=values, options=(), examples=())]


# The last one is the largest that there may be.
@pytest.mark.parametrize(
    "shapes",
    [all_shapes()[::-3], pytest.param(all_shapes(), marks=pytest.mark.nightly)],
    ids=["every third", "all"],
)
def test_the_entry_screen_fits_a_small_phone_without_scrolling(shapes: list[House], phone: Page) -> None:
    phone.set_viewport_size({"width": 360, "height": 640})
    for house in shapes:
        phone.goto(f"{bring_in(phone, planned=9, house=house)}/hole/1")
        expect(phone.locator("hole-entry[data-ready]")).to_be_attached()
        shape = f"{house.key}, {house.grid}"
        height, width = phone.evaluate(
            "() => (({scrollHeight: h, scrollWidth: w}) => [h, w])(document.scrollingElement)"
        )
        assert (height, width) == (640, 360), shape
        boxes = phone.locator(".entry button:visible").evaluate_all(
            "buttons => buttons.map(one => [one.ariaLabel || one.textContent, one.getBoundingClientRect().toJSON()])"
        )
        assert len(boxes) > house.grid.size + len(house.ranks), shape
        for label, box in boxes:
            assert box["bottom"] <= 640, (shape, label)
            assert min(box["width"], box["height"]) >= 44, (shape, label)


def test_suits_are_asked_for_where_a_rule_needs_them(phone: Page, server: Any, axe: CheckAxe) -> None:
    table = Table(phone, server.url)
    table.begin("spade-queen", names=("Ann", "Bo"))
    keys, suits = phone.locator(".keypad").first, phone.locator(".keypad--choice")
    table.tap_layout("5")
    expect(suits).to_be_hidden()
    table.tap_layout("Q")
    expect(phone.locator(".hand__say")).to_have_text("Which queen?")
    expect(keys).to_be_hidden()
    suits.get_by_role("button", name="hearts").dispatch_event("click")  # the second half of a double tap
    axe(phone)
    expect(suits).not_to_have_attribute("data-resting", "")
    suits.get_by_role("button", name="spades").tap()
    expect(keys).to_be_visible()
    open_cell = phone.locator('button[data-cell="0,2"]')
    expect(open_cell).to_have_attribute("aria-current", "true")
    expect(phone.locator('button[data-cell="0,1"]')).to_have_accessible_name("row 1, column 2: queen of spades")
    expect(phone.locator('button[data-cell="0,1"] .card__suit')).to_contain_text("\N{BLACK SPADE SUIT}")
    table.tap_layout("Q")
    expect(suits).not_to_have_attribute("data-resting", "")
    suits.get_by_role("button", name="erase").tap()
    expect(suits).to_be_hidden()
    for key in ("q", "h", "5", "6", "7"):
        phone.keyboard.press(key)
    expect(tab(phone, "Bo")).to_have_attribute("aria-selected", "true")
    expect(tab(phone, "Ann")).not_to_contain_text("not saved")
    assert kept(phone, table)["Ann"] == "5 QS QH / 5 6 7"


@pytest.mark.nightly
def test_numbers_and_lines_that_have_gone_are_entered(desktop: Page, server: Any, axe: CheckAxe) -> None:
    """By keyboard: 1 may go on to 12, and waits for what comes next."""
    desktop.goto(f"{bring_in(desktop, planned=9, house='vanishing-columns')}/hole/1")
    table = Table(desktop, server.url)
    table.wait_for_entry()
    for key in ("1", "2", "-", "2", ".", "1", "Enter", "5", "1", "1", "0"):
        desktop.keyboard.press(key)
    shown = ["12", "\N{MINUS SIGN}2", "\N{EN DASH}", "1", "5", "11", "\N{EN DASH}", "0"]
    assert desktop.locator("button[data-cell]").all_inner_texts()[:8] == shown
    axe(desktop)
    desktop.get_by_role("button", name="seven", exact=True).click()
    for key in ("8", "1", "Backspace", "9"):
        desktop.keyboard.press(key)
    expect(tab(desktop, "Bo")).to_have_attribute("aria-selected", "true")
    expect(tab(desktop, "Ann")).not_to_contain_text("not saved")
    assert kept(desktop, table)["Ann"] == "#12 #-2 . #1 / 5 #11 . #0 / 7 8 . 9"


def test_the_entry_page_is_at_most_60_kb_on_first_load(phone: Page, server: Any) -> None:
    table = Table(phone, server.url)
    table.begin("penalty", names=("Ann", "Bo", "Cy"))
    hole = phone.url
    assert phone.context.browser is not None
    load = first_load_of_hole(phone.context.browser, table, hole)
    assert any(url.endswith("hole-entry.js") for url in load.sizes)
    assert load.total <= 60 * 1024, load.sizes
    assert load.others == ()
