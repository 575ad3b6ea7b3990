"""Every kind of question as a page: nothing tells the answer before it is given, and hands are heard card by card."""

import re

import pytest
from lxml import html

from scorekeeper import houses
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.question import Question
from scorekeeper.school.exercises.questions import KINDS, Kind
from scorekeeper.school.exercises.questions.ending import EndingQuestion
from scorekeeper.school.exercises.questions.turn import TurnQuestion
from tests.conftest import Phone
from tests.web.practicing import ask, score_of, tab, typed
from tests.web.students import main_words

TELLING = ("value", "title", "alt", "content", "aria-label")
"""Attributes that could tell a number, beside all `data-` ones but the cards' ranks."""


def numbers_told(page: str) -> set[str]:
    """What attributes of a page say."""
    return {
        value
        for element in html.fromstring(page).iter("*")
        for name, value in element.items()
        if name in TELLING or (name.startswith("data-") and name != "data-rank")
    }


def assert_boxes_are_empty(question: Question, page: str) -> None:
    for field in question.fields:
        boxes = re.findall(rf'<input [^>]*name="{field.name}"[^>]*>', page)
        assert boxes
        if not hasattr(field, "choices"):
            assert all('value=""' in box for box in boxes)


def test_what_a_striped_card_is_stands_beside_a_hand_that_has_one(client: Phone) -> None:
    told = "Striped cards were face down when the hole ended. They are turned up and scored."
    for cards, times in (("2 5 [Q] / 3 9 8", 1), ("2 5 Q / 3 9 8", 0)):
        ask(client, score_of(cards))
        assert main_words(client.get("/practice/worksheet/question").text).count(told) == times


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.key)
def test_no_kind_tells_its_answer_in_its_page(kind: Kind, client: Phone) -> None:
    for house in ("worksheet", "penalty", "vanishing-columns"):
        rules = houses.get(house)
        question = kind.ask(rules, 7, Dice("untold"))
        if question is None:
            continue
        ask(client, question)
        page = tab(client, house).page
        for told in ('class="score-line', "layout__points", 'id="verdict"', " checked"):
            assert told not in page
        for step in question.worked:
            # A rule may be printed in the drawer, and a hole tells who ended it; what is worked out here is not there.
            assert step.points is None or step.text.lower() not in main_words(page).lower()
        solution = typed(question)
        assert_boxes_are_empty(question, page)
        numbers = {value for value in solution.values() if re.fullmatch(r"-?\d+", value)}
        shape = {str(rules.grid.rows), str(rules.grid.columns)}
        choices = {choice.key for field in question.fields if hasattr(field, "choices") for choice in field.choices}
        assert not numbers & (numbers_told(page) - shape - choices)


@pytest.mark.parametrize("rule", ["turns", "ending"])
def test_a_moment_of_a_hole_is_seen_as_its_player_sees_it(rule: str, client: Phone) -> None:
    kind = next(kind for kind in KINDS if kind.key == "turn")
    for number in range(3):
        question = kind.ask(houses.get("penalty"), 7, Dice(f"seen {number}"), rule)
        assert isinstance(question, TurnQuestion | EndingQuestion)
        ask(client, question)
        page = tab(client, "penalty").page
        tables = re.findall(r'<table class="layout .*?</table>', page, flags=re.DOTALL)
        assert len(tables) == len(question.moment.shown)
        for table, shown in zip(tables, question.moment.shown, strict=True):
            cards = [card for row in shown.rows for card in row]
            backs = ["card--back" in cell for cell in table.split("<td>")[1:]]
            assert backs == [card is None for card in cards]
            assert table.count("card__rank") == sum(card is not None for card in cards)
        beside = re.search(r'<ul class="exercise__told">(.*?)</ul>', page, flags=re.DOTALL)
        assert beside is not None
        told = re.findall(r"<li>(.*?)</li>", beside[1])
        assert told
        assert set(told) < set(question.told)
        assert not any("face down" in sentence for sentence in told)
