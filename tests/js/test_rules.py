"""The pages' own rules answer everything as Python does."""

import json
from pathlib import Path

from scorekeeper import houses
from tests.js.node import HERE, run_tests
from tests.js.parity_cases import write_out
from tests.js.parity_houses import all_houses


def test_same_answers(tmp_path: Path) -> None:
    keys = {house.key for house in houses.built_in()}
    cases = write_out(all_houses(), lambda name: 40 if name in keys else 10, holes=8)
    file = tmp_path / "cases.json"
    file.write_text(json.dumps(cases), encoding="utf-8")
    run_tests([HERE / "parity" / "same_answers.test.js"], CASES=file)
