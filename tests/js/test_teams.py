"""Somebody new joins the same team on a page as on the server (node's tests)."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

from scorekeeper.rules.teams import smallest_team
from tests.js.node import HERE, run_tests


def test_same_teams(tmp_path: Path) -> None:
    tables = [teams for players in range(1, 5) for teams in product(range(1, players + 1), repeat=players)]
    file = tmp_path / "cases.json"
    file.write_text(json.dumps([[teams, smallest_team(teams)] for teams in tables]), encoding="utf-8")
    run_tests([HERE / "parity" / "same_teams.test.js"], CASES=file)
