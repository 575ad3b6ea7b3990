"""Worksheets of typed hands: one version, in their order, at the lowest level that has them all."""

import pytest

from scorekeeper import houses
from scorekeeper.rules import Layout, parse_layout, score
from scorekeeper.school.exercises.levels import level_of, levels_of
from scorekeeper.school.exercises.sets import MOST_QUESTIONS, SCORE, BadSet, set_of_layouts, sheets_of_facts, to_facts

CODE = "7K2Q-M4XP"
WORKSHEET = houses.get("worksheet")


def picked(key: str, *hands: str) -> list[Layout]:
    return [parse_layout(hand, houses.get(key)) for hand in hands]


@pytest.mark.parametrize(
    ("key", "hands", "level"),
    [
        ("worksheet", ["3 4 5 / 6 7 K"], 2),
        ("worksheet", ["2 2 A / 2 3 K", "3 4 5 / 6 7 8"], 6),
        ("vanishing-columns", [". 5 -2 8 / . 5 0 1 / . 5 3 12"], 5),
    ],
)
def test_the_sheet_has_them_in_order_and_its_level_has_them_all(key: str, hands: list[str], level: int) -> None:
    house, layouts = houses.get(key), picked(key, *hands)
    made = set_of_layouts(house, layouts, CODE)
    assert (made.code, made.kinds, made.size) == (CODE, (SCORE,), len(hands))
    (sheet,) = made.sheets
    assert sheet.variant == "A1"
    assert [question.hands[0].layout for question in sheet.questions] == layouts
    assert made.level == level
    there = [one.number for one in levels_of(house)]
    assert made.level in there
    assert all(level_of(layout, house) <= made.level for layout in layouts)
    assert made.own_total(sheet) not in {score(layout, house).total for layout in layouts}
    assert set_of_layouts(house, layouts, CODE) == made
    assert sheets_of_facts(house, to_facts(made)) == made.sheets


def test_thirty_are_a_sheet_and_one_is() -> None:
    ranks = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q"]
    hands = [f"{one} K K / A {other} A" for one in ranks for other in ranks if one < other]
    for count in (1, MOST_QUESTIONS):
        assert set_of_layouts(WORKSHEET, picked("worksheet", *hands[:count]), CODE).size == count
    for bad in (hands[: MOST_QUESTIONS + 1], []):
        with pytest.raises(BadSet, match="Choose 1 to 30 questions"):
            set_of_layouts(WORKSHEET, picked("worksheet", *bad), CODE)


@pytest.mark.parametrize(
    ("hands", "told"),
    [
        (["3 4 5 / 6 7 8", "2 3 K / 2 2 A", "3 4 5/6 7 8"], "Hand 3 is the same as hand 1."),
        (["3S 4 5 / 6 7 8", "3H 4D 5 / 6 7 8"], "Hand 2 is the same as hand 1."),
    ],
)
def test_a_hand_that_comes_twice_is_named(hands: list[str], told: str) -> None:
    with pytest.raises(BadSet) as refused:
        set_of_layouts(WORKSHEET, picked("worksheet", *hands), CODE)
    assert told in refused.value.reasons["hands"]
