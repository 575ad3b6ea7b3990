"""What holds for every kind of exercise: it can be answered, kept, judged and printed."""

import json
import re

import pytest

from scorekeeper import houses
from scorekeeper.rules import House
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.items import Item
from scorekeeper.school.exercises.question import AnswersRefused, ChoiceField, Question, written
from scorekeeper.school.exercises.questions import UnknownQuestion, from_data, kinds_for, to_data
from scorekeeper.school.practice.mastery import rules_of
from tests.random_houses import random_houses

HOUSES = [houses.get(key) for key in ("worksheet", "penalty", "four-card")]
"""Twos below 0, jokers, a penalty, a knock."""


@pytest.mark.long
def test_every_kind_can_be_answered_kept_and_marked() -> None:
    for house in (*HOUSES, *random_houses(1).values()):
        for kind in kinds_for(house):
            for level in (1, 7):
                question = kind.ask(house, level, Dice(f"{house.key} {kind.key} {level}"))
                if question is not None:
                    must_hold(question, {rule.key for rule in rules_of(house)})


def test_the_same_dice_ask_the_same() -> None:
    house = houses.get("four-card")
    for kind in kinds_for(house):
        one, other = (kind.ask(house, 7, Dice(kind.key)) for _ in range(2))
        assert one == other, kind.key


def must_hold(question: Question, rules: set[str]) -> None:
    verdict = question.judge(question.read({name: str(value) for name, value in question.solution.items()}))
    assert (verdict.right, verdict.wrong) == (True, frozenset()), (question, verdict)
    assert verdict.text
    assert question.worked
    assert len(question.hints) >= 2
    assert question.prompt[-1] in "?."
    assert question.rules <= rules
    assert from_data(question.house, json.loads(json.dumps(to_data(question)))) == question
    for field in question.fields:
        if isinstance(field, ChoiceField):
            keys = [choice.key for choice in field.choices]
            assert len(set(keys)) == len(keys) > 1
            assert question.solution[field.name] in keys
    names = {field.name for field in question.fields}
    for bad in ({}, dict.fromkeys(names, "2.5")):
        with pytest.raises(AnswersRefused) as refused:
            question.read(bad)
        assert set(refused.value.reasons) == names
    items = question.items()
    assert len({item.part for item in items}) == len(items) > 0
    for item in items:
        can_be_marked(item)


def can_be_marked(item: Item) -> None:
    wrong = [one.answer for one in item.wrong]
    assert len({item.answer, *wrong}) == len(wrong) + 1
    assert all(one.text for one in item.wrong)
    assert item.worked
    assert item.right
    assert item.otherwise
    if item.choices:
        assert {item.answer, *wrong} <= set(item.choices)
        assert len(set(item.choices)) == len(item.choices)
    else:
        assert all(isinstance(answer, int) for answer in (item.answer, *wrong))


@pytest.mark.long
@pytest.mark.parametrize("house", HOUSES, ids=lambda house: str(house.key))
def test_every_rule_of_a_house_can_be_asked_about(house: House) -> None:
    """By every kind that says it is about the rule."""
    for rule in rules_of(house):
        kinds = list(kinds_for(house, rule.key))
        assert kinds, f"nothing asks about {rule.key}"
        for kind in kinds:
            question = kind.ask(house, 7, Dice(f"{house.key} {rule.key}"), rule.key)
            assert question is not None
            assert rule.key in question.rules, f"{question} says nothing of {rule.key}"


WHERE_FROM = re.compile(r"\((?:our reading|not in the rules|your choice|read so|not in the sheet)\)|[°†‡]")


@pytest.mark.long
@pytest.mark.parametrize("house", houses.built_in(), ids=lambda house: str(house.key))
def test_no_text_for_students_says_where_a_rule_comes_from(house: House) -> None:
    """What a sheet leaves open is for the table that plays by it, not for a student."""
    for kind in kinds_for(house):
        for number in range(4):
            question = kind.ask(house, 7, Dice(f"{house.key} {kind.key} {number}"))
            told = [text for item in question.items() for text in texts_of(item)] if question is not None else []
            assert [text for text in told if WHERE_FROM.search(text)] == []


def texts_of(item: Item) -> list[str]:
    """All that a file or a paper can say of an item."""
    meant = [wrong.text for wrong in item.wrong]
    return [item.prompt, *item.told, *item.choices, *meant, item.right, item.otherwise, *item.worked, *item.hints]


@pytest.mark.parametrize(
    "data", [{}, {"kind": "score"}, {"kind": "none"}, {"kind": "score", "layout": "5 X"}, {"kind": []}]
)
def test_facts_of_no_question_are_refused(data: dict[str, object]) -> None:
    with pytest.raises(UnknownQuestion):
        from_data(HOUSES[0], data)


def test_a_kind_that_is_no_longer_asked_says_so() -> None:
    with pytest.raises(UnknownQuestion, match="old question type"):
        from_data(HOUSES[0], {"kind": "write", "players": 4})


def test_an_answer_is_written_with_a_true_minus() -> None:
    assert written({"a": -2, "b": "yes"}) == "−2, yes"
