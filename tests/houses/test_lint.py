"""What a house may not say, each by the name of its parameter; and what only a table's answers may leave set."""

from typing import Any

import pytest

from scorekeeper import houses
from scorekeeper.houses.loading import BadHouse, from_data, to_data
from scorekeeper.rules import House

SIX = houses.get("two-joker")
KNOCK = {"ending.trigger": "knock"}
TURNS_UP = {"turn.turn_up_after_discard": "may"}
LEAVES = {"cancelling.leave": True, "cancelling.exceptions": {}}
TO_21 = {"pattern": "exact-total", "total": 21, "points": 0}

# What is said of the six-card house with two jokers, and what is found: each key with the first words of the cause.
FOUND: dict[str, tuple[dict[str, Any], list[tuple[str, str]]]] = {
    # the ender
    "nothing is added": ({"penalty": {"kind": "add"}}, [("penalty.points", "Adding 0 points does nothing.")]),
    "points that wait for their penalty": ({"penalty": {"kind": "none", "points": 5}}, []),
    # who ends a hole, and what then
    "nobody ends a hole, but they win its ties and begin the next": (
        {"ending": {"trigger": "turns", "turns": 4}, "match": {"hole_tie": "ender-wins", "deal": "ender-deals"}},
        [
            ("match.hole_tie", "Under these rules, no one ends the hole"),
            ("match.deal", "Under these rules, no one ends the hole"),
        ],
    ),
    # bonuses that no layout can earn
    "a total that a layout has": ({"bonuses": [TO_21]}, []),
    # the match
    "teams of three players": ({"match.teams": "sum", "table.players_max": 3},
     [("match.teams", "Two teams of partners need at least four players.")]),
    # equal columns
    "more equal cards than there are": ({"grid.rows": 3, "four_of_a_kind": {"points": -20}},
     [("four_of_a_kind.pattern", "The decks don’t have six cards of a rank.")]),
    "points of a rank for columns of two ranks":
     ({"four_of_a_kind": {"points": -20, "pattern": "any-pairs", "by_rank": {"K": -40}}},
     [("four_of_a_kind.by_rank", "Points by rank don’t work with “any-pairs”")]),
    "columns of one card": (
        {
            "grid.rows": 1,
            "grid.columns": 6,
            "cancelling": None,
            "four_of_a_kind": {"points": -20, "pattern": "any-pairs"},
        },
        [("four_of_a_kind.pattern", "The pattern “any-pairs” needs two rows and two columns, not one row of 6.")],
    ),
    # cards that leave
    "cards that are gone count something": (LEAVES | {"cancelling.counts": -5},
     [("cancelling.counts", "Cards that leave the grid can’t be scored")]),
    "cards that are gone count nothing": (LEAVES, []),
    "cards of a rank stay and keep their values": (LEAVES | {"cancelling.exceptions": {"*": "keep"}}, []),
    "cards of a rank leave and count something": (LEAVES | {"cancelling.exceptions": {"*": -5}},
     [("cancelling.leave", "Cards can only leave the grid in whole lines worth 0, or stay and keep")]),
    # a card that must be used
    "stock cards must be used": ({"turn.may_discard_stock": False}, []),
    "stock cards must be used, and turned up for when thrown away": (TURNS_UP | {"turn.may_discard_stock": False},
     [("turn.turn_up_after_discard", "No card from the stock is discarded")]),
    "stock cards must be used and may find no place": ({"turn.may_discard_stock": False, "turn.swap_equal": False},
     [("turn.may_discard_stock", "A card that must be used needs a spot.")]),
    # the opening
    "all are turned up, and that ends it": ({"opening.face_up": 6},
     [("opening.face_up", "With every card face up, the hole would be over before it starts.")]),
    "all are turned up, and then put down hidden": (KNOCK | {"opening.face_up": 6, "turn.placed": "face-down"},
     [("opening.face_up", "With every card face up at the start, new cards can’t go face down.")]),
    "three ends of a row": ({"opening.peek": 3, "opening.peek_where": "outer"},
     [("opening.peek", "A row has only two ends, not 3.")]),
    "three of different rows": ({"opening.face_up": 3, "opening.where": "each-row"},
     [("opening.where", "“In different rows” has room for 2 cards in 2 rows of 3, not 3.")]),
    "places that are none": ({"opening.where": "fixed", "opening.places": [0, 7]},
     [("opening.places", "Count the spots of 2 rows of 3 from 1 to 6.")]),
    "fewer places than cards": ({"opening.where": "fixed", "opening.places": [2]},
     [("opening.places", "List one spot for each flipped card, 2 in all.")]),
    # holes without an end
    "hidden as drawn, from the stock alone":
     ({"turn.placed": "as-drawn", "turn.sources": "stock", "turn.may_return_discard": False},
     [("turn.placed", "The hole would never end: new cards go face down.")]),
    "hidden ones are replaced hidden": ({"turn.placed": "as-replaced"},
     [("turn.placed", "The hole would never end: face-down cards stay face down.")]),
    "replacing the last one ends nothing": ({"ending.replacing_last_ends": False},
     [("ending.replacing_last_ends", "The hole would never end: players can’t flip their last card.")]),
    "replacing the last one ends nothing, turning it up does": (TURNS_UP | {"ending.replacing_last_ends": False}, []),
    # switches of a rule that the house does not have
    "the worst score for each rival": ({"penalty": {"kind": "worst", "each_rival": True}},
     [("penalty.each_rival", "This has no effect with “Penalty: the worst score”.")]),
    "below 0, and nothing is doubled": ({"penalty": {"kind": "worst", "below_zero": "doubled"}},
     [("penalty.below_zero", "This has no effect with “Penalty: the worst score”")]),
    "an open card is final, and may not be replaced by its equal":
     ({"turn": {"swap_open": False, "swap_equal": False}},
     [("turn.swap_equal", "This has no effect with “Swapping face-up cards: no”.")]),
    "neighbors in a pattern without columns":
     ({"four_of_a_kind": {"points": -20, "pattern": "anywhere", "touching": True}},
     [("four_of_a_kind.touching", "This has no effect with “Where must they be: anywhere”")]),
    "six alike in a pattern that pays once":
     ({"four_of_a_kind": {"points": -20, "pattern": "two-and-two", "six_alike": "each-block"}},
     [("four_of_a_kind.six_alike", "This has no effect with “Where must they be: two in one row and two in another”")]),
    "neighbors where all are": (
        {"grid.columns": 2, "four_of_a_kind": {"points": -20, "touching": True, "six_alike": "each-pair"}},
        [
            ("four_of_a_kind.touching", "This has no effect, because there are just two columns in 2 rows of 2."),
            ("four_of_a_kind.six_alike", "This has no effect, because there is no third column in 2 rows of 2."),
        ],
    ),
    "places that nothing asks for": ({"opening.places": [1, 1, 99]},
     [("opening.places", "This has no effect with “Which cards are flipped: any”")]),
    "a place for no card": ({"opening.face_up": 0, "opening.where": "each-row"},
     [("opening.where", "This has no effect, because no cards are flipped.")]),
    "different columns for one card": ({"opening.face_up": 1, "opening.where": "different-columns"},
     [("opening.where", "This has no effect, because a single card can be any card.")]),
    "different columns of one row": (
        {"grid.rows": 1, "grid.columns": 6, "cancelling": None, "four_of_a_kind": None}
        | {"opening.where": "different-columns"},
        [("opening.where", "This has no effect, because it’s always true in one row of 6.")],
    ),
    "a look where there is none": ({"opening.peek_where": "outer"},
     [("opening.peek_where", "This has no effect, because no one peeks.")]),
    "turning up in no last turn and in no other": ({"turn.turn_up_in_last_turn": False},
     [("turn.turn_up_in_last_turn", "This has no effect with “After discarding the card you drew: nothing is")]),
    "turning up in last turns that there are none of":
     ({"turn.turn_up_after_discard": "must", "turn.turn_up_in_last_turn": False, "ending.last_turns": 0},
     [("turn.turn_up_in_last_turn", "This has no effect without last turns.")]),
    "waiting where there is no choice": (
        {"ending.waits_for_all": True, "ending.turning_after_swap": True, "ending.declines": "once"},
        [
            ("ending.turning_after_swap", "This has no effect with “A hole ends: when a player’s cards"),
            ("ending.waits_for_all", "This has no effect with “A hole ends: when a player’s cards"),
            ("ending.declines", "This has no effect with “A hole ends: when a player’s cards"),
        ],
    ),
    "the last one where a knock ends it": (KNOCK | {"ending.replacing_last_ends": False},
     [("ending.replacing_last_ends", "This has no effect with “A hole ends: with a knock”")]),
    "last turns for some, and there are none": ({"ending.last_turns": 0, "ending.last_turns_for": "rest-of-round"},
     [("ending.last_turns_for", "This has no effect with “Last turns for the others: 0”.")]),
    "a stock that ends the hole and is shuffled": (
        {"ending.trigger": "stock-empty", "ending.last_turns": 0, "ending.stock_empty": "reshuffle-once"}
        | {"penalty": None, "reward": None},
        [("ending.stock_empty", "This has no effect, because the hole ends with the stock.")],
    ),
    "a knock where a hole ends by itself": ({"ending.knock": "after-turn"},
     [("ending.knock", "This has no effect with “A hole ends: when a player’s cards")]),
}  # fmt: skip


def said(settings: dict[str, Any], base: House = SIX) -> dict[str, Any]:
    """The data of the house with these parameters and no questions."""
    data = to_data(base) | {"options": [], "examples": [], "readings": {}}
    for path, value in settings.items():
        *tables, last = path.split(".")
        inner = data
        for name in tables:
            inner = inner[name]
        inner[last] = value
    return data


@pytest.mark.parametrize(("settings", "expected"), FOUND.values(), ids=list(FOUND))
def test_what_is_found(settings: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    found: list[tuple[str, str]] = []
    try:
        from_data(said(settings), "house")
    except BadHouse as bad:
        found = [(problem.key, problem.cause) for problem in bad.found]
    assert [key for key, _ in found] == [key for key, _ in expected], found
    for (_, cause), (_, start) in zip(found, expected, strict=True):
        assert cause.startswith(start)
