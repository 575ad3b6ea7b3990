"""Points of another game are typed on a pad, from player to player."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import Table
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

MOST_TAPS = 13
"""For four players with two digits each; finishing the round is one more."""


@pytest.fixture
def table(phone: Page, server: RunningServer) -> Table:
    """At the first hand of Rummy for four."""
    phone.goto(f"{server.url}/new/rummy-500")
    phone.get_by_role("button", name="Start game").tap()
    table = Table(phone, server.url)
    table.wait_for_entry()
    return table


def types(table: Table, text: str) -> None:
    for sign in text:
        table.tap(f'.keypad--number button[data-digit="{sign}"]')


def goes_on(table: Table) -> None:
    table.tap(table.page.get_by_role("button", name="Next", exact=True))


def test_four_players_with_two_digits_take_thirteen_taps_and_one_to_finish(table: Table) -> None:
    for points in ("45", "80", "\N{MINUS SIGN}5", "65"):
        types(table, points)
        goes_on(table)
    assert table.taps <= MOST_TAPS
    table.confirm()
    assert table.taps <= MOST_TAPS + 1
    assert table.totals_shown() == {"Player 1": 45, "Player 2": 80, "Player 3": -5, "Player 4": 65}


def test_a_sum_is_added_up_and_survives_a_reload_and_a_wrong_number_is_typed_again(table: Table) -> None:
    types(table, "51\N{MINUS SIGN}19")
    expect(table.page.locator(".number-entry output")).to_have_text("32")
    table.page.reload()
    table.wait_for_entry()
    expect(table.page.locator("#number-entry")).to_have_value("51\N{MINUS SIGN}19")
    goes_on(table)
    expect(table.page.get_by_role("tab", name="Player 1")).to_contain_text("32")
    table.tap(table.page.get_by_role("tab", name="Player 1"))
    expect(table.page.locator("#number-entry")).to_have_value("32")
    table.tap('.keypad--number button[data-digit="erase"]')
    types(table, "4")
    goes_on(table)
    expect(table.page.get_by_role("tab", name="Player 1")).to_contain_text("34")
