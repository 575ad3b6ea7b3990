"""The rules of pages whose address names none: those that this phone plays, by its history."""

from dataclasses import replace

import pytest

from scorekeeper import houses
from scorekeeper.school.practice.practice_session import Practice
from tests.conftest import Phone
from tests.web.practicing import keep
from tests.web.tables import sit_down

# What the phone did, and the house that comes first then. `plays` begins a game, `ends` plays one to its end,
# `practices` keeps an answer, `gone` ends a game by a house that is kept nowhere.
STORIES = {
    "": "two-joker",
    "plays penalty": "penalty",
    "ends penalty": "penalty",
    "plays penalty, plays rvers": "rvers",
    "ends penalty, plays rvers, ends four-card": "four-card",
    "ends vanishing-columns": "vanishing-columns",
    "practices rvers": "rvers",
    "ends penalty, practices rvers": "rvers",
    "practices rvers, ends penalty": "penalty",
    "plays penalty, practices rvers": "penalty",
    "practices rvers, gone": "rvers",
    "gone": "two-joker",
}


def lives(client: Phone, deed: str) -> None:
    does, _, key = deed.partition(" ")
    house = houses.get(key or "two-joker")
    if does == "practices":
        keep(client, Practice(house))
        return
    game = sit_down(client, replace(house, key="gone") if does == "gone" else house, "Ann Bo", holes=1)
    assert game.get().status_code == 200  # from now on it is among this phone's
    if does != "plays":
        for name in game.players:
            assert game.put_hand(1, name, points=7).status_code == 200
        assert game.confirm(1).status_code == 200
        assert game.kept().game.is_over, deed


@pytest.mark.parametrize("story", STORIES)
def test_the_house_that_comes_first(story: str, client: Phone) -> None:
    for deed in filter(None, story.split(", ")):
        lives(client, deed)
    assert first_of(client) == STORIES[story]


def first_of(client: Phone) -> str:
    """The first house on the worksheets page, which has no game."""
    page = client.get("/sets").text
    return page.split(" selected", 1)[0].rpartition('value="')[2].rstrip('"')


@pytest.mark.parametrize("path", ["/new", "/play", "/class"])
def test_a_house_that_is_no_sheet_stands_above_them(path: str, client: Phone) -> None:
    lives(client, "ends vanishing-columns")
    page = client.get(path).text
    assert 0 < page.index("vanishing-columns") < page.index("worksheet")
