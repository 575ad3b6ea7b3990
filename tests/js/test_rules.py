"""The pages' own rules answer everything as Python does."""

import json
from pathlib import Path

import pytest

from scorekeeper import houses
from scorekeeper.houses.loading import to_data
from tests.golden import kept
from tests.js.node import HERE, run_tests
from tests.js.parity_cases import write_out
from tests.js.parity_houses import all_houses


@pytest.mark.long
def test_same_answers(tmp_path: Path) -> None:
    keys = {house.key for house in houses.built_in()}
    cases = write_out(all_houses(), lambda name: 40 if name in keys else 10, holes=8)
    file = tmp_path / "cases.json"
    file.write_text(json.dumps(cases), encoding="utf-8")
    run_tests([HERE / "parity" / "same_answers.test.js"], CASES=file)


@pytest.mark.long
@pytest.mark.parametrize("house", ["worksheet", "suits-and-runs", "vanishing-columns"])
def test_every_layout(house: str, tmp_path: Path) -> None:
    """What a golden file says of the layouts of the house, to the last one where there are not too many."""
    (tmp_path / "house.json").write_text(json.dumps(to_data(houses.get(house))), encoding="utf-8")
    (tmp_path / "golden.json").write_text(json.dumps(kept(houses.get(house))), encoding="utf-8")
    run_tests(
        [HERE / "parity" / "every_layout.test.js"],
        HOUSE=tmp_path / "house.json",
        GOLDEN=tmp_path / "golden.json",
    )
