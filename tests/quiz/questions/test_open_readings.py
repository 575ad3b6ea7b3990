"""Whoever reads a rule as their house may read it as well is never wrong: such questions are not asked."""

from __future__ import annotations

import pytest

from scorekeeper import houses
from scorekeeper.quiz import Dice
from scorekeeper.quiz.cell_keys import cell_of
from scorekeeper.quiz.levels import levels_of
from scorekeeper.quiz.questions import mistake, swap
from scorekeeper.quiz.questions.mistake import MistakeQuestion
from scorekeeper.quiz.questions.swap import DISCARD, SwapQuestion, best_of, with_card
from scorekeeper.quiz.readings import readings
from scorekeeper.quiz.tallying import entries, tally
from scorekeeper.rules import House

HOUSES = ("penalty", "four-card", "two-joker")
"""They leave something open which can change what a layout counts."""

ASKED = 2
"""Questions at each level."""


def dice_of(house: House) -> list[tuple[int, Dice]]:
    """Levels, and dice for each question."""
    levels = [level.number for level in levels_of(house)]
    return [(level, Dice(f"{house.key} {level} {number}")) for level in levels for number in range(ASKED)]


def places_by_readings(question: SwapQuestion) -> dict[str, tuple[str, ...]]:
    """The best places by each way to read the house, by what it counts otherwise."""
    keys = [choice.key for choice in question.fields[0].choices]  # type: ignore[union-attr]
    layouts = {
        key: question.layout if key == DISCARD else with_card(question.layout, cell_of(key), question.drawn)
        for key in keys
    }
    found = {}
    for place, belief in enumerate(readings(question.house)):
        totals = {key: belief.total(layout) for key, layout in layouts.items()}
        left = {key: total for key, total in totals.items() if total is not None}
        if len(left) == len(totals):
            found[belief.key or f"another {place}"] = best_of(left)
    return found


@pytest.mark.parametrize("key", HOUSES)
def test_the_best_place_for_a_card_is_so_by_every_reading(key: str) -> None:
    house = houses.get(key)
    asked = [question for level, dice in dice_of(house) if (question := swap.ask(house, level, dice)) is not None]
    assert asked
    for question in asked:
        assert set(places_by_readings(question).values()) <= {question.best}, question.facts()


@pytest.mark.parametrize("key", HOUSES)
def test_every_line_of_a_card_with_a_mistake_is_the_same_by_every_reading(key: str) -> None:
    house = houses.get(key)
    asked = [question for level, dice in dice_of(house) if (question := mistake.ask(house, level, dice)) is not None]
    for question in asked:
        assert otherwise(question) == [], question.facts()
    assert asked or not mistake.about(house)


def otherwise(question: MistakeQuestion) -> list[tuple[str, str, int]]:
    """What readings write otherwise: which reading, in which line, and how much."""
    right = question.columns.tally
    written = [(belief.key, tally(question.layout, belief)) for belief in readings(question.house)]
    return [
        (key, entry, theirs[entry])
        for key, theirs in written
        if theirs is not None
        for entry in entries(question.house)
        if theirs[entry] != right[entry]
    ]


def test_readings_are_those_that_are_misreads_elsewhere_and_all_others() -> None:
    found = {belief.key for belief in readings(houses.get("penalty"))}
    assert {"V2", "P13", "V2+P13", ""} <= found
    assert readings(houses.get("worksheet")) == ()
