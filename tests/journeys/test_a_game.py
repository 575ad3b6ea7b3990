"""Whole games on one phone: by each sheet with and without a network, with everything that happens, without scripts."""

import random
from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from scorekeeper import houses
from tests.browser.conftest import PHONE, OpenBrowser
from tests.browser.offline import wait_until_installed, watched_phone
from tests.browser.playing import Table, deal
from tests.browser.reckoning import VALUES, hole_scores
from tests.journeys.conftest import comes_to, enters, reads, waits
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

PEOPLE, THREE = ("Ann", "Bo"), ("Ann", "Bo", "Cy")
LOW, MID, HIGH = "K K A / K 3 2", "A 2 3 / 4 5 6", "9 8 Q / 7 5 4"
"""6, 21 and 43 points by the sheet of Penalty."""


@pytest.mark.parametrize("house", VALUES)
def test_a_game_of_each_sheet_goes_on_without_a_network(
    house: str, open_browser: OpenBrowser, desktop: Page, server: RunningServer
) -> None:
    """A tap for each card and one or two for the hole; the points are those of the sheet wherever they are shown."""
    dice, rules = random.Random(f"a game of {house}"), houses.get(house)
    table = Table(watched_phone(open_browser).page(), server.url)
    page = table.page
    table.begin(house, names=PEOPLE, holes=3)
    totals: Counter[str] = Counter()
    for number in (1, 2, 3):
        layouts, ender = deal(rules, len(PEOPLE), dice), dice.choice(PEOPLE) if rules.needs_ender else None
        before = table.taps
        for layout in layouts:
            table.tap_layout(layout)
        table.confirm(ender)
        assert table.taps - before == len(PEOPLE) * rules.grid.size + (2 if ender else 1)
        totals.update(hole_scores(house, dict(zip(PEOPLE, layouts, strict=True)), ender))
        comes_to(page, *(totals[name] for name in PEOPLE))
        if number == 1:
            table.has_sent_all()
            wait_until_installed(page)
            page.context.set_offline(True)
        if number < 3:
            page.get_by_role("link", name=f"Enter hole {number + 1}").tap()
            table.wait_for_entry()
    waits(page, 2 * (len(PEOPLE) + 1))
    page.get_by_role("link", name="See the results").tap()
    (winner,) = (name for name in PEOPLE if totals[name] == min(totals.values()))
    reads(page, f"{winner} wins with")

    page.context.set_offline(False)
    page.goto(table.game)
    table.has_sent_all()
    desktop.goto(table.game)
    comes_to(desktop, *(totals[name] for name in PEOPLE))
    desktop.goto(f"{table.game}/end")
    expect(desktop.get_by_role("heading", level=1)).to_have_text(f"{winner} wins")


def test_a_game_of_penalty_from_the_first_card_to_the_winner(phone: Page, server: RunningServer) -> None:
    """With a correction of an earlier hole, an undo, a late joiner, a tie and an extra hole."""
    table = Table(phone, server.url)
    table.begin("penalty", names=THREE, holes=5)

    # Hole 1: Ann ends and is lowest, no penalty. Hole 2: Bo ends, is beaten and pays.
    table.play_hole(1, [LOW, MID, HIGH], "Ann")
    table.play_hole(2, [LOW, MID, HIGH], "Bo")
    assert table.totals() == {"Ann": 12, "Bo": 52, "Cy": 86}

    # Hole 1 is corrected: Cy's cards were Ann's, and Ann's were Cy's. Ann ended it, and now pays.
    phone.goto(f"{table.game}/hole/1")
    table.wait_for_entry()
    for name, layout in (("Ann", HIGH), ("Cy", LOW)):
        phone.get_by_role("tab", name=name).tap()
        for cell, card in enumerate(layout.replace("/", " ").split()):
            phone.get_by_role("button", name=f"row {cell // 3 + 1}, column {cell % 3 + 1}").tap()
            table.tap_layout(card)
    table.confirm()
    assert table.totals() == {"Ann": 6 + 53, "Bo": 52, "Cy": 43 + 6}

    # An undo: hole 3 is confirmed too early, and taken back. The cards are still there.
    table.play_hole(3, [LOW, MID, HIGH], "Ann")
    phone.goto(table.game)
    phone.get_by_role("button", name="Undo: hole 3 finished").tap()
    reads(phone, "Undone")
    assert table.totals() == {"Ann": 59, "Bo": 52, "Cy": 49}
    table.play_hole(3, [], "Ann")
    assert table.totals() == {"Ann": 65, "Bo": 73, "Cy": 92}

    # Didi joins for hole 4: three holes are "–", and points per hole are compared.
    phone.get_by_role("link", name="Players", exact=True).tap()
    phone.get_by_label("Add a player").fill("Didi")
    phone.get_by_role("button", name="Save changes").tap()
    expect(phone.get_by_label("Name of Didi")).to_have_value("Didi")
    table.play_hole(4, [MID] * 4, "No one")
    assert table.totals() == {"Ann": 86, "Bo": 94, "Cy": 113, "Didi": 21}
    first = phone.get_by_role("table", name="Points by hole and player").get_by_role("row").nth(1)
    expect(first.get_by_role("cell").nth(3)).to_contain_text("–")
    reads(phone, "points per hole decide")

    # Hole 5 makes Ann and Bo equal: 115 points in five holes are 23 a hole; Didi has 32.
    table.play_hole(5, ["9 8 7 / A A 3", MID, HIGH, HIGH], "No one")
    assert table.totals() == {"Ann": 115, "Bo": 115, "Cy": 156, "Didi": 64}
    phone.goto(f"{table.game}/end")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Ann and Bo share the win")

    # An extra hole between the two breaks the tie, and is not added.
    phone.get_by_role("button", name="Play an extra hole").tap()
    table.wait_for_entry()
    expect(phone.get_by_role("tab")).to_have_count(2)
    enters(table, "Ann", LOW)
    enters(table, "Bo", MID)
    table.confirm("No one")
    assert table.totals()["Ann"] == 115
    phone.goto(f"{table.game}/end")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Ann wins on the extra hole")


def test_a_game_without_scripts(open_browser: OpenBrowser, server: RunningServer) -> None:
    page = open_browser(**PHONE, java_script_enabled=False).page()
    table = Table(page, server.url)

    def confirms(*layouts: str) -> None:
        for name, layout in zip(PEOPLE, layouts, strict=True):
            page.get_by_role("textbox", name=name, exact=True).fill(layout)
        page.get_by_role("button", name="Save and finish hole").tap()
        page.wait_for_url(lambda url: "/hole/" not in url)

    page.goto(server.url)
    page.get_by_role("link", name="New game").first.tap()
    page.get_by_role("link", name=houses.get("worksheet").name).first.tap()
    page.wait_for_url("**/new/worksheet")
    table.begin("worksheet", names=PEOPLE, holes=2)
    points = hole_scores("worksheet", {"Ann": LOW, "Bo": MID}, None)
    confirms(LOW, MID)
    assert table.totals() == points
    page.get_by_role("link", name="Enter hole 2").tap()
    confirms(MID, LOW)
    assert set(table.totals().values()) == {sum(points.values())}
    page.goto(f"{table.game}/end")
    page.get_by_role("button", name="Play an extra hole").tap()
    confirms(HIGH, LOW)
    expect(page.get_by_role("heading", level=1)).to_have_text("Bo wins on the extra hole")
    result = page.get_by_label("Text", exact=True).input_value()
    assert f"Golf: Bo wins on the extra hole with {points['Ann']} to Ann’s " in result
