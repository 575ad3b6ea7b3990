"""The simulated learners, few enough for a night: whether what is found out of them has become worse by much."""

from __future__ import annotations

import pytest

from scorekeeper import houses
from scorekeeper.quiz import beliefs
from scorekeeper.rules import House
from tests.bench.learners import STRANGERS, Sittings, chosen_layout, found_out, longest_first, told_wrongly
from tests.bench.strangers import strangers

LEARNERS, UNKNOWN = 60, 32


@pytest.mark.nightly
@pytest.mark.parametrize("key", ["worksheet", "four-card"])
def test_most_learners_are_found_out(key: str) -> None:
    """Looser bars than those of `make bench`: of 60 learners one is 1.7 %, and any change of the dice moves a few."""
    sittings = Sittings(houses.get(key), chosen_layout)
    right, needed = found_out(sittings, LEARNERS)
    assert right >= 0.90
    assert needed <= 3
    wrongly, _, _ = told_wrongly(sittings, UNKNOWN)
    assert wrongly <= 0.15


@pytest.mark.nightly
@pytest.mark.parametrize("house", houses.built_in(), ids=lambda house: house.key)
def test_every_house_has_strangers_of_both_kinds(house: House) -> None:
    by_value, by_rule = strangers(house)
    assert len(by_value) >= 3
    assert len(by_rule) >= 3
    assert len(by_value) + len(by_rule) < STRANGERS
    assert len(beliefs(house)) > 1


def test_all_houses_are_played() -> None:
    assert sorted(longest_first()) == sorted(house.key for house in houses.built_in())
