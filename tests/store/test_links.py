"""Secret links: how much chance is in each kind, and that nothing but the whole key finds anything."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from scorekeeper.school.classes.kept_classes import ClassNotFound, class_id, delete_class, find_class
from scorekeeper.store.columns import digest, keys_match
from scorekeeper.store.connection import Store
from scorekeeper.store.errors import StoreError
from scorekeeper.tally.game_errors import GameNotFound
from scorekeeper.tally.game_row import find_game, state_of
from scorekeeper.tally.kept_houses import HouseNotFound, create_house, find_own_house, find_shared_house
from tests.store.playing import PENALTY, begin, new_write
from tests.store.schooling import begin_lesson


@dataclass(frozen=True)
class Links:
    """One of each kind, as a store made them."""

    edit: str
    view: str
    owner: str
    share: str
    teacher: str


@pytest.fixture
def links(store: Store) -> Links:
    table, house = begin(store), create_house(store, PENALTY, new_write())
    return Links(table.key, table.kept.view_key, house.owner_key, house.share_key, begin_lesson(store).key)


FIND: dict[str, tuple[Callable[[Store, str], object], type[StoreError]]] = {
    "edit": (find_game, GameNotFound),
    "view": (state_of, GameNotFound),
    "owner": (find_own_house, HouseNotFound),
    "share": (find_shared_house, HouseNotFound),
    "teacher": (find_class, ClassNotFound),
}
KINDS = pytest.mark.parametrize("kind", FIND)


@KINDS
def test_nothing_but_the_whole_key_finds_anything(store: Store, links: Links, kind: str) -> None:
    find, missing = FIND[kind]
    key = getattr(links, kind)
    assert find(store, key)
    others = {
        "shorter": key[:-1],
        "longer": key + "A",
        "the first sign": key[0],
        "other letters": key.swapcase(),
        "a blank before": " " + key,
        "NUL behind": key + "\0",
        "like": "%",
        "its digest": digest(key).hex(),
        "nothing": "",
        "half a sign": "\ud800",
        "another script": key[:-1] + "е",
        "very long": key * 5000,
    } | {other: getattr(links, other) for other in FIND if {other, kind} != {"edit", "view"} and other != kind}
    for case, other in others.items():
        with pytest.raises(missing):
            find(store, other)
        assert not keys_match(key, other), case
        if kind == "teacher":
            with pytest.raises(ClassNotFound):
                delete_class(store, other, new_write())
        assert class_id(store, other) is None or other == links.teacher, case
    assert find(store, key)
