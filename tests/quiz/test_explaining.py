"""What a wrong number means, said about the task."""

from __future__ import annotations

from itertools import product

import pytest

from scorekeeper import houses
from scorekeeper.quiz import Diagnosis, Meaning, beliefs, explain
from scorekeeper.rules import parse_layout

SENTENCES = [
    ("worksheet", "J 2 J / 2 2 A", 19, Meaning.RIGHT, "Right."),
    ("worksheet", "5 2 K / 8 7 K", 22, Meaning.MISREAD, "If a two counts 2, you get 22. Here: two −2 + 7 = 5."),
    (
        *("worksheet", "J 2 J / 2 2 A", 15, Meaning.SEVERAL),
        "If equal cards do not cancel, or if a pair of twos counts −4, you get 15.",
    ),
    (
        *("worksheet", "2 2 2 / 4 K 2", -4, Meaning.SEVERAL),
        "If equal cards do not cancel, or if a pair of twos counts −4, you get −4.",
    ),
    ("worksheet", "9 8 4 / 6 10 7", 99, Meaning.UNEXPLAINED, ""),
    (
        *("worksheet", "9 8 4 / 6 10 7", 33, Meaning.MISREAD),
        "If the last column is left out, you get 33. Here: 4 + 7 = 11.",
    ),
    (
        *("rvers", "3 5 2 / 10 8 2", 22, Meaning.MISREAD),
        "If a pair is taken off the total, you get 22. Here: two twos: the column is 0.",
    ),
    (
        *("penalty", "* 5 6 / * 5 7", 7, Meaning.READING),
        (
            "7 is right where the table answers “What does a column of two jokers count?” "
            "with “each joker keeps its own value: minus 6 as printed”. "
            "As these rules are printed it is 13."
        ),
    ),
]


@pytest.mark.parametrize(("house", "layout", "answer", "meaning", "text"), SENTENCES)
def test_the_sentence_for_an_answer(house: str, layout: str, answer: int, meaning: Meaning, text: str) -> None:
    rules = houses.get(house)
    found = explain(rules, parse_layout(layout, rules), answer)
    assert (found.meaning, found.text) == (meaning, text)


def test_what_was_likely_before_decides_among_several() -> None:
    rules = houses.get("worksheet")
    before = Diagnosis.of(rules).after(parse_layout("2 7 7 / 2 7 3", rules), 6)
    found = explain(rules, parse_layout("J 2 J / 2 2 A", rules), 15, before)
    assert found.meaning is Meaning.MISREAD
    assert found.text == "If a pair of twos counts −4, you get 15. Here: two twos: the column is 0."


def test_two_misreads_are_named_where_one_does_not_suffice() -> None:
    rules = houses.get("worksheet")
    layout = parse_layout("2 K 5 / 7 6 9", rules)  # -2 + 7 + 0 + 6 + 5 + 9
    found = explain(rules, layout, 39)
    assert found.meaning in (Meaning.MISREAD, Meaning.SEVERAL)
    assert "V1+V3" in {belief.key for belief in found.beliefs}


@pytest.mark.parametrize("house", [house.key for house in houses.built_in()])
def test_no_open_reading_is_ever_called_a_misread(house: str) -> None:
    rules = houses.get(house)
    for example, belief in product(rules.examples, beliefs(rules)):
        layout = parse_layout(example.layout, rules)
        answer = belief.total(layout)
        if len(belief.misreads) == 1 and answer is not None:
            found = explain(rules, layout, answer)
            named = [misread for one in found.beliefs for misread in one.misreads]
            assert found.meaning is not Meaning.MISREAD or not all(misread.reading for misread in named)
