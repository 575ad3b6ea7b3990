"""Joining late, leaving, new names and new seats."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from scorekeeper.rules import Player, RuleError
from scorekeeper.tally.history import history
from scorekeeper.tally.values import PlanGame, SeatPlayers, SettleHole
from tests.store.playing import FIVES, KINGS, Table, points


def player(table: Table, name: str) -> Player:
    return next(one for one in table.kept.game.players if one.name == name)


def test_somebody_joins_late(table: Table) -> None:
    table.enter(1, "Ann", FIVES)
    table.seat("Ann", "Bo", "Cy", Player(0, " Di ", joined=2))
    assert table.names == ["Ann", "Bo", "Cy", "Di"]
    assert [one.name for one in table.kept.game.at_table(1)] == ["Ann", "Bo", "Cy"]
    assert [one.name for one in table.kept.game.at_table(2)] == ["Ann", "Bo", "Cy", "Di"]
    table.enter(2, "Di", KINGS)
    assert table.entry(2, "Di") == KINGS
    with pytest.raises(RuleError, match="Di isn’t playing hole 1"):
        table.enter(1, "Di", KINGS)


def test_somebody_leaves_and_keeps_their_holes(table: Table) -> None:
    table.enter(1, "Bo", FIVES)
    table.seat("Ann", replace(player(table, "Bo"), left=1), "Cy")
    assert table.entry(1, "Bo") == FIVES
    assert [one.name for one in table.kept.game.at_table(2)] == ["Ann", "Cy"]
    with pytest.raises(RuleError, match="Bo isn’t playing hole 2"):
        table.enter(2, "Bo", FIVES)


def test_people_change_seats_and_names_and_stay_who_they_are(table: Table) -> None:
    table.enter(1, "Ann", FIVES)
    ann, bo = table.id("Ann"), table.id("Bo")
    table.seat("Cy", replace(player(table, "Bo"), name="Ann"), replace(player(table, "Ann"), name="Bo"))
    assert table.names == ["Cy", "Ann", "Bo"]
    assert (table.id("Bo"), table.id("Ann")) == (ann, bo)
    assert table.entry(1, "Bo") == FIVES


def test_who_deals_first_may_vanish_with_a_new_first_dealer(table: Table) -> None:
    rest = SeatPlayers((player(table, "Bo"), player(table, "Cy")))
    with pytest.raises(RuleError, match="first"):
        table.change(rest)
    table.change(rest, PlanGame(first_dealer=table.id("Cy")))
    assert table.names == ["Bo", "Cy"]


def everybody(table: Table, *more: Player) -> tuple[Player, ...]:
    return (*table.kept.game.players, *more)


def stays(table: Table, joined: int = 1, left: int | None = None) -> tuple[Player, ...]:
    """The players with another stay for Bo."""
    return tuple(replace(one, joined=joined, left=left) if one.name == "Bo" else one for one in everybody(table))


Seats = Callable[[Table], tuple[Player, ...]]
REFUSED: dict[str, tuple[Seats, str]] = {
    "who has a hand": (lambda t: (player(t, "Ann"), player(t, "Cy")), "player.must_stay"),
    "the dealer": (lambda t: (player(t, "Bo"), player(t, "Cy")), "player.must_stay"),
    "the ender": (lambda t: (player(t, "Ann"), player(t, "Bo")), "player.must_stay"),
    "left before a hand": (lambda t: stays(t, left=1), "player.bad_stay"),
    "joined after a hand": (lambda t: stays(t, joined=3), "player.bad_stay"),
    "everybody leaves": (lambda t: tuple(replace(one, left=2) for one in everybody(t)), "table.too_few_players"),
}


@pytest.mark.parametrize(("seats", "code"), REFUSED.values(), ids=REFUSED)
def test_what_no_table_can_be_is_refused(table: Table, seats: Seats, code: str) -> None:
    table.change(table.hand(2, "Bo", points(1)), SettleHole(2, dealer=table.id("Ann"), ender=table.id("Cy")))
    before = table.kept
    with pytest.raises(RuleError) as found:
        table.change(SeatPlayers(seats(table)))
    assert found.value.code == code
    assert table.kept == before
    assert len(history(table.store, table.key)) == 2
