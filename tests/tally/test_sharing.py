"""Replaced links, the players of phones, and entries that lost to others."""

from collections.abc import Callable
from typing import Literal

import pytest

from scorekeeper.rules import Game, Player
from scorekeeper.store.connection import Store
from scorekeeper.store.errors import IdReused
from scorekeeper.store.writes import Write
from scorekeeper.tally.game_errors import Conflict, GameNotFound, LinkRenewed, NotInGame
from scorekeeper.tally.game_row import find_game
from scorekeeper.tally.games import import_game, rematch
from scorekeeper.tally.history import history
from scorekeeper.tally.sharing import (
    choose_seat,
    games_of_device,
    remember_game,
    renew_link,
    seat_of_device,
    seats_of_game,
)
from scorekeeper.tally.values import KeptGame, Part
from tests.store.playing import FIVES, PENALTY, Table, begin, create_game, new_write, points

Which = Literal["edit", "view"]


# --- links ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("which", ["edit", "view"])
def test_a_renewed_link_shuts_the_old_one_out_and_no_other(table: Table, which: Which) -> None:
    table.enter(1, "Ann", FIVES)
    before = table.kept
    renewed = renew_link(table.store, before.edit_key, which, new_write())
    old, new = (before.edit_key, renewed.edit_key) if which == "edit" else (before.view_key, renewed.view_key)
    assert old != new
    assert len(new) == len(old)
    with pytest.raises(LinkRenewed, match="replaced") as found:
        find_game(table.store, old)
    assert found.value.code == "link.renewed"
    for key in (renewed.edit_key, renewed.view_key):
        kept = find_game(table.store, key)
        assert kept.game == before.game
        assert kept.view_key == renewed.view_key
        assert kept.may_edit == (key == renewed.edit_key)
    assert {before.edit_key, before.view_key} & {renewed.edit_key, renewed.view_key} != set()


def test_the_same_renewal_twice_is_done_once_also_by_the_old_link(table: Table) -> None:
    old, write = table.key, new_write()
    table.key = renew_link(table.store, old, "edit", write).edit_key
    kept = table.kept
    assert renew_link(table.store, old, "edit", write) == kept
    assert renew_link(table.store, table.key, "edit", write) == kept
    assert [one.kind for one in history(table.store, table.key)] == ["renewed", "created"]
    with pytest.raises(IdReused):
        renew_link(table.store, table.key, "view", write)


def test_a_repeat_gives_the_new_edit_link_to_nobody_else(table: Table) -> None:
    edit_key, view_key = table.key, table.kept.view_key
    write, watching = new_write("phone"), new_write("phone")
    renew_link(table.store, edit_key, "view", watching)
    with pytest.raises(LinkRenewed):
        renew_link(table.store, view_key, "view", watching)
    table.key = renew_link(table.store, edit_key, "edit", write).edit_key
    with pytest.raises(LinkRenewed):
        renew_link(table.store, edit_key, "edit", new_write("another phone", write.id))
    with pytest.raises(LinkRenewed):
        renew_link(table.store, edit_key, "edit", new_write("phone"))


def test_who_was_shut_out_does_not_find_in_by_beginning_the_game_again(store: Store) -> None:
    """The answer to a repeated write never has a link that another phone has made since."""
    old = begin(store).key
    elsewhere = Game(PENALTY, (Player(1, "Ann"), Player(2, "Bo")), 9, 1)
    beginnings: tuple[Callable[[Write], KeptGame], ...] = (
        lambda write: create_game(store, house=PENALTY, players=("Ann", "Bo"), holes=9, first_dealer=0, write=write),
        lambda write: import_game(store, elsewhere, "", write),
        lambda write: rematch(store, old, write),
    )
    for begins in beginnings:
        write = new_write("phone")
        key = begins(write).edit_key
        key = renew_link(store, key, "edit", new_write("phone")).edit_key
        assert begins(write).edit_key == key
        kept = renew_link(store, key, "edit", new_write("another phone"))
        with pytest.raises(LinkRenewed):
            begins(write)
        assert find_game(store, kept.edit_key) == kept
        assert kept.id not in [game.id for game in games_of_device(store, "phone")]


@pytest.mark.parametrize(
    ("which", "still"),
    [("edit", {"phone", "projector"}), ("view", {"phone", "tablet"})],
)
def test_who_is_shut_out_loses_the_game_from_the_list(table: Table, which: Which, still: set[str]) -> None:
    remember_game(table.store, "tablet", table.key)
    remember_game(table.store, "projector", table.kept.view_key)
    renew_link(table.store, table.key, which, new_write("phone"))
    devices = ("phone", "tablet", "projector")
    assert {device for device in devices if games_of_device(table.store, device)} == still


# --- seats ------------------------------------------------------------------------------------------------------------


def test_a_device_says_whose_it_is(table: Table) -> None:
    assert seat_of_device(table.store, "phone", table.kept.id) == (None, False, True)
    assert seats_of_game(table.store, table.key) == {}
    choose_seat(table.store, "phone", table.key, table.id("Bo"))
    choose_seat(table.store, "tablet", table.key, None)
    assert seat_of_device(table.store, "phone", table.kept.id).player == table.id("Bo")
    assert seat_of_device(table.store, "tablet", table.kept.id) == (None, True, False)
    assert seats_of_game(table.store, table.kept.view_key) == {"phone": table.id("Bo"), "tablet": None}
    choose_seat(table.store, "phone", table.key, table.id("Cy"))
    assert seat_of_device(table.store, "phone", table.kept.id).player == table.id("Cy")


def test_nobody_sits_behind_a_phone_who_is_not_in_the_game(table: Table) -> None:
    choose_seat(table.store, "phone", table.key, table.id("Ann"))
    for stranger in (0, 99):
        with pytest.raises(NotInGame):
            choose_seat(table.store, "phone", table.key, stranger)
    assert seat_of_device(table.store, "phone", table.kept.id).player == table.id("Ann")
    with pytest.raises(GameNotFound):
        choose_seat(table.store, "phone", "nothing", None)


# --- entries that lost ------------------------------------------------------------------------------------------------


def test_an_entry_that_lost_is_in_the_history(table: Table) -> None:
    table.enter(1, "Ann", FIVES)
    table.device = "another phone"
    before = table.kept
    with pytest.raises(Conflict):
        table.enter(1, "Ann", points(0), based_on=0)
    assert table.kept == before
    declined, entered, _ = history(table.store, table.key)
    assert (declined.kind, declined.device, declined.at) == ("declined", "another phone", table.write.at)
    assert declined.parts == (Part("hand", "5 * 7 / 5 Q K", 0, 1, table.id("Ann")),)
    assert declined.names[table.id("Ann")] == "Ann"
    assert history(table.store, table.key, 1) == (declined, entered)
    assert history(table.store, table.key, 2) == ()
