"""Placing a drawn card: what each place leaves is counted, and every place that is as good is right."""

import pytest

from scorekeeper import houses
from scorekeeper.rules import House
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.levels import HIGHEST
from scorekeeper.school.exercises.question import ChoiceField
from scorekeeper.school.exercises.questions import UnknownQuestion, from_data
from scorekeeper.school.exercises.questions.swap import SwapQuestion, ask


def question(house: str | House, layout: str, drawn: str) -> SwapQuestion:
    rules = houses.get(house) if isinstance(house, str) else house
    asked = from_data(rules, {"kind": "swap", "layout": layout, "drawn": drawn})
    assert isinstance(asked, SwapQuestion)
    return asked


# House, layout, drawn card; which choices are best.
BEST = [
    # Above the five it makes a pair: 14 less, though the queen counts more than the nine.
    ("worksheet", "5 Q 7 / 9 4 K", "5", {"2-1"}),
    # A pair of twos would be 0: a two is worth more alone, where the queen lies.
    ("worksheet", "2 Q 7 / 9 4 K", "2", {"1-2"}),
    # Nothing that lies there counts as much as a queen, and none is there to cancel: away with it.
    ("worksheet", "5 2 7 / 9 4 K", "Q", {"discard"}),
    # Two queens are as good as each other to give away.
    ("worksheet", "Q 3 Q / 7 4 8", "A", {"1-1", "1-3"}),
    # Taking a pair apart costs more than the jack does: 9 for the nine alone.
    ("worksheet", "9 J 3 / 9 4 5", "K", {"1-2"}),
    # Four of a kind beat the ten.
    ("penalty", "K K 7 / K 9 10", "K", {"2-2"}),
    # A third three in the column, in a house where three cancel in any line.
    ("nine-card", "3 7 4 / 3 5 9 / 8 9 3", "3", {"3-1"}),
    # Equal cards cancel wherever they lie: beside the seven it takes the queen's place.
    ("four-turns", "7 Q / 3 K", "7", {"1-2"}),
]


@pytest.mark.parametrize(("house", "layout", "drawn", "best"), BEST)
def test_every_best_place_is_right_and_no_other(house: str, layout: str, drawn: str, best: set[str]) -> None:
    asked = question(house, layout, drawn)
    keys = [one.key for one in asked.cells] + ["discard"]
    assert {key for key in keys if asked.judge({"swap": key}).right} == best
    assert set(asked.best) == best


def test_a_choice_is_told_what_it_leaves_against_the_best_and_the_misread_by_which_it_looks_best() -> None:
    asked = question("worksheet", "3 Q 8 / 9 4 K", "2")
    verdict = asked.judge({"swap": "2-1"})
    assert "That leaves 23." in verdict.text
    assert "leaves 22" in verdict.text
    assert (verdict.misreads, verdict.rule) == (("V11",), "value-j-q")
    assert asked.judge({"swap": "discard"}).misreads == ()


def test_of_two_that_are_as_good_paper_offers_both_and_takes_either() -> None:
    (item,) = question("worksheet", "Q 3 Q / 7 4 8", "A").items()
    first, other = (f"Swap the queen in row 1, column {column}" for column in (1, 3))
    assert (item.answer, item.also) == (first, (other,))
    assert [choice for choice in item.choices if item.is_right(choice)] == [first, other]
    assert {wrong.answer for wrong in item.wrong}.isdisjoint({first, other})
    assert item.right == "Right: that leaves 33. Another choice is just as good."


@pytest.mark.parametrize("house", ["worksheet", "penalty", "four-card", "nine-card", "vanishing-columns"])
def test_the_choices_that_paper_takes_are_those_that_leave_the_fewest(house: str) -> None:
    dice, as_good = Dice(house), 0
    for _ in range(12):
        asked = ask(houses.get(house), HIGHEST, dice)
        assert asked is not None
        (item,), (box,) = asked.items(), asked.fields
        assert isinstance(box, ChoiceField)
        right = {choice.text for choice in box.choices if asked.judge({"swap": choice.key}).right}
        assert {choice for choice in item.choices if item.is_right(choice)} == right
        assert set(item.choices) == {choice.text for choice in box.choices}
        as_good += len(right) > 1
    assert as_good


@pytest.mark.parametrize(
    ("layout", "drawn"), [("5 Q 7 / 9 4 K", "5 5"), ("5 Q 7 / 9 4 [K]", "5"), ("5 Q 7 / 9 4 K", "*")]
)
def test_no_question_of_cards_that_cannot_be_drawn_or_are_not_seen(layout: str, drawn: str) -> None:
    with pytest.raises(UnknownQuestion):
        question("worksheet", layout, drawn)
