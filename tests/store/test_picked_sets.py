"""Sets of layouts that somebody picked are kept as all sets are."""

from __future__ import annotations

import pytest

from scorekeeper import houses
from scorekeeper.quiz.sets import BadSet
from scorekeeper.rules import parse_layout
from scorekeeper.store import (
    IdReused,
    KeptSet,
    Store,
    Write,
    create_set,
    create_set_of_layouts,
    find_set,
    sets_of_device,
)
from tests.store.playing import new_write

WORKSHEET = houses.get("worksheet")
HANDS = ("3 4 5 / 6 7 8", "2 2 A / 2 3 K")


def keep(store: Store, write: Write, *hands: str) -> KeptSet:
    return create_set_of_layouts(store, WORKSHEET, write, [parse_layout(hand, WORKSHEET) for hand in hands])


def test_they_are_found_by_both_codes(store: Store) -> None:
    kept = keep(store, new_write(), *HANDS)
    assert find_set(store, kept.key_code) == kept
    assert find_set(store, kept.questions.code).questions == kept.questions
    shown = [question.hands[0].layout.shown for question in kept.questions.sheets[0].questions]
    assert shown == list(HANDS)


def test_the_same_write_keeps_one_set(store: Store) -> None:
    write = new_write()
    kept = keep(store, write, *HANDS)
    assert keep(store, write, *HANDS) == kept
    for other in (HANDS[::-1], HANDS[:1]):
        with pytest.raises(IdReused):
            keep(store, write, *other)
    with pytest.raises(IdReused):
        create_set(store, WORKSHEET, write, level=7, size=2, variants=1, kinds=["score"])
    assert len(sets_of_device(store, write.device)) == 1


def test_what_cannot_be_a_set_is_not_kept(store: Store) -> None:
    for hands in ((), (HANDS[0], HANDS[0])):
        with pytest.raises(BadSet):
            keep(store, new_write("phone"), *hands)
    assert sets_of_device(store, "phone") == ()
