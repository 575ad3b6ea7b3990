"""What every commit tries where all of it takes long: one of each sort. The others are tried every night."""

from __future__ import annotations

import pytest

from scorekeeper import houses

BY_DAY = frozenset(
    {"worksheet", "penalty", "four-card", "two-joker", "nine-card", "suits-and-runs", "vanishing-columns"}
)
"""Cancelling by two and by three, jokers, bonuses, suits, cards that go, cards that lie face down."""

EACH_HOUSE = [
    pytest.param(house.key, marks=() if house.key in BY_DAY else pytest.mark.nightly) for house in houses.built_in()
]
"""The key of every built-in house, for `parametrize`."""
