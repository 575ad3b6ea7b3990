"""The worked examples of a sheet show its rules, with possible cards."""

import subprocess
import sys
from dataclasses import replace
from functools import partial

import pytest

from scorekeeper import houses
from scorekeeper.houses.sheet import sheet_text
from scorekeeper.houses.sheet.worked_examples import MOST_MADE, can_be_dealt, examples, fewest_examples, hole_examples
from scorekeeper.rules import House, parse_layout, score
from scorekeeper.rules.parameters import Cancelling, Penalty, Placing, Reward
from tests.random_houses import random_houses

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
def test_every_kind_of_rule_shows_in_cards_that_could_be_dealt(house: House) -> None:
    found = [example.score for example in examples(house)]
    rule, four = house.cancelling, house.four_of_a_kind
    wanted = {"pair"} if rule is not None else set()
    wanted |= {"four-of-a-kind"} if four is not None and four.points else set()
    wanted |= {"bonus"} if house.bonuses else set()
    wanted |= {"gone"} if rule is not None and rule.leave else set()
    assert wanted <= {line.rule for worked in found for line in worked.lines}
    for worked in found:
        assert score(worked.layout, house) == worked
        assert parse_layout(str(worked.layout), house) == worked.layout
    assert all(can_be_dealt(worked.layout, house) for worked in found[len(house.examples) :])


def test_a_house_whose_file_has_no_examples_gets_a_few() -> None:
    for house in random_houses(20).values():
        assert 1 <= len(examples(house)) <= MOST_MADE
    assert len(fewest_examples(BASE)) <= len(examples(BASE))


SHOW = """
from scorekeeper.houses.sheet.worked_examples import examples
from tests.random_houses import random_houses
for house in random_houses(3).values():
    print([str(example.score.layout) for example in examples(house)])
"""


@pytest.mark.long
def test_the_same_rules_have_the_same_examples_in_every_process() -> None:
    shown = {
        subprocess.run(
            [sys.executable, "-c", SHOW],
            capture_output=True, encoding="utf-8", check=True, env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
        ).stdout
        for seed in ("1", "2", "3")
    }  # fmt: skip
    assert len(shown) == 1


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
    assert ("EXAMPLE HOLE" in sheet_text(changed)) == bool(holes)
