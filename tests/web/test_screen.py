"""The big screen without a browser: only public data, and up to date without scripts."""

import re
from dataclasses import replace

import pytest

from scorekeeper import houses
from scorekeeper.rules import Entry
from scorekeeper.tally.changing import change
from scorekeeper.tally.values import EnterHand, SettleHole
from scorekeeper.web.db import new_write, store
from tests.conftest import Phone
from tests.web.tables import WebTable, sit_down


def screen(table: WebTable) -> str:
    answer = table.get("/screen", table.view_key)
    assert answer.status_code == 200
    return answer.text


def play(table: WebTable, *holes: int) -> None:
    """Ann has 3 points on each of these holes, Bo 5, Cy 8."""
    with table.client.application.test_request_context():
        for hole in holes:
            scores = zip(table.players.values(), (3, 5, 8), strict=True)
            hands = [EnterHand(hole, player, Entry(points=points), 0) for player, points in scores]
            change(store(), table.edit_key, [*hands, SettleHole(hole, confirmed=True)], new_write())


@pytest.mark.parametrize(
    ("planned", "played", "first", "last"), [(9, 0, 1, 9), (36, 17, 1, 18), (36, 18, 2, 19), (36, 36, 19, 36)]
)
def test_a_long_game_shows_the_holes_around_the_one_under_way(
    client: Phone, planned: int, played: int, first: int, last: int
) -> None:
    table = sit_down(client, holes=planned)
    play(table, *range(1, played + 1))
    holes = [int(number) for number in re.findall(r'<th scope="col" data-hole="(\d+)"', screen(table))]
    assert holes == list(range(first, last + 1))


def test_partners_stand_side_by_side_with_the_place_of_their_team(client: Phone) -> None:
    house = houses.get("two-joker")
    house = replace(house, match=replace(house.match, teams="sum"))
    table = sit_down(client, house, "Ann Bo Cy Di", teams=(1, 2, 1, 2))
    table.enter(1, {"Ann": "3", "Bo": "5", "Cy": "8", "Di": "2"}, do="confirm", ender="nobody")
    rows = re.findall(r"<tr data-player.*?</tr>", screen(table), re.DOTALL)
    assert [re.findall(r'screen__(?:player|own|total|rank)">(.*?)<', row) for row in rows] == [
        ["Ann", "3", "11", "2nd"],
        ["Cy", "8"],
        ["Bo", "5", "7", "1st"],
        ["Di", "2"],
    ]
    assert [row.count('rowspan="2"') for row in rows] == [2, 0, 2, 0]
    assert ["is-leader" in row for row in rows] == [False, False, True, True]
    card = table.get("").text
    assert re.findall(r'<th scope="col"[^>]*>(\w+)', card) == ["Hole", "Ann", "Cy", "Bo", "Di"]
    feet = re.findall(r"<tr class=.(?:own|totals|ranks).*?</tr>", card[card.index("<tfoot>") :], re.DOTALL)
    words = [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in feet]
    assert words == ["Player 3 8 5 2", "Team 11 7", "Place 2nd 1st"]
