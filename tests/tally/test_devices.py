"""The games that a device lists, and the names it offers."""

from scorekeeper.store.connection import Store
from scorekeeper.tally.sharing import games_of_device, names_of_device, remember_game
from tests.store.playing import FIVES, Table, begin


def test_a_device_lists_its_games_the_last_changed_first(store: Store) -> None:
    first, second = begin(store, "Ann", "Bo"), begin(store, "Cy", "Di")
    begin(store, device="another phone")
    assert [tuple(player.name for player in one.game.players) for one in games_of_device(store, "phone")] == [
        ("Cy", "Di"),
        ("Ann", "Bo"),
    ]
    first.enter(1, "Ann", FIVES)
    assert [game.key for game in games_of_device(store, "phone")] == [first.key, second.key]
    assert games_of_device(store, "a new phone") == ()


def test_a_game_opened_by_its_view_link_is_listed_with_that_link(table: Table) -> None:
    view_key = table.kept.view_key
    remember_game(table.store, "tablet", view_key)
    (seen,) = games_of_device(table.store, "tablet")
    assert (seen.key, seen.may_edit) == (view_key, False)
    remember_game(table.store, "tablet", table.key)
    remember_game(table.store, "tablet", view_key)  # whoever could write still can
    (seen,) = games_of_device(table.store, "tablet")
    assert (seen.key, seen.may_edit) == (table.key, True)


def test_names_are_those_of_the_last_games_each_once(store: Store) -> None:
    begin(store, "Ann", "Bo", "Cy")
    begin(store, "Di", "ANN")
    begin(store, "Eve", "Flo", device="another phone")
    assert names_of_device(store, "phone") == ("Di", "ANN", "Bo", "Cy")
    assert names_of_device(store, "a new phone") == ()
