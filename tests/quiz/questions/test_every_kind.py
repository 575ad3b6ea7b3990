"""What holds for every kind of exercise in every house: it can be answered, kept, judged and printed."""

from __future__ import annotations

import json
from functools import cache

import pytest

from scorekeeper import houses
from scorekeeper.quiz import Dice
from scorekeeper.quiz.levels import levels_of
from scorekeeper.quiz.practised import NAMES, rules_of
from scorekeeper.quiz.question import AnswersRefused, CardsField, ChoiceField, NumberField, Question, written
from scorekeeper.quiz.questions import KINDS, UnknownQuestion, from_data, kinds_for, to_data
from scorekeeper.rules import Layout, format_layout
from tests.by_night import EACH_HOUSE


@cache
def asked(house_key: str, kind_key: str, count: int = 3) -> list[Question]:
    """Questions of that kind at the levels of the house, lowest first; none where the house has none."""
    house = houses.get(house_key)
    kind = next(kind for kind in KINDS if kind.key == kind_key)
    levels = [level.number for level in levels_of(house)][:: max(1, len(levels_of(house)) // count)]
    found = [kind.ask(house, level, Dice(f"{house_key} {kind_key} {level}")) for level in levels]
    return [question for question in found if question is not None]


def typed(question: Question, answer: dict[str, object] | None = None) -> dict[str, str]:
    """What a form sends for the right answer."""
    values = dict(question.solution if answer is None else answer)
    return {
        name: format_layout(value) if isinstance(value, Layout) else str(value).replace("−", "-")
        for name, value in values.items()
    }


@pytest.fixture(params=[kind.key for kind in KINDS])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=EACH_HOUSE)
def house(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_the_right_answer_is_right_and_says_why(house: str, kind: str) -> None:
    for question in asked(house, kind):
        answer = question.read(typed(question))
        verdict = question.judge(answer)
        assert verdict.right, (question, verdict)
        assert verdict.text
        assert not verdict.wrong
        assert question.worked
        assert len(question.hints) >= 2


def test_it_can_be_kept_as_json_and_asked_again(house: str, kind: str) -> None:
    for question in asked(house, kind):
        again = from_data(question.house, json.loads(json.dumps(to_data(question))))
        assert again == question
        assert again.solution == question.solution


def test_the_same_dice_ask_the_same(house: str, kind: str) -> None:
    assert asked(house, kind, 1) == asked.__wrapped__(house, kind, 1)


def test_what_there_is_to_choose_from_holds_the_answer_once(house: str, kind: str) -> None:
    for question in asked(house, kind):
        for field in question.fields:
            if isinstance(field, ChoiceField):
                keys = [choice.key for choice in field.choices]
                assert len(set(keys)) == len(keys) > 1
                assert question.solution[field.name] in keys
        assert question.prompt[-1] in "?."


def test_an_empty_form_is_no_answer(house: str, kind: str) -> None:
    for question in asked(house, kind):
        with pytest.raises(AnswersRefused) as refused:
            question.read({})
        assert set(refused.value.reasons) == {field.name for field in question.fields}


def test_what_is_not_among_the_choices_is_no_answer(house: str, kind: str) -> None:
    for question in asked(house, kind):
        bad = {
            field.name: {NumberField: "2.5", CardsField: "5 X", ChoiceField: "no such choice"}[type(field)]
            for field in question.fields
        }
        with pytest.raises(AnswersRefused) as refused:
            question.read(bad)
        assert set(refused.value.reasons) == set(bad)


def test_its_items_can_be_marked_by_a_program(house: str, kind: str) -> None:
    for question in asked(house, kind):
        items = question.items()
        # What was laid can be marked by nobody who does not know the rules.
        assert items or question.kind == "write"
        assert len({item.part for item in items}) == len(items)
        for item in items:
            wrong = [one.answer for one in item.wrong]
            assert item.answer not in wrong
            assert len(set(wrong)) == len(wrong)
            assert all(one.text for one in item.wrong)
            assert item.worked
            assert item.right
            assert item.otherwise
            if item.choices:
                assert item.answer in item.choices
                assert set(wrong) <= set(item.choices)
                assert len(set(item.choices)) == len(item.choices)
            else:
                assert isinstance(item.answer, int)
                assert all(isinstance(answer, int) for answer in wrong)


def test_it_speaks_for_rules_that_the_house_has(house: str, kind: str) -> None:
    rules = {rule.key for rule in rules_of(houses.get(house))}
    for question in asked(house, kind):
        assert question.rules <= rules
        assert set(question.rules) <= set(NAMES)


def test_every_rule_of_a_house_can_be_asked_about(house: str) -> None:
    rules = houses.get(house)
    for rule in rules_of(rules):
        kinds = kinds_for(rules, rule.key)
        assert kinds, f"nothing asks about {rule.key}"
        question = kinds[0].ask(rules, 7, Dice(f"{house} {rule.key}"), rule.key)
        assert question is not None
        assert rule.key in question.rules, f"{question} says nothing of {rule.key}"


@pytest.mark.parametrize(
    "data", [{}, {"kind": "score"}, {"kind": "none"}, {"kind": "score", "layout": "5 X"}, {"kind": []}]
)
def test_facts_of_no_question_are_refused(data: dict[str, object]) -> None:
    with pytest.raises(UnknownQuestion):
        from_data(houses.get("worksheet"), data)


def test_an_answer_is_written_with_a_true_minus() -> None:
    assert written({"a": -2, "b": "yes"}) == "−2, yes"
