"""How fast the pages' own scorer is, in node."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from scorekeeper import houses
from scorekeeper.houses.loading import to_data
from scorekeeper.rules.wording import SENTENCES
from tests.js.node import HERE, run
from tests.slow_houses import slow_cases

# Its house has the most to look at: jokers, pairs and a bonus.
HOUSE = "penalty"


def measures() -> list[tuple[str, float, str, str]]:
    """Name, figure, unit and bar of each number."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "house.json"
        file.write_text(json.dumps({"house": to_data(houses.get(HOUSE)), "sentences": SENTENCES}), encoding="utf-8")
        slow = Path(folder) / "slow.json"
        slow.write_text(json.dumps(slow_cases()), encoding="utf-8")
        done = run(str(HERE / "parity" / "measure.js"), HOUSE=file, SLOW=slow)
    if done.returncode:
        raise RuntimeError(done.stderr)
    found = json.loads(done.stdout)
    return [
        (
            "one layout scored in JavaScript, total only",
            found["every"] / found["layouts"] * 1e6,
            "us",
            "at most 3",
        ),
        ("one layout scored in JavaScript, with lines", found["withLines"], "us", "at most 15"),
        ("the slowest layout of any house in JavaScript, with lines", found["slowest"], "us", "at most 1000"),
        (f"all {found['layouts']} layouts of a house in JavaScript", found["every"], "s", "at most 10"),
    ]
