"""Secret links: how much chance is in each kind, and that nothing but the whole key finds anything."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from scorekeeper.store import (
    ClassNotFound,
    GameNotFound,
    HouseNotFound,
    LinkRenewed,
    Store,
    StoreError,
    class_tag,
    create_house,
    delete_class,
    find_class,
    find_game,
    find_own_house,
    find_shared_house,
    renew_link,
    state_of,
)
from scorekeeper.store.links import SPELT_SIGNS, digest, is_same, new_key, new_spelt_key
from scorekeeper.web.pupils.seat_cookie import new_token
from tests.store.playing import PENALTY, begin, new_write
from tests.store.schooling import begin_lesson

URL_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


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


@pytest.mark.parametrize(
    ("make", "signs", "length"),
    [
        pytest.param(new_key, URL_SIGNS, 22, id="of a game, an owner, a teacher"),
        pytest.param(new_spelt_key, SPELT_SIGNS, 26, id="to share a house"),
        pytest.param(new_token, URL_SIGNS, 32, id="of a seat"),
    ],
)
def test_every_key_holds_128_bits_of_chance(make: Callable[[], str], signs: str, length: int) -> None:
    keys = [make() for _ in range(500)]
    assert len(set(keys)) == 500
    assert {len(key) for key in keys} == {length}
    assert math.log2(len(set(signs))) * length >= 128
    # Every sign comes in every place but the last of a key in base 64, which has the bits that are left over.
    for place in range(length - 1):
        seen = {key[place] for key in keys}
        assert seen <= set(signs)
        assert len(seen) > 0.9 * len(signs), place
    if length == 22:
        assert {key[-1] for key in keys} == set("AQgw"), "21 signs of six bits, and two bits: 128"


@KINDS
def test_new_links_are_made_by_their_generator(links: Links, kind: str) -> None:
    pattern = rf"[{SPELT_SIGNS}]{{26}}" if kind == "share" else r"[\w-]{21}[AQgw]"
    assert re.fullmatch(pattern, getattr(links, kind), re.ASCII)


def test_a_renewed_link_is_as_long(store: Store) -> None:
    table = begin(store)
    for which in ("edit", "view"):
        kept = renew_link(store, table.key, which, new_write())
        table.key = kept.edit_key
        assert re.fullmatch(r"[\w-]{21}[AQgw]", kept.edit_key if which == "edit" else kept.view_key, re.ASCII)
        assert store.database.execute("SELECT edit_digest, view_digest FROM games").fetchone() == (
            digest(kept.edit_key),
            digest(kept.view_key),
        )


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
        assert not is_same(key, other), case
        assert class_tag(store, other, is_key=True) is None or other == links.teacher, case
    assert find(store, key)


@pytest.mark.parametrize("key", ["", "\ud800", "ü" * 22, "%00", "x" * 100_000])
def test_nothing_is_deleted_or_renewed_by_what_is_no_key(store: Store, links: Links, key: str) -> None:
    with pytest.raises(ClassNotFound):
        delete_class(store, key)
    for which in ("edit", "view"):
        with pytest.raises(GameNotFound) as found:
            renew_link(store, key, which, new_write())
        assert not isinstance(found.value, LinkRenewed)
    assert find_class(store, links.teacher).key == links.teacher
    assert find_game(store, links.edit).may_edit


def test_a_row_whose_digest_is_another_keys_is_not_found_by_it(store: Store) -> None:
    """The digest finds, the key decides."""
    table = begin(store)
    with store.write() as database:
        database.execute(
            "UPDATE games SET edit_key = ?, edit_digest = ?", ["another-key-altogether", digest("guessed")]
        )
    with pytest.raises(GameNotFound):
        find_game(store, "guessed")
    with pytest.raises(GameNotFound):
        state_of(store, "guessed")
    with pytest.raises(GameNotFound):
        find_game(store, table.key)
