"""What a device practiced: kept whole, one tab at a time, and forgotten for good."""

from dataclasses import replace
from datetime import datetime

import pytest

from scorekeeper import houses
from scorekeeper.rules import House, Rank
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.practice.kept_practice import (
    PracticeChanged,
    forget_practice,
    keep_practice,
    practice_of,
    practiced_when,
)
from scorekeeper.school.practice.mastery import RuleProgress
from scorekeeper.school.practice.practice_runs import after, begin, following
from scorekeeper.school.practice.practice_session import Practice
from scorekeeper.store.connection import Store
from tests.school.practice.sittings import typed
from tests.store.playing import NOON, new_write

FOUR_CARD = houses.get("four-card")
TURTLE = houses.get("turtle")
OURS = replace(FOUR_CARD, key="ourshouse", name="Ours", options=(), examples=())


def a_sitting(house: House = FOUR_CARD, wanted: str = "value-k", now: datetime = NOON) -> Practice:
    """A practice at its second question, the first answered rightly."""
    practice = begin(Practice(house), wanted, Dice("store"), now)
    assert practice.asked is not None
    practice = after(practice, "answer", typed(practice.asked.question.solution), now)
    return following(practice, Dice("next"), now)


def known(store: Store, device: str, house: House = FOUR_CARD, **rows: int) -> Practice:
    """Save practice with these streaks of rules."""
    rules = {}
    for name, row in rows.items():
        one = RuleProgress(name.replace("_", "-"))
        for _ in range(row):
            one = one.counted(NOON, mixed=False)
        rules[one.rule] = one
    practice = practice_of(store, device, house)
    return keep_practice(store, device, replace(practice, rules=rules), new_write(device))


def rows(practice: Practice) -> dict[str, int]:
    return {rule: one.in_a_row for rule, one in practice.rules.items()}


# --- keeping ----------------------------------------------------------------------------------------------------------


def test_a_practice_is_kept_whole_for_a_device_and_a_house(store: Store) -> None:
    kept = keep_practice(store, "phone", a_sitting(), new_write())
    assert kept == replace(a_sitting(), version=1)
    assert practice_of(store, "phone", FOUR_CARD) == kept
    assert practice_of(store, "tablet", FOUR_CARD) == Practice(FOUR_CARD)
    assert practice_of(store, "phone", TURTLE) == Practice(TURTLE)
    store.close()
    assert practice_of(store, "phone", FOUR_CARD) == kept


def test_of_two_tabs_the_second_is_told_and_changes_nothing(store: Store) -> None:
    write = new_write()
    seen = keep_practice(store, "phone", a_sitting(), write)
    assert keep_practice(store, "phone", a_sitting(), write) == seen, "sent twice"
    first = keep_practice(store, "phone", after(seen, "show", {}, NOON), new_write())
    with pytest.raises(PracticeChanged):
        keep_practice(store, "phone", seen, new_write())
    with pytest.raises(PracticeChanged):
        keep_practice(store, "phone", Practice(FOUR_CARD), new_write())
    assert practice_of(store, "phone", FOUR_CARD) == first


def test_other_rules_of_a_house_leave_how_far_rules_are_and_nothing_else(store: Store) -> None:
    kept = keep_practice(store, "phone", a_sitting(OURS), new_write())
    changed = replace(OURS, version=2, values={**OURS.values, Rank.KING: 7})
    seen = practice_of(store, "phone", changed)
    assert seen == replace(kept, house=changed, evidence=(), sitting=None)
    again = keep_practice(store, "phone", seen, new_write())
    assert practice_of(store, "phone", changed) == again
    assert [house for _, house in practiced_when(store, "phone")] == [changed]


def test_a_device_lists_what_it_practiced_the_last_first(store: Store) -> None:
    for house in (FOUR_CARD, OURS, TURTLE):
        known(store, "phone", house, value_k=1)
    known(store, "phone", FOUR_CARD, value_k=2)
    known(store, "tablet", houses.get("rvers"), value_k=2)
    listed = [house for _, house in practiced_when(store, "phone")]
    assert listed == [FOUR_CARD, TURTLE, OURS]
    assert [house for _, house in practiced_when(store, "phone", 1)] == [FOUR_CARD]


def test_nothing_is_left_of_what_is_forgotten(store: Store) -> None:
    known(store, "phone", value_k=1)
    known(store, "tablet", value_k=2)
    seen = known(store, "phone", TURTLE, value_k=1)
    forget_practice(store, "phone")
    assert practiced_when(store, "phone") == ()
    assert practice_of(store, "phone", TURTLE) == Practice(TURTLE)
    assert rows(practice_of(store, "tablet", FOUR_CARD)) == {"value-k": 2}
    with pytest.raises(PracticeChanged):  # a tab that was left open
        keep_practice(store, "phone", seen, new_write())
    forget_practice(store, "phone")
