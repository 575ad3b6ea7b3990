"""The pages' own rules: what they do alone (node's tests), and that they answer everything as Python does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorekeeper import houses
from scorekeeper.houses.loading import to_data
from scorekeeper.rules import House
from tests.js.node import HERE, TREE, run_tests
from tests.js.parity_cases import write_out
from tests.js.parity_houses import all_houses

BUILT_IN = houses.built_in()


def test_rules_alone() -> None:
    run_tests(sorted(HERE.glob("rules/*.test.js")))


def test_same_answers(tmp_path: Path) -> None:
    keys = {house.key for house in BUILT_IN}
    cases = write_out(all_houses(), lambda name: 1_000 if name in keys else 150)
    file = tmp_path / "cases.json"
    file.write_text(json.dumps(cases), encoding="utf-8")
    run_tests([HERE / "parity" / "same_answers.test.js"], CASES=file)


@pytest.mark.parametrize("house", BUILT_IN, ids=lambda house: house.key)
def test_every_layout(house: House, tmp_path: Path) -> None:
    file = tmp_path / "house.json"
    file.write_text(json.dumps(to_data(house)), encoding="utf-8")
    golden = TREE / "tests" / "golden" / f"{house.key}.json"
    run_tests([HERE / "parity" / "every_layout.test.js"], HOUSE=file, GOLDEN=golden)
