"""What is worked out once for many beliefs, or for a whole class, is what each would have got alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper import houses
from scorekeeper.rules import BadLayout, House, Layout, Rank, score
from scorekeeper.rules.scoring import VALUES
from scorekeeper.school.beliefs import Belief, beliefs, totals_of
from scorekeeper.school.diagnosis import Diagnosis, told_belief
from scorekeeper.school.dice import Dice
from scorekeeper.school.laying import laid
from scorekeeper.school.levels import HIGHEST
from scorekeeper.school.misreads import what_counts
from scorekeeper.school.tallying import tallies_of, tally
from tests.random_houses import random_houses

HOUSES = {house.key: house for house in houses.built_in()} | random_houses(1)
HANDS, LEARNERS = 8, 12


def test_everybody_gets_what_they_get_alone() -> None:
    for key, house in HOUSES.items():
        everybody, layout = beliefs(house), laid(house, HIGHEST, Dice(f"together {key}"))
        assert totals_of(everybody, layout) == tuple(_alone(belief, layout) for belief in everybody), key
        assert tallies_of(everybody, layout) == tuple(tally(layout, belief) for belief in everybody), key


@pytest.mark.parametrize("key", ["worksheet", "four-card", "penalty", "nine-card"])
def test_a_teacher_is_told_what_trying_every_other_value_leaves(key: str) -> None:
    """Of learners who hold one misread, and of others who give a rank some value of their own."""
    house, dice = HOUSES[key], Dice(f"other values {key}")
    single = [belief for belief in beliefs(house) if len(belief.misreads) == 1]
    told = 0
    for learner in range(LEARNERS):
        rank = dice.pick(list(house.values))
        other = replace(house, values={**house.values, rank: house.values[rank] + dice.pick([-3, 2, 9, 10])})
        held = dice.pick(single) if learner % 2 else Belief((), other)
        diagnosis, answers = Diagnosis.of(house), list[tuple[Layout, int]]()
        while len(answers) < HANDS:
            layout = laid(house, HIGHEST, dice)
            total = held.total(layout)
            if total is not None:
                answers.append((layout, total + dice.pick([0, 0, 0, 0, 1])))
                diagnosis = diagnosis.after(*answers[-1])
        found = told_belief(diagnosis, answers)
        likeliest, _ = diagnosis.likeliest
        if found:
            told += 1
            assert not _tried(found, house, answers)
        elif _would_be_told(diagnosis, answers):
            assert _tried(likeliest, house, answers)
    assert told


def _alone(belief: Belief, layout: Layout) -> int | None:
    try:
        worked = score(layout, belief.house)
    except BadLayout:
        return None
    return worked.total if belief.slip is None else belief.slip(worked, belief.house)


def _would_be_told(diagnosis: Diagnosis, answers: list[tuple[Layout, int]]) -> bool:
    """Whether it is told but for values: one misread, two answers that show it, and at most one that it leaves open."""
    likeliest, _ = diagnosis.likeliest
    if len(likeliest.misreads) != 1 or likeliest.is_reading:
        return False
    right = [one for one in diagnosis.beliefs if not one.misreads]
    shown = [
        answer
        for layout, answer in answers
        if answer == likeliest.total(layout) and all(answer != one.total(layout) for one in right)
    ]
    left = sum(likeliest.total(layout) != answer for layout, answer in answers)
    sure = diagnosis.share_of(likeliest.mistakes[0]) > 0.95
    return len(shown) >= 2 and left <= 1 and sure


def _tried(told: Belief, house: House, answers: list[tuple[Layout, int]]) -> bool:
    """Whether some other value of one rank leads to as many answers, found by counting everything anew."""
    explained = sum(told.total(layout) == answer for layout, answer in answers)
    for rank in house.values:
        for change in {change for layout, answer in answers if (change := _change(rank, layout, answer, house))}:
            other = replace(house, values={**house.values, rank: house.values[rank] + change})
            same = told.slip is None and what_counts(other) == what_counts(told.house)
            if not same and sum(score(layout, other).total == answer for layout, answer in answers) >= explained:
                return True
    return False


def _change(rank: Rank, layout: Layout, answer: int, house: House) -> int | None:
    worked = score(layout, house)
    cards = sum(layout[cell].rank is rank for line in worked.lines if line.rule == VALUES for cell in line.cells)
    return (answer - worked.total) // cards if cards and not (answer - worked.total) % cards else None
