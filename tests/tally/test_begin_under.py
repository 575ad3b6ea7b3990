"""Games that phones began without a network: kept once, under their own links, beside whatever happened since."""

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


def test_it_is_kept_under_the_link_and_the_name_that_the_phone_made(store: Store) -> None:
    kept = begin(store)
    assert (kept.edit_key, kept.uid, kept.game, kept.title) == (*OWN, GAME, "Cabin")
    assert find_game(store, OWN.edit_key) == kept
    watched = find_game(store, kept.view_key)
    assert (watched.uid, watched.may_edit) == (OWN.uid, False)
    assert [game.id for game in games_of_device(store, "phone")] == [kept.id]


def test_sent_twice_it_is_begun_once_also_by_a_browser_that_lost_its_cookie(store: Store) -> None:
    kept = begin(store)
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
    assert find_game(store, renewed.edit_key).game == was.game


def test_a_rematch_that_a_phone_began_is_told_beside_another_one(table: Table) -> None:
    for device, name in (("p-ann", "Ann"), ("p-bo", "Bo"), ("p-cy", "Cy")):
        choose_seat(table.store, device, table.key, table.id(name))
    meanwhile = rematch(table.store, table.key, new_write("p-bo"), seen=0)
    again = begin(table.store, device="p-ann", rematch_of=table.key)
    assert table.kept.rematch_key == again.edit_key
    assert seats_of_game(table.store, again.edit_key) == {"p-ann": 2, "p-cy": 1}
    assert [one.kind for one in history(table.store, table.key)] == ["rematch", "rematch", "created"]
    assert find_game(table.store, meanwhile.edit_key).version == meanwhile.version
    begin(table.store, device="p-ann", rematch_of=table.key)
    assert len(history(table.store, table.key)) == 3


@pytest.mark.parametrize("gone", ["renewed", "never there", "only to watch"])
def test_a_game_before_that_cannot_be_told_is_no_reason_to_lose_one(table: Table, gone: str) -> None:
    keys = {"renewed": table.key, "never there": "no such key", "only to watch": table.kept.view_key}
    renewed = renew_link(table.store, table.key, "edit", new_write())
    assert begin(table.store, rematch_of=keys[gone]).game == GAME
    assert find_game(table.store, renewed.edit_key).rematch is None


# --- who came and went ------------------------------------------------------------------------------------------------


def stays(table: Table) -> list[tuple[int, str, int, int | None]]:
    return [(one.id, one.name, one.joined, one.left) for one in table.kept.game.players]


def test_what_two_phones_say_of_the_table_is_both_done(table: Table) -> None:
    ann, bo, cy = (table.id(name) for name in ("Ann", "Bo", "Cy"))
    table.enter(1, "Bo", FIVES)
    for _ in range(2):  # each told twice
        table.change(JoinAndLeave((Player(700, "Di", 2),), {bo: 0}))
        table.change(JoinAndLeave((Player(600, "Ed", 2),), {bo: 1, cy: 0}))
    before = [(ann, "Ann", 1, None), (bo, "Bo", 1, 1), (cy, "Cy", 1, 0)]
    assert stays(table) == [*before, (700, "Di", 2, None), (600, "Ed", 2, None)]
    table.seat(*table.names, "Flo")
    assert table.id("Flo") == 701, "a number that nobody had before"
    with pytest.raises(NameTaken):
        table.change(JoinAndLeave((Player(800, "di", 3),), {}))


def test_the_deal_passes_on_from_who_left_in_the_middle_of_a_hole(table: Table) -> None:
    table.enter(1, "Bo", FIVES)
    assert table.kept.game.hole(1).dealer == table.id("Ann")  # type: ignore[union-attr]
    table.change(JoinAndLeave((), {table.id("Ann"): 0}))
    assert table.kept.game.hole(1).dealer == table.id("Bo")  # type: ignore[union-attr]
