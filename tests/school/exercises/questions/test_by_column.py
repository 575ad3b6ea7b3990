"""Column by column: a wrong number is explained where it stands, and a slip in adding up is told from a misread."""

from dataclasses import replace

import pytest

from scorekeeper import houses
from scorekeeper.rules import Grid, parse_layout
from scorekeeper.school.diagnosis.score_cards import LEFT_OVER
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.laying import laid
from scorekeeper.school.exercises.question import NumberField
from scorekeeper.school.exercises.questions import by_column
from scorekeeper.school.exercises.questions.by_column import ColumnsQuestion


def question(house: str, layout: str) -> ColumnsQuestion:
    rules = houses.get(house)
    return ColumnsQuestion(rules, parse_layout(layout, rules))


# House, layout, and what is right: columns, what reaches over several where such a thing can count, and the total.
RIGHT = [
    ("worksheet", "J 2 J / 2 2 A", {"column-1": 8, "column-2": 0, "column-3": 11, "points": 19}),
    ("penalty", "K K 7 / K K 10", {"column-1": 0, "column-2": 0, "column-3": 17, "across": -10, "points": 7}),
    # The sevens cancel over two columns: nothing of them is left in either.
    ("turtle", "3 7 / 7 5", {"column-1": 3, "column-2": 5, "points": 8}),
    # Of three fours the first two cancel, as the question says.
    ("turtle", "A 4 / 4 4", {"column-1": -1, "column-2": 4, "points": 3}),
    # Three fives leave the row, and with it the columns.
    ("vanishing-rows", "5 5 5 / J 2 Q / 3 4 K", {"column-1": 14, "column-2": 6, "column-3": 12, "points": 32}),
]  # fmt: skip


@pytest.mark.parametrize(("house", "layout", "right"), RIGHT)
def test_what_each_column_counts(house: str, layout: str, right: dict[str, int]) -> None:
    asked = question(house, layout)
    assert asked.solution == right
    assert [field.name for field in asked.fields] == list(right)
    assert all(isinstance(field, NumberField) for field in asked.fields)
    assert asked.judge(right).right


@pytest.mark.parametrize(("house", "told"), [("turtle", True), ("four-cancelling", True), ("vanishing-rows", False)])
def test_which_of_three_equal_cards_is_left_is_told_where_it_could_be_any(house: str, told: bool) -> None:
    said = LEFT_OVER.format(more="three", size="two")
    assert (said in ColumnsQuestion(houses.get(house), laid(houses.get(house), 1, Dice(house))).told) is told


# House, layout, what was filled in, which boxes are wrong, the misreads that are named and the rule.
WRONG = [
    ("worksheet", "A 5 K / 9 10 K", (20, 15, 0, 35), {"column-1", "points"}, ("V6",), "value-a"),
    # The columns say what the total alone cannot: 19 is every column rightly read.
    ("worksheet", "J 2 J / 2 2 A", (8, 0, 11, 23), {"points"}, (), "adding"),
    ("worksheet", "2 K 2 / K 2 K", (-2, -2, -2, 6), {"points"}, ("A1",), "adding"),
    # Here the columns are right and a rule is not: the bonus of another house.
    ("worksheet", "K K 5 / K K 10", (0, 0, 15, 5), {"points"}, ("F6",), "four-of-a-kind"),
    # Two misreads lead to the same wrong column; they misread two rules, so neither rule is named.
    ("worksheet", "J 2 J / 2 2 A", (8, -4, 11, 15), {"column-2", "points"}, (), ""),
    # The slip that takes the third equal card away shows in a column.
    ("worksheet", "7 8 7 / 6 9 7", (6, 17, 0, 23), {"column-1", "points"}, (), "where"),
    # Two misreads at once, each in its column: neither is what led to all.
    ("worksheet", "A 5 K / 9 K K", (20, 15, 0, 35), {"column-1", "column-2", "points"}, (), ""),
    # Nothing explains 12 for four and seven.
    ("worksheet", "9 8 4 / 6 10 7", (15, 18, 12, 46), {"column-3", "points"}, (), ""),
    ("turtle", "3 7 / 7 5", (10, 12, 22), {"column-1", "column-2", "points"}, ("P1",), "cancelling"),
]


@pytest.mark.parametrize(("house", "layout", "given", "boxes", "keys", "rule"), WRONG)
def test_a_wrong_number_is_explained_where_it_stands(
    house: str, layout: str, given: tuple[int, ...], boxes: set[str], keys: tuple[str, ...], rule: str
) -> None:
    asked = question(house, layout)
    answer = dict(zip(asked.entries, given, strict=True))
    verdict = asked.judge(answer)
    beside = [step.instead for step in asked.worked_beside(verdict, answer)]
    assert beside == [points if entry in boxes else None for entry, points in answer.items()]
    assert not verdict.right
    assert verdict.wrong == boxes
    assert (verdict.misreads, verdict.rule) == (keys, rule)
    assert verdict.text


def test_each_entry_is_an_item_with_its_own_wrong_numbers() -> None:
    items = {item.part: item for item in question("worksheet", "A 5 K / 9 10 K").items()}
    right = {"column-1": 10, "column-2": 15, "column-3": 0, "points": 25}
    assert {part: item.answer for part, item in items.items()} == right
    assert {20, 23} <= {wrong.answer for wrong in items["column-1"].wrong}  # an ace of 11, of 14
    assert items["column-3"].wrong == ()  # two kings: 0 by whatever anybody misreads
    assert "value-a" in items["column-1"].rules
    assert "value-a" not in items["column-2"].rules


def test_a_single_column_is_no_question_of_columns() -> None:
    one = replace(houses.get("worksheet"), grid=Grid(4, 1), options=(), examples=())
    assert by_column.about(one) == frozenset()
    assert by_column.ask(one, 7, Dice("one")) is None
