"""Each rule says in its own sentence what it did, with its cards and its points."""

import re
from collections.abc import Mapping
from typing import Any

import pytest

from scorekeeper.rules import parse_layout, score, score_hole
from tests.rules import a_house
from tests.rules.test_published_rules import OWN_DECK

Changes = Mapping[str, Any]


def four(**rule: Any) -> dict[str, Any]:
    return {"four_of_a_kind": {"points": -10, **rule}}


def bonus(**rule: Any) -> dict[str, Any]:
    return {"bonuses": [rule]}


def penalty(**rule: Any) -> dict[str, Any]:
    return {"penalty": {"kind": "add", "points": 10, **rule}}


FIVE_WIDE = {"grid": {"rows": 2, "columns": 5}, "table.decks": {"2": 2}}
FOUR_WIDE = {"grid": {"rows": 2, "columns": 4}}
NINE = {"grid": {"rows": 3, "columns": 3}, "cancelling.size": 3}
RUNS = {**FIVE_WIDE, **four(by_columns={"3": -15}, touching=True)}
CROSSING = {"cancelling.where": ["row", "column"]}
WILD = {"cancelling.where": ["anywhere"], "cancelling.wild": ["*"]}

# The sentence of one line, the rules, the layout, and the cells of the line as row and column.
LINES: list[tuple[str, Changes, str, str]] = [
    ("two fives: the column is 0", {}, "5 K A / 5 Q 3", "00 10"),
    ("two fives cancel out: 0", CROSSING, "5 5 A / 5 Q 3", "00 01"),
    ("four sevens cancel out: 0", {"cancelling.leftover": "cancels", "cancelling.where": ["anywhere"]},
     "7 7 7 / A 7 2", "00 01 02 11"),
    ("jack and queen cancel out: 0", {"cancelling.same": "value", "cancelling.where": ["anywhere"]},
     "J Q 10 / K A 2", "00 01"),
    ("seven and joker cancel out: 0", WILD, "7 7 7 / * A *", "02 10"),
    ("ace and joker cancel out: 0", WILD, "7 7 7 / * A *", "11 12"),
    ("two jokers cancel out: 0", WILD, "* * * / K K K", "01 02"),
    ("joker and king cancel out: 0", WILD, "* * * / K K K", "00 12"),
    ("two fives are subtracted: −10", {"cancelling.counts": "negative"}, "5 K A / 5 Q 3", "00 10"),
    ("two fives together are worth 5", {"cancelling.counts": 5}, "5 K A / 5 Q 3", "00 10"),
    ("two fives keep their own values: 10", {**CROSSING, "cancelling.exceptions": {"5": "keep"}}, "5 5 A / 5 Q 3",
     "00 01"),
    ("two fives keep their own values: 5", {**CROSSING, "cancelling.exceptions": {"5": "keep"}}, "5 5 A / 5 Q 3",
     "00 10"),
    ("two jokers are worth 0 or their own value, whichever is lower: −4", {"cancelling.exceptions": {"*": "lower"}},
     "* K A / * Q 3", "00 10"),
    ("two jokers are worth 0 or their own value, whichever is lower: 0",
     {"cancelling.exceptions": {"*": "lower"}, "values.*": 2}, "* K A / * Q 3", "00 10"),
    ("three matched and removed: 0", {**NINE, "cancelling.leave": True}, ". K A / . Q 3 / . 4 5", "00 10 20"),
    ("seven face down 0 + 7 = 7", {"ending.hidden": 0}, "[7] K A / 7 Q 3", "00 10"),
    ("seven face down 5 + seven face down 5 = 10", {"ending.hidden": 5}, "[7] K A / [7] Q 3", "00 10"),
    ("queen of spades 40 + 5 = 45", {"card_values": {"QS": 40}}, "QS K QH / 5 7 3", "00 10"),
    ("king 0 + 7 = 7", {"card_values": {"QS": 40}}, "QS K QH / 5 7 3", "01 11"),
    ("5 + (−2) + 12 = 15", OWN_DECK, "5 0 1 12 / -2 0 1 5 / 12 0 12 5", "00 10 20"),
    ("−2 + 5 + 12 = 15", OWN_DECK, "-2 0 1 12 / 5 0 1 5 / 12 0 12 5", "00 10 20"),
    ("fives in three columns: −15", RUNS, "5 5 5 A 5 / 5 5 5 3 5", "00 10 01 11 02 12"),
    ("fives in three columns: −15", RUNS, "5 A 5 5 5 / 5 3 5 5 5", "02 12 03 13 04 14"),
    ("four fives in two columns: −10", RUNS, "5 5 A 5 5 / 5 5 3 5 5", "00 10 01 11"),
    ("four fives in two columns: −10", four(), "9 5 5 / 9 5 5", "01 11 02 12"),
    ("six fives in two columns: −10", {**NINE, "table.decks": {"2": 2}, **four()}, "5 K 5 / 5 3 5 / 5 4 5",
     "00 10 20 02 12 22"),
    ("two pairs, fives and sevens: −10", four(pattern="any-pairs", six_alike="each-pair"), "5 6 7 / 5 6 7",
     "00 10 02 12"),
    ("two pairs, sixes and sevens: −10", four(pattern="any-pairs", touching=True), "A 6 7 / 5 6 7", "01 11 02 12"),
    ("two matching columns, fives and sevens: −10", {**NINE, **four(pattern="any-pairs")}, "5 K 7 / 5 3 7 / 5 4 7",
     "00 10 20 02 12 22"),
    ("four fives, two in one row and two in another: −10", four(pattern="two-and-two"), "5 5 7 / 5 K 5",
     "00 01 10 12"),
    ("four kings: −16", four(pattern="anywhere", by_rank={"K": -16}), "K K 4 / K 3 K", "00 01 10 12"),
    ("four fives: −10", four(pattern="anywhere", by_rank={"K": -16}), "A 5 5 / 5 5 5", "01 02 11 12"),
    ("four fives in a square: −10", {**NINE, **four(pattern="block")}, "A 3 4 / 2 5 5 / 6 5 5", "11 12 21 22"),
    ("four kings in a square at the edge: −16", {**FOUR_WIDE, **four(pattern="end-block", by_rank={"K": -16})},
     "A 2 K K / 3 4 K K", "02 03 12 13"),
    ("all six cards in one suit: −20", bonus(pattern="one-suit", points=-20, cards="cancelled"),
     "AH 5H KH / 7H 9H 3H", "00 01 02 10 11 12"),
    ("a run of all six cards: −20", bonus(pattern="run", points=-20), "7 5 9 / 6 8 4", "00 01 02 10 11 12"),
    ("four fives in the corners: −20, everyone else +30", bonus(pattern="corners", points=-20, others=30),
     "5 A 5 / 5 2 5", "00 02 10 12"),
    ("two sets of two jacks: −5", bonus(pattern="pairs", points=-5), "J A J / J 2 J", "00 02 10 12"),
    ("a set of two jacks: −5", bonus(pattern="pairs", points=-5, pairs=1, ranks=["J"]), "J A 3 / J A 4", "00 10"),
    ("every card cancels: −10", bonus(pattern="all-cancelled", points=-10), "J A 7 / J A 7", "00 01 02 10 11 12"),
    ("exactly 21 becomes 5: −16", bonus(pattern="exact-total", total=21, points=5), "A 2 3 / 4 5 6",
     "00 01 02 10 11 12"),
]  # fmt: skip


def plain(text: str) -> str:
    return text.replace("\N{MINUS SIGN}", "minus ")


@pytest.mark.parametrize(("text", "changes", "layout", "cells"), LINES, ids=[plain(line[0]) for line in LINES])
def test_a_line_says_its_rule(text: str, changes: Changes, layout: str, cells: str) -> None:
    house = a_house(changes)
    lines = score(parse_layout(layout, house), house).lines
    told = [(line.text, " ".join(f"{cell.row}{cell.column}" for cell in line.cells)) for line in lines]
    assert (text, cells) in told
    line = lines[told.index((text, cells))]
    assert line.points == int(re.findall("[0-9−]+", text.partition(", everyone")[0])[-1].replace("−", "-"))


# What changes Ann's score, the rules, all hands, the player who ended the hole, her points, and the first rule.
CHANGED: list[tuple[str, Changes, Mapping[str, int | str], str | None, int, str]] = [
    ("Ann went out with 9, but Bo had 4: +10", penalty(), {"Ann": 9, "Bo": 4}, "Ann", 10, "penalty"),
    ("Ann went out with 9, but Bo had 4 and Cy had −3: +10", penalty(), {"Ann": 9, "Bo": 4, "Cy": -3, "Di": 9}, "Ann",
     10, "penalty"),
    ("Ann went out with 5, but Bo had 5: +10", penalty(when="someone-lower-or-equal"), {"Ann": 5, "Bo": 5}, "Ann", 10,
     "penalty"),
    ("Ann went out with 9, but Bo had 4 and Cy had 3: +20", penalty(each_rival=True), {"Ann": 9, "Bo": 4, "Cy": 3},
     "Ann", 20, "penalty"),
    ("Ann knocked with 9, but Bo had 4: +10", {**penalty(), "ending.trigger": "knock", "ending.last_turns": 1},
     {"Ann": 9, "Bo": 4}, "Ann", 10, "penalty"),
    ("Ann went out with 9, but Bo had 4: score doubled, +9", penalty(kind="double"), {"Ann": 9, "Bo": 4}, "Ann", 9,
     "penalty"),
    ("Ann went out with −2, but Bo had −3: not above 0, so not doubled", penalty(kind="double"),
     {"Ann": -2, "Bo": -3}, "Ann", 0, "penalty"),
    ("Ann went out with 0, but Bo had −3: not above 0, so not doubled", penalty(kind="double"), {"Ann": 0, "Bo": -3},
     "Ann", 0, "penalty"),
    ("Ann went out with −2, but Bo had −3: score doubled, −2", penalty(kind="double", below_zero="doubled"),
     {"Ann": -2, "Bo": -3}, "Ann", -2, "penalty"),
    ("Ann went out with 9, but Bo had 4: score doubled plus 5, +14", penalty(kind="double-and-add", points=5),
     {"Ann": 9, "Bo": 4}, "Ann", 14, "penalty"),
    ("Ann went out with −2, but Bo had −3: not above 0, so not doubled, only +5",
     penalty(kind="double-and-add", points=5), {"Ann": -2, "Bo": -3}, "Ann", 5, "penalty"),
    ("Ann went out with 9, but Bo had 4: takes the worst score, +3", penalty(kind="worst"),
     {"Ann": 9, "Bo": 4, "Cy": 12}, "Ann", 3, "penalty"),
    ("Ann went out with the lowest score, 5: score becomes 0, −5", {"reward": {"kind": "zero"}}, {"Ann": 5, "Bo": 9},
     "Ann", -5, "reward"),
    ("Ann went out with the lowest score, 5: score halved, −2", {"reward": {"kind": "half"}}, {"Ann": 5, "Bo": 9},
     "Ann", -2, "reward"),
    ("Ann went out with the lowest score, 5: that earns −5", {"reward": {"kind": "add", "points": -5}},
     {"Ann": 5, "Bo": 9}, "Ann", -5, "reward"),
    ("Ann went out with the lowest score, 5, but Bo has it too: no reward for a tie",
     {"reward": {"kind": "add", "points": -5}}, {"Ann": 5, "Bo": 5, "Cy": 6}, "Ann", 0, "reward"),
    ("Ann went out with the lowest score, 5, but Bo and Cy have it too: no reward for a tie",
     {"reward": {"kind": "zero"}}, {"Ann": 5, "Bo": 5, "Cy": 5}, "Ann", 0, "reward"),
    ("Ann has the lowest score, 5: score becomes 0, −5", {"placing": {"winner": {"kind": "zero"}}},
     {"Ann": 5, "Bo": 9}, None, -5, "winner"),
    ("Ann has the lowest score, 4: score halved, −2", {"placing": {"winner": {"kind": "half"}}}, {"Ann": 4, "Bo": 9},
     "Bo", -2, "winner"),
    ("Ann has the lowest score, 5, but Bo has it too: no reward for a tie",
     {"placing": {"winner": {"kind": "add", "points": -3}}}, {"Ann": 5, "Bo": 5, "Cy": 9}, None, 0, "winner"),
    ("Ann has the lowest score, 5: that earns −3", {"placing": {"winner": {"kind": "add", "points": -3,
     "when": "shared"}}}, {"Ann": 5, "Bo": 5, "Cy": 9}, None, -3, "winner"),
    ("", {"placing": {"winner": {"kind": "add", "points": -3}}}, {"Ann": 5}, None, 0, ""),
    ("", {"placing": {"winner": {"kind": "zero"}}}, {"Ann": 5, "Bo": 4}, None, 0, ""),
    ("Ann tied with Bo at 5: +5", {"placing": {"equal": 5, "winner": {"kind": "add", "points": -3}}},
     {"Ann": 5, "Bo": 5, "Cy": 9}, None, 5, "equal"),
    ("Ann tied with Bo and Cy at 5: +5", {"placing": {"equal": 5}}, {"Ann": 5, "Bo": 5, "Cy": 5}, None, 5, "equal"),
    ("Ann went out with 5, but Cy had 1: +10. Ann tied with Bo at 5: +5", {**penalty(), "placing": {"equal": 5}},
     {"Ann": 5, "Bo": 5, "Cy": 1}, "Ann", 15, "penalty"),
    ("Ann went out with the lowest score, 5: score halved, −2. Ann has the lowest score, 5: score becomes 0, −3",
     {"reward": {"kind": "half"}, "placing": {"winner": {"kind": "zero"}}}, {"Ann": 5, "Bo": 9}, "Ann", -5, "reward"),
    ("Bo has four sixes in the corners: 0, so Ann gets +30", bonus(pattern="corners", others=30),
     {"Ann": "5 A 6 / 5 2 5", "Bo": "6 A 6 / 6 2 6"}, None, 30, "bonus-of-others"),
    ("Bo has four fives in the corners: 0, so Ann gets +30. Cy has four sixes in the corners: 0, so Ann gets +30",
     bonus(pattern="corners", others=30), {"Ann": 3, "Bo": "5 A 5 / 5 2 5", "Cy": "6 A 6 / 6 2 6"}, None, 60,
     "bonus-of-others"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "changes", "hands", "ender", "points", "rule"),
    CHANGED,
    ids=[plain(case[0]) or "nothing changes" for case in CHANGED],
)
def test_a_change_of_a_hole_score_says_its_rule(
    text: str, changes: Changes, hands: Mapping[str, int | str], ender: str | None, points: int, rule: str
) -> None:
    house = a_house(changes)
    read = {name: parse_layout(hand, house) if isinstance(hand, str) else hand for name, hand in hands.items()}
    changed = score_hole(read, house, ender)["Ann"].adjustment
    assert (changed.text, changed.points, changed.rule) == (text, points, rule)
