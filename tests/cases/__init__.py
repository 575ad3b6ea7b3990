"""Every question about a score that the five rule sheets leave open, in all its readings, with the numbers worked out.

A case is named by its row in the comparison of the sheets and by the reading. The first reading of a row is the one
that the house takes; the others are made with the house's own option where it has one, and by changing the parameter
where the sheet's question is not worth an option.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper import houses
from scorekeeper.rules import House, Rank


@dataclass(frozen=True)
class LayoutCase:
    """One layout and its total under one reading."""

    row: str
    reading: str
    house: House
    layout: str
    total: int


@dataclass(frozen=True)
class HoleCase:
    """One hole: everybody's hand or raw score, who ended it, and the hole scores under one reading."""

    row: str
    reading: str
    house: House
    hands: Mapping[str, str | int]
    ender: str | None
    scores: Mapping[str, int]


@dataclass(frozen=True)
class LastTurnCase:
    """A layout as it lay when the hole was ended, as it lies after one more turn, and which total counts."""

    row: str
    reading: str
    house: House
    before: str
    after: str
    total: int


Case = LayoutCase | HoleCase | LastTurnCase


def as_printed(key: str) -> House:
    """The house as its sheet is printed."""
    return houses.get(key)


def chosen(house: str, **readings: str) -> House:
    """The house with other readings; underscores in the names of options stand for hyphens."""
    choice = {option.replace("_", "-"): reading for option, reading in readings.items()}
    return houses.with_readings(houses.get(house), choice)


def changed(house: str | House, **parameters: Any) -> House:
    """The house with parameters changed that it offers no option for."""
    return replace(houses.get(house) if isinstance(house, str) else house, **parameters)


def valued(house: str | House, **values: int) -> House:
    """The house with other card values, by the name of the rank: `ACE=11`."""
    base = houses.get(house) if isinstance(house, str) else house
    return replace(base, values={**base.values, **{Rank[name]: value for name, value in values.items()}})
