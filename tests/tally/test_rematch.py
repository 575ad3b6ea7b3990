"""Rematches: the old game links to the new one, by the same kind of link."""

from typing import Literal

import pytest

from scorekeeper.rules import Player
from scorekeeper.store.opening import open_store
from scorekeeper.tally.changing import undo
from scorekeeper.tally.game_errors import NothingToUndo
from scorekeeper.tally.game_row import find_game, state_of
from scorekeeper.tally.games import rematch
from scorekeeper.tally.history import history
from scorekeeper.tally.sharing import choose_seat, renew_link, seats_of_game
from scorekeeper.tally.values import KeptGame
from tests.store.playing import FIVES, Table, new_write

Which = Literal["edit", "view"]


def play_again(table: Table, device: str = "phone") -> KeptGame:
    return rematch(table.store, table.key, new_write(device))


def ways_on(table: Table) -> tuple[str, str]:
    """The rematch keys of the old game by its edit link and by its view link."""
    kept = table.kept
    return kept.rematch_key, find_game(table.store, kept.view_key).rematch_key


def test_each_link_leads_on_to_the_new_game_by_a_link_of_its_kind(table: Table) -> None:
    assert ways_on(table) == ("", "")
    assert table.kept.rematch is None
    again = play_again(table)
    assert ways_on(table) == (again.edit_key, again.view_key)
    assert again.rematch_key == ""
    assert again.edit_key not in repr(find_game(table.store, table.kept.view_key)), "who watches gets none to write"


@pytest.mark.parametrize("which", ["edit", "view"])
def test_a_link_that_was_renewed_is_not_found_through_the_game_before(table: Table, which: Which) -> None:
    other = open_store(table.store.address)
    again = play_again(table)
    told = find_game(other, table.key)
    renewed = renew_link(table.store, again.edit_key, which, new_write())
    assert ways_on(table) == (("", again.view_key) if which == "edit" else (again.edit_key, ""))
    for store in (table.store, other):  # also where the game before was built already
        for key in (table.key, told.view_key):
            assert state_of(store, key).version > told.version
            assert (renewed.edit_key if which == "edit" else renewed.view_key) not in repr(find_game(store, key))
    other.close()


# --- once for one wish ------------------------------------------------------------------------------------------------


def test_the_same_write_again_changes_nothing_more(table: Table) -> None:
    choose_seat(table.store, "Bo's phone", table.key, table.id("Bo"))
    write = new_write()
    again = rematch(table.store, table.key, write)
    choose_seat(table.store, "Bo's phone", again.edit_key, None)
    version = table.kept.version
    assert rematch(table.store, table.key, write) == again
    assert table.kept.version == version
    assert seats_of_game(table.store, again.edit_key) == {"Bo's phone": None}
    assert [one.kind for one in history(table.store, table.key)] == ["rematch", "created"]


def test_two_phones_that_ask_at_once_come_to_one_game(table: Table) -> None:
    first = rematch(table.store, table.key, new_write("Ann's phone"), seen=0)
    assert rematch(table.store, table.key, new_write("Bo's phone"), seen=0) == first
    # Whoever saw that game and asks again wants another one.
    second = rematch(table.store, table.key, new_write("Bo's phone"), seen=first.id)
    assert second.id != first.id
    # And nobody is led to a link that was renewed.
    renew_link(table.store, second.edit_key, "edit", new_write())
    third = rematch(table.store, table.key, new_write("Cy's phone"), seen=0)
    assert third.id not in (first.id, second.id)


# --- what goes along --------------------------------------------------------------------------------------------------


def test_the_phones_of_those_who_play_on_keep_their_seats(table: Table) -> None:
    table.enter(1, "Ann", FIVES)
    for device, name in (("p-ann", "Ann"), ("p-ann-2", "Ann"), ("p-bo", "Bo"), ("p-cy", "Cy")):
        choose_seat(table.store, device, table.key, table.id(name))
    choose_seat(table.store, "television", table.key, None)
    table.seat("Cy", Player(table.id("Bo"), "Bo", 1, 1), "Ann")
    again = play_again(table)
    ids = {player.name: player.id for player in again.game.players}
    assert seats_of_game(table.store, again.edit_key) == {
        "p-ann": ids["Ann"],
        "p-ann-2": ids["Ann"],
        "p-cy": ids["Cy"],
        "television": None,
    }
    assert set(seats_of_game(table.store, table.key)) == {"p-ann", "p-ann-2", "p-bo", "p-cy", "television"}


def test_the_old_game_tells_it_and_undo_passes_it_by(table: Table) -> None:
    table.enter(1, "Ann", FIVES)
    again = play_again(table, "Bo's phone")
    told = history(table.store, table.key)[0]
    assert (told.kind, told.device, told.undone) == ("rematch", "Bo's phone", False)
    assert [(part.subject, part.before, part.after) for part in told.parts] == [("rematch", None, again.id)]
    table.undo()
    assert table.entry(1, "Ann") is None
    assert table.kept.rematch_key == again.edit_key
    with pytest.raises(NothingToUndo):
        undo(table.store, again.edit_key, new_write())
