"""Deleting a game: every phone can put it back for 30 days, then nothing is left."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from scorekeeper.store.connection import Store
from scorekeeper.store.copying import TABLES
from scorekeeper.store.errors import IdReused
from scorekeeper.store.gone import KEPT_FOR, NotTheBeginner
from scorekeeper.tally.changing import change
from scorekeeper.tally.deleting import delete_game, erase_deleted_games, erase_game, put_back
from scorekeeper.tally.game_errors import GameDeleted, GameGone, GameNotFound, LinkRenewed
from scorekeeper.tally.game_row import find_even_deleted, find_game, house_of_game, state_of
from scorekeeper.tally.games import Own, begin_under, rematch
from scorekeeper.tally.history import history
from scorekeeper.tally.sharing import (
    choose_seat,
    games_of_device,
    names_of_device,
    remember_game,
    renew_link,
    seats_of_game,
)
from tests.store.playing import FIVES, NOON, REFUSALS, Table, begin, new_write, points
from tests.store.test_many_writers import at_once


@pytest.fixture
def deleted(table: Table) -> Table:
    """A game with a hand, deleted by Bo's phone."""
    table.enter(1, "Ann", FIVES)
    remember_game(table.store, "bo", table.key)
    choose_seat(table.store, "bo", table.key, table.id("Bo"))
    delete_game(table.store, table.key, new_write("bo"))
    return table


REFUSED: dict[str, Callable[[Table], Any]] = {
    "looking": lambda table: find_game(table.store, table.key),
    "a hand": lambda table: change(table.store, table.key, [], new_write()),
    "undo": lambda table: table.undo(),
    "its history": lambda table: history(table.store, table.key),
    "a new link": lambda table: renew_link(table.store, table.key, "view", new_write()),
    "the same people again": lambda table: rematch(table.store, table.key, new_write()),
    "a seat": lambda table: choose_seat(table.store, "cy", table.key, None),
    "who sits where": lambda table: seats_of_game(table.store, table.key),
    "deleting it once more": lambda table: delete_game(table.store, table.key, new_write()),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_deleted_game_says_so_whatever_is_wanted_of_it(deleted: Table, what: str) -> None:
    with pytest.raises(GameDeleted) as refused:
        REFUSED[what](deleted)
    kept = refused.value.kept
    assert kept.deleted is not None
    assert (kept.deleted.device, kept.deleted_by) == ("bo", kept.game.players[1].id)
    assert kept.deleted.until == kept.deleted.at + timedelta(days=30)


def test_who_may_watch_is_told_without_the_link_to_play_along_and_brings_nothing_back(deleted: Table) -> None:
    view_key = find_even_deleted(deleted.store, deleted.key).view_key
    for do in (
        lambda: find_game(deleted.store, view_key),
        lambda: put_back(deleted.store, view_key, new_write()),
        lambda: erase_game(deleted.store, view_key, new_write()),
    ):
        with pytest.raises(GameDeleted) as refused:
            do()
        assert not refused.value.kept.may_edit
        assert refused.value.kept.edit_key == ""


def test_it_is_on_no_list_but_that_of_the_deleted_and_its_people_are_not_offered(deleted: Table) -> None:
    for device in ("phone", "bo"):
        assert games_of_device(deleted.store, device) == ()
        assert [kept.edit_key for kept in games_of_device(deleted.store, device, deleted=True)] == [deleted.key]
        assert names_of_device(deleted.store, device) == ()
    with pytest.raises(GameNotFound):
        house_of_game(deleted.store, find_even_deleted(deleted.store, deleted.key).uid)


def test_put_back_it_is_as_it_was_and_goes_on(deleted: Table) -> None:
    before = find_even_deleted(deleted.store, deleted.key)
    put_back(deleted.store, deleted.key, new_write())
    now = deleted.kept
    assert (now.game, now.deleted, now.versions) == (before.game, None, before.versions)
    assert now.version > before.version, "open pages learn of it"
    assert [kept.id for kept in games_of_device(deleted.store, "bo")] == [now.id]
    deleted.enter(1, "Bo", points(7))
    told = history(deleted.store, deleted.key)
    assert [(one.kind, one.device) for one in told][1:3] == [("put-back", "phone"), ("deleted", "bo")]
    deleted.undo()
    assert deleted.entry(1, "Bo") is None, "undo passes over what only happened"


def test_a_write_that_comes_twice_deletes_once_and_brings_back_once(table: Table) -> None:
    deletion, return_ = new_write(), new_write()
    for _ in range(2):
        delete_game(table.store, table.key, deletion)
    version = state_of(table.store, table.key).version
    for _ in range(2):
        put_back(table.store, table.key, return_)
    delete_game(table.store, table.key, deletion)  # late, over a slow network
    assert table.kept.version == version + 1
    put_back(table.store, table.key, new_write())  # of a game that is there
    assert table.kept.version == version + 1
    delete_game(table.store, table.key, new_write())
    put_back(table.store, table.key, return_)  # late as well
    with pytest.raises(GameDeleted):
        find_game(table.store, table.key)


def test_an_id_that_stood_for_a_hand_deletes_nothing(table: Table) -> None:
    write = new_write()
    change(table.store, table.key, [table.hand(1, "Ann", FIVES)], write)
    with pytest.raises(IdReused):
        delete_game(table.store, table.key, write)
    assert table.kept.deleted is None


def test_of_two_phones_at_once_one_deletes_and_the_other_is_told(table: Table) -> None:
    def delete(device: str) -> str:
        try:
            delete_game(table.store, table.key, new_write(device))
        except GameDeleted as told:
            return told.kept.deleted.device if told.kept.deleted else ""
        return "mine"

    answers = at_once([lambda: delete("ann"), lambda: delete("bo")])
    assert "mine" in answers
    assert set(answers) & {"ann", "bo"}


def test_a_game_that_a_phone_began_by_itself_is_not_begun_anew_by_what_is_sent_again(store: Store) -> None:
    own, write = Own("a-key-that-a-phone-made-up", "0123456789abcdef"), new_write()
    game = begin(store).kept.game
    kept = begin_under(store, own, game, "", write)
    delete_game(store, kept.edit_key, new_write())
    with pytest.raises(GameDeleted):
        begin_under(store, own, game, "", write)


def test_the_game_before_a_deleted_one_leads_there_no_longer_and_again_once_it_is_back(table: Table) -> None:
    again = rematch(table.store, table.key, new_write())
    assert table.kept.rematch_key == again.edit_key
    delete_game(table.store, again.edit_key, new_write())
    assert table.kept.rematch_key == ""
    put_back(table.store, again.edit_key, new_write())
    assert table.kept.rematch_key == again.edit_key


# --- for good ---------------------------------------------------------------------------------------------------------


def everything(store: Store) -> dict[str, list[Any]]:
    return {name: store.database.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall() for name in TABLES}


def test_at_once_it_goes_from_the_device_that_began_it_alone_and_only_once_it_is_deleted(table: Table) -> None:
    assert not erase_game(table.store, table.key, new_write()), "it was not deleted"
    delete_game(table.store, table.key, new_write("bo"))
    with pytest.raises(NotTheBeginner):
        erase_game(table.store, table.key, new_write("bo"))
    assert erase_game(table.store, table.key, new_write())
    for do in (find_game, state_of):
        with pytest.raises(GameNotFound):
            do(table.store, table.key)
    with pytest.raises(GameGone):
        put_back(table.store, table.key, new_write())


def test_a_game_that_is_gone_leaves_nothing_behind_but_that_its_links_say_so(store: Store) -> None:
    stays = begin(store)
    before = everything(store)
    gone = begin(store)
    view_key = gone.kept.view_key
    gone.enter(1, "Ann", FIVES)
    gone.undo()
    old, gone.key = gone.key, renew_link(store, gone.key, "edit", new_write()).edit_key
    choose_seat(store, "phone", gone.key, gone.id("Bo"))
    again = rematch(store, gone.key, new_write())
    delete_game(store, gone.key, new_write())
    with pytest.raises(LinkRenewed):
        find_game(store, old)
    delete_game(store, again.edit_key, new_write())
    for key in (gone.key, again.edit_key):
        assert erase_game(store, key, new_write())
    now = everything(store)
    assert len(now.pop("gone_links")) == 4
    assert now == {name: rows for name, rows in before.items() if name != "gone_links"}
    assert stays.kept.game.players
    for key in (gone.key, view_key, again.edit_key):
        with pytest.raises(GameGone):
            find_game(store, key)
    with pytest.raises(REFUSALS, match="only ever added to"):
        store.database.execute("DELETE FROM history")


def test_after_thirty_days_it_is_gone_and_what_was_put_back_stays(store: Store) -> None:
    gone, back, stays = begin(store), begin(store), begin(store)
    for one in (gone, back):
        delete_game(store, one.key, new_write())
    put_back(store, back.key, new_write())
    last = find_even_deleted(store, gone.key).deleted
    assert last is not None
    assert erase_deleted_games(store, last.until - timedelta(microseconds=1)) == 0
    with pytest.raises(GameDeleted):
        find_game(store, gone.key)
    assert erase_deleted_games(store, last.until) == 1
    with pytest.raises(GameGone):
        find_game(store, gone.key)
    assert erase_deleted_games(store, NOON + 99 * KEPT_FOR) == 0
    assert [one.kept.deleted for one in (back, stays)] == [None, None]
