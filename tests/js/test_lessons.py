"""Start here has hands for every house, and a coach who says which card is meant."""

from pathlib import Path

import pytest

from tests.conftest import Phone
from tests.js.node import HERE, run_tests


@pytest.mark.long
def test_every_house_has_hands_for_its_lessons(client: Phone, tmp_path: Path) -> None:
    houses = tmp_path / "houses.json"
    houses.write_bytes(client.get("/api/houses").data)
    run_tests([HERE / "lessons" / "lessons.test.js"], HOUSES=houses)


def test_the_coach_says_which_card_is_meant() -> None:
    run_tests([HERE / "lessons" / "coach.test.js"])
