"""The usual teams, and the team of a new player."""

import pytest

from scorekeeper.rules import usual_teams
from scorekeeper.rules.dealing import smallest_team

PRIMES = {5, 7, 11, 13, 17, 19, 23, 29}


@pytest.mark.parametrize("players", range(4, 31))
def test_usual_teams_are_equal_and_partners_sit_apart_all_round_the_table(players: int) -> None:
    teams = usual_teams(players)
    sizes = [teams.count(team) for team in sorted(set(teams))]
    assert len(teams) == players
    assert len(sizes) >= 2
    beside = [seat for seat in range(players) if teams[seat - 1] == teams[seat]]
    if players in PRIMES:
        assert sizes == [players // 2 + 1, players // 2]
        assert beside == [0], "only where the table closes"
    else:
        assert len(set(sizes)) == 1
        assert beside == []


@pytest.mark.parametrize(
    ("here", "gone", "team"),
    [
        pytest.param([1, 2, 1], [], 2, id="the smallest"),
        pytest.param([1, 2, 1, 2], [], 1, id="the first of several"),
        pytest.param([4, 4, 2], [], 2, id="not from 1 on"),
        pytest.param([10, 9], [], 9, id="as numbers, not as texts"),
        pytest.param([1, 1, 2], [2], 2, id="those who are gone do not count"),
        pytest.param([1, 1], [], 2, id="one team: a new one"),
        pytest.param([2, 2], [], 1, id="one team that is not the first"),
        pytest.param([1, 1], [2, 2], 3, id="not into the team of those who are gone"),
        pytest.param([2, 2], [1, None], 3, id="nor into an earlier one"),
        pytest.param([], [], 1, id="nobody"),
        pytest.param([None, None], [], 1, id="nobody in a team"),
        pytest.param([1, None], [], 2, id="one in a team, one in none"),
    ],
)
def test_somebody_new_joins(here: list[int | None], gone: list[int | None], team: int) -> None:
    assert smallest_team(here, gone) == team
