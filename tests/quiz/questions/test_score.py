"""Scoring a layout: what is said to a right answer."""

from __future__ import annotations

import pytest

from scorekeeper import houses
from scorekeeper.quiz.questions.score import ScoreQuestion
from scorekeeper.rules import parse_layout

# House, layout, and what is said to its total: with the total, and of many lines only what counts.
RIGHT = [
    ("worksheet", "10 5 2 / 10 8 A", "Right: 0 + 13 + (−1) = 12."),
    ("four-card", "A K / 9 10", "Right: 10 + 10 = 20."),
    ("vanishing-columns", "5 6 7 8 / 5 6 8 9 / 5 6 9 10", "Right: 0 + 0 + 24 + 27 = 51."),
    ("turtle", "5 5 / 6 6", "Right: 0 + 0 = 0."),
    ("ten-card", "5 6 7 8 9 / 5 6 7 8 10", "Right: 19."),
    ("ten-card", "5 6 7 8 9 / 5 6 7 8 9", "Right: 0."),
]


@pytest.mark.parametrize(("house", "layout", "text"), RIGHT)
def test_a_right_total_is_told_with_what_it_is_made_of(house: str, layout: str, text: str) -> None:
    rules = houses.get(house)
    question = ScoreQuestion(rules, parse_layout(layout, rules))
    assert question.judge(question.solution).text == text
