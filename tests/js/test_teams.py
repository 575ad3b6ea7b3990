"""The teams that a page deals by itself are those that the server deals (node's tests)."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

from scorekeeper.rules.teams import smallest_team, usual_teams
from scorekeeper.web.new_game import Seat, Typed, rearranged
from tests.js.node import HERE, run_tests


def test_same_teams(tmp_path: Path) -> None:
    tables = [teams for players in range(1, 5) for teams in product(range(1, players + 1), repeat=players)]
    usual = [usual_teams(players) for players in range(1, 31)]
    cases = {
        "usual": usual,
        "smallest": [[teams, smallest_team(teams)] for teams in tables],
        "added": [[teams, after("add", teams)] for teams in [*tables, *usual]],
        "removed": [[teams, after("remove-0", teams)] for teams in [*tables, *usual]],
    }
    file = tmp_path / "cases.json"
    file.write_text(json.dumps(cases), encoding="utf-8")
    run_tests([HERE / "parity" / "same_teams.test.js"], CASES=file)


def after(button: str, teams: tuple[int, ...]) -> list[int]:
    """What the form says after its button, as without scripts."""
    typed = Typed(tuple(Seat(str(number), "", str(team)) for number, team in enumerate(teams)))
    changed = rearranged(typed, button)
    assert changed is not None
    return [int(seat.team) for seat in changed.seats]
