"""What every commit tries where all of it takes long: one of each sort. The others are tried every night."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, TypeVar

import pytest

from scorekeeper import houses
from scorekeeper.rules import House

BY_DAY = frozenset(
    {"worksheet", "penalty", "four-card", "two-joker", "nine-card", "suits-and-runs", "vanishing-columns"}
)
"""Cancelling by two and by three, jokers, bonuses, suits, cards that go, cards that lie face down."""

EACH_HOUSE = [
    pytest.param(house.key, marks=() if house.key in BY_DAY else pytest.mark.nightly) for house in houses.built_in()
]
"""The key of every built-in house, for `parametrize`."""

Case = TypeVar("Case")


def with_marks(cases: Iterable[Case], sort: Callable[[Case], Hashable]) -> Iterator[tuple[Case, Any]]:
    """Each case with its marks for `parametrize`: the first of its sort is tried by day, what only repeats it by night.

    What has the sort None is tried by night.
    """
    tried: set[Hashable] = {None}
    for case in cases:
        yield case, pytest.mark.nightly if sort(case) in tried else ()
        tried.add(sort(case))


def sort_of_house(house: House, name: str = "") -> Hashable:
    """A house of `BY_DAY`, or a reading `option=reading` of one: tried by day once for each option, whoever asks it."""
    return (name.partition("=")[0] or house.key) if house.key in BY_DAY else None
