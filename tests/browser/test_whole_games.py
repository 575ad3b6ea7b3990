"""Whole games through the pages on a phone, against totals reckoned beside them straight from the sheets."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper import houses
from tests.browser.conftest import PHONE, OpenBrowser
from tests.browser.playing import NAMES, Table, deal
from tests.browser.reckoning import hole_scores

pytestmark = pytest.mark.browser

ASKED = {"penalty": {"decks-at-four": "one"}}


# As far as the sheets tell how to reckon. For every commit there are a game of Penalty and one without scripts, below.
@pytest.mark.nightly
@pytest.mark.parametrize("house", [house.key for house in houses.built_in() if house.source.sheet])
def test_nine_holes_with_four_players(house: str, phone: Page, server: Any) -> None:
    play_nine_holes(house, phone, server)


@pytest.mark.nightly
def test_nine_holes_with_a_mouse(desktop: Page, server: Any) -> None:
    play_nine_holes("two-joker", desktop, server)


def play_nine_holes(house: str, page: Page, server: Any) -> None:
    dice = random.Random(f"nine holes of {house}")
    table = Table(page, server.url)
    table.begin(house, readings=ASKED.get(house))
    rules = houses.with_readings(houses.get(house), ASKED.get(house, {}))
    expected: Counter[str] = Counter()
    for number in range(1, 10):
        layouts = deal(rules, 4, dice)
        ender = dice.choice(NAMES) if rules.needs_ender else None
        taps = table.play_hole(number, layouts, ender)
        cards = 4 * rules.grid.size
        assert taps == cards + (2 if rules.needs_ender else 1), "one tap a card, one for the hole, one for the ender"
        expected.update(hole_scores(house, dict(zip(NAMES, layouts, strict=True)), ender))
        if number in (1, 5):
            assert table.totals() == dict(expected)
    assert "/end" in page.url
    lowest = min(expected.values())
    for name in (name for name in NAMES if expected[name] == lowest):
        expect(page.locator("main")).to_contain_text(name)
    assert table.totals() == dict(expected)


def test_a_four_player_hole_takes_25_taps(phone: Page, server: Any) -> None:
    table = Table(phone, server.url)
    table.begin("two-joker")
    assert table.play_hole(1, deal(houses.get("two-joker"), 4, random.Random(25))) == 25


@pytest.mark.nightly
def test_the_penalty_game_from_the_first_card_to_the_winner(phone: Page, server: Any) -> None:
    """With a correction of an earlier hole, an undo, a late joiner, a tie, and the store closed and opened between."""
    table = Table(phone, server.url)
    table.begin("penalty", names=("Ann", "Bo", "Cy"))
    low, mid, high = "K K A / K 3 2", "A 2 3 / 4 5 6", "9 8 Q / 7 5 4"  # 6, 21 and 43 points

    # Hole 1: Ann ends and is lowest, no penalty. Hole 2: Bo ends, is beaten and pays.
    table.play_hole(1, [low, mid, high], "Ann")
    table.play_hole(2, [low, mid, high], "Bo")
    assert table.totals() == {"Ann": 12, "Bo": 52, "Cy": 86}

    # Hole 1 is corrected: Cy's cards were Ann's, and Ann's were Cy's. Ann ended it, and now pays.
    phone.goto(f"{table.game}/hole/1")
    table.wait_for_entry()
    for name, layout in (("Ann", high), ("Cy", low)):
        phone.get_by_role("tab", name=name).tap()
        for cell, card in enumerate(layout.replace("/", " ").split()):
            phone.locator(f'button[data-cell="{cell // 3},{cell % 3}"]').tap()
            phone.locator(f'.keypad button[data-key="{card}"]').tap()
    table.confirm()
    assert table.totals() == {"Ann": 6 + 53, "Bo": 52, "Cy": 43 + 6}

    # An undo: hole 3 is confirmed too early, and taken back.
    table.play_hole(3, [low, mid, high], "Ann")
    phone.goto(table.game)
    phone.get_by_role("button", name="Undo: hole 3 confirmed").tap()
    expect(phone.locator("main")).to_contain_text("Undone")
    assert table.totals() == {"Ann": 59, "Bo": 52, "Cy": 49}

    # The server goes down and comes back with what it kept. No page is open that would ask it meanwhile.
    card = table.game
    phone.goto("about:blank")
    server.stop()
    server.start()
    phone.goto(card)
    assert table.totals() == {"Ann": 59, "Bo": 52, "Cy": 49}
    phone.goto(f"{table.game}/hole/3")
    table.wait_for_entry()
    table.confirm("Ann")  # the cards are still there
    assert table.totals() == {"Ann": 65, "Bo": 73, "Cy": 92}

    # Didi joins for hole 4: three holes are "-", and points per hole are compared.
    phone.goto(f"{table.game}/table")
    join(phone, "Didi")
    for number in range(4, 9):
        table.play_hole(number, [mid, mid, mid, mid], "Nobody")
    assert table.totals() == {"Ann": 170, "Bo": 178, "Cy": 197, "Didi": 105}
    expect(phone.locator("table.card-table tbody tr").nth(0).locator("td").nth(3)).to_contain_text("–")
    expect(phone.locator("main")).to_contain_text("points per hole are compared")

    # Hole 9 makes Ann and Bo equal: 199 points in nine holes, a little over 22 a hole; Didi has nearly 25.
    table.play_hole(9, ["9 8 7 / A A 3", mid, high, high], "Nobody")
    assert "/end" in phone.url
    assert table.totals() == {"Ann": 199, "Bo": 199, "Cy": 240, "Didi": 148}
    phone.goto(f"{table.game}/end")
    expect(phone.locator("h1")).to_contain_text("Ann and Bo")

    # An extra hole between the two breaks the tie.
    phone.get_by_role("button", name="Play an extra hole").tap()
    table.wait_for_entry()
    table.tap_layout(low)
    table.tap_layout(mid)
    table.confirm("Nobody")
    assert table.totals()["Ann"] == 199, "the extra hole breaks the tie and is not added"
    phone.goto(f"{table.game}/end")
    expect(phone.locator("h1")).to_contain_text("Ann wins")


def join(page: Page, name: str) -> None:
    """Somebody comes late, at the players' page."""
    page.locator('input[name="newcomer"]').fill(name)
    page.get_by_role("button", name="Save changes").tap()
    expect(page.locator("main")).to_contain_text(name)


@pytest.mark.nightly
def test_a_whole_game_with_scripts_off(open_browser: OpenBrowser, server: Any) -> None:
    page = open_browser(**PHONE, java_script_enabled=False).page()
    dice = random.Random("no scripts")
    house = houses.get("worksheet")
    table = Table(page, server.url)
    page.goto(f"{server.url}/")
    page.get_by_role("link", name="New game").first.tap()
    page.locator('a[href="/new/worksheet"]').first.tap()
    fields = page.locator('input[name="player"]')
    while fields.count() < 4:
        page.locator("button[data-add]").tap()
    for place, name in enumerate(NAMES):
        fields.nth(place).fill(name)
    page.get_by_role("button", name="Begin the game").tap()
    page.wait_for_url("**/hole/1")
    expected: Counter[str] = Counter()
    for number in range(1, 10):
        page.goto(f"{table.game}/hole/{number}")
        layouts = dict(zip(NAMES, deal(house, 4, dice), strict=True))
        for name, layout in layouts.items():
            page.get_by_label(name, exact=True).and_(page.locator('input[type="text"], input:not([type])')).fill(layout)
        page.get_by_role("button", name="Save and confirm the hole").tap()
        page.wait_for_url(re.compile(r"/end$|/g/[^/]+$"))
        expected.update(hole_scores("worksheet", layouts, None))
    assert "/end" in page.url
    assert table.totals() == dict(expected)
