"""Teams, ties and leaders in games small enough to check by hand."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from scorekeeper import houses
from scorekeeper.rules import Entry, Game, Hole, Player
from scorekeeper.rules.leading import behind_words, comparison_sentence, far_words, lead_sentence, tie_sentence

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve")


def game(holes: list[list[int | None]], team_of: list[int | None], *, ender: int | None = None, **match: Any) -> Game:
    """A game under the penalty-free sheet: points by hole and seat, None for a player who sat out."""
    house = houses.get("two-joker")
    house = replace(house, match=replace(house.match, **match))
    players = tuple(Player(seat, NAMES[seat - 1], team=team) for seat, team in enumerate(team_of, start=1))
    played = tuple(
        Hole(
            number,
            1,
            {seat: Entry(points=points) for seat, points in enumerate(hole, start=1) if points is not None},
            ender=ender,
            ender_known=ender is not None,
            confirmed=True,
        )
        for number, hole in enumerate(holes, start=1)
    )
    return Game(house, players, len(holes), 1, played)


def places(one: Game) -> list[tuple[str, int, int | None]]:
    """Names, points and places."""
    return [("".join(player.name[0] for player in place.side.players), place.total, place.rank) for place in one.places]


PAIRS: list[int | None] = [1, 2, 1, 2]
HOLES: list[list[int | None]] = [[5, 1, 2, 9], [3, 8, 7, 4]]


@pytest.mark.parametrize(
    ("teams", "expected"),
    [
        ("none", [("A", 8, 1), ("B", 9, 2), ("C", 9, 2), ("D", 13, 4)]),
        ("sum", [("AC", 17, 1), ("BD", 22, 2)]),
        ("best-ball", [("AC", 5, 1), ("BD", 5, 1)]),  # 2 + 3 and 1 + 4
    ],
)
def test_who_is_ranked_together(teams: str, expected: list[tuple[str, int, int | None]]) -> None:
    assert places(game(HOLES, PAIRS, teams=teams)) == expected


ALONE: list[int | None] = [None, None, None]
BEHIND: dict[str, tuple[Game, list[list[Any]], list[str], str]] = {
    "points": (game([[5, 1, 9], [0, 8, 0]], ALONE), [[4, 0], [0, 4], [8, 4]], ["", "+4", "+4"], "Points"),
    "level": (game([[5, 5, 9]], ALONE), [[0], [0], [4]], ["", "", "+4"], "Points"),
    "teams": (game(HOLES, PAIRS, teams="sum"), [[0, 0], [3, 5]], ["", "+5"], "Points"),
    "a late joiner": (
        game([[4, 6, None], [6, 6, 7]], ALONE),
        [[0, 0], [2, 1], [None, 2]],
        ["", "+1.0", "+2.0"],
        "Average",
    ),
    "holes won": (
        game([[1, 2, 3], [1, 2, 3], [9, 2, 3]], ALONE, winner="most-holes"),
        [[0, 0, 0], [1, 2, 1], [1, 2, 2]],
        ["", "\N{MINUS SIGN}1", "\N{MINUS SIGN}2"],
        "Holes",
    ),
}


@pytest.mark.parametrize("case", BEHIND)
def test_how_far_each_side_was_behind_after_each_hole(case: str) -> None:
    one, course, words, what = BEHIND[case]
    assert [list(one.course[side]) for side in one.sides] == course
    assert [far_words(one, place.side) for place in one.places] == words
    assert behind_words(one) == f"{what} behind, hole by hole"
    assert [one.behind(side) for side in one.sides] == [Fraction(row[-1]) for row in course]


def test_every_player_keeps_their_own_points_and_has_the_rank_of_the_team() -> None:
    standings = game(HOLES, PAIRS, teams="sum").standings
    assert [(found.player.name, found.total, found.rank) for found in standings] == [
        ("Ann", 8, 1),
        ("Cat", 9, 1),
        ("Ben", 9, 2),
        ("Dan", 13, 2),
    ]


def test_teams_of_unequal_size_are_compared_by_points_for_each_hole_of_a_player() -> None:
    # Ann and Cat and Eve: 15 in 3; Ben and Dan: 8 in 2.
    unequal = game([[5, 4, 5, 4, 5]], [1, 2, 1, 2, 1], teams="sum")
    assert unequal.by_average
    assert places(unequal) == [("BD", 8, 1), ("ACE", 15, 2)]


TRIO_AND_PAIR: list[int | None] = [1, 2, 1, 2, 1]


@pytest.mark.parametrize(
    ("holes", "team_of", "won"),
    [
        ([[4, 6, 4, 6, 4]] * 2, TRIO_AND_PAIR, [2, 0]),
        ([[6, 6, 6, 6, 6]], TRIO_AND_PAIR, [1, 1]),
        ([[5, 9, 5, None]], PAIRS, [1, 0]),
    ],
    ids=["three against two", "all alike", "a partner sat out"],
)
def test_a_hole_is_won_by_the_fewest_points_for_each_player(
    holes: list[list[int | None]], team_of: list[int | None], won: list[int]
) -> None:
    played = game(holes, team_of, teams="sum", winner="most-holes")
    assert [played.holes_won(side) for side in played.sides] == won


def test_an_extra_hole_is_decided_by_points_for_each_player_and_shown_as_their_sum() -> None:
    tied = game([[6, 6, 6, 6, 6]], TRIO_AND_PAIR, teams="sum", tie="extra-hole")
    assert len(tied.undecided) == 2
    entries = {seat: Entry(points=6 if seat in (2, 4) else 4) for seat in range(1, 6)}
    extra = Hole(2, 1, entries, confirmed=True, playoff=(1, 2, 3, 4, 5))
    broken = replace(tied, holes=(*tied.holes, extra))
    assert [(place.rank, place.playoff) for place in broken.places] == [(1, (12,)), (2, (12,))]
    assert [player.name for player in broken.ahead[0].side.players] == ["Ann", "Cat", "Eve"]


@pytest.mark.parametrize("tie", ["lowest-hole", "most-holes"])
def test_a_team_wins_no_tie_for_being_the_smaller_one(tie: str) -> None:
    alike = game([[6, 6, 6, 6, 6], [6, 6, 6, 6, 6]], TRIO_AND_PAIR, teams="sum", tie=tie)
    assert [rank for _, _, rank in places(alike)] == [1, 1]


def test_the_lowest_hole_of_uneven_teams_is_that_with_the_fewest_points_for_each_player() -> None:
    # 9 + 15 = 24 in 6 hands against 6 + 10 = 16 in 4: 3 and 5 a player; then the pair has 2 and 6.
    trio_loses = game([[3, 2, 3, 2, 3], [5, 6, 5, 6, 5]], TRIO_AND_PAIR, teams="sum", tie="lowest-hole")
    assert places(trio_loses) == [("BD", 16, 1), ("ACE", 24, 2)]
    trio_wins = game([[2, 3, 2, 3, 2], [6, 5, 6, 5, 6]], TRIO_AND_PAIR, teams="sum", tie="lowest-hole")
    assert places(trio_wins) == [("ACE", 24, 1), ("BD", 16, 2)]


def test_somebody_without_a_team_plays_alone() -> None:
    assert places(game([[5, 1, 2, 9]], [1, None, 1, None], teams="best-ball")) == [
        ("B", 1, 1),
        ("AC", 2, 2),
        ("D", 9, 3),
    ]


def test_a_hole_is_won_by_the_team_with_the_lowest_score() -> None:
    won = game([*HOLES, [0, 9, 9, 9]], PAIRS, teams="best-ball", winner="most-holes")
    assert [won.holes_won(side) for side in won.sides] == [2, 1]
    assert places(won)[0][0] == "AC"


def test_an_extra_hole_is_played_by_everybody_of_the_tied_teams() -> None:
    tied = game([[1, 2, 3, 2]], PAIRS, teams="sum", tie="extra-hole")
    assert [len(place.side.players) for place in tied.undecided] == [2, 2]


EVERYBODY: list[list[int | None]] = [[4, 6, 4, 6, 4]] * 2


COMPARED: dict[str, tuple[list[list[int | None]], list[int | None], dict[str, Any], str]] = {
    "uneven": (EVERYBODY, TRIO_AND_PAIR, {"teams": "sum"}, "differ in size, so points per player per hole"),
    "uneven, holes won": (
        EVERYBODY,
        TRIO_AND_PAIR,
        {"teams": "sum", "winner": "most-holes"},
        "lowest score per player wins a hole",
    ),
    "somebody sat out of a team": (
        [[5, 9, 5, None]],
        PAIRS,
        {"teams": "sum"},
        "missed holes, so points per player per hole",
    ),
    "somebody sat out": ([[5, 9, 5, None], [5, 9, 5, 4]], PAIRS, {}, "Some players missed holes, so points per hole"),
    "uneven best ball": (EVERYBODY, TRIO_AND_PAIR, {"teams": "best-ball"}, "only a team’s lowest score counts"),
}


@pytest.mark.parametrize("case", COMPARED)
def test_why_points_per_hole_are_compared(case: str) -> None:
    holes, team_of, match, said = COMPARED[case]
    assert said in comparison_sentence(game(holes, team_of, **match))


@pytest.mark.parametrize(
    ("holes", "team_of", "match", "sentence"),
    [
        ([[6, 6]], [None, None], {"tie": "ender-loses"}, "Ann ended the last hole and loses the tiebreaker."),
        (
            [[6, 6, 6, 6]],
            PAIRS,
            {"tie": "ender-loses", "teams": "sum"},
            "Ann ended the last hole, so Ann & Cat lose the tiebreaker.",
        ),
        ([[2, 3], [4, 3]], [None, None], {"tie": "lowest-hole"}, "Ann wins the tiebreaker on lowest holes."),
        (
            [[2, 2, 3], [4, 4, 3]],
            [None] * 3,
            {"tie": "lowest-hole"},
            "Ann and Ben win the tiebreaker on lowest holes.",
        ),
        ([[1, 9], [4, 3], [7, 0]], [None, None], {"tie": "most-holes"}, "Ben wins the tiebreaker with more holes won."),
        ([[6, 6]], [None, None], {"tie": "shared"}, ""),
        ([[6, 7]], [None, None], {"tie": "ender-loses"}, ""),
        ([[6, 6, 6]], [None] * 3, {"tie": "lowest-hole"}, ""),
    ],
)
def test_a_tie_that_the_house_broke_is_explained(
    holes: list[list[int | None]], team_of: list[int | None], match: dict[str, Any], sentence: str
) -> None:
    played = game(holes, team_of, ender=1, **match)
    assert tie_sentence(played) == sentence
    assert lead_sentence(played).endswith(f". {sentence}" if sentence else ".")


@pytest.mark.parametrize(("ender", "first"), [(1, "B"), (2, "A"), (None, "A")])
def test_whoever_ended_the_last_hole_loses_a_tie(ender: int | None, first: str) -> None:
    tied = game([[4, 4]], [None, None], ender=ender, tie="ender-loses")
    assert places(tied)[0][0] == first
    assert [rank for _, _, rank in places(tied)] == ([1, 1] if ender is None else [1, 2])


def with_extra(*extra: dict[int, int], **match: Any) -> Game:
    """Ann, Ben and Cat have 5 each, Dan has 9; then the extra holes, by points of those who play them."""
    tied = game([[5, 5, 5, 9]], [None] * 4, **match)
    holes = [
        Hole(
            number,
            1,
            {seat: Entry(points=points) for seat, points in hole.items()},
            confirmed=True,
            playoff=tuple(hole),
        )
        for number, hole in enumerate(extra, start=2)
    ]
    return replace(tied, holes=(*tied.holes, *holes))


EXTRA: dict[str, tuple[Game, str, str]] = {
    "nobody was level": (game([[5, 6]], [None] * 2), "score", "Ann wins with 5, 1 ahead of Ben."),
    "one extra hole": (
        with_extra({1: 3, 2: 1, 3: 4}),
        "extra-hole",
        "Ben wins on the extra hole with 1 to Ann’s 3 and Cat’s 4 after a tie at 5.",
    ),
    "two of them": (
        with_extra({1: 3, 2: 3, 3: 4}, {1: -1, 2: 0}),
        "extra-hole",
        "Ann wins on the extra holes with 3 and −1 to Ben’s 3 and 0 and Cat’s 4 after a tie at 5.",
    ),
    "two are still level": (
        with_extra({1: 3, 2: 3, 3: 4}, tie="shared"),
        "extra-hole",
        "Ann and Ben share the win on the extra hole with 3 to Cat’s 4 after a tie at 5.",
    ),
    "holes won are compared": (
        with_extra({1: 3, 2: 1, 3: 4}, winner="most-holes"),
        "extra-hole",
        "Ben wins on the extra hole with 1 to Ann’s 3 and Cat’s 4 after a tie at 1 hole won.",
    ),
    "still to be broken": (
        with_extra({1: 3, 2: 3, 3: 4}, tie="extra-hole"),
        "",
        "Ann and Ben are tied at 5. An extra hole breaks the tie.",
    ),
}


@pytest.mark.parametrize(("played", "by", "sentence"), EXTRA.values(), ids=EXTRA)
def test_a_game_won_on_an_extra_hole_is_told_so(played: Game, by: str, sentence: str) -> None:
    assert (played.decided_by, lead_sentence(played)) == (by, sentence)
