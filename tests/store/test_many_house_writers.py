"""Several threads and processes that change one house, and writers that are killed between its versions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

import pytest

from scorekeeper.rules import Rank
from scorekeeper.store import (
    HouseChanged,
    KeptHouse,
    Store,
    change_house,
    create_house,
    find_own_house,
    find_shared_house,
    houses_of_device,
)
from tests.serving import heard
from tests.store import writer
from tests.store.killing import killed_between_versions, process
from tests.store.playing import new_write
from tests.store.test_many_writers import at_once


@pytest.fixture
def kept(store: Store) -> KeptHouse:
    return create_house(store, writer.OURS, new_write())


def values(store: Store, kept: KeptHouse) -> list[int]:
    """What a king counts in every version, the first one first; each is read whole."""
    newest = find_own_house(store, kept.owner_key).newest
    found = [find_shared_house(store, kept.share_key, version) for version in range(1, newest + 1)]
    for version, one in enumerate(found, start=1):
        assert (one.version, one.newest, one.house.key) == (version, newest, kept.share_key)
        assert {**one.house.values, Rank.KING: 0} == {**writer.OURS.values, Rank.KING: 0}
    return [one.house.values[Rank.KING] for one in found]


def each_replaced_what_it_had_read(
    store: Store, kept: KeptHouse, pairs: Sequence[tuple[int | None, int]], changes: int
) -> None:
    made = values(store, kept)
    assert len(pairs) == changes
    assert len(made) == changes + 1
    assert sorted(pairs) == sorted(pairwise(made))


def test_of_eight_changes_of_one_version_one_is_kept_and_seven_are_told(store: Store, kept: KeptHouse) -> None:
    def change(number: int) -> int | HouseChanged:
        try:
            write = new_write(f"phone {number}")
            return change_house(store, kept.owner_key, writer.valued(number), write, based_on=1).house.values[Rank.KING]
        except HouseChanged as told:
            return told

    answers = at_once([partial(change, number) for number in range(1, 9)])
    told = [answer for answer in answers if isinstance(answer, HouseChanged)]
    assert [conflict.version for conflict in told] == [2] * 7
    (king,) = [answer for answer in answers if not isinstance(answer, HouseChanged)]
    assert values(store, kept) == [0, king]


def test_eight_threads_that_read_and_change_lose_no_version(store: Store, kept: KeptHouse) -> None:
    calls = [partial(writer.versions_replaced, store, kept.owner_key, 10 * number + 1, 6) for number in range(8)]
    pairs = [pair for answer in at_once(calls) for pair in answer]
    each_replaced_what_it_had_read(store, kept, pairs, 48)


def test_two_processes_and_a_thread_lose_no_version(store: Store, kept: KeptHouse) -> None:
    path = str(store.path)
    with (
        process("versions-replaced", path, kept.owner_key, "1", "30") as one,
        process("versions-replaced", path, kept.owner_key, "101", "30") as two,
    ):
        for other in (one, two):
            assert heard(other) == "ready\n"
        for other in (one, two):
            assert other.stdin is not None
            other.stdin.write("go\n")
            other.stdin.flush()
        pairs: list[tuple[int | None, int]] = [*writer.versions_replaced(store, kept.owner_key, 201, 30)]
        for other in (one, two):
            pairs += [(read, written) for read, written in json.loads(heard(other))]
    each_replaced_what_it_had_read(store, kept, pairs, 90)


def test_the_same_house_from_eight_threads_is_kept_once(store: Store) -> None:
    write = new_write()
    made = at_once([partial(create_house, store, writer.OURS, write)] * 8)
    assert len({one.owner_key for one in made}) == 1
    assert len(houses_of_device(store, "phone")) == 1


@pytest.mark.parametrize("rounds", [10, pytest.param(200, marks=pytest.mark.nightly)])
def test_a_writer_killed_between_versions_leaves_none_half_made(store: Store, kept: KeptHouse, rounds: int) -> None:
    made = killed_between_versions(store, kept.owner_key, rounds)
    assert made > rounds
    assert values(store, kept) == list(range(made + 1))
