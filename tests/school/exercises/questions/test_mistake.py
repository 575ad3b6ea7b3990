"""Find the mistake: one line of a card is wrong, and a right line is never called wrong."""

import pytest

from scorekeeper import houses
from scorekeeper.school.exercises.questions import UnknownQuestion, from_data
from scorekeeper.school.exercises.questions.mistake import MistakeQuestion


def question(house: str, layout: str, misread: str) -> MistakeQuestion:
    asked = from_data(houses.get(house), {"kind": "mistake", "layout": layout, "misread": misread})
    assert isinstance(asked, MistakeQuestion)
    return asked


# House, layout, misread; what the card says, which of its lines is wrong, and what is right there.
CARDS = [
    ("worksheet", "A 5 K / 9 10 K", "V6", [20, 15, 0, 35], "column-1", 10),
    # The columns are right and are not added up: a slip, and a bonus of another house.
    ("worksheet", "2 K 2 / K 5 7", "A1", [-2, 5, 5, 12], "points", 8),
    ("worksheet", "K K 5 / K K 10", "F6", [0, 0, 15, 5], "points", 15),
    # The line of what reaches over columns.
    ("penalty", "K K 7 / K K 10", "F9", [0, 0, 17, 10, 27], "across", -10),
    ("four-card", "9 8 / 6 8", "P14", [15, 0, 15], "column-2", 16),
]


@pytest.mark.parametrize(("house", "layout", "misread", "card", "line", "points"), CARDS)
def test_the_card_is_wrong_in_one_line(
    house: str, layout: str, misread: str, card: list[int], line: str, points: int
) -> None:
    asked = question(house, layout, misread)
    assert [asked.claimed[entry] for entry in asked.card] == card
    assert asked.solution == {"line": line, "points": points}
    verdict = asked.judge({"line": line, "points": points})
    assert verdict.right
    assert asked.misread.doing in verdict.text


# What was chosen and what was said to be right there, under the card of an ace that counts 11: the boxes that are
# wrong, the misreads that are named and the rule.
WRONG = [
    ("column-2", 15, {"line", "points"}, (), ""),
    ("column-2", 10, {"line"}, (), ""),
    ("points", 25, {"line", "points"}, (), ""),
    ("column-1", 20, {"points"}, (), "value-a"),
    ("column-1", 23, {"points"}, ("V7",), "value-a"),
    ("column-1", 12, {"points"}, (), ""),
]


@pytest.mark.parametrize(("line", "points", "boxes", "keys", "rule"), WRONG)
def test_a_wrong_answer_is_judged_by_line_and_number(
    line: str, points: int, boxes: set[str], keys: tuple[str, ...], rule: str
) -> None:
    verdict = question("worksheet", "A 5 K / 9 10 K", "V6").judge({"line": line, "points": points})
    assert not verdict.right
    assert verdict.wrong == boxes
    assert (verdict.misreads, verdict.rule) == (keys, rule)


# No such card: two lines would be wrong, none would, the house has no such misread, or leaves it open.
@pytest.mark.parametrize(
    ("house", "layout", "misread"),
    [
        ("worksheet", "A A K / 9 10 K", "V6"),
        ("worksheet", "8 5 K / 9 10 K", "V6"),
        ("worksheet", "A 5 K / 9 10 K", "V8"),
        ("penalty", "* 5 6 / * 5 7", "P13"),
    ],
)
def test_no_card_that_is_wrong_in_no_line_or_in_several(house: str, layout: str, misread: str) -> None:
    with pytest.raises(UnknownQuestion):
        question(house, layout, misread)
