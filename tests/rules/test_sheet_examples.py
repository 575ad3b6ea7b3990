"""The worked examples of a sheet together show every rule of the house, and look like cards that somebody held."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial

import pytest

from scorekeeper import houses
from scorekeeper.houses.sheet import sheet_text
from scorekeeper.houses.sheet.example_layouts import examples, kinds, most_of, shown
from scorekeeper.houses.sheet.worked_holes import hole_examples
from scorekeeper.rules import House, Rank, parse_layout, score
from scorekeeper.rules.parameters import Cancelling, Penalty, Placing, Reward

BASE = houses.get("penalty")
PLAIN = replace(BASE, four_of_a_kind=None, penalty=None, cancelling=Cancelling())

EVERY = [
    *houses.built_in(),
    *(
        houses.with_readings(houses.get(key), {option: reading})
        for key, option, reading in (
            ("penalty", "two-and-two", "rows"),
            ("two-joker", "wild-joker", "yes"),
            ("worksheet", "lines", "diagonals"),
        )
    ),
]
"""Every printed house, and readings with rules that none of these has."""

each = partial(pytest.mark.parametrize, "house", EVERY, ids=lambda house: str(house.key))


@each()
def test_every_rule_of_the_house_shows(house: House) -> None:
    found = examples(house)
    assert 1 <= len(found) <= max(1, len(kinds(house)))
    assert set(kinds(house)) - {kind for worked in found for kind in shown(worked, house)} == set()


@each()
def test_the_cards_could_be_dealt_and_count_what_the_scorer_says(house: House) -> None:
    for worked in examples(house):
        assert score(worked.layout, house) == worked
        assert parse_layout(str(worked.layout), house) == worked.layout
        for rank, count in Counter(card.rank for card in worked.layout.cards()).items():
            assert rank is Rank.GONE or count <= most_of(rank, house) or house.grid.size > 20


@pytest.mark.parametrize(
    ("changed", "holes"),
    [
        (replace(PLAIN), []),
        (replace(PLAIN, penalty=Penalty(kind="none")), []),
        (BASE, [{"Ann": 19, "Bo": 4, "Cy": 12}]),
        (replace(PLAIN, reward=Reward(kind="zero")), [{"Ann": 0, "Bo": 8, "Cy": 12}]),
        (replace(BASE, reward=Reward(kind="zero")), [{"Ann": 19, "Bo": 4, "Cy": 12}, {"Ann": 0, "Bo": 8, "Cy": 12}]),
        (replace(PLAIN, placing=Placing(equal=5)), [{"Ann": 11, "Bo": 11, "Cy": 11}]),
    ],
    ids=["nothing", "a penalty of none", "penalty", "reward", "both", "equal"],
)
def test_a_hole_shows_what_its_end_and_its_places_cost(changed: House, holes: list[dict[str, int]]) -> None:
    assert [{player.name: player.score for player in hole.players} for hole in hole_examples(changed)] == holes
    assert ("A HOLE WORKED OUT" in sheet_text(changed)) == bool(holes)
