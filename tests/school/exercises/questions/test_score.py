"""Scoring a layout: what is said to a right answer."""

import pytest

from scorekeeper import houses
from scorekeeper.rules import parse_layout
from scorekeeper.school.exercises.questions.score import ScoreQuestion

# House, layout, and what is said to its total: the columns that it is the sum of.
RIGHT = [
    ("worksheet", "10 5 2 / 10 8 A", "Right: 0 + 13 + (−1) = 12."),
    ("vanishing-columns", "5 6 7 8 / 5 6 8 9 / 5 6 9 10", "Right: 0 + 0 + 24 + 27 = 51."),
]


@pytest.mark.parametrize(("house", "layout", "text"), RIGHT)
def test_a_right_total_is_told_with_what_it_is_made_of(house: str, layout: str, text: str) -> None:
    rules = houses.get(house)
    question = ScoreQuestion(rules, parse_layout(layout, rules))
    assert question.judge(question.solution).text == text


@pytest.mark.parametrize(
    ("house", "layout", "where", "held"),
    [
        ("four-cancelling", "JC 6D / [6H] 6C", "Look at columns 1 and 2 first.", "They have two sixes."),
        ("worksheet", "5 2 K / 5 7 9", "Look at column 1 first.", "It has two fives."),
        ("worksheet", "JC KC 6D / 6H 6S 7C", "Look at column 2 first.", "It has a king and a six."),
        ("worksheet", "3C JC 6D / 6H 8S 7C", "Look at column 2 first.", "It has a jack and an eight."),
        ("vanishing-rows", "4 9 K / 6 6 6 / 2 5 7", "Look at row 2 first.", "It has three sixes."),
    ],
)
def test_hints_name_the_places_of_the_cards(house: str, layout: str, where: str, held: str) -> None:
    rules = houses.get(house)
    first, second = ScoreQuestion(rules, parse_layout(layout, rules)).hints
    assert first == where
    assert second.startswith(held)
    assert second.endswith(" What do the rules say about those?")


# What stands beside each line of the worked hand, by what was answered.
@pytest.mark.parametrize(
    ("answer", "instead"),
    [
        (22, [None, 9, None]),  # a two counts 2
        (18, [None, None, None]),  # right
        (99, [None, None, None]),  # nobody knows why
    ],
)
def test_the_wrong_number_stands_beside_the_line(answer: int, instead: list[int | None]) -> None:
    rules = houses.get("worksheet")
    question = ScoreQuestion(rules, parse_layout("5 2 K / 8 7 K", rules))
    found = question.worked_beside(question.judge({"points": answer}), {"points": answer})
    assert [step.instead for step in found] == instead
