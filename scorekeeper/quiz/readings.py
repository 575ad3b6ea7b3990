"""How a house may be read as well where its sheet leaves that open: nobody who reads it so makes a mistake."""

from __future__ import annotations

from functools import lru_cache

from scorekeeper.houses import as_chosen, freeze, thaw
from scorekeeper.quiz.beliefs import Belief, beliefs
from scorekeeper.quiz.misreads import OF_OTHER_HOUSES, what_counts
from scorekeeper.rules import House


def readings(house: House) -> tuple[Belief, ...]:
    """Every way to score that the house leaves open: what is a misread elsewhere, two of them, and all others."""
    return _readings(freeze(house))


def read_otherwise(house: House) -> tuple[House, ...]:
    """The house as its open questions may be answered as well, one at a time, as far as it changes what layouts count.

    A question that only other houses raise leaves nothing open.
    """
    return _read_otherwise(freeze(house))


@lru_cache(maxsize=64)
def _readings(frozen: str) -> tuple[Belief, ...]:
    house = thaw(frozen)
    found = [belief for belief in beliefs(house) if belief.is_reading]
    known = [what_counts(belief.house) for belief in found]
    others = [Belief((), other) for other in read_otherwise(house) if what_counts(other) not in known]
    return (*found, *others)


@lru_cache(maxsize=64)
def _read_otherwise(frozen: str) -> tuple[House, ...]:
    house = thaw(frozen)
    asked = [option for option in house.options if option.asked == "usual" and option.row != OF_OTHER_HOUSES]
    unsettled = [(one.key, reading.key) for one in asked if one.key not in house.readings for reading in one.readings]
    read = [as_chosen(house, {option: reading}) for option, reading in unsettled]
    return tuple(other for other in read if what_counts(other) != what_counts(house))
