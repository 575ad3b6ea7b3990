"""What was entered wrongly and is put right: a card, a hand, whose hand it was, an undo too many."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import CheckAxe, OpenBrowser
from tests.browser.fitting import sideways
from tests.browser.offline import wait_until_installed, watched_phone
from tests.browser.playing import Table
from tests.browser.seeding import open_table
from tests.journeys.conftest import comes_to, enters, reads, waits
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

LOW, MID, HIGH = "K K A / K 3 2", "A 2 3 / 4 5 6", "9 8 Q / 7 5 4"
"""6, 21 and 43 points by the sheet of Penalty."""


@pytest.fixture
def table(open_browser: OpenBrowser, server: RunningServer) -> Table:
    return open_table(watched_phone(open_browser).page(), server.url, "penalty", ("Ann", "Bo", "Cy"))


def shows(table: Table, *scores: str) -> None:
    """These scores stand at the players' tabs, in their order."""
    expect(table.page.locator(".player-tab__score")).to_have_text(scores)


def corrects(table: Table, place: int, player: str, card: str, key: str) -> int:
    """A card of hole 1, from the scorecard that is open; how many taps it takes."""
    page, before = table.page, table.taps
    table.tap(page.locator("#hole-1 td a").nth(place))
    page.wait_for_url("**/hole/1**")
    if page.url.split("#")[0].endswith("/worked"):
        table.tap(page.get_by_role("table", name=f"{player}’s cards").get_by_role("link", name=card).first)
    else:
        expect(page.get_by_role("tab", name=player)).to_have_attribute("aria-selected", "true")
        table.tap(page.locator(".layout--entry").get_by_role("button", name=card).first)
    table.wait_for_entry()
    table.tap_key(key)
    table.confirm()
    return table.taps - before


def test_a_card_is_corrected_in_four_taps_from_the_scorecard(open_browser: OpenBrowser, server: RunningServer) -> None:
    """With a network by way of how the number was counted; without one straight away."""
    phone = watched_phone(open_browser).page()
    table = Table(phone, server.url)
    table.begin("two-joker", names=("Ann", "Bo"), holes=2)
    table.play_hole(1, ["5 * 7 / 5 Q K", "A 2 3 / 4 6 8"])
    comes_to(phone, 15, 24)
    assert corrects(table, 1, "Bo", "eight", "A") == 4
    comes_to(phone, 15, 17)

    table.has_sent_all()
    wait_until_installed(phone)
    phone.context.set_offline(True)
    reads(phone, "Tap a score to fix it.")
    assert corrects(table, 0, "Ann", "king", "9") == 4
    comes_to(phone, 24, 17)
    waits(phone, 2)
    phone.context.set_offline(False)
    assert table.totals() == {"Ann": 24, "Bo": 17}


def test_cards_of_somebody_else_are_moved_and_exchanged_at_once(table: Table, axe: CheckAxe) -> None:
    page = table.page

    def are_of(name: str) -> None:
        page.get_by_role("button", name="Wrong player").tap()
        expect(page.get_by_role("group", name="Whose cards are these?")).to_be_visible()
        axe(page)
        assert sideways(page) <= 0
        page.locator(".whose").get_by_role("button", name=name, exact=True).tap()

    # What was begun for Ann is Bo's; all of it was Cy's.
    table.tap_layout("K K A")
    are_of("Bo")
    shows(table, "–", "…", "–")
    expect(page.get_by_role("tab", name="Ann")).to_have_attribute("aria-selected", "true")
    page.get_by_role("tab", name="Bo").tap()
    table.tap_layout("K 3 2")
    shows(table, "–", "6", "–")
    page.get_by_role("tab", name="Bo").tap()
    are_of("Cy")
    shows(table, "–", "–", "6")
    enters(table, "Ann", MID)
    enters(table, "Bo", HIGH)
    table.confirm("No one")
    assert table.totals() == {"Ann": 21, "Bo": 43, "Cy": 6}

    # Two hands are exchanged without a network. It becomes one change: an undo takes both back, a redo both again.
    page.goto(f"{table.game}/hole/1")
    table.wait_for_entry()
    page.context.set_offline(True)
    are_of("Swap with Cy")
    shows(table, "6", "43", "21")
    page.context.set_offline(False)
    expect(page.get_by_role("tab").filter(has_text="not saved")).to_have_count(0)
    assert table.totals() == {"Ann": 6, "Bo": 43, "Cy": 21}
    page.get_by_role("button", name="Undo: Ann’s cards on hole 1, Cy’s cards").tap()
    comes_to(page, 21, 43, 6)
    axe(page)
    page.get_by_role("button", name="Redo: Ann’s cards on hole 1, Cy’s cards").tap()
    reads(page, "Redone: Ann’s cards")
    comes_to(page, 6, 43, 21)


def test_a_hand_is_cleared_and_the_penalty_shows_while_the_ender_is_chosen(table: Table, axe: CheckAxe) -> None:
    page = table.page
    table.tap_layout("K K A")
    page.get_by_role("button", name="Clear").tap()
    shows(table, "–", "–", "–")
    page.get_by_role("button", name="Undo").tap()
    for layout in ("K 3 2", MID, HIGH):
        table.tap_layout(layout)
    shows(table, "6", "21", "43")
    page.locator(".confirm label", has_text="Bo").first.tap()
    shows(table, "6", "31+10", "43")
    expect(page.locator(".hand__say")).to_have_text("Cy: 43, Bo: 21 +10 = 31")
    axe(page)
    page.locator(".confirm label", has_text="Ann").tap()
    shows(table, "6", "21", "43")
    table.confirm("Bo")
    comes_to(page, 6, 31, 43)
    page.goto(f"{table.game}/hole/1")
    table.wait_for_entry()
    shows(table, "6", "31+10", "43")
    page.get_by_role("button", name="Clear").tap()
    expect(page.locator(".hand__say")).to_have_text(f"Ann: top row first, saved: {LOW}")
    shows(table, "–", "21", "43")


def test_a_table_that_enters_numbers_goes_on_with_numbers(table: Table) -> None:
    """On this phone, on every hole, until somebody asks for the cards."""
    page = table.page

    def types(digits: str) -> None:
        for digit in digits:
            table.tap(f'.number-entry button[data-digit="{digit}"]')
        table.tap(page.get_by_role("button", name="Next", exact=True))

    table.tap(page.get_by_role("button", name="Enter score"))
    for number in ("12", "7", "30"):
        types(number)
    table.confirm("No one")
    assert table.taps == 1 + 5 + 3 + 2
    page.goto(f"{table.game}/hole/2")
    table.wait_for_entry()
    types("5")
    page.get_by_role("button", name="Cards", exact=True).tap()
    for layout in (LOW, MID):
        table.tap_layout(layout)
    table.confirm("No one")
    comes_to(page, 12 + 5, 7 + 6, 30 + 21)
