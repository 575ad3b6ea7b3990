"""Placing a drawn card: what each place leaves is counted, and every place that is as good is right."""

import pytest

from scorekeeper import houses
from scorekeeper.rules import House
from scorekeeper.school.questions import UnknownQuestion, from_data
from scorekeeper.school.questions.swap import SwapQuestion


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
    # No pairs in this house: the highest card it is.
    ("four-card", "9 5 / 6 8", "5", {"1-1"}),
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


# What is said to a choice of a place for a two: the queen's leaves least.
SAID = [
    ("2 Q 7 / 9 4 K", "1-2", "Right: 16 points are left. There: two −2 + 4 = 2.", (), ""),
    (
        *("2 Q 7 / 9 4 K", "2-1"),
        *("So 21 points are left. There: two twos: the column is 0. The best choice leaves 16.", (), ""),
    ),
    (
        *("3 Q 8 / 9 4 K", "2-1"),
        (
            "So 23 points are left. There: 3 + two −2 = 1. The best choice leaves 22. "
            "If all court cards count 0, this one looks best."
        ),
        *(("V11",), "value-j-q"),
    ),
    ("2 Q 7 / 9 4 K", "discard", "So 28 points are left. The best choice leaves 16.", (), ""),
    ("4 5 3 / 4 5 Q", "2-3", "Right: 1 point is left. There: 3 + two −2 = 1.", (), ""),
]


@pytest.mark.parametrize(("layout", "key", "text", "keys", "rule"), SAID)
def test_a_choice_is_told_what_it_leaves_against_the_best(
    layout: str, key: str, text: str, keys: tuple[str, ...], rule: str
) -> None:
    verdict = question("worksheet", layout, "2").judge({"swap": key})
    assert verdict.text == text
    assert (verdict.misreads, verdict.rule) == (keys, rule)


def test_a_tie_is_said_and_paper_offers_one_of_the_two() -> None:
    asked = question("worksheet", "Q 3 Q / 7 4 8", "A")
    said = asked.judge({"swap": "1-3"}).text
    assert said == "Right: 33 points are left. There: ace 1 + 8 = 9. Another choice is as good."
    (item,) = asked.items()
    assert item.answer == "In place of the queen in row 1, column 1"
    assert "In place of the queen in row 1, column 3" not in item.choices


@pytest.mark.parametrize(
    ("layout", "drawn"), [("5 Q 7 / 9 4 K", "5 5"), ("5 Q 7 / 9 4 [K]", "5"), ("5 Q 7 / 9 4 K", "*")]
)
def test_no_question_of_cards_that_cannot_be_drawn_or_are_not_seen(layout: str, drawn: str) -> None:
    with pytest.raises(UnknownQuestion):
        question("worksheet", layout, drawn)
