"""Rules of published variants that no sheet has: each is a plain house with a few changed keys."""

from collections.abc import Mapping
from typing import Any

import pytest

from scorekeeper.rules import BadLayout, Entry, Game, Hole, Player, parse_layout, score, score_hole
from tests.rules import a_house

NINE = {"grid": {"rows": 3, "columns": 3}, "cancelling.size": 3, "cancelling.where": ["row", "column", "diagonal"]}
SQUARE = {**NINE, "four_of_a_kind": {"points": -25, "pattern": "block"}}
EIGHT = {"grid": {"rows": 2, "columns": 4}, "four_of_a_kind": {"points": -20, "pattern": "end-block"}}
LARGE = {
    "grid": {"rows": 2, "columns": 4},
    "table.decks": {"2": 2},
    "four_of_a_kind": {"points": -10, "by_columns": {"3": -15, "4": -20}},
}
OWN_DECK = {
    "grid": {"rows": 3, "columns": 4},
    "table.deck": {"#-2": 5, "#-1": 10, "#0": 15, "#1": 10, "5": 10, "#12": 10},
    "table.jokers_per_deck": 0,
    "values": {"#-2": -2, "#-1": -1, "#0": 0, "#1": 1, "5": 5, "#12": 12},
    "cancelling.size": 3,
    "cancelling.leave": True,
}


def bonus(**rule: Any) -> dict[str, Any]:
    return {"bonuses": [rule]}


LAYOUTS = [
    ("three in a row", NINE, "7 7 7 / A 2 3 / 4 5 6", 21, ["pair", "values", "values", "values"]),
    ("three on a falling diagonal", NINE, "7 A 2 / 3 7 4 / 5 6 7", 21, None),
    ("three on a rising diagonal", NINE, "A 2 7 / 3 7 4 / 7 5 6", 21, None),
    ("two of three on a diagonal count", NINE, "7 A 2 / 3 7 4 / 5 6 8", 43, None),
    ("a row and a column that cross", NINE, "7 7 7 / 7 A 2 / 7 3 4", 10, None),
    ("a wild card completes the fullest group",
     {**NINE, "cancelling.where": ["anywhere"], "cancelling.wild": ["*"]}, "5 5 7 / * * 8 / 9 10 J", 42, None),
    ("diagonals of two in two rows", {"cancelling.where": ["diagonal"]}, "7 A 2 / 3 7 4", 10, None),
    ("a corner is no diagonal of two", {"cancelling.where": ["diagonal"]}, "7 A 2 / 3 4 7", 24, None),
    ("a square of four", SQUARE, "5 5 A / 5 5 2 / 3 4 6", -9, None),
    ("a square in the middle of two rows", SQUARE, "A 5 5 / 2 5 5 / 3 4 6", -9, None),
    ("a square beside a triple", SQUARE, "5 5 A / 5 5 2 / 5 4 3", -15, None),
    ("nine alike are one square", SQUARE, "5 5 5 / 5 5 5 / 5 5 5", -25, None),
    ("nine alike are four squares",
     {**SQUARE, "four_of_a_kind": {"points": -25, "pattern": "block", "six_alike": "each-block"}},
     "5 5 5 / 5 5 5 / 5 5 5", -100, None),
    ("four at the left end", EIGHT, "5 5 A 2 / 5 5 3 4", -10, None),
    ("four at the right end", EIGHT, "A 2 5 5 / 3 4 5 5", -10, None),
    ("four in the middle are two pairs", EIGHT, "A 5 5 2 / 3 5 5 4", 10, None),
    ("kings count otherwise",
     {**EIGHT, "four_of_a_kind": {"points": -20, "pattern": "end-block", "by_rank": {"K": -16}}},
     "K K A 2 / K K 3 4", -6, None),
    ("two equal columns", LARGE, "5 5 A 2 / 5 5 3 4", 0, None),
    ("three equal columns", LARGE, "5 5 A 5 / 5 5 3 5", -11, None),
    ("four equal columns", LARGE, "5 5 5 5 / 5 5 5 5", -20, None),
    ("three columns of which two touch",
     {**LARGE, "four_of_a_kind": {"points": -10, "by_columns": {"3": -15}, "touching": True}}, "5 5 A 5 / 5 5 3 5",
     -6, None),
    ("a pair counts its values turned round", {"cancelling.counts": "negative"}, "5 K A / 5 Q 3", 4, None),
    ("a pair counts five", {"cancelling.counts": 5}, "5 K A / 5 Q 3", 19, None),
    ("a pair of jokers still counts what is said of it",
     {"cancelling.counts": 5, "cancelling.exceptions": {"*": "zero"}}, "* K A / * Q 3", 14, None),
    ("jokers 15 alone", {"values.*": 15, "cancelling.exceptions": {"*": -5}}, "* K A / 2 K 3", 21, None),
    ("and minus 5 as a pair", {"values.*": 15, "cancelling.exceptions": {"*": -5}}, "* K A / * K 3", -1, None),
    ("one card of its own", {"card_values": {"QS": 40}}, "QS K A / 5 7 3", 56, None),
    ("a bonus beside cards that keep their values",
     {"cancelling.exceptions": {"*": "keep"}, "four_of_a_kind": {"points": -10}}, "* * 4 / * * 4", -18,
     ["pair", "pair", "pair", "four-of-a-kind"]),
    ("two pairs of another rank keep theirs",
     {"cancelling.exceptions": {"*": "keep"}, "four_of_a_kind": {"points": -10}}, "* 5 5 / * 5 5", -14, None),
    ("a red king", {"card_values": {"KH": -1, "KD": -1}}, "KH KS A / KD 5 3", 9, None),
    ("equal by value: a red king is like no other card", {"card_values": {"KH": 5}, "cancelling.same": "value"},
     "KH A 9 / 5 2 KS", 12, None),
    ("all of one suit, in place of the cards", bonus(pattern="one-suit", points=-20, cards="cancelled"),
     "AH 5H KH / 7H 9H 3H", -20, ["bonus"]),
    ("one of another suit", bonus(pattern="one-suit", points=-20), "AH 5H KH / 7H 9H 3S", 25, None),
    ("a joker spoils the suit", bonus(pattern="one-suit", points=-20), "AH 5H KH / 7H 9H *", 20, None),
    ("a joker helps the suit where it may", bonus(pattern="one-suit", points=-20, jokers_wild=True),
     "AH 5H KH / 7H 9H *", 0, None),
    ("a run in any order", bonus(pattern="run", points=-20, cards="cancelled"), "7 5 9 / 6 8 4", -20, None),
    ("a gap is no run", bonus(pattern="run", points=-20), "7 5 10 / 6 8 4", 40, None),
    ("a joker closes the gap", bonus(pattern="run", points=-20, jokers_wild=True), "7 5 9 / 6 * 4", 9, None),
    ("no run round the corner", bonus(pattern="run", points=-20), "Q K A / 2 3 4", 20, None),
    ("four corners", bonus(pattern="corners", points=-20), "5 A 5 / 5 2 5", -17, None),
    ("four corners of another rank", bonus(pattern="corners", points=-20, ranks=["K"]), "5 A 5 / 5 2 5", 3, None),
    ("two pairs of jacks", bonus(pattern="pairs", points=-5, ranks=["J"]), "J A J / J 2 J", -2, None),
    ("one pair of jacks", bonus(pattern="pairs", points=-5, ranks=["J"]), "J A Q / J 2 K", 13, None),
    ("everything canceled", bonus(pattern="all-cancelled", points=-10), "J A 7 / J A 7", -10, None),
    ("nearly everything canceled", bonus(pattern="all-cancelled", points=-10), "J A 7 / J A 6", 13, None),
    ("exactly 21", bonus(pattern="exact-total", total=21, points=0), "A 2 3 / 4 5 6", 0, None),
    ("not exactly 21", bonus(pattern="exact-total", total=21, points=0), "A 2 3 / 4 5 7", 22, None),
    ("a deck of its own", OWN_DECK, "-2 0 1 12 / -2 0 1 5 / -1 0 12 5", 31, None),
    ("a column that has left the grid", OWN_DECK, ". 0 1 12 / . 5 1 5 / . 0 12 5", 41,
     ["gone", "values", "values", "values"]),
    ("nothing left at all", OWN_DECK, ". . . . / . . . . / . . . .", 0, ["gone"] * 4),
]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "layout", "total", "rules"), [case[1:] for case in LAYOUTS], ids=[case[0] for case in LAYOUTS]
)
def test_layouts(changes: Mapping[str, Any], layout: str, total: int, rules: list[str] | None) -> None:
    house = a_house(changes)
    worked = score(parse_layout(layout, house), house)
    assert worked.total == total, [(line.rule, line.points, line.text) for line in worked.lines]
    if rules is not None:
        assert [line.rule for line in worked.lines] == rules


REFUSED = [
    ("no such card in the own deck", OWN_DECK, "-2 0 1 12 / -2 0 1 5 / -1 0 7 5", "card.unknown"),
    ("a word that is no card", OWN_DECK, "-2 0 1 12 / -2 0 1 5 / -1 0 99 5", "card.unknown"),
    ("two of three have left", OWN_DECK, ". 0 1 12 / . 0 1 5 / -1 0 12 5", "layout.stray_gap"),
    ("nothing leaves this grid", {}, ". 0 1 / . 5 K", "layout.stray_gap"),
    ("a queen without her suit", {"card_values": {"QS": 40}}, "Q KH AD / 5 6 7", "card.suit_needed"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "layout", "code"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_refused(changes: Mapping[str, Any], layout: str, code: str) -> None:
    with pytest.raises(BadLayout) as refused:
        parse_layout(layout, a_house(changes))
    assert code in [problem.code for problem in refused.value.problems]


def test_suits_are_needed_only_of_the_ranks_that_count_by_suit() -> None:
    house = a_house({"card_values": {"QS": 40}})
    assert score(parse_layout("QH K A / 5 6 7", house), house).total == 29


def test_a_number_card_is_written_with_its_mark_and_read_without() -> None:
    house = a_house(OWN_DECK)
    layout = parse_layout("-2 0 1 12 / \N{MINUS SIGN}2 0 1 5 / -1 0 12 5", house)
    assert str(layout) == "#-2 #0 #1 #12 / #-2 #0 #1 5 / #-1 #0 #12 5"
    assert parse_layout(str(layout)) == layout


CORNERS = bonus(pattern="corners", points=0, others=30)
HALF = {"reward": {"kind": "half"}}

HOLES = [
    ("half of 5, rounded up", HALF, {"Ann": 5, "Bo": 9}, "Ann", {"Ann": 3, "Bo": 9}),
    ("half of nothing is nothing", HALF, {"Ann": -5, "Bo": 9}, "Ann", {"Ann": -5, "Bo": 9}),
    ("a tie earns where it is shared", {"reward": {"kind": "zero", "when": "shared"}}, {"Ann": 5, "Bo": 5}, "Ann",
     {"Ann": 0, "Bo": 5}),
    ("double below zero too", {"penalty": {"kind": "double", "below_zero": "doubled"}}, {"Ann": -2, "Bo": -3}, "Ann",
     {"Ann": -4, "Bo": -3}),
    ("the lowest scores 0, whoever ended", {"placing": {"winner": {"kind": "zero"}}}, {"Ann": 5, "Bo": 3}, "Ann",
     {"Ann": 5, "Bo": 0}),
    ("the lowest gains 3, ender and penalty besides",
     {"placing": {"winner": {"kind": "add", "points": -3}}, "penalty": {"kind": "add", "points": 10}},
     {"Ann": 5, "Bo": 3}, "Ann", {"Ann": 15, "Bo": 0}),
    (
        "whoever has the least after the penalty gains, and not whoever has the least cards",
        {
            "placing": {"winner": {"kind": "add", "points": -3}, "compared": "after-penalty"},
            "reward": {"kind": "half", "when": "shared"},
        },
        {"Ann": 4, "Bo": 4, "Cy": 3},
        "Cy",
        {"Ann": 4, "Bo": 4, "Cy": -1},
    ),
    ("a penalty makes equals of players, and they pay for it",
     {"placing": {"equal": 5, "compared": "after-penalty"}, "penalty": {"kind": "add", "points": 10}},
     {"Ann": 2, "Bo": 1, "Cy": 12}, "Ann", {"Ann": 17, "Bo": 1, "Cy": 17}),
    ("a penalty makes equals of no cards", {"placing": {"equal": 5}, "penalty": {"kind": "add", "points": 10}},
     {"Ann": 2, "Bo": 1, "Cy": 12}, "Ann", {"Ann": 12, "Bo": 1, "Cy": 12}),
    ("what becomes 0 twice is 0", {"reward": {"kind": "zero"}, "placing.winner": {"kind": "zero"}},
     {"Ann": 5, "Bo": 9}, "Ann", {"Ann": 0, "Bo": 9}),
    ("an ender who shares the lowest score wins alone",
     {"placing.winner": {"kind": "zero"}, "match.hole_tie": "ender-wins"}, {"Ann": 5, "Bo": 5}, "Ann",
     {"Ann": 0, "Bo": 5}),
    ("a caller who shares the lowest score loses to the other",
     {"placing.winner": {"kind": "zero"}, "match.hole_tie": "ender-loses"}, {"Ann": 5, "Bo": 5, "Cy": 9}, "Ann",
     {"Ann": 5, "Bo": 0, "Cy": 9}),
    ("the two others are still two", {"placing.winner": {"kind": "zero"}, "match.hole_tie": "ender-loses"},
     {"Ann": 5, "Bo": 5, "Cy": 5}, "Ann", {"Ann": 5, "Bo": 5, "Cy": 5}),
    ("equals pay five each", {"placing": {"equal": 5}}, {"Ann": 5, "Bo": 5, "Cy": 7}, None,
     {"Ann": 10, "Bo": 10, "Cy": 7}),
    ("the others get thirty", CORNERS, {"Ann": "5 A 5 / 5 2 5", "Bo": 4}, None, {"Ann": 3, "Bo": 34}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "entries", "ender", "scores"), [case[1:] for case in HOLES], ids=[case[0] for case in HOLES]
)
def test_holes(
    changes: Mapping[str, Any], entries: Mapping[str, int | str], ender: str | None, scores: Mapping[str, int]
) -> None:
    house = a_house(changes)
    read = {name: parse_layout(entry, house) if isinstance(entry, str) else entry for name, entry in entries.items()}
    result = score_hole(read, house, ender)
    assert {player.name: player.score for player in result.players} == scores
    for player in result.players:
        assert bool(player.adjustment.text) == bool(player.adjustment.rule)


def test_two_reasons_at_once_are_both_said() -> None:
    house = a_house(
        {"placing": {"equal": 5}, "penalty": {"kind": "add", "points": 10, "when": "someone-lower-or-equal"}}
    )
    paid = score_hole({"Ann": 5, "Bo": 5}, house, "Ann")["Ann"].adjustment
    assert (paid.points, paid.rule) == (15, "penalty")
    assert "but Bo had 5: +10" in paid.text
    assert "Ann tied with Bo at 5: +5" in paid.text


@pytest.mark.parametrize(
    ("tie", "ender", "winners"),
    [
        ("shared", "Ann", ["Ann", "Bo"]),
        ("ender-wins", "Ann", ["Ann"]),
        ("ender-loses", "Ann", ["Bo"]),
        ("ender-wins", "Cy", ["Ann", "Bo"]),
        ("ender-loses", "Cy", ["Ann", "Bo"]),
        ("ender-wins", None, ["Ann", "Bo"]),
    ],
)
def test_who_wins_a_hole_of_those_who_are_equal(tie: str, ender: str | None, winners: list[str]) -> None:
    result = score_hole({"Ann": 5, "Bo": 5, "Cy": 9}, a_house({"match.hole_tie": tie}), ender)
    assert [player.name for player in result.players if player.wins] == winners


def test_nothing_is_compared_before_every_score_is_there() -> None:
    house = a_house({"placing": {"equal": 5, "winner": {"kind": "zero"}}})
    result = score_hole({"Ann": 5, "Bo": 5}, house, complete=False)
    assert [player.score for player in result.players] == [5, 5]


# --- whole games -----------------------------------------------------------------------------------------------------


def a_game(
    changes: Mapping[str, Any],
    *holes: tuple[int, ...],
    planned: int = 9,
    dealers: tuple[int, ...] = (),
    ender: int | None = None,
) -> Game:
    """A game of Ann, Bo and Cy with these confirmed scores; ``ender`` ended every hole."""
    players = tuple(Player(number, name) for number, name in enumerate(("Ann", "Bo", "Cy"), start=1))
    played = tuple(
        Hole(
            number,
            dealers[number - 1] if dealers else 1,
            {player.id: Entry(points=points) for player, points in zip(players, scores, strict=True)},
            confirmed=True,
            ender=ender,
            ender_known=True,
        )
        for number, scores in enumerate(holes, start=1)
    )
    return Game(a_house(changes), players, planned, 1, played)


def test_a_game_to_a_number_of_points_is_over_with_the_hole_that_reaches_it() -> None:
    to_20 = {"match.until": 20}
    assert a_game(to_20, (5, 9, 12), planned=36).current_hole == 2
    over = a_game(to_20, (5, 9, 12), (5, 3, 8), planned=36)
    assert over.is_over
    assert [(standing.player.name, standing.rank) for standing in over.standings] == [("Ann", 1), ("Bo", 2), ("Cy", 3)]
    assert over.holes_shown == 2
    assert (over.length_words, over.hole_words(2)) == ("to 20 points", "Hole 2, to 20")


def test_a_total_met_exactly_is_changed_then_and_not_before() -> None:
    game = a_game({"match.exact": {"100": 50}}, (60, 99, 1), (40, 1, 1), (10, 1, 1))
    assert [standing.total for standing in game.standings] == [3, 51, 60]
    assert game.running_totals(game.players[0]) == (60, 50, 60)


@pytest.mark.parametrize(
    ("tie", "ranks"),
    [("shared", [1, 1, 3]), ("lowest-hole", [2, 1, 3]), ("most-holes", [1, 2, 3])],
)
def test_equal_totals_when_the_game_is_over(tie: str, ranks: list[int]) -> None:
    holes = ((4, 1, 9), (4, 5, 9), (4, 5, 9), (4, 5, 9))
    over = a_game({"match.tie": tie}, *holes, planned=4)
    assert [{s.player.id: s.rank for s in over.standings}[number] for number in (1, 2, 3)] == ranks
    running = a_game({"match.tie": tie}, *holes, planned=5)
    assert [{s.player.id: s.rank for s in running.standings}[number] for number in (1, 2, 3)] == [1, 1, 3]


@pytest.mark.parametrize(
    ("deal", "scores", "dealer", "starter"),
    [
        ("moves-on", (5, 3, 9), "Bo", "Cy"),
        ("stays", (5, 3, 9), "Ann", "Bo"),
        ("winner-starts", (5, 3, 9), "Ann", "Bo"),
        ("winner-starts", (3, 5, 9), "Cy", "Ann"),
        ("winner-starts", (3, 5, 3), "Bo", "Cy"),  # Cy sits before Ann, counted from the dealer
        ("loser-deals", (5, 3, 9), "Cy", "Ann"),
        ("loser-deals", (9, 3, 9), "Cy", "Ann"),
    ],
)
def test_who_deals_next(deal: str, scores: tuple[int, ...], dealer: str, starter: str) -> None:
    assert _next(a_game({"match.deal": deal}, scores)) == [dealer, starter]


def _next(game: Game) -> list[str | None]:
    return [player.name if player else None for player in (game.dealer(2), game.starter(2))]


ENDER, CARDS = {"match.deal": "ender-starts"}, {"match.deal": "highest-opening-then-ender", "opening.face_up": 2}

WINNER = CARDS | {"match.deal": "highest-opening-then-winner"}

NEXT: dict[str, tuple[dict[str, Any], int | None, list[str | None]]] = {
    "whoever ended starts": (ENDER, 1, ["Cy", "Ann"]),
    "whoever ended deals": ({"match.deal": "ender-deals"}, 3, ["Cy", "Ann"]),
    "nobody ended: the deal moves on": (ENDER, None, ["Bo", "Cy"]),
    "the dealer starts": ({"match.first": "dealer"}, 1, ["Bo", "Bo"]),
    "whoever ended starts, dealing": ({**ENDER, "match.first": "dealer"}, 3, ["Cy", "Cy"]),
    "the winner starts, dealing": ({"match.deal": "winner-starts", "match.first": "dealer"}, 2, ["Cy", "Cy"]),
    "the ender loses the tie and does not start": (
        {"match.deal": "winner-starts", "match.hole_tie": "ender-loses"},
        3,
        ["Cy", "Ann"],
    ),
    "Skyjo: whoever ended starts": (CARDS, 2, ["Ann", "Bo"]),
    "Skyjo: nobody ended, so the cards decide": (CARDS, None, ["Bo", None]),
    "Skyjo: whoever won starts, whoever ended": (WINNER, 2, ["Bo", "Cy"]),
}


@pytest.mark.parametrize(("changes", "ender", "dealer_and_starter"), NEXT.values(), ids=list(NEXT))
def test_who_begins_after_a_hole_that_somebody_ended(
    changes: dict[str, Any], ender: int | None, dealer_and_starter: list[str | None]
) -> None:
    assert _next(a_game(changes, (3, 5, 3), ender=ender)) == dealer_and_starter


def test_the_cards_decide_who_begins_the_first_hole_and_whoever_ended_it_the_next() -> None:
    first, second = a_game(CARDS), a_game(CARDS, (3, 5, 3), ender=3)
    assert (first.starter(1), first.start_words(1)) == (None, "the highest cards start")
    assert a_game(WINNER).starter(1) is None
    assert second.start_words(2) == "Cy starts"
    assert second.house.needs_ender


@pytest.mark.parametrize(("tie", "won"), [("shared", [2, 2]), ("ender-wins", [2, 1]), ("ender-loses", [1, 2])])
@pytest.mark.parametrize("teams", ["none", "best-ball"])
def test_a_hole_that_two_share_is_won_as_the_house_says(tie: str, won: list[int], teams: str) -> None:
    game = a_game({"match.hole_tie": tie, "match.teams": teams}, (4, 4, 9), (1, 2, 9), (2, 1, 9), ender=1)
    assert [game.holes_won(side) for side in game.sides[:2]] == won
    assert [game.holes_won(player) for player in game.players[:2]] == won
