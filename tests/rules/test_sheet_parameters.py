"""Every single parameter of a house is told: changing it changes both the rule sheet and the list of differences."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from scorekeeper import houses
from scorekeeper.houses.loading import from_data, to_data
from scorekeeper.rules import House
from scorekeeper.rules import house as house_module
from scorekeeper.rules.sheet import differences, in_short, rule_sheet

PENALTY, FOUR_CARD, WORKSHEET = (houses.get(key) for key in ("penalty", "four-card", "worksheet"))

PAIRS = {"pattern": "pairs", "points": -5, "ranks": ["J"], "pairs": 2}
SUIT = {"pattern": "one-suit", "points": -20, "jokers_wild": True}
NUMBERS = {
    "table.deck": {"#-2": 5, "#0": 15, "#1": 10, "2": 10, "3": 10},
    "values": {"#-2": -2, "#0": 0, "#1": 1, "2": 2, "3": 3},
}
NUMBER_DECK = NUMBERS | {"table.jokers_per_deck": 0, "cancelling.exceptions": {}}
REWARDS = ["none", "zero", "half", "add"]
SQUARES = {"four_of_a_kind": {"points": -25, "pattern": "block"}}

# The house to start from, what it needs for the parameter to mean anything, the parameter, and values that all differ.
CASES: list[tuple[House, Mapping[str, Any], str, list[Any]]] = [
    (FOUR_CARD, {}, "grid.rows", [1, 2, 3]),
    (PENALTY, {}, "grid.columns", [3, 4, 5]),
    (PENALTY, {}, "values.A", [1, 11]),
    (PENALTY, {}, "values.*", [-3, 15]),
    (PENALTY, {}, "card_values", [{}, {"QS": 40}, {"QS": 41}, {"KH": -1, "KD": -1}, {"KS": -1, "KC": -1}]),
    (PENALTY, {}, "table.players_min", [2, 3]),
    (PENALTY, {}, "table.players_max", [6, 7]),
    (PENALTY, {}, "table.decks", [{"2": 1}, {"2": 2}, {"2": 1, "5": 2}, {"2": 1, "4": "ask", "5": 2}]),
    (PENALTY, {}, "table.jokers_per_deck", [0, 2, 3]),
    (PENALTY, NUMBER_DECK, "table.deck", [NUMBERS["table.deck"], NUMBERS["table.deck"] | {"3": 11}]),
    (PENALTY, {}, "cancelling", [None, {}]),
    (PENALTY, {"grid.rows": 3, "grid.columns": 3, "four_of_a_kind": None}, "cancelling.where",
     [["column"], ["row"], ["diagonal"], ["column", "row"], ["column", "diagonal"], ["anywhere"]]),
    (FOUR_CARD, {"cancelling.where": ["anywhere"]}, "cancelling.size", [2, 3, 4]),
    (PENALTY, {}, "cancelling.same", ["rank", "value", "card"]),
    (PENALTY, {"cancelling.where": ["row"]}, "cancelling.leftover", ["counts", "cancels"]),
    (PENALTY, {}, "cancelling.counts", ["zero", "negative", -3, 4]),
    (PENALTY, {}, "cancelling.exceptions", [{}, {"*": "keep"}, {"*": -5}, {"*": 15}, {"5": "keep"}, {"5": "negative"}]),
    (WORKSHEET, {}, "cancelling.exceptions", [{"2": "keep"}, {"2": "negative"}, {"2": 1}, {"3": "lower", "2": 1}][:3]),
    (PENALTY, {}, "cancelling.wild", [[], ["*"], ["2", "*"]]),
    (WORKSHEET, {"cancelling.exceptions": {}}, "cancelling.leave", [False, True]),
    (PENALTY, {}, "four_of_a_kind", [None, {"points": -10}]),
    (PENALTY, {}, "four_of_a_kind.points", [0, -10, -25]),
    (PENALTY, {}, "four_of_a_kind.pattern", ["columns", "any-pairs", "two-and-two", "anywhere", "block", "end-block"]),
    (PENALTY, {"grid.rows": 3, "grid.columns": 4}, "four_of_a_kind.pattern", ["columns", "any-pairs", "anywhere"]),
    (PENALTY, {"grid.rows": 3}, "four_of_a_kind.points", [-10, -25]),
    (PENALTY, {"grid.rows": 3}, "four_of_a_kind.by_rank", [{}, {"K": -16}]),
    (PENALTY, {}, "four_of_a_kind.touching", [False, True]),
    (PENALTY, {}, "four_of_a_kind.not_for", [[], ["*"], ["K", "*"]]),
    (PENALTY, {}, "four_of_a_kind.six_alike", ["once", "each-block", "each-pair"]),
    (PENALTY, SQUARES, "four_of_a_kind.six_alike", ["once", "each-block"]),
    (PENALTY, {}, "four_of_a_kind.cards", ["cancelled", "counted"]),
    (PENALTY, {}, "four_of_a_kind.by_rank", [{}, {"K": -16}, {"K": -17}, {"Q": -16}]),
    (PENALTY, {}, "four_of_a_kind.by_columns", [{}, {"3": -15}, {"3": -16}, {"2": -15}]),
    (PENALTY, {}, "bonuses", [[], [PAIRS], [SUIT], [PAIRS, SUIT]]),
    (PENALTY, {}, "bonuses.pattern", [{"pattern": name, "points": -5} for name in
                                      ("one-suit", "run", "corners", "pairs", "all-cancelled", "exact-total")]),
    (PENALTY, {}, "bonuses.points", [PAIRS | {"points": -5}, PAIRS | {"points": -6}]),
    (PENALTY, {}, "bonuses.others", [PAIRS, PAIRS | {"others": 30}, PAIRS | {"others": 31}]),
    (PENALTY, {}, "bonuses.cards", [SUIT, SUIT | {"cards": "cancelled"}]),
    (PENALTY, {}, "bonuses.jokers_wild", [SUIT, SUIT | {"jokers_wild": False}]),
    (PENALTY, {}, "bonuses.ranks", [PAIRS | {"ranks": ranks} for ranks in ([], ["J"], ["Q"], ["J", "Q"])]),
    (PENALTY, {}, "bonuses.pairs", [PAIRS | {"pairs": 1}, PAIRS, PAIRS | {"pairs": 3}]),
    (PENALTY, {}, "bonuses.total", [{"pattern": "exact-total", "total": total} for total in (21, 22)]),
    (PENALTY, {}, "penalty", [None, {"kind": "double"}]),
    (PENALTY, {"penalty.points": 5}, "penalty.kind", ["none", "add", "double", "double-and-add", "worst"]),
    (PENALTY, {}, "penalty.points", [10, 11]),
    (PENALTY, {"penalty.kind": "double-and-add"}, "penalty.points", [5, 6]),
    (PENALTY, {}, "penalty.when", ["someone-lower", "someone-lower-or-equal"]),
    (PENALTY, {}, "penalty.each_rival", [False, True]),
    (PENALTY, {"penalty.kind": "double"}, "penalty.below_zero", ["kept", "doubled"]),
    (PENALTY, {}, "reward", [None, {"kind": "zero"}]),
    (PENALTY, {"reward": {"kind": "add", "points": -5}}, "reward.kind", REWARDS),
    (PENALTY, {"reward": {"kind": "add"}}, "reward.points", [-5, -6]),
    (PENALTY, {"reward": {"kind": "zero"}}, "reward.when", ["alone", "shared"]),
    (PENALTY, {}, "placing.equal", [0, 5, 6]),
    (PENALTY, {"placing.equal": 5}, "placing.compared", ["raw", "after-penalty"]),
    (PENALTY, {}, "placing.winner", [None, {"kind": "zero"}, {"kind": "add", "points": -3}]),
    (PENALTY, {"placing.winner": {"points": -3, "kind": "zero"}}, "placing.winner.kind", REWARDS),
    (PENALTY, {"placing.winner": {"kind": "add"}}, "placing.winner.points", [-3, -4]),
    (PENALTY, {"placing.winner": {"kind": "half"}}, "placing.winner.when", ["alone", "shared"]),
    (PENALTY, {"opening.where": "any", "opening.when": "before-play"}, "opening.face_up", [0, 1, 2]),
    (PENALTY, {}, "opening.where", ["any", "same-column", "different-columns", "each-row"]),
    (PENALTY, {}, "opening", [{"face_up": 1}, {"face_up": 1, "where": "fixed", "places": [4]}]),
    (PENALTY, {"opening.where": "fixed"}, "opening.places", [[1, 2], [1, 6], [3, 4]]),
    (PENALTY, {}, "opening.when", ["before-first-discard", "before-play", "first-turn"]),
    (FOUR_CARD, {}, "opening.peek", [0, 1, 2]),
    (FOUR_CARD, {}, "opening.peek_where", ["nearest", "any", "outer"]),
    (FOUR_CARD, {}, "turn.sources", ["both", "stock"]),
    (FOUR_CARD, {}, "turn.placed", ["face-up", "face-down", "as-drawn", "as-replaced", "either"]),
    (PENALTY, {}, "turn.may_return_discard", [False, True]),
    (WORKSHEET, {}, "turn.turn_up_after_discard", ["never", "may", "must", "must-but-last"]),
    (PENALTY, {}, "turn.turn_up_in_last_turn", [False, True]),
    (PENALTY, {}, "turn.turn_up_instead", [False, True]),
    (PENALTY, {}, "turn.swap_open", [False, True]),
    (PENALTY, {}, "turn.swap_equal", [False, True]),
    (PENALTY, {}, "turn.swap_open_at_last", [False, True]),
    (PENALTY, {}, "turn.look", ["forbidden", "commits"]),
    (WORKSHEET, {}, "ending.trigger", ["all-face-up", "knock", "stock-empty"]),
    (PENALTY, {}, "ending.trigger", ["all-face-up", "turn-up-last", "knock"]),
    (WORKSHEET, {"ending.trigger": "turns"}, "ending.turns", [4, 5]),
    (PENALTY, {}, "ending.replacing_last_ends", [False, True]),
    (WORKSHEET, {"turn.turn_up_after_discard": "may"}, "ending.replacing_last_ends", [False, True]),
    (PENALTY, {}, "ending.turning_after_swap", [False, True]),
    (PENALTY, {}, "ending.waits_for_all", [False, True]),
    (PENALTY, {}, "ending.declines", ["always", "once"]),
    (FOUR_CARD, {}, "ending.knock", ["instead-of-drawing", "after-turn"]),
    (FOUR_CARD, {}, "ending.knock_from", [1, 2, 3]),
    (PENALTY, {}, "ending.last_turns", [0, 1, 2]),
    (PENALTY, {}, "ending.last_turns_for", ["all", "rest-of-round"]),
    (PENALTY, {}, "ending.stock_empty", ["reshuffle", "reshuffle-once", "hole-ends"]),
    (PENALTY, {}, "ending.hidden", ["counted", 0, 10]),
    (PENALTY, {}, "match.holes", [[9], [18], [9, 18]]),
    (PENALTY, {}, "match.until", [None, 100, 101]),
    (PENALTY, {}, "match.exact", [{}, {"100": 50}, {"100": 51}, {"101": 50}]),
    (PENALTY, {}, "match.winner", ["lowest-total", "most-holes"]),
    (PENALTY, {}, "match.tie", ["shared", "extra-hole", "lowest-hole", "most-holes", "ender-loses"]),
    (WORKSHEET, {}, "match.hole_winner", [False, True]),
    (PENALTY, {}, "match.hole_tie", ["shared", "ender-wins", "ender-loses"]),
    (PENALTY, {"placing.winner": {"kind": "zero"}}, "match.hole_tie", ["shared", "ender-wins", "ender-loses"]),
    (PENALTY, {"opening.when": "before-play"}, "match.deal",
     ["moves-on", "stays", "winner-starts", "loser-deals", "ender-starts", "ender-deals", "highest-opening-starts",
      "highest-opening-then-ender"]),
    (PENALTY, {}, "match.first", ["left-of-dealer", "dealer"]),
    (PENALTY, {}, "match.teams", ["none", "sum", "best-ball"]),
]  # fmt: skip

NOT_RULES = {"key", "name", "summary", "source", "options", "examples", "readings", "version"}


def changed(base: House, settings: Mapping[str, Any]) -> House:
    """The house with these parameters. A bonus is the whole list, for a single one has no path of its own."""
    data = to_data(base)
    for path, value in settings.items():
        *tables, last = path.split(".")
        if tables == ["bonuses"]:
            data["bonuses"] = [value]
            continue
        inner = data
        for name in tables:
            if inner[name] is None:
                inner[name] = {}
            inner = inner[name]
        inner[last] = value
    return from_data(data, "a changed house")


def told(house: House) -> str:
    """Its rules in sentences, without examples and readings."""
    return "\n".join(
        line
        for section in rule_sheet(house)
        if section.key not in ("readings", "examples")
        for line in (*section.paragraphs, *(" | ".join(row) for row in (section.table.rows if section.table else ())))
    )


@pytest.mark.parametrize(
    ("base", "needed", "path", "values"), CASES, ids=[f"{base.key}-{path}" for base, _, path, _ in CASES]
)
def test_each_value_is_told_in_its_own_way(
    base: House, needed: Mapping[str, Any], path: str, values: list[Any]
) -> None:
    variants = [changed(base, {**needed, path: value}) for value in values]
    assert len({told(house) for house in variants}) == len(values)
    for number, house in enumerate(variants):
        assert in_short(house)
        for other in variants[number + 1 :]:
            assert differences(house, other), f"{path} is in no difference"
            assert len(differences(house, other)) == len(differences(other, house))


def rules_of(data: type, prefix: str = "") -> Iterator[str]:
    hints = typing.get_type_hints(data)
    for field in dataclasses.fields(data):
        kinds = (hints[field.name], *typing.get_args(hints[field.name]))
        tables = [kind for kind in kinds if isinstance(kind, type) and dataclasses.is_dataclass(kind)]
        if not tables:
            yield prefix + field.name
        for table in tables:
            yield from rules_of(table, f"{prefix}{field.name}.")


def test_no_parameter_is_missing_here() -> None:
    covered = {path for _, _, path, _ in CASES} | {"values"}
    fields = {path for path in rules_of(House) if path.split(".")[0] not in NOT_RULES}
    assert fields - covered == set()
    assert covered - fields == {
        "values.A", "values.*", "bonuses", "cancelling", "four_of_a_kind", "opening", "penalty", "reward",
        "placing.winner",
    }  # fmt: skip
    assert set(NOT_RULES) <= {field.name for field in dataclasses.fields(House)}
    assert house_module.House is House
