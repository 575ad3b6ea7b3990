"""Start here has hands for every house, and a coach who says which card is meant."""

import json
from pathlib import Path

import pytest

from scorekeeper import houses
from scorekeeper.web.practice_hole import played_rules
from tests.conftest import Phone
from tests.js.node import HERE, run_tests


@pytest.mark.long
def test_every_house_has_hands_for_its_lessons(client: Phone, tmp_path: Path) -> None:
    houses = tmp_path / "houses.json"
    houses.write_bytes(client.get("/api/houses").data)
    run_tests([HERE / "lessons" / "lessons.test.js"], HOUSES=houses)


def test_the_coach_says_which_card_is_meant() -> None:
    run_tests([HERE / "lessons" / "coach.test.js"])


@pytest.mark.long
def test_a_first_hole_is_short_and_shows_the_rules_of_every_house(tmp_path: Path) -> None:
    rules = tmp_path / "rules.json"
    found = {house.key: played_rules(houses.get(house.key)) for house in houses.built_in() if house.has_cards}
    rules.write_text(json.dumps(found), encoding="utf-8")
    run_tests([HERE / "lessons" / "first_deal.test.js"], RULES=rules)
