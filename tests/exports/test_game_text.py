"""The lines for a chat."""

from typing import Literal

import pytest

from scorekeeper import houses
from scorekeeper.exports.game_text import game_text
from scorekeeper.rules import Entry, Game, Hole, House, Player
from tests.exports.games import full_game, team_game, tied_game

TWO_JOKER = houses.get("two-joker")
MOST_HOLES = houses.with_readings(houses.get("penalty"), {"winner": "most-holes"})


EXTRA_HOLE = houses.with_readings(houses.get("penalty"), {"tie": "extra-hole"})


def game(*scores: tuple[int, int, int], planned: int = 2, house: House = TWO_JOKER) -> Game:
    """A game of three with these hole scores."""
    players = (Player(1, "Ann"), Player(2, "Bo"), Player(3, "Cy"))
    holes = [
        Hole(number, 1, {place: Entry(points=points) for place, points in enumerate(row, start=1)}, confirmed=True)
        for number, row in enumerate(scores, start=1)
    ]
    return Game(house, players, planned, 1, tuple(holes))


def test_what_a_chat_is_told() -> None:
    told = game_text(tied_game())
    assert (
        told
        == """\
Golf: Bo wins on the extra hole with −1 to Ann’s 8 after a tie at 5!
1. Bo 5, extra hole −1
2. Ann 5, extra hole 8
3. Cy 9
1 hole, Two-Joker Golf. Lowest score wins."""
    )


LEADS = {
    "won": (game((5, -4, 10), (0, 1, 2)), "Bo wins with −3!", "1. Bo −3"),
    "shared": (game((5, 5, 10), (1, 1, 2)), "Ann and Bo share the win at 6!", "1. Ann 6"),
    "to be broken": (
        game((5, 5, 10), (1, 1, 2), house=EXTRA_HOLE),
        "Ann and Bo are tied at 6. An extra hole breaks the tie",
        "1. Ann 6",
    ),
    "half done": (game((5, 5, 10), planned=9), "Ann and Bo share the lead at 5 after 1 of 9 holes", "1. Ann 5"),
    "not begun": (game(planned=9), "no holes finished yet", "0 of 9 holes, Two-Joker Golf. Lowest score wins."),
    "most holes": (
        game((0, 5, 9), (0, 5, 9), (50, 5, 9), planned=3, house=MOST_HOLES),
        "Ann wins with 2 holes won (50)!",
        "1. Ann 2 holes won (50)",
    ),
    "late joiner": (
        full_game(),
        "Zoë & <Cy> leads with 0.0 points a hole (0 in 1 hole) after 2 of 3 holes",
        "1. Zoë & <Cy> 0.0 points a hole (0 in 1 hole)",
    ),
}


@pytest.mark.parametrize(("played", "lead", "first"), LEADS.values(), ids=LEADS)
def test_who_leads_is_told_first(played: Game, lead: str, first: str) -> None:
    assert game_text(played).splitlines()[:2] == [f"Golf: {lead}", first]


def test_whoever_left_is_named_without_a_rank_and_a_fair_comparison_is_explained() -> None:
    lines = game_text(full_game()).splitlines()
    assert "Di left with 11 after 1 hole" in lines
    assert lines[-1].endswith("so points per hole decide. Lowest wins.")


def test_a_name_written_from_right_to_left_does_not_move_the_numbers() -> None:
    players = (Player(1, "محمد"), Player(2, "Ann"))
    hole = Hole(1, 1, {1: Entry(points=5), 2: Entry(points=9)}, confirmed=True)
    text = game_text(Game(houses.get("worksheet"), players, 9, 1, (hole,)))
    assert "1. \N{FIRST STRONG ISOLATE}محمد\N{POP DIRECTIONAL ISOLATE} 5" in text
    assert "2. Ann 9" in text


@pytest.mark.parametrize(
    ("teams", "lines"),
    [
        ("sum", ["Golf: Ann & Cat lead with 25 after 2 of 9 holes", "1. Ann & Cat 25", "2. Bo & Di 31"]),
        ("best-ball", ["Golf: Ann & Cat lead with 1 after 2 of 9 holes", "1. Ann & Cat 1", "2. Bo & Di 11"]),
    ],
)
def test_teams_are_called_by_their_people(teams: Literal["sum", "best-ball"], lines: list[str]) -> None:
    said = game_text(team_game(teams)).splitlines()
    assert said[:3] == lines
    assert ("adds up" if teams == "sum" else "a team’s lowest score") in said[-1]
