"""The pages' own rules: what they do alone (node's tests), and that they answer everything as Python does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import houses
from scorekeeper.houses.loading import to_data
from scorekeeper.rules import House
from tests.by_night import BY_DAY
from tests.golden import counts_layouts_alike, kept, other_readings
from tests.js.node import HERE, run_tests
from tests.js.parity_cases import write_out
from tests.js.parity_houses import all_houses

BUILT_IN = houses.built_in()


def test_rules_alone() -> None:
    run_tests(sorted(HERE.glob("rules/*.test.js")))


@pytest.mark.parametrize("layouts", [150, pytest.param(1_000, marks=pytest.mark.nightly)])
def test_same_answers(layouts: int, tmp_path: Path) -> None:
    keys = {house.key for house in BUILT_IN}
    cases = write_out(all_houses(), lambda name: layouts if name in keys else layouts // 8, texts=60, holes=20)
    file = tmp_path / "cases.json"
    file.write_text(json.dumps(cases), encoding="utf-8")
    run_tests([HERE / "parity" / "same_answers.test.js"], CASES=file)


@pytest.mark.parametrize(
    "house",
    # Each takes seconds where there are jokers and three columns: these by night.
    [
        pytest.param(house, marks=() if house.key in BY_DAY - {"penalty", "two-joker"} else pytest.mark.nightly)
        for house in BUILT_IN
    ],
    ids=lambda house: house.key,
)
def test_every_layout(house: House, tmp_path: Path) -> None:
    score_every_layout(house, kept(house), tmp_path)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("house", "name", "other"),
    [
        (house, name, other)
        for house in BUILT_IN
        for name, other in other_readings(house)
        if not counts_layouts_alike(house, other)
    ],
    ids=lambda value: getattr(value, "key", value),
)
def test_every_layout_of_every_reading(house: House, name: str, other: House, tmp_path: Path) -> None:
    score_every_layout(other, kept(house)["readings"][name], tmp_path)


def score_every_layout(house: House, golden: dict[str, Any], folder: Path) -> None:
    """Have node score every layout of the house and compare with what a golden file says."""
    (folder / "house.json").write_text(json.dumps(to_data(house)), encoding="utf-8")
    (folder / "golden.json").write_text(json.dumps(golden), encoding="utf-8")
    run_tests(
        [HERE / "parity" / "every_layout.test.js"],
        HOUSE=folder / "house.json",
        GOLDEN=folder / "golden.json",
    )
