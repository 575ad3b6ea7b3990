"""What is kept of practice as JSON, and how that of two devices becomes one."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.quiz import Dice
from scorekeeper.quiz.mastery import Recall
from scorekeeper.quiz.practised import rules_of
from scorekeeper.quiz.practising import (
    Practice,
    RuleProgress,
    Step,
    following,
)
from scorekeeper.quiz.progress import from_data, merged, to_data
from tests.quiz.sittings import (
    FIVES,
    NOW,
    TWOS,
    WORKSHEET,
    asking,
    kept,
    play,
)

# --- keeping and merging ----------------------------------------------------------------------------------------------


def test_all_of_it_comes_back_from_json() -> None:
    practice, _ = play(asking(TWOS, "negative-pairs", {"value-k": 2}), "hint", 13, 13)
    assert kept(practice) == practice
    practice, _ = play(practice, 16)
    assert kept(practice) == practice
    practice = following(practice, Dice("next"), NOW)
    assert kept(practice) == practice
    assert kept(Practice(WORKSHEET)) == Practice(WORKSHEET)


def test_a_question_that_is_known_no_more_ends_its_sitting_and_nothing_else() -> None:
    practice, _ = play(asking(TWOS, None, {"value-k": 2}), 13)
    data = to_data(practice)
    data["sitting"]["asked"]["question"]["kind"] = "of earlier"
    assert from_data(WORKSHEET, data) == replace(practice, sitting=None)


def practised(*rows: int) -> Practice:
    """A practice whose first rules have so many in a row, later rows later; 0 was missed, -1 never asked."""
    rules = {}
    for number, (rule, row) in enumerate(zip(rules_of(WORKSHEET), rows, strict=False)):
        one = RuleProgress(rule.key)
        for day in range(row):
            one = one.counted(NOW + timedelta(days=day, hours=number), mixed=day == 3)
        if row == 0:
            one = one.recalled(Recall.NOT, NOW).stopped()
        if row >= 0:
            rules[rule.key] = one
    return Practice(WORKSHEET, rules)


@given(*[st.lists(st.integers(-1, 5), max_size=4) for _ in range(3)])
def test_merging_takes_what_went_further_in_whatever_order(one: list[int], two: list[int], three: list[int]) -> None:
    a, b, c = practised(*one), practised(*two), practised(*three)
    assert merged(a, a) == a
    assert merged(a, b).rules == merged(b, a).rules
    assert merged(merged(a, b), c).rules == merged(a, merged(b, c)).rules
    for rule, progress in merged(a, b).rules.items():
        steps = [list(Step).index(side.rules[rule].step) for side in (a, b) if rule in side.rules]
        assert list(Step).index(progress.step) == max(steps)


def test_merging_keeps_the_question_and_the_answers_of_this_device() -> None:
    mine, _ = play(asking(TWOS, None, {"value-k": 2}), 13)
    theirs, _ = play(asking(FIVES, None, {"where": 3}), 44)
    both = merged(mine, replace(theirs, level=6, sittings=7))
    assert (both.sitting, both.evidence, both.level, both.sittings) == (mine.sitting, mine.evidence, 6, 7)
    assert set(both.rules) == set(mine.rules) | set(theirs.rules)
    fresh = merged(Practice(WORKSHEET), theirs)
    assert (fresh.evidence, fresh.rules) == (theirs.evidence, theirs.rules)
    other_rules = merged(Practice(replace(WORKSHEET, name="Changed")), theirs)
    assert (other_rules.evidence, other_rules.rules) == ((), theirs.rules)
