"""How fast the pages' own scorer is, in node."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from scorekeeper import houses
from scorekeeper.houses.loading import to_data
from scorekeeper.rules.wording import SENTENCES
from tests.bench.rows import Effort, Row
from tests.js.node import HERE, run
from tests.slow_houses import slow_cases

# Its house has the most to look at: jokers, pairs and a bonus.
HOUSE = "penalty"


def measures(_effort: Effort = Effort.USUAL) -> list[Row]:
    """All layouts of a house, which node is done with in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "house.json"
        file.write_text(json.dumps({"house": to_data(houses.get(HOUSE)), "sentences": SENTENCES}), encoding="utf-8")
        slow = Path(folder) / "slow.json"
        slow.write_text(json.dumps(slow_cases()), encoding="utf-8")
        done = run(str(HERE / "parity" / "measure.js"), HOUSE=file, SLOW=slow)
    if done.returncode:
        raise RuntimeError(done.stderr)
    found = json.loads(done.stdout)
    each = found["every"] / found["layouts"] * 1e6
    return [
        Row("one layout scored in JavaScript, total only", each, "us", "at most 3"),
        Row("one layout scored in JavaScript, with lines", found["withLines"], "us", "at most 15"),
        Row("the slowest layout of any house in JavaScript, with lines", found["slowest"], "us", "at most 1000"),
        Row(f"all {found['layouts']:,} layouts of a house in JavaScript", found["every"], "s", "at most 10"),
    ]
