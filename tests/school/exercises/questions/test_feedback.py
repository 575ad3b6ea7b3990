"""Feedback of every kind of question is short enough for readers of twelve."""

from collections.abc import Iterator
from itertools import product
from statistics import median

import pytest

from scorekeeper import houses
from scorekeeper.rules import House
from scorekeeper.school.diagnosis.beliefs import singles
from scorekeeper.school.diagnosis.misreads import LONGEST
from scorekeeper.school.diagnosis.score_cards import tally
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.levels import HIGHEST
from scorekeeper.school.exercises.question import Answer, ChoiceField, Question
from scorekeeper.school.exercises.questions import kinds_for

OFF = (-10, -2, -1, 1, 3, 7)
"""Wrong numbers beside those of misreads: some by slips, others by nothing known."""


@pytest.mark.long
def test_feedback_has_at_most_25_words_and_15_in_the_median() -> None:
    told = [
        question.judge(answer).text
        for house in houses.groups()[0].houses
        for question in _questions(house)
        for answer in _answers(question)
    ]
    words = [len(text.split()) for text in told if text]
    assert len(words) > 2_000
    assert max(words) <= LONGEST == 25
    assert median(words) <= 15


def _questions(house: House) -> Iterator[Question]:
    """Six of each kind."""
    for kind, number in product(kinds_for(house), range(6)):
        question = kind.ask(house, HIGHEST, Dice(f"{number}"), None)
        if question is not None:
            yield question


def _answers(question: Question) -> Iterator[Answer]:
    """The right one, every other choice, numbers that are off, and the numbers of every misread."""
    right = question.solution
    yield right
    for field in question.fields:
        if isinstance(field, ChoiceField):
            yield from ({**right, field.name: choice.key} for choice in field.choices)
        else:
            yield from ({**right, field.name: int(right[field.name]) + off} for off in OFF)
    if question.kind in ("score", "columns"):
        (hand,) = question.hands
        tallies = (tally(hand.layout, belief) for belief in singles(question.house))
        yield from ({field.name: theirs[field.name] for field in question.fields} for theirs in tallies if theirs)
