"""Undoing changes, one after the other, and the history of it."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from scorekeeper.rules import ByHand, Player
from scorekeeper.store.errors import IdReused
from scorekeeper.tally.changing import undo
from scorekeeper.tally.game_errors import NothingToUndo, UndoBlocked
from scorekeeper.tally.history import history, newest_undo
from scorekeeper.tally.values import AddByHand, ChooseReadings, PlanGame, SettleHole
from tests.store.playing import FIVES, KINGS, Table, new_write, points

Edits = Callable[[Table], object]

EVERY_KIND: dict[str, Edits] = {
    "a hand": lambda t: t.enter(2, "Ann", FIVES),
    "another hand": lambda t: t.enter(1, "Ann", FIVES),
    "a hand taken away": lambda t: t.enter(1, "Ann", None),
    "points": lambda t: t.enter(1, "Cy", points(0)),
    "several hands": lambda t: t.change(t.hand(1, "Bo", FIVES), t.hand(2, "Cy", KINGS), t.hand(1, "Ann", points(3))),
    "points by hand": lambda t: t.change(AddByHand(1, t.id("Ann"), ByHand(5, "looked"), 0)),
    "points by hand on a new hole": lambda t: t.change(AddByHand(2, t.id("Bo"), ByHand(-5, "a gift"), 0)),
    "the end of a hole": lambda t: t.change(SettleHole(1, ender=t.id("Bo"), ender_known=True, confirmed=True)),
    "a new dealer": lambda t: t.change(SettleHole(1, dealer=t.id("Cy"))),
    "hands and end": lambda t: t.change(t.hand(1, "Bo", FIVES), SettleHole(1, confirmed=True)),
    "an extra hole": lambda t: t.change(SettleHole(10, playoff=(t.id("Ann"), t.id("Bo")))),
    "a late joiner": lambda t: t.seat("Ann", "Bo", "Cy", Player(0, "Di", 2)),
    "new seats": lambda t: t.seat("Cy", "Ann", "Bo"),
    "somebody vanished": lambda t: t.seat("Ann", "Cy"),
    "somebody left": lambda t: t.seat("Ann", Player(t.id("Bo"), "Bo", 1, 1), "Cy"),
    "a new name": lambda t: t.seat("Ann", Player(t.id("Bo"), "Bob"), "Cy"),
    "teams chosen": lambda t: t.seat(*(replace(p, team=n % 2 + 1) for n, p in enumerate(t.kept.game.players))),
    "a new length": lambda t: t.change(PlanGame(holes_planned=18)),
    "a new first dealer": lambda t: t.change(PlanGame(first_dealer=t.id("Cy"))),
    "a question answered": lambda t: t.change(ChooseReadings({"decks-at-four": "two", "joker-value": "minus-two"})),
    "answered otherwise": lambda t: t.change(ChooseReadings({"joker-value": "minus-five"})),
    "rules and plan": lambda t: t.change(PlanGame(title="Jokers"), ChooseReadings({"joker-pair": "keep"})),
    "a title": lambda t: t.change(PlanGame(title="Cup")),
}


@pytest.mark.parametrize("edit", EVERY_KIND.values(), ids=EVERY_KIND)
def test_every_kind_of_change_can_be_taken_back(table: Table, edit: Edits) -> None:
    table.enter(1, "Ann", KINGS)
    before = table.kept
    edit(table)
    after = table.kept
    assert (after.game, after.title) != (before.game, before.title)

    undone = table.undo()
    assert (table.kept.game, table.kept.title) == (before.game, before.title)
    assert undone.kept == table.kept
    newest, changed, *_ = history(table.store, table.key)
    assert (newest.kind, newest.of) == ("undo", changed.id)
    assert changed.undone
    assert undone.change.id == changed.id
    assert [(part.before, part.after) for part in newest.parts] == [(p.after, p.before) for p in changed.parts]

    table.undo(change=newest_undo(table.store, table.kept))
    assert (table.kept.game, table.kept.title) == (after.game, after.title)
    redone, undone_since, changed, *_ = history(table.store, table.key)
    assert (redone.kind, redone.of, redone.parts) == ("redo", undone_since.id, changed.parts)
    assert (undone_since.undone, changed.undone) == (True, False)


def test_undo_takes_back_what_the_person_saw(table: Table) -> None:
    table.enter(1, "Ann", FIVES)
    seen = history(table.store, table.key)[0]
    table.enter(1, "Bo", KINGS)  # somebody else was quicker
    with pytest.raises(UndoBlocked):
        table.undo(change=seen)  # it began the hole, on which there is another hand now
    table.enter(1, "Ann", KINGS)
    seen = history(table.store, table.key)[0]
    table.enter(1, "Cy", KINGS)
    table.undo(change=seen)
    assert (table.entry(1, "Ann"), table.entry(1, "Cy")) == (FIVES, KINGS)
    with pytest.raises(NothingToUndo):
        table.undo(change=seen)


TORN: dict[str, tuple[Edits, Edits]] = {
    "a joiner has a hand": (lambda t: t.seat("Ann", "Bo", "Cy", "Di"), lambda t: t.enter(1, "Di", FIVES)),
    "changed again since": (lambda t: t.seat("Ann", "Cy", "Bo"), lambda t: t.seat("Bo", "Cy", "Ann")),
    "the hole goes on": (lambda t: t.change(SettleHole(1, ender_known=True)), lambda t: t.enter(1, "Bo", FIVES)),
}


@pytest.mark.parametrize(("first", "then"), TORN.values(), ids=TORN)
def test_an_undo_that_would_tear_a_hole_is_refused(table: Table, first: Edits, then: Edits) -> None:
    first(table)
    seen = history(table.store, table.key)[0]
    then(table)
    before = table.kept
    with pytest.raises(UndoBlocked):
        table.undo(change=seen)
    assert table.kept == before
    table.undo()
    table.undo()
    assert table.kept.game.holes == ()
    assert table.names == ["Ann", "Bo", "Cy"]


def test_the_same_undo_twice_goes_back_once(table: Table) -> None:
    table.enter(1, "Ann", FIVES)
    table.enter(1, "Ann", KINGS)
    write = new_write()
    first = undo(table.store, table.key, write)
    again = undo(table.store, table.key, write)
    assert (first.repeated, again.repeated) == (False, True)
    assert first.change.id == again.change.id
    assert table.entry(1, "Ann") == FIVES
    with pytest.raises(IdReused):
        undo(table.store, table.key, write, first.change.id)


def test_undone_changes_are_done_again_one_by_one_until_something_else_is_done(table: Table) -> None:
    def again() -> None:
        table.undo(change=newest_undo(table.store, table.kept))

    for entry in (FIVES, KINGS, points(3)):
        table.enter(1, "Ann", entry)
    assert newest_undo(table.store, table.kept) is None
    table.undo()
    table.undo()
    again()
    assert table.entry(1, "Ann") == KINGS
    table.undo()  # what was done again is taken back as if nothing had been
    again()
    again()
    assert table.entry(1, "Ann") == points(3)
    assert newest_undo(table.store, table.kept) is None
    redo, *_ = history(table.store, table.key)
    with pytest.raises(NothingToUndo):
        table.undo(change=redo)

    table.undo()
    table.enter(1, "Bo", FIVES)
    assert newest_undo(table.store, table.kept) is None  # that would be an older story


# --- history ----------------------------------------------------------------------------------------------------------


def test_history_tells_what_when_by_which_device_before_and_after(table: Table) -> None:
    table.enter(1, "Ann", FIVES)
    table.device = "another phone"
    table.enter(1, "Ann", points(-3))
    newest, first, created = history(table.store, table.key)
    assert (newest.kind, newest.device, newest.at) == ("hand", "another phone", table.write.at)
    (part,) = newest.parts
    assert (part.subject, part.hole, part.player) == ("hand", 1, table.id("Ann"))
    assert (part.before, part.after) == ("5 * 7 / 5 Q K", -3)
    assert newest.names[table.id("Ann")] == "Ann"
    assert [part.subject for part in first.parts] == ["hole", "hand"]
    assert (created.kind, created.device) == ("created", "phone")


def test_history_of_a_hole_is_only_about_that_hole(table: Table) -> None:
    table.enter(1, "Ann", FIVES)
    table.enter(2, "Ann", FIVES)
    table.change(PlanGame(title="Cup"))
    table.change(table.hand(1, "Bo", FIVES), table.hand(2, "Bo", FIVES))
    table.undo()
    kinds = [(one.kind, sorted({part.hole or 0 for part in one.parts})) for one in history(table.store, table.key, 1)]
    assert kinds == [("undo", [1, 2]), ("hand", [1, 2]), ("hand", [1])]
    assert history(table.store, table.key, 9) == ()
