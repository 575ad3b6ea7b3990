"""The phone's players make moves that a person takes for sensible."""

import json
from pathlib import Path

import pytest

from scorekeeper import houses
from scorekeeper.web.practice_hole import played_rules
from tests.js.node import HERE, run_tests

SHEETS = tuple(house.key for house in houses.groups()[0].houses)
OTHERS = ("turtle", "vanishing-columns", "nine-card")
KNOCKS = tuple(house.key for house in houses.built_in() if house.ending.trigger == "knock")


@pytest.mark.long
def test_no_player_makes_a_senseless_move(tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    keys = dict.fromkeys((*SHEETS, *OTHERS, *KNOCKS))
    file.write_text(json.dumps({key: played_rules(houses.get(key)) for key in keys}), encoding="utf-8")
    run_tests([HERE / "play" / "bots.test.js"], RULES=file)


def test_rules_that_end_by_a_knock_say_when_it_is_a_good_one() -> None:
    assert {key for key in KNOCKS if houses.get(key).ending.good_knock is None} == set()
