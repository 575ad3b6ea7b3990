"""Points by hand: kept with a version of their own, and never without their player."""

from collections.abc import Callable

import pytest

from scorekeeper.rules import ByHand, Player, RuleError
from scorekeeper.tally.game_errors import ByHandConflict
from scorekeeper.tally.game_row import load_games
from scorekeeper.tally.values import AddByHand, Edit, JoinAndLeave
from tests.store.playing import FIVES, KINGS, Table

LOOKED = ByHand(5, "looked at a card")


def added(table: Table, name: str, by_hand: ByHand | None = LOOKED, based_on: int = 0, hole: int = 1) -> AddByHand:
    return AddByHand(hole, table.id(name), by_hand, based_on)


def test_they_are_read_back_from_the_row_beside_a_hand_and_without_one(table: Table) -> None:
    table.enter(1, "Ann", FIVES)
    table.change(added(table, "Ann"), added(table, "Bo", ByHand(-3, "  a   gift ")))
    (again,) = load_games(table.store.database, [table.kept.id])
    assert again.game == table.kept.game
    assert again.game.holes[0].by_hand == {table.id("Ann"): LOOKED, table.id("Bo"): ByHand(-3, "a gift")}
    assert again.by_hand_versions == table.kept.by_hand_versions == dict.fromkeys(again.by_hand_versions, 3)
    assert again.hand_versions == {(1, table.id("Ann")): 2}


def test_they_change_only_from_what_the_sender_had_seen(table: Table) -> None:
    table.change(added(table, "Ann"))
    version = table.kept.version
    with pytest.raises(ByHandConflict):
        table.change(added(table, "Ann", ByHand(10, "twice")))
    table.change(added(table, "Ann"))  # the same points never are a conflict
    assert table.kept.version == version
    table.change(added(table, "Ann", None, based_on=version))
    assert not table.kept.game.holes[0].by_hand


def test_a_hand_and_its_points_do_not_stand_in_each_others_way(table: Table) -> None:
    table.enter(1, "Ann", FIVES)
    table.change(added(table, "Ann"))
    table.enter(1, "Ann", KINGS, based_on=2)
    table.enter(1, "Ann", None)
    assert table.kept.game.holes[0].by_hand == {table.id("Ann"): LOOKED}


def test_a_player_who_has_some_leaves_after_that_hole_and_cannot_vanish(table: Table) -> None:
    table.change(added(table, "Bo", hole=2))
    with pytest.raises(RuleError, match="Bo has a score on hole 2"):
        table.seat("Ann", "Cy")
    with pytest.raises(RuleError, match="Bo has a score on hole 2"):
        table.seat("Ann", Player(table.id("Bo"), "Bo", left=1), "Cy")
    table.change(JoinAndLeave((), {table.id("Bo"): 1}))
    assert table.kept.game.players[1].left == 2


@pytest.mark.parametrize(
    ("edit", "codes"),
    [
        pytest.param(lambda t: added(t, "Ann", ByHand(0, "so")), {"by_hand.points"}, id="no points"),
        pytest.param(lambda t: added(t, "Ann", ByHand(1000, "so")), {"points.out_of_range"}, id="too many points"),
        pytest.param(lambda t: added(t, "Ann", ByHand(5, " \t")), {"by_hand.reason"}, id="no reason"),
        pytest.param(lambda t: added(t, "Ann", ByHand(5, "x" * 81)), {"by_hand.reason"}, id="a long reason"),
        pytest.param(lambda t: added(t, "Ann", ByHand(0, "\x00")), {"by_hand.points", "by_hand.reason"}, id="both"),
        pytest.param(lambda t: AddByHand(1, 99, LOOKED, 0), {"player.not_in_game"}, id="a stranger"),
        pytest.param(lambda t: added(t, "Ann", hole=0), {"hole.out_of_order"}, id="hole 0"),
    ],
)
def test_what_cannot_be_is_refused_with_every_reason(
    table: Table, edit: Callable[[Table], Edit], codes: set[str]
) -> None:
    before = table.kept
    with pytest.raises(RuleError) as found:
        table.change(edit(table))
    assert {problem.code for problem in found.value.problems} == codes
    assert table.kept == before
