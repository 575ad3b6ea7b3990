"""The entry page of a hole on a phone: the keypad, by finger and by keyboard; numbers, suits, odd decks; its shape."""

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper import houses
from scorekeeper.rules import Grid, House, Rank
from tests.browser.conftest import CheckAxe
from tests.browser.fitting import sideways
from tests.browser.playing import Table
from tests.browser.seeding import bring_in, open_table, send
from tests.browser.test_every_page import MISNAMED

pytestmark = pytest.mark.browser

ANN, BO, CY = "5 * 7 / 5 Q K", "A 2 3 / 4 6 8", "9 9 J / 9 9 10"


@pytest.fixture
def table(phone: Page, server: Any) -> Table:
    return open_table(phone, server.url, "two-joker", ("Ann", "Bo", "Cy"))


def tab(page: Page, name: str) -> Any:
    return page.get_by_role("tab", name=name)


def kept(page: Page, table: Table) -> dict[str, Any]:
    """What the server holds of this hole, by player."""
    address = f"{table.url}/api/games/{table.game.rsplit('/', 1)[1]}"
    number = page.url.split("/hole/")[1].split("?")[0].split("#")[0]
    names = {player["id"]: player["name"] for player in page.request.get(address).json()["players"]}
    hands = page.request.get(f"{address}/holes/{number}").json()["hands"]
    return {names[hand["player"]]: hand["points"] if hand["cards"] is None else hand["cards"] for hand in hands}


WORDS = """[...document.querySelectorAll("hole-entry button")].flatMap((button) => [...button.childNodes])
  .filter((node) => node.nodeType === 3)"""


def test_the_words_of_a_button_stay_when_the_page_is_drawn_anew(table: Table) -> None:
    """A browser drops the tap of a finger on words that were written anew since it came down."""
    page = table.page
    for layout in (ANN, BO):
        table.tap_layout(layout)
    kept = page.evaluate_handle(WORDS)
    address = f"{table.url}/api/games/{table.game.rsplit('/', 1)[1]}/holes/1/hands/3"
    token = page.request.get("/api/token").json()["token"]
    sent = {"write_id": "from-another-phone", "based_on": 0, "cards": CY}
    page.request.put(address, data=sent, headers={"X-CSRFToken": token})
    expect(tab(page, "Cy")).to_contain_text("20")
    gone = "(kept) => kept.filter((node) => !node.isConnected).map((node) => node.data)"
    assert page.evaluate(gone, kept) == []


def test_cards_are_tapped_in_explained_and_mended(table: Table) -> None:
    page = table.page
    column, says = page.locator("button[data-column]"), page.locator(".hand__say")
    table.tap_layout("5 * 7")
    expect(says).to_have_text("Ann’s cards")  # no column is complete, so there is no total
    table.tap_layout("5")
    expect(says).to_have_text("Ann: 0 so far")
    expect(column.nth(0)).to_have_text("0")
    expect(column.nth(1)).to_have_text("")
    table.tap_layout("Q")
    expect(column.nth(1)).to_have_text("8")
    expect(page.locator(".hand__say")).to_have_text("Ann: 8 so far")
    column.nth(0).tap()
    expect(page.locator(".hand__say")).to_have_text("two fives: the column is 0")
    table.tap_layout("9")
    expect(tab(page, "Bo")).to_have_attribute("aria-selected", "true")

    # Erase goes back one card, after moving on to the player before.
    page.locator('button[data-key="erase"]').tap()
    expect(tab(page, "Ann")).to_have_attribute("aria-selected", "true")
    table.tap_layout("K")
    expect(tab(page, "Ann")).to_contain_text("15")

    # A tap on a filled cell makes it the open one.
    tab(page, "Ann").tap()
    page.locator('button[data-cell="0,1"]').tap()
    table.tap_layout("K")
    expect(tab(page, "Ann")).to_contain_text("17")
    expect(tab(page, "Ann")).not_to_contain_text("not saved")
    assert kept(page, table)["Ann"] == "5 K 7 / 5 Q K"

    # Half a layout survives that the page is closed; a second tap of one trembling finger enters nothing.
    tab(page, "Bo").tap()
    table.tap_layout("A 2 3 / 4 6")
    other, hole = page.context.new_page(), page.url
    page.close()
    table.page = page = other
    page.goto(hole)
    table.wait_for_entry()
    tab(page, "Bo").tap()
    expect(page.locator('button[data-cell="1,1"]')).to_have_text("6")
    expect(page.locator('button[data-cell="1,2"]')).to_have_attribute("aria-current", "true")
    page.evaluate("() => { const key = document.querySelector('[data-key=\"8\"]'); key.click(); key.click(); }")
    expect(tab(page, "Cy")).to_have_attribute("aria-selected", "true")
    expect(page.locator('button[data-cell="0,0"]')).to_have_text("")
    expect(page.locator(".hand__say")).to_have_text("Double tap ignored.")
    table.tap_layout(CY)
    table.confirm()
    assert table.totals() == {"Ann": 17, "Bo": 24, "Cy": 20}


def test_the_keyboard_enters_cards_too(desktop: Page, server: Any, axe: CheckAxe) -> None:
    table = open_table(desktop, server.url, "two-joker", ("Ann", "Bo"))
    for key in ("5", "*", "7", "5", "q", "K"):
        desktop.keyboard.press(key)
    expect(tab(desktop, "Ann")).to_contain_text("15")
    for key in ("0", "t", "2", "Backspace", "3", "ArrowDown"):
        desktop.keyboard.press(key)
    expect(desktop.locator('button[data-cell="0,0"]')).to_have_text("10")
    expect(desktop.locator('button[data-cell="0,2"]')).to_have_text("3")

    # Numbers and lines that have gone: 1 may go on to 12, and waits for what comes next.
    desktop.goto(f"{bring_in(desktop, planned=9, house='vanishing-columns')}/hole/1")
    table.wait_for_entry()
    for key in ("1", "2", "-", "2", ".", "1", "Enter", "5", "1", "1", "0"):
        desktop.keyboard.press(key)
    shown = ["12", "\N{MINUS SIGN}2", "\N{EN DASH}", "1", "5", "11", "\N{EN DASH}", "0"]
    assert desktop.locator("button[data-cell]").all_inner_texts()[:8] == shown
    axe(desktop)
    assert desktop.evaluate(MISNAMED) == []
    desktop.get_by_role("button", name="7", exact=True).click()
    for key in ("8", "1", "Backspace", "9"):
        desktop.keyboard.press(key)
    expect(tab(desktop, "Bo")).to_have_attribute("aria-selected", "true")
    expect(tab(desktop, "Ann")).not_to_contain_text("not saved")
    assert kept(desktop, table)["Ann"] == "#12 #-2 . #1 / 5 #11 . #0 / 7 8 . 9"


def test_bare_numbers_and_who_sits_out_and_impossible_cards(table: Table, axe: CheckAxe) -> None:
    page = table.page

    def enter_number(typed: str) -> None:
        page.get_by_role("button", name="Enter score").tap()
        for digit in typed:
            page.locator(f'.number-entry button[data-digit="{digit}"]').tap()
        page.get_by_role("button", name="Next", exact=True).tap()

    enter_number("")
    expect(page.locator(".hand__say")).to_contain_text("Enter a whole number")
    for digit in "10+15−28":
        page.locator(f'.number-entry button[data-digit="{digit}"]').tap()
    page.get_by_role("button", name="Next", exact=True).tap()
    expect(tab(page, "Ann").locator(".player-tab__score")).to_have_text("−3#")
    page.get_by_role("button", name="Sit out").tap()
    expect(tab(page, "Bo").locator(".player-tab__score")).to_have_text("out")
    page.get_by_role("button", name="Cards", exact=True).tap()  # a table that enters numbers goes on with them
    table.tap_layout(CY)
    expect(page.locator(".confirm input[name=ender]").nth(1)).to_be_disabled()  # nobody ends a hole that they sit out
    table.confirm()
    expect(page.locator("#hole-1 td").nth(1)).to_contain_text("–")  # missing, never 0
    expect(page.locator(".mark--bare").first).to_be_visible()
    page.goto(f"{table.game}/hole/1")
    table.wait_for_entry()
    tab(page, "Bo").tap()
    page.get_by_role("button", name="Enter the cards instead").tap()
    table.tap_layout(BO)
    table.confirm()
    assert table.totals() == {"Ann": -3, "Bo": 24, "Cy": 20}

    # Cards that no deck has are shown, and the table may insist.
    page.goto(f"{table.game}/hole/2")
    table.wait_for_entry()
    for layout in ("K K K / 3 4 5", "K K 3 / 4 5 6", "9 9 9 / 9 J 10"):
        table.tap_layout(layout)
    expect(page.locator(".confirm__warnings")).to_contain_text(
        "Ann has three kings and Bo two, but one deck has only four."
    )
    expect(tab(page, "Bo")).to_have_class("player-tab is-complete is-warned")
    axe(page)
    table.confirm()
    assert table.totals() == {"Ann": -3 + 12, "Bo": 24 + 18, "Cy": 20 + 38}

    # So are numbers that no cards make.
    page.goto(f"{table.game}/hole/3")
    table.wait_for_entry()
    page.get_by_role("button", name="Enter score").tap()
    for typed in ("150", "−60", "12"):
        for digit in typed:
            page.locator(f'.number-entry button[data-digit="{digit}"]').tap()
        page.get_by_role("button", name="Next", exact=True).tap()
    expect(page.locator(".confirm__warnings li")).to_have_count(2)
    for name, state in (("Ann", " is-warned"), ("Bo", " is-warned"), ("Cy", "")):
        expect(tab(page, name)).to_have_class(f"player-tab is-complete{state}")
    axe(page)
    table.confirm()
    assert table.totals() == {"Ann": 9 + 150, "Bo": 42 - 60, "Cy": 58 + 12}


def test_suits_are_asked_for_where_a_rule_needs_them(phone: Page, server: Any, axe: CheckAxe) -> None:
    table = open_table(phone, server.url, "spade-queen", ("Ann", "Bo"))
    keys, suits = phone.locator(".keypad").first, phone.locator(".keypad--choice")
    table.tap_layout("5")
    expect(suits).to_be_hidden()
    # A queen, and the second half of a double tap where her suits are by then.
    phone.evaluate("() => ['Q', 'H'].forEach((key) => document.querySelector(`.keypad [data-key=${key}]`).click())")
    expect(phone.locator(".hand__say")).to_have_text("Double tap ignored.")
    expect(keys).to_be_hidden()
    axe(phone)
    expect(suits).not_to_have_attribute("data-resting", "")
    suits.get_by_role("button", name="spades").tap()
    expect(keys).to_be_visible()
    expect(phone.locator('button[data-cell="1,0"]')).to_have_attribute("aria-current", "true")
    expect(phone.locator('button[data-cell="0,1"]')).to_have_accessible_name("row 1, column 2: Q, queen of spades")
    table.tap_layout("Q")
    expect(phone.locator(".hand__say")).to_have_text("Which queen?")
    expect(suits).not_to_have_attribute("data-resting", "")
    suits.get_by_role("button", name="erase").tap()
    expect(suits).to_be_hidden()
    for key in ("q", "h", "5", "6", "7"):
        phone.keyboard.press(key)
    expect(tab(phone, "Bo")).to_have_attribute("aria-selected", "true")
    expect(tab(phone, "Ann")).not_to_contain_text("not saved")
    assert kept(phone, table)["Ann"] == "5 QS / QH 5 / 6 7"


def test_a_phone_of_ones_own_names_those_it_waits_for(table: Table) -> None:
    page = table.page
    send(page, f"{table.game}/seat", player="1")
    page.reload()
    table.wait_for_entry()
    says = page.locator(".hand__say")
    table.tap_layout(ANN)
    expect(says).to_have_text("Ann: 15, waiting for Bo and Cy")
    for name, layout in (("Bo", BO), ("Cy", CY)):
        tab(page, name).tap()
        table.tap_layout(layout)
    tab(page, "Ann").tap()
    expect(says).to_have_text("Ann: 15")


def some_shapes() -> list[House]:
    """The usual one, and as many rows, columns and keys as any house may have."""
    leaving = houses.get("vanishing-columns")
    ranks: list[Rank] = [rank for rank in Rank if rank is not Rank.GONE]
    table = replace(leaving.table, deck=dict.fromkeys(ranks, 8), jokers_per_deck=8)
    values = dict.fromkeys(ranks, 5)
    largest = replace(leaving, grid=Grid(4, 6), table=table, values=values, options=(), examples=())
    return [houses.get("two-joker"), largest]


def test_the_entry_screen_fits_a_small_phone_without_scrolling(phone: Page, server: Any) -> None:
    phone.set_viewport_size({"width": 360, "height": 640})
    for house in some_shapes():
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

    # Twelve people with long names: the tabs may go on to the side, the page may not.
    people = [*("Ann", "Eve Montgomery-Smith the Younger", "Georgina" * 5, "محمد", "Hal 🂡"), *"ABCDEFG"]
    open_table(phone, server.url, "rvers", people, holes=1)
    assert sideways(phone) <= 0
    for box in (one.bounding_box() for one in phone.get_by_role("tab").all()):
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 360
        assert box["height"] >= 44
