"""No house makes scoring slow: the worst that may be made scores a layout in a thousandth of a second."""

from __future__ import annotations

import json
from pathlib import Path
from time import perf_counter

from scorekeeper.rules import score
from tests.js.node import HERE, run_tests
from tests.slow_houses import slow_cases, slow_houses, slow_layouts

MILLISECOND = 1e-3
TRIES = 60
"""The quickest counts: what else a machine does can only add. One that is quick enough is the last."""


def test_a_layout_under_the_slowest_house_in_python() -> None:
    for house in slow_houses():
        for layout in slow_layouts(house):
            quickest = MILLISECOND
            for _ in range(TRIES):
                started = perf_counter()
                score(layout, house)
                quickest = min(quickest, perf_counter() - started)
                if quickest < MILLISECOND:
                    break
            assert quickest < MILLISECOND, (house.four_of_a_kind, house.bonuses[0], str(layout))


def test_a_layout_under_the_slowest_house_in_javascript(tmp_path: Path) -> None:
    file = tmp_path / "slow.json"
    file.write_text(json.dumps(slow_cases()), encoding="utf-8")
    run_tests([HERE / "parity" / "slow_houses.test.js"], SLOW=file)
