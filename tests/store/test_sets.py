"""Sets of exercises: kept as facts under two codes, and the same for ever."""

import pytest

from scorekeeper import houses
from scorekeeper.rules import format_layout, parse_layout
from scorekeeper.school.exercises.kept_sets import (
    KeptSet,
    SetNotFound,
    create_set,
    create_set_of_layouts,
    find_set,
    sets_of_device,
)
from scorekeeper.school.exercises.sets import BadSet
from scorekeeper.store.connection import Store
from scorekeeper.store.errors import IdReused
from scorekeeper.store.writes import Write
from tests.store.playing import new_write
from tests.store.schooling import HANDS, keep_set

WORKSHEET = houses.get("worksheet")


def make(store: Store, write: Write | None = None, size: int = 1) -> KeptSet:
    return create_set(store, WORKSHEET, write or new_write(), level=7, size=size, variants=1, kinds=["score"])


def test_a_set_is_found_by_both_codes_and_only_one_opens_the_key(store: Store) -> None:
    kept = make(store)
    assert (kept.may_see_key, kept.seen_by) == (True, kept.key_code)
    assert find_set(store, kept.key_code) == kept
    for typed in (kept.questions.code, kept.questions.code.lower().replace("-", " ")):
        seen = find_set(store, typed)
        assert seen.questions == kept.questions
        assert (seen.may_see_key, seen.key_code, seen.seen_by) == (False, "", kept.questions.code)
    assert (len(kept.questions.code), len(kept.key_code)) == (9, 14)
    assert not kept.key_code.startswith(kept.questions.code)


def test_other_codes_open_nothing(store: Store) -> None:
    make(store)
    for typed in ("", "AAAA-AAAA", "AAAA-AAAA-AAAA", "?", "7K2Q", "\ud800", "A" * 100_000):
        with pytest.raises(SetNotFound):
            find_set(store, typed)


def test_the_same_write_makes_one_set(store: Store) -> None:
    write = new_write()
    kept = make(store, write)
    assert make(store, write) == kept
    with pytest.raises(IdReused):
        make(store, write, size=2)
    with pytest.raises(IdReused):
        make(store, Write(write.id, "another device", write.at))
    assert len(sets_of_device(store, write.device)) == 1


@pytest.mark.long
def test_a_device_has_a_list_of_its_sets(store: Store) -> None:
    first, second = make(store, new_write("desk")), make(store, new_write("desk"))
    make(store, new_write("phone"))
    listed = sets_of_device(store, "desk")
    assert [one.code for one in listed] == [second.questions.code, first.questions.code]
    assert listed[0].key_code == second.key_code
    assert listed[0].house == WORKSHEET.name
    assert sets_of_device(store, "desk", limit=1) == listed[:1]


def test_an_old_code_gives_the_same_sheet_for_ever(store: Store) -> None:
    """A set saved by an earlier release: its code must lead to the same questions as the paper."""
    kept = keep_set(store)
    assert find_set(store, "7K2Q-M4XP").questions == kept.questions
    sheet = kept.questions.sheets[0]
    assert [format_layout(question.hands[0].layout) for question in sheet.questions] == list(HANDS)
    assert [question.solution for question in sheet.questions] == [{"points": 19}, {"points": 28}]
    assert kept.questions.own_total(sheet) == 15


def test_picked_layouts_are_a_set_like_any_other(store: Store) -> None:
    def keep(write: Write, *hands: str) -> KeptSet:
        return create_set_of_layouts(store, WORKSHEET, write, [parse_layout(hand, WORKSHEET) for hand in hands])

    hands, write = ("3 4 5 / 6 7 8", "2 2 A / 2 3 K"), new_write()
    kept = keep(write, *hands)
    assert keep(write, *hands) == find_set(store, kept.key_code) == kept
    assert [question.hands[0].layout.shown for question in kept.questions.sheets[0].questions] == list(hands)
    with pytest.raises(IdReused):
        keep(write, *hands[::-1])
    for bad in ((), (hands[0], hands[0])):
        with pytest.raises(BadSet):
            keep(new_write(), *bad)
    assert len(sets_of_device(store, write.device)) == 1
