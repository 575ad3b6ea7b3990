"""Two phones that write at once: conflicts of hands and holes, and writes that arrive twice."""

from collections.abc import Callable

import pytest

from scorekeeper.store.errors import IdReused
from scorekeeper.tally.changing import change
from scorekeeper.tally.game_errors import Conflict, HoleConflict
from scorekeeper.tally.history import history
from scorekeeper.tally.values import NameEnder, SettleHole
from tests.store.playing import FIVES, KINGS, Table, begin, new_write, points


def test_a_hand_that_changed_meanwhile_is_shown_and_not_overwritten(table: Table) -> None:
    table.enter(1, "Ann", FIVES)
    seen = table.kept.hand_versions[1, table.id("Ann")]
    table.enter(1, "Ann", KINGS)
    before = table.kept
    with pytest.raises(Conflict) as found:
        table.enter(1, "Ann", points(5), based_on=seen)
    conflict = found.value
    assert (conflict.hole, conflict.player) == (1, table.id("Ann"))
    assert (conflict.theirs, conflict.yours) == (KINGS, points(5))
    assert "Ann" in str(conflict)
    assert table.kept == before
    table.enter(1, "Ann", points(5), based_on=conflict.version)
    assert table.entry(1, "Ann") == points(5)


def test_equal_hands_never_conflict(table: Table) -> None:
    before = table.enter(1, "Ann", KINGS).kept
    assert table.enter(1, "Ann", KINGS, based_on=0).kept == before
    assert len(history(table.store, table.key)) == 2


def test_a_version_never_comes_back(table: Table) -> None:
    """A phone that saw an old hand must not replace one that was removed and entered again since."""
    table.enter(1, "Ann", FIVES)
    seen = table.kept.hand_versions[1, table.id("Ann")]
    table.enter(1, "Ann", None)
    table.enter(1, "Ann", KINGS)
    with pytest.raises(Conflict):
        table.enter(1, "Ann", points(1), based_on=seen)
    table.undo()
    table.undo()
    assert table.entry(1, "Ann") == FIVES
    with pytest.raises(Conflict):
        table.enter(1, "Ann", points(1), based_on=seen)


@pytest.mark.parametrize(
    "meanwhile",
    [
        pytest.param(lambda t: t.enter(1, "Bo", FIVES), id="another hand"),
        pytest.param(lambda t: t.enter(1, "Ann", KINGS), id="the hand corrected"),
        pytest.param(lambda t: (t.enter(1, "Ann", None), t.enter(1, "Ann", FIVES)), id="taken away and entered anew"),
        pytest.param(lambda t: t.change(SettleHole(1, ender=t.id("Bo"), ender_known=True)), id="the ender"),
        pytest.param(lambda t: t.change(SettleHole(1, confirmed=True)), id="confirmed by somebody else"),
        pytest.param(lambda t: t.undo(), id="not begun any more"),
    ],
)
def test_a_hole_is_settled_as_it_was_seen_or_not_at_all(table: Table, meanwhile: Callable[[Table], object]) -> None:
    table.enter(1, "Ann", FIVES)
    seen = table.kept.hole_version(1)
    meanwhile(table)
    before = table.kept
    with pytest.raises(HoleConflict) as found:
        table.change(SettleHole(1, confirmed=True, based_on=seen))
    assert (found.value.code, found.value.hole) == ("store.hole_conflict", 1)
    assert found.value.version == before.hole_version(1) != seen
    assert table.kept == before
    table.change(SettleHole(1, confirmed=True, based_on=found.value.version))
    assert table.kept.game.holes[0].confirmed


MEANWHILE = [
    pytest.param(lambda t: t.enter(1, "Bo", KINGS), True, id="another hand, which says nothing of the ender"),
    pytest.param(lambda t: t.change(SettleHole(1, confirmed=True)), True, id="confirmed without an ender"),
    pytest.param(lambda t: t.change(NameEnder(1, t.id("Ann"), True)), True, id="the same ender"),
    pytest.param(lambda t: t.change(NameEnder(1, t.id("Bo"), True)), False, id="another ender"),
    pytest.param(lambda t: t.change(NameEnder(1, None, True)), False, id="nobody"),
    pytest.param(
        lambda t: t.change(SettleHole(1, ender=t.id("Bo"), ender_known=True, confirmed=True)), False, id="the end"
    ),
]


@pytest.mark.parametrize(("meanwhile", "taken"), MEANWHILE)
def test_an_ender_is_named_unless_another_phone_said_otherwise_meanwhile(
    table: Table, meanwhile: Callable[[Table], object], taken: bool
) -> None:
    table.enter(1, "Ann", FIVES)
    meanwhile(table)
    before, edit = table.kept, NameEnder(1, table.id("Ann"), True, based_on=(None, False))
    if taken:
        table.change(edit)
    else:
        with pytest.raises(HoleConflict):
            table.change(edit)
    hole, was = table.kept.game.holes[0], before.game.holes[0]
    assert (hole.ender, hole.ender_known) == ((table.id("Ann"), True) if taken else (was.ender, was.ender_known))
    assert (hole.confirmed, hole.entries) == (was.confirmed, was.entries)


def test_an_ender_is_undone_and_leaves_the_hand_that_began_the_hole_to_be_undone(table: Table) -> None:
    table.enter(1, "Ann", FIVES)
    table.change(NameEnder(1, table.id("Ann"), True))
    table.undo()
    assert not table.kept.game.holes[0].ender_known
    table.undo()
    assert table.kept.game.holes == ()


def test_the_same_write_twice_is_done_once(table: Table) -> None:
    edits = [table.hand(1, "Ann", FIVES)]
    write = new_write()
    first = change(table.store, table.key, edits, write)
    again = change(table.store, table.key, edits, write)
    assert (first.repeated, again.repeated) == (False, True)
    assert again.kept == first.kept
    assert len(history(table.store, table.key)) == 2


def test_a_write_that_changed_nothing_is_remembered_too(table: Table) -> None:
    table.change(SettleHole(1, confirmed=True))
    nothing, write = [SettleHole(1, confirmed=True)], new_write()
    change(table.store, table.key, nothing, write)
    table.change(SettleHole(1, confirmed=False))
    assert change(table.store, table.key, nothing, write).repeated
    assert not table.kept.game.holes[0].confirmed


def test_a_repeat_of_a_settled_hole_is_done_and_no_conflict(table: Table) -> None:
    table.enter(1, "Ann", FIVES)
    edits, write = [SettleHole(1, confirmed=True, based_on=table.kept.hole_version(1))], new_write()
    assert not change(table.store, table.key, edits, write).repeated
    table.enter(1, "Ann", KINGS)
    assert change(table.store, table.key, edits, write).repeated


def test_a_refused_write_may_be_sent_again_under_its_id(table: Table) -> None:
    table.enter(1, "Ann", KINGS)
    write = new_write()
    with pytest.raises(Conflict):
        change(table.store, table.key, [table.hand(1, "Ann", FIVES, based_on=0)], write)
    assert not change(table.store, table.key, [table.hand(1, "Ann", FIVES)], write).repeated
    assert table.entry(1, "Ann") == FIVES


def test_an_id_belongs_to_one_content_in_one_game(table: Table) -> None:
    other = begin(table.store)
    edits = [table.hand(1, "Ann", FIVES)]
    write = new_write()
    change(table.store, table.key, edits, write)
    for key, attempt in (
        (table.key, [table.hand(1, "Ann", KINGS)]),
        (table.key, []),
        (other.key, edits),
        (other.key, [other.hand(1, "Ann", FIVES)]),
    ):
        with pytest.raises(IdReused):
            change(table.store, key, attempt, write)
    assert other.kept.version == 1
