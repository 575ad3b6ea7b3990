"""Teams: kept, changed, undone, and passed on to the next game."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from scorekeeper.rules import Game, Hole, House, Player, RuleError
from scorekeeper.store.connection import Store
from scorekeeper.tally.games import import_game, rematch
from scorekeeper.tally.values import KeptGame
from tests.store.playing import PENALTY, Table, create_game, new_write, points

TEAMS: House = replace(PENALTY, match=replace(PENALTY.match, teams="sum"))
FOUR = ("Ann", "Bo", "Cy", "Di")


def in_teams(store: Store, *teams: int | None, house: House = TEAMS) -> Table:
    """A new game of four players in these teams, or without teams."""
    kept = create_game(store, house=house, players=FOUR, holes=9, first_dealer=0, write=new_write(), teams=teams)
    return Table(store, kept.edit_key)


def teams(kept: KeptGame) -> list[int | None]:
    return [player.team for player in kept.game.players]


def moved(table: Table, **wanted: int | None) -> None:
    """Move the named players to other teams, in the same seats."""
    table.seat(*(replace(p, team=wanted.get(p.name, p.team)) for p in table.kept.game.players))


def test_the_next_game_is_played_by_the_same_teams(store: Store) -> None:
    table = in_teams(store, 1, 2, 1, 2)
    table.seat("Bo", "Ann", "Cy", "Di")
    assert teams(rematch(store, table.key, new_write())) == [2, 1, 1, 2]


Attempt = Callable[[Store], object]


@pytest.mark.parametrize(
    "attempt",
    [
        pytest.param(lambda s: in_teams(s, 1, 1, 1, 1), id="one team begins"),
        pytest.param(lambda s: in_teams(s, 1, 2, 0, 2), id="team 0"),
        pytest.param(lambda s: in_teams(s, 1, 2, 10**30, 2), id="a team beyond any number"),
        pytest.param(lambda s: moved(in_teams(s, 1, 2, 1, 2), Bo=1, Di=1), id="one team left"),
    ],
)
def test_teams_that_cannot_be_are_refused(store: Store, attempt: Attempt) -> None:
    with pytest.raises(RuleError) as found:
        attempt(store)
    assert found.value.code == "player.bad_team"


def test_a_game_that_was_played_was_played(store: Store) -> None:
    """A file is not refused for teams that a new game could not have."""
    people = tuple(Player(number, name, team=1) for number, name in enumerate(FOUR, 1))
    hole = Hole(1, 1, {1: points(3)}, confirmed=True)
    kept = import_game(store, Game(TEAMS, people, 9, 1, (hole,)), "", new_write())
    assert teams(kept) == [1, 1, 1, 1]
