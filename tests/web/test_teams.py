"""Teams by forms: chosen for a new game, changed during it, kept for the next, and part of every answer."""

import re
from collections.abc import Sequence
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from werkzeug.test import TestResponse

from scorekeeper import houses
from scorekeeper.tally.game_row import find_game
from scorekeeper.tally.kept_houses import create_house
from scorekeeper.tally.values import KeptGame
from scorekeeper.web.db import new_write, store
from tests.conftest import Phone
from tests.web.tables import new_id

FOUR = ("Ann", "Bo", "Cat", "Di")


@pytest.fixture
def house(client: Phone) -> str:
    """The address of a made house that adds up the points of a team."""
    two_joker = houses.get("two-joker")
    own = replace(two_joker, name="Partners", match=replace(two_joker.match, teams="sum", holes=(2,)))
    with client.application.test_request_context():
        kept = create_house(store(), own, new_write())
    return f"~{kept.share_key}.1"


def form(teams: Sequence[str] = ("1", "2", "1", "2"), names: Sequence[str] = FOUR, **changed: Any) -> dict[str, Any]:
    """The form of a new game as its page sends it."""
    sent = {"player": list(names), "seat": [str(number) for number in range(len(names))], "team": list(teams)}
    return {**sent, "dealer": "0", "holes": "2", "title": "", "write_id": new_id(), "do": "create", **changed}


def kept(client: Phone, answer: TestResponse) -> KeptGame:
    """The game that a form started."""
    assert answer.status_code in (302, 303), words(answer)
    with client.application.app_context():
        return find_game(store(), answer.location.split("/")[2])


def teams(game: KeptGame) -> dict[str, int | None]:
    return {player.name: player.team for player in game.game.players}


def words(page: TestResponse) -> str:
    """The text of a page, without the isolating marks around names."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>|[\u2066-\u2069]", " ", page.text)))


# --- a new game -------------------------------------------------------------------------------------------------------


def test_a_game_begins_in_its_teams(house: str, client: Phone) -> None:
    begins: list[tuple[Sequence[str], Sequence[str], list[int]]] = [
        (("1", "1", "2", "2"), FOUR, [1, 1, 2, 2]),
        (("1", "2", "1", "2"), ("Ann", "Bo", "Cat", ""), [1, 2, 1, 2]),
        (("1", "2", "1"), ("Ann", "Bo", "Cat"), [1, 2, 1]),
        ((), FOUR, [1, 2, 1, 2]),
    ]
    for typed, names, expected in begins:
        game = kept(client, client.send_form(f"/new/{house}", **form(typed, names)))
        assert list(teams(game).values()) == expected


def test_teams_that_cannot_be_are_answered_at_their_field(house: str, client: Phone) -> None:
    refused: list[tuple[Sequence[str], Sequence[str], str]] = [
        (("2",) * 4, FOUR, "Everyone is on one team."),
        (("1", "", "1", "2"), FOUR, "Choose a team from 1 to 60 for Bo."),
    ]
    for typed, names, said in refused:
        answer = client.send_form(f"/new/{house}", **form(typed, names))
        assert answer.status_code == 422
        found = re.search(r'id="teams-error">(.*?)</div>', answer.text, re.S)
        assert found is not None, words(answer)
        assert said in found[1]
        assert 'value="Ann"' in answer.text
