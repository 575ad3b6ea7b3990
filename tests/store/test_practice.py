"""What a device practised: kept whole, one tab at a time, taken along by a code, and forgotten for good."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from scorekeeper import houses
from scorekeeper.quiz import Dice
from scorekeeper.quiz.mastery import RuleProgress
from scorekeeper.quiz.practising import Practice, answer, begin, following, give_up
from scorekeeper.rules import House, Rank
from scorekeeper.store import (
    NoSuchCode,
    PracticeChanged,
    Store,
    carry_code,
    carry_code_of,
    forget_practice,
    keep_practice,
    practice_of,
    practised_houses,
    take_over,
)
from scorekeeper.store.practice import CODE_LASTS, read_code
from tests.store.playing import NOON, new_write

FOUR_CARD = houses.get("four-card")
TURTLE = houses.get("turtle")
OURS = replace(FOUR_CARD, key="ourshouse", name="Ours", options=(), examples=())


def a_sitting(house: House = FOUR_CARD, wanted: str = "value-k", now: datetime = NOON) -> Practice:
    """A practice at its second question, the first answered rightly."""
    practice = begin(Practice(house), wanted, Dice("store"), now)
    assert practice.asked is not None
    practice, _ = answer(practice, practice.asked.question.solution, now)
    return following(practice, Dice("next"), now)


def known(store: Store, device: str, house: House = FOUR_CARD, **rows: int) -> Practice:
    """Keep a practice in which rules have so many in a row."""
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
    seen = keep_practice(store, "phone", a_sitting(), new_write())
    first = keep_practice(store, "phone", give_up(seen, NOON), new_write())
    with pytest.raises(PracticeChanged):
        keep_practice(store, "phone", seen, new_write())
    with pytest.raises(PracticeChanged):
        keep_practice(store, "phone", Practice(FOUR_CARD), new_write())
    assert practice_of(store, "phone", FOUR_CARD) == first


def test_the_same_write_twice_is_done_once(store: Store) -> None:
    write = new_write()
    kept = keep_practice(store, "phone", a_sitting(), write)
    assert keep_practice(store, "phone", a_sitting(), write) == kept
    assert keep_practice(store, "phone", give_up(kept, NOON), write) == kept
    assert practice_of(store, "phone", FOUR_CARD) == kept


def test_other_rules_of_a_house_leave_how_far_rules_are_and_nothing_else(store: Store) -> None:
    kept = keep_practice(store, "phone", a_sitting(OURS), new_write())
    changed = replace(OURS, version=2, values={**OURS.values, Rank.KING: 7})
    seen = practice_of(store, "phone", changed)
    assert seen == replace(kept, house=changed, evidence=(), sitting=None)
    again = keep_practice(store, "phone", seen, new_write())
    assert practice_of(store, "phone", changed) == again
    assert [one.house for one in practised_houses(store, "phone")] == [changed]


def test_a_device_lists_what_it_practised_the_last_first(store: Store) -> None:
    for house in (FOUR_CARD, OURS, TURTLE):
        known(store, "phone", house, value_k=1)
    known(store, "phone", FOUR_CARD, value_k=2)
    known(store, "tablet", houses.get("rvers"), value_k=2)
    listed = practised_houses(store, "phone")
    assert [one.house for one in listed] == [FOUR_CARD, TURTLE, OURS]
    assert [one.house for one in practised_houses(store, "phone", 1)] == [FOUR_CARD]
    assert listed[0].changed_at > listed[1].changed_at


def test_nothing_is_left_of_what_is_forgotten(store: Store) -> None:
    known(store, "phone", value_k=1)
    known(store, "tablet", value_k=2)
    seen = known(store, "phone", TURTLE, value_k=1)
    code = carry_code(store, "phone", new_write()).code
    forget_practice(store, "phone")
    assert practised_houses(store, "phone") == ()
    assert practice_of(store, "phone", TURTLE) == Practice(TURTLE)
    assert rows(practice_of(store, "tablet", FOUR_CARD)) == {"value-k": 2}
    with pytest.raises(NoSuchCode):
        take_over(store, code, "tablet", new_write())
    with pytest.raises(PracticeChanged):  # a tab that was left open
        keep_practice(store, "phone", seen, new_write())
    forget_practice(store, "phone")


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("UPDATE practice SET progress = '{}'", id="a change without a version"),
        pytest.param(
            "INSERT INTO carry_codes VALUES ('ABCDEFGH', 'phone', 'w', '2026-12-01T00:00:00Z')", id="two codes"
        ),
    ],
)
def test_the_file_itself_refuses_what_cannot_be(store: Store, statement: str) -> None:
    kept = known(store, "phone", value_k=1)
    carry_code(store, "phone", new_write())

    def write() -> None:
        with store.write() as database:
            database.execute(statement)

    with pytest.raises(sqlite3.IntegrityError):
        write()
    assert practice_of(store, "phone", FOUR_CARD) == kept


# --- taking it along --------------------------------------------------------------------------------------------------


def test_a_code_brings_all_houses_to_another_device_with_the_question_under_way(store: Store) -> None:
    sitting = keep_practice(store, "phone", a_sitting(), new_write())
    known(store, "phone", OURS, value_k=3)
    code = carry_code(store, "phone", new_write())
    assert take_over(store, code.code, "tablet", new_write("tablet")) == 2
    assert practice_of(store, "tablet", FOUR_CARD) == sitting
    assert rows(practice_of(store, "tablet", OURS)) == {"value-k": 3}
    assert practice_of(store, "phone", FOUR_CARD) == sitting


def test_what_the_other_device_has_stays_and_of_each_rule_what_went_further_counts(store: Store) -> None:
    phone = known(store, "phone", value_k=3, cancelling=1, adding=2)
    tablet = keep_practice(store, "tablet", a_sitting(wanted="cancelling"), new_write("tablet"))
    assert rows(tablet)["cancelling"] == 1
    code = carry_code(store, "phone", new_write()).code
    take_over(store, code, "tablet", new_write("tablet"))
    both = practice_of(store, "tablet", FOUR_CARD)
    assert rows(both) == {**rows(tablet), **rows(phone)}
    assert (both.sitting, both.evidence) == (tablet.sitting, tablet.evidence)
    assert both.version == tablet.version + 1


def test_a_code_lasts_thirty_days_and_until_the_next(store: Store) -> None:
    known(store, "phone", value_k=1)
    write = new_write()
    code = carry_code(store, "phone", write)
    assert code.expires_at == write.at + CODE_LASTS == write.at + timedelta(days=30)
    assert carry_code(store, "phone", write) == code
    assert carry_code_of(store, "phone", write.at) == code
    assert carry_code_of(store, "tablet", write.at) is None
    last = replace(new_write("tablet"), at=code.expires_at - timedelta(seconds=1))
    assert take_over(store, code.code, "tablet", last) == 1
    for too_late in (code.expires_at, code.expires_at + timedelta(days=1)):
        assert carry_code_of(store, "phone", too_late) is None
        with pytest.raises(NoSuchCode, match="older than 30 days"):
            take_over(store, code.code, "tablet", replace(new_write("tablet"), at=too_late))
    following = carry_code(store, "phone", new_write())
    assert following.code != code.code
    with pytest.raises(NoSuchCode):
        take_over(store, code.code, "tablet", new_write("tablet"))
    assert take_over(store, following.code, "tablet", new_write("tablet")) == 1


def test_codes_are_forty_bits_that_cannot_be_mistaken(store: Store) -> None:
    codes = {carry_code(store, f"phone {number}", new_write()).code for number in range(200)}
    assert len(codes) == 200
    assert all(re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}", code) for code in codes)
    assert len(set("".join(codes)) - {"-"}) == 32
    assert all(read_code(code) == code.replace("-", "") for code in codes)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        pytest.param("7K2Q-M4XP", "7K2QM4XP", id="as it is shown"),
        pytest.param("7-K-2-Q–M4XP", "7K2QM4XP", id="hyphens and a dash"),
        pytest.param("O7oK-1iIl", "070K1111", id="look-alikes"),
    ],
)
def test_a_code_is_read_however_it_is_typed(typed: str, read: str) -> None:
    assert read_code(typed) == read


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        pytest.param("7K2Q", "8 characters; this one has 4", id="too short"),
        pytest.param("7K2QM4XP" * 5_000, "8 characters; this one has 40000", id="much too long"),
        pytest.param("7K2Q-M4XU", "never 'U'", id="a letter that no code has"),
        pytest.param("7K2Q-M4X!", "never '!'", id="a sign that no code has"),
    ],
)
def test_what_is_no_code_is_refused_with_what_is_wrong(store: Store, typed: str, said: str) -> None:
    with pytest.raises(NoSuchCode, match=said):
        take_over(store, typed, "tablet", new_write("tablet"))
