"""Games that phones started offline: kept once, under their own links, with all later changes."""

import pytest

from scorekeeper.rules import Game, Player
from scorekeeper.store.connection import Store
from scorekeeper.tally.game_errors import KeyTaken, LinkRenewed, NameTaken
from scorekeeper.tally.game_row import find_game
from scorekeeper.tally.games import Own, begin_under, rematch
from scorekeeper.tally.history import history
from scorekeeper.tally.sharing import choose_seat, games_of_device, renew_link, seats_of_game
from scorekeeper.tally.values import JoinAndLeave, KeptGame
from tests.store.playing import FIVES, PENALTY, Table, new_write

OWN = Own("key-that-a-phone-made1", "0123456789abcdef01234567")
GAME = Game(PENALTY, (Player(1, "Cy"), Player(2, "Ann"), Player(3, "Di")), 9, 2)


def begin(store: Store, own: Own = OWN, device: str = "phone", rematch_of: str = "") -> KeptGame:
    return begin_under(store, own, GAME, "Cabin", new_write(device), rematch_of)


def test_sent_twice_it_is_begun_once_also_by_a_browser_that_lost_its_cookie(store: Store) -> None:
    kept = begin(store)
    assert (kept.edit_key, kept.uid, kept.game, kept.title) == (*OWN, GAME, "Cabin")
    assert find_game(store, kept.view_key).uid == OWN.uid
    assert [game.id for game in games_of_device(store, "phone")] == [kept.id]
    Table(store, kept.edit_key).enter(1, "Ann", FIVES)
    now = find_game(store, kept.edit_key)
    assert begin(store) == begin(store, device="the same phone anew") == now
    assert store.database.execute("SELECT count(*) FROM games").fetchone() == (1,)
    renew_link(store, kept.edit_key, "edit", new_write())
    with pytest.raises(LinkRenewed):
        begin(store)


def test_no_link_and_no_name_is_given_twice(table: Table) -> None:
    store, was = table.store, table.kept
    renewed = renew_link(store, table.key, "edit", new_write())
    taken = [Own(key, OWN.uid) for key in (renewed.edit_key, was.view_key, was.edit_key)]
    for own in (*taken, Own(OWN.edit_key, was.uid)):
        with pytest.raises(KeyTaken):
            begin(store, own)
    assert store.database.execute("SELECT count(*), max(version) FROM games").fetchone() == (1, renewed.version)


def test_a_rematch_that_a_phone_began_is_told_beside_another_one(table: Table) -> None:
    for device, name in (("p-ann", "Ann"), ("p-bo", "Bo"), ("p-cy", "Cy")):
        choose_seat(table.store, device, table.key, table.id(name))
    meanwhile = rematch(table.store, table.key, new_write("p-bo"), seen=0)
    for _ in range(2):
        again = begin(table.store, device="p-ann", rematch_of=table.key)
    assert table.kept.rematch_key == again.edit_key
    assert seats_of_game(table.store, again.edit_key) == {"p-ann": 2, "p-cy": 1}
    assert [one.kind for one in history(table.store, table.key)] == ["rematch", "rematch", "created"]
    assert find_game(table.store, meanwhile.edit_key).version == meanwhile.version


@pytest.mark.parametrize("gone", ["renewed", "only to watch"])
def test_a_game_before_that_cannot_be_told_is_no_reason_to_lose_one(table: Table, gone: str) -> None:
    key = table.key if gone == "renewed" else table.kept.view_key
    renewed = renew_link(table.store, table.key, "edit", new_write())
    assert begin(table.store, rematch_of=key).game == GAME
    assert find_game(table.store, renewed.edit_key).rematch is None


def test_what_two_phones_say_of_the_table_is_both_done(table: Table) -> None:
    ann, bo, cy = (table.id(name) for name in ("Ann", "Bo", "Cy"))
    table.enter(1, "Bo", FIVES)
    for _ in range(2):  # each told twice; hole 1 is dealt by Ann, who goes
        table.change(JoinAndLeave((Player(700, "Di", 2),), {bo: 0, ann: 0}))
        table.change(JoinAndLeave((Player(600, "Ed", 2),), {bo: 1}))
    game = table.kept.game
    stays = [(one.id, one.joined, one.left) for one in game.players]
    assert stays == [(ann, 1, 0), (bo, 1, 1), (cy, 1, None), (700, 2, None), (600, 2, None)]
    assert [hole.dealer for hole in game.holes] == [bo]
    table.seat(*table.names, "Flo")
    assert table.id("Flo") == 701, "a number that nobody had before"
    with pytest.raises(NameTaken):
        table.change(JoinAndLeave((Player(800, "di", 3),), {}))
