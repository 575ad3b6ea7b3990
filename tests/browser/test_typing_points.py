"""Points of another game are typed on a pad, from player to player."""

import json
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from scorekeeper import houses
from scorekeeper.exports.game_file import export_game
from scorekeeper.rules import Entry, Game, Hole, House, Player
from tests.browser.playing import Table
from tests.browser.seeding import path_of, send
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

RUMMIKUB, RUMMY = map(houses.get, ("rummikub", "rummy-500"))
NAMES = ("Ann", "Bo", "Cy", "Didi", "Eve", "Finn", "Gran", "Christopher-Alexander", "Ida", "Jo")
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


def begin_at(phone: Page, house: House, rounds: Sequence[Sequence[int]]) -> str:
    """The address of the next round of a game with those rounds."""
    count = len(rounds[0]) if rounds else 3
    players = tuple(Player(seat, name) for seat, name in enumerate(NAMES[:count], start=1))
    holes = tuple(
        Hole(number, 1, {seat: Entry(points=points) for seat, points in enumerate(scores, start=1)}, confirmed=True)
        for number, scores in enumerate(rounds, start=1)
    )
    game = Game(house, players, house.longest_game, 1, holes)
    return f"{path_of(send(phone, '/import', text=json.dumps(export_game(game)), copy='yes'))}/hole/{len(holes) + 1}"


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


def test_totals_and_the_last_rounds_are_in_sight_while_a_round_is_typed(phone: Page) -> None:
    rounds = ((45, 80, -20), (90, 15, 110), (65, 40, 95), (-35, 50, 20))
    phone.goto(begin_at(phone, RUMMY, rounds))
    pad = phone.get_by_role("region", name="Scores so far")
    expect(pad.get_by_role("columnheader")).to_have_text(["Ann", "Bo", "Cy"])
    newest_first = ["4−355020", "3654095", "29015110"]
    expect(pad.get_by_role("row")).to_have_text(
        ["AnnBoCy", "ΣTotal165185205, leads", *[f"Hand {row}" for row in newest_first]]
    )
    phone.get_by_role("button", name="1", exact=True).tap()
    phone.get_by_role("button", name="Next", exact=True).tap()
    expect(pad.get_by_role("row")).to_have_count(5)
    # A round that is corrected has only the rounds before it in sight, and what they come to.
    phone.goto(phone.url.replace("/hole/5", "/hole/3"))
    expect(pad.get_by_role("row")).to_have_text(["AnnBoCy", "ΣTotal135, leads9590", "Hand 29015110", "Hand 14580−20"])


@pytest.mark.parametrize("players", [2, 4, 6, 8, 10])
def test_with_the_rounds_before_all_keys_are_in_sight(phone: Page, players: int) -> None:
    scores = tuple(range(players))
    phone.goto(begin_at(phone, houses.get("skip-bo" if players < 7 else "uno"), (scores,) * 3))
    expect(phone.get_by_role("region", name="Scores so far")).to_be_visible()
    tall, wide = phone.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
    assert (tall, wide) == (740, 360)


def test_a_key_adds_what_is_often_added(phone: Page) -> None:
    phone.goto(begin_at(phone, houses.get("uno"), ()))
    often = phone.get_by_role("group", name="Often added").get_by_role("button")
    expect(often).to_have_text(["20", "50"])
    field, comes_to = phone.locator("#number-entry"), phone.locator(".number-entry output")
    often.nth(0).tap()
    expect(field).to_have_value("20")
    often.nth(1).tap()
    for sign in "7+":
        phone.locator(f'.keypad--number button[data-digit="{sign}"]').tap()
    often.nth(0).tap()
    expect(field).to_have_value("20+50+7+20")
    expect(comes_to).to_have_text("97")
    for _ in field.input_value():
        phone.locator('.keypad--number button[data-digit="erase"]').tap()
    often.nth(0).tap()
    for sign in "erase", "0", "5":
        phone.locator(f'.keypad--number button[data-digit="{sign}"]').tap()
    expect(field).to_have_value("205")  # typed, so it goes on


def test_another_tab_keeps_what_was_typed_and_a_score_is_changed_by_its_first_digit(table: Table) -> None:
    tabs, field = table.page.get_by_role("tab"), table.page.locator("#number-entry")
    types(table, "25+")  # half a sum
    table.tap(tabs.nth(1))
    expect(tabs.nth(0)).to_contain_text("25")
    expect(field).to_have_value("")
    table.tap(tabs.nth(2))
    expect(tabs.nth(1)).to_contain_text("nothing yet")
    for points in "7", "9":
        types(table, points)
        goes_on(table)
    types(table, "\N{MINUS SIGN}5")
    goes_on(table)
    table.tap(table.page.get_by_role("button", name="Change", exact=True))  # the last one typed
    expect(field).to_have_value("\N{MINUS SIGN}5")
    types(table, "45")
    goes_on(table)
    table.confirm()
    assert table.totals_shown() == {"Player 1": 25, "Player 2": 45, "Player 3": 7, "Player 4": 9}


def test_points_of_who_went_out_are_said_not_to_count(phone: Page) -> None:
    phone.goto(begin_at(phone, houses.get("uno"), ()))
    for points in "12", "13", "14":
        for sign in points:
            phone.locator(f'.keypad--number button[data-digit="{sign}"]').tap()
        phone.get_by_role("button", name="Next", exact=True).tap()
    phone.locator(".confirm").get_by_text("Ann").tap()
    expect(phone.locator(".hand__say")).to_contain_text("Ann: 27. The 12 typed for Ann doesn’t count.")


def test_a_round_is_opened_again_with_who_went_out_and_typed_nothing(phone: Page) -> None:
    players = tuple(Player(seat, name) for seat, name in enumerate(("Ann", "Bo", "Cy"), start=1))
    held = {2: Entry(points=12), 3: Entry(points=5)}
    game = Game(RUMMIKUB, players, RUMMIKUB.longest_game, 1, (Hole(1, 1, held, 1, ender_known=True, confirmed=True),))
    card = path_of(send(phone, "/import", text=json.dumps(export_game(game)), copy="yes"))
    phone.goto(f"{card}/hole/1")
    expect(phone.get_by_role("tab")).to_have_text(["Ann17points", "Bo−12points", "Cy−5points"])
    while phone.get_by_role("button", name="Next", exact=True).is_visible():
        phone.get_by_role("button", name="Next", exact=True).tap()
    expect(phone.get_by_role("radio", name="Ann")).to_be_checked()
    phone.get_by_role("button", name="Save changes").tap()
    expect(phone.locator(".card-table")).to_contain_text("−12")
    assert [row.split()[:3] for row in phone.locator(".totals td").all_inner_texts()] == [["17"], ["−12"], ["−5"]]
