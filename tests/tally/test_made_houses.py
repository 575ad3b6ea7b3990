"""Made houses: links, versions, conflicts and lists, and games that keep their house."""

from dataclasses import replace
from datetime import timedelta

import pytest

from scorekeeper import houses
from scorekeeper.rules import House, Rank
from scorekeeper.store.connection import Store
from scorekeeper.store.gone import NotTheBeginner
from scorekeeper.tally.game_row import find_game
from scorekeeper.tally.games import rematch
from scorekeeper.tally.kept_houses import (
    HouseChanged,
    HouseDeleted,
    HouseGone,
    HouseNotFound,
    KeptHouse,
    change_house,
    create_house,
    delete_house,
    erase_deleted_houses,
    erase_house,
    find_even_deleted,
    find_own_house,
    find_shared_house,
    houses_of_device,
    put_house_back,
    remember_house,
)
from tests.store.playing import REFUSALS, create_game, new_write

OURS = replace(houses.get("two-joker"), key="ours", name="Ours", options=(), examples=())


def valued(points: int, name: str = "Ours") -> House:
    """Our house with another value for the king."""
    return replace(OURS, name=name, values={**OURS.values, Rank.KING: points})


def make(store: Store, house: House = OURS, device: str = "phone") -> KeptHouse:
    return create_house(store, house, new_write(device), begun_from="two-joker")


def test_a_house_is_kept_whole_under_links_of_its_own(store: Store) -> None:
    kept = make(store)
    assert kept.house == replace(OURS, key=kept.share_key, version=1)
    assert (kept.version, kept.newest, kept.begun_from, kept.may_edit) == (1, 1, "two-joker", True)
    assert kept.created_at == kept.changed_at
    assert find_own_house(store, kept.owner_key) == kept
    assert find_shared_house(store, kept.share_key) == replace(kept, owner_key="")
    other = make(store)
    assert len({kept.owner_key, kept.share_key, other.owner_key, other.share_key}) == 4
    assert min(len(kept.owner_key), len(kept.share_key)) >= 20


def test_every_change_is_a_version_and_none_is_lost(store: Store) -> None:
    kept = make(store)
    for points in (1, 2, 3):
        kept = change_house(store, kept.owner_key, valued(points), new_write(), based_on=kept.newest)
    assert (kept.version, kept.newest) == (4, 4)
    assert kept.changed_at > kept.created_at
    values = [find_shared_house(store, kept.share_key, version).house.values[Rank.KING] for version in (1, 2, 3, 4)]
    assert values == [0, 1, 2, 3]
    assert find_shared_house(store, kept.share_key).version == 4
    old = find_shared_house(store, kept.share_key, 2)
    assert (old.version, old.newest, old.house.key) == (2, 4, kept.share_key)


def test_the_same_write_twice_is_done_once(store: Store) -> None:
    write = new_write()
    kept = create_house(store, OURS, write)
    assert create_house(store, OURS, write) == kept
    change = new_write()
    changed = change_house(store, kept.owner_key, valued(1), change, based_on=1)
    assert change_house(store, kept.owner_key, valued(1), change, based_on=1) == changed
    later = change_house(store, kept.owner_key, valued(2), new_write(), based_on=2)
    assert change_house(store, kept.owner_key, valued(1), change, based_on=1) == later
    assert create_house(store, OURS, write) == later
    assert len(houses_of_device(store, "phone")) == 1


def test_a_change_of_what_was_changed_meanwhile_is_a_conflict(store: Store) -> None:
    kept = make(store)
    now = change_house(store, kept.owner_key, valued(1), new_write(), based_on=1)
    with pytest.raises(HouseChanged) as refused:
        change_house(store, kept.owner_key, valued(2), new_write(), based_on=1)
    assert refused.value.version == 2
    assert find_own_house(store, kept.owner_key) == now
    again = change_house(store, kept.owner_key, valued(2), new_write(), based_on=refused.value.version)
    assert again.house.values[Rank.KING] == 2


def test_the_shared_key_changes_nothing(store: Store) -> None:
    kept = make(store)
    shared = find_shared_house(store, kept.share_key)
    assert kept.owner_key not in repr(shared)
    with pytest.raises(HouseNotFound):
        change_house(store, kept.share_key, valued(1), new_write(), based_on=1)
    assert find_own_house(store, kept.owner_key) == kept


def test_a_device_lists_what_it_made_and_what_it_was_shown(store: Store) -> None:
    mine, theirs = make(store), make(store, valued(5, "Theirs"), "tablet")
    assert houses_of_device(store, "phone") == (mine,)
    remember_house(store, "phone", find_shared_house(store, theirs.share_key))
    assert houses_of_device(store, "phone") == (replace(theirs, owner_key=""), mine)
    mine = change_house(store, mine.owner_key, valued(7), new_write(), based_on=1)
    assert houses_of_device(store, "phone") == (mine, replace(theirs, owner_key=""))
    remember_house(store, "phone", theirs)
    remember_house(store, "phone", find_shared_house(store, theirs.share_key))
    assert houses_of_device(store, "phone") == (mine, theirs)
    assert houses_of_device(store, "phone", limit=0) == ()


def test_a_game_keeps_the_version_that_it_began_with(store: Store) -> None:
    kept = make(store)
    begun = create_game(store, house=kept.house, players=("Ann", "Bo"), holes=9, first_dealer=0, write=new_write())
    change_house(store, kept.owner_key, valued(10), new_write(), based_on=1)
    game = find_game(store, begun.edit_key).game
    assert game.house == kept.house
    again = rematch(store, begun.edit_key, new_write()).game
    assert (again.house.key, again.house.version) == (kept.share_key, 1)
    assert find_shared_house(store, again.house.key, again.house.version).house == kept.house


# --- deleted ----------------------------------------------------------------------------------------------------------


def test_a_deleted_house_says_so_by_either_link_is_on_no_list_and_comes_back_whole(store: Store) -> None:
    kept = make(store)
    kept = change_house(store, kept.owner_key, valued(1), new_write(), based_on=1)
    remember_house(store, "tablet", find_shared_house(store, kept.share_key))
    delete_house(store, kept.owner_key, new_write())
    for ask in (
        lambda: find_own_house(store, kept.owner_key),
        lambda: change_house(store, kept.owner_key, valued(2), new_write(), based_on=2),
        lambda: delete_house(store, kept.owner_key, new_write("tablet")),
        lambda: find_shared_house(store, kept.share_key),
        lambda: find_shared_house(store, kept.share_key, 1),
    ):
        with pytest.raises(HouseDeleted) as told:
            ask()
        assert told.value.kept.deleted is not None
        assert told.value.kept.deleted.device == "phone"
    assert told.value.kept.owner_key == "", "by the link to share"
    for device in ("phone", "tablet"):
        assert houses_of_device(store, device) == ()
        (listed,) = houses_of_device(store, device, deleted=True)
        assert listed.may_edit == (device == "phone")
    put_house_back(store, kept.owner_key, new_write("desk"))
    assert find_own_house(store, kept.owner_key) == kept
    assert find_shared_house(store, kept.share_key, 1).house.values[Rank.KING] == 0


def test_a_house_is_deleted_once_by_each_write_and_the_shared_link_deletes_and_brings_back_nothing(
    store: Store,
) -> None:
    kept = make(store)
    deletion = new_write()
    for do in (delete_house, put_house_back, erase_house):
        with pytest.raises(HouseNotFound):
            do(store, kept.share_key, new_write())
    for _ in range(2):
        delete_house(store, kept.owner_key, deletion)
    put_house_back(store, kept.owner_key, new_write())
    delete_house(store, kept.owner_key, deletion)  # late, over a slow network
    assert find_own_house(store, kept.owner_key) == kept
    delete_house(store, kept.owner_key, new_write())
    with pytest.raises(HouseDeleted):
        find_own_house(store, kept.owner_key)


def test_a_house_goes_for_good_from_the_device_that_made_it_or_after_thirty_days(store: Store) -> None:
    at_once, later, stays = make(store), make(store), make(store)
    begun = create_game(store, house=later.house, players=("Ann", "Bo"), holes=9, first_dealer=0, write=new_write())
    assert not erase_house(store, at_once.owner_key, new_write()), "it was not deleted"
    for one in (at_once, later):
        delete_house(store, one.owner_key, new_write("tablet"))
    with pytest.raises(NotTheBeginner):
        erase_house(store, at_once.owner_key, new_write("tablet"))
    assert erase_house(store, at_once.owner_key, new_write())
    until = find_even_deleted(store, later.owner_key).deleted
    assert until is not None
    assert erase_deleted_houses(store, until.until - timedelta(microseconds=1)) == 0
    assert erase_deleted_houses(store, until.until) == 1
    for one in (at_once, later):
        with pytest.raises(HouseGone):
            find_own_house(store, one.owner_key)
        with pytest.raises(HouseGone):
            find_shared_house(store, one.share_key)
    assert store.database.execute("SELECT count(*) FROM house_versions").fetchone() == (1,)
    assert find_own_house(store, stays.owner_key) == stays
    assert find_game(store, begun.edit_key).game.house == later.house
    with pytest.raises(REFUSALS, match="never changes"):
        store.database.execute("DELETE FROM house_versions")
