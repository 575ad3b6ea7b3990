"""The readings of a house by which a question at the table would have another answer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from scorekeeper.referee.compare import variants
from scorekeeper.referee.may import Answer, may
from scorekeeper.referee.situation import Impossible, Situation
from scorekeeper.rules import Option, Reading


@dataclass(frozen=True, slots=True)
class OtherAnswer:
    """A reading that is not in force, and the answer that it would give."""

    option: Option
    reading: Reading
    answer: Answer


_PLAY = ("opening", "turn", "ending", "match", "grid")
"""Only readings that set one of these, or something in them, or nothing at all, can change what is allowed."""


def other_answers(situation: Situation, question: str) -> tuple[OtherAnswer, ...]:
    """Every reading of the house, one at a time, that would give another verdict. Raises Impossible.

    A moment that could not be by some reading tells nothing of it.
    """
    answer = may(situation, question)
    found = []
    for option, reading, otherwise in _otherwise(situation):
        try:
            by_it = may(otherwise, question)
        except Impossible:
            continue
        if by_it.word != answer.word:
            found.append(OtherAnswer(option, reading, by_it))
    return tuple(found)


@lru_cache(maxsize=8)
def _otherwise(situation: Situation) -> tuple[tuple[Option, Reading, Situation], ...]:
    house = situation.house
    return tuple(
        (option, reading, replace(situation, house=other))
        for option, reading, other in variants(house, _concerns_play)
        if reading is not house.taken(option)
    )


def _concerns_play(option: Option) -> bool:
    sets = [path for reading in option.readings for path in reading.sets]
    asked = option.asked != "explained" and option.kind != "match"
    return asked and (not sets or any(path.startswith(_PLAY) for path in sets))
