"""A sitting of practice: what comes next, and that any sequence of moves makes sense."""

import json
from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper import houses
from scorekeeper.rules import House, score
from scorekeeper.school.diagnosis.beliefs import singles
from scorekeeper.school.exercises.attempt import TRIES
from scorekeeper.school.exercises.bank import answers_to
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.layout_choice import gains
from scorekeeper.school.exercises.levels import level_of
from scorekeeper.school.exercises.questions.score import ScoreQuestion, about
from scorekeeper.school.practice.kept_practice import from_data, to_data
from scorekeeper.school.practice.mastery import RuleProgress, Step, rules_of
from scorekeeper.school.practice.practice_runs import after, as_of, begin, following
from scorekeeper.school.practice.practice_session import (
    EVIDENCE_KEPT,
    GRACE,
    MINUTE,
    MISTAKE,
    QUESTIONS,
    SECONDS,
    UNLEARN,
    Practice,
)
from scorekeeper.school.practice.question_choice import EXCEPTIONS, FIRST, due_rules
from tests.school.classes_at_work import FOUR_CARD, TWOS, WORKSHEET
from tests.school.practice.sittings import NOW, asked_of, asking, attempt_of, kept, play, sitting_of, through, typed

# --- a sitting --------------------------------------------------------------------------------------------------------


def test_a_sitting_about_a_rule_asks_ten_questions_about_it() -> None:
    practice = through(begin(Practice(FOUR_CARD), "value-k", Dice("king"), NOW))
    results = sitting_of(practice).results
    assert len(results) == QUESTIONS
    assert {result.rule for result in results} == {"value-k"}
    assert all("value-k" in result.question.rules for result in results)
    assert len({json.dumps(result.question.facts()) for result in results}) == QUESTIONS
    assert practice.rules["value-k"].step is Step.SURE
    assert sitting_of(practice).is_over
    assert not sitting_of(practice).is_mixed


def test_what_is_due_comes_first() -> None:
    rules = {
        key: RuleProgress(key).counted(NOW - timedelta(days=days), mixed=True)
        for key, days in (("value-k", 4), ("cancelling", 8), ("adding", 1))
    }
    practice = begin(Practice(FOUR_CARD, rules, sittings=1), None, Dice("due"), NOW)
    assert asked_of(practice).rule == "cancelling"
    practice = after(practice, "answer", typed(asked_of(practice).question.solution), NOW)
    left = [rule.key for rule in due_rules(practice, NOW)]
    assert asked_of(following(practice, Dice("next"), NOW)).rule == (left[0] if left else None)


def test_a_misread_that_was_unlearned_is_shown_again_when_its_rule_comes_back() -> None:
    king = next(one for one in singles(WORKSHEET) if one.key == "V3")
    unlearned = kept(through(begin(Practice(WORKSHEET), f"{UNLEARN}V3", Dice("unlearned"), NOW)))
    due = unlearned.rules["value-k"].due
    assert due is not None
    question = asked_of(begin(unlearned, None, Dice("again"), due)).question
    assert isinstance(question, ScoreQuestion)
    assert king.total(question.layout) != question.solution["points"]
    assert asked_of(begin(unlearned, None, Dice("again"), NOW)).rule != "value-k"


@pytest.mark.long
def test_a_rule_that_was_missed_comes_back_after_two_others_with_another_layout() -> None:
    practice = begin(Practice(FOUR_CARD, sittings=1), None, Dice("missed"), NOW)
    results = sitting_of(through(practice, wrong=[3])).results
    rule = results[2].rule
    assert rule is not None
    assert results[5].rule == rule
    assert results[5].question != results[2].question
    assert rule not in [result.rule for result in results[3:5]]


@pytest.mark.long
def test_a_rule_that_is_missed_again_and_again_leaves_room_for_the_others() -> None:
    """On another day everything is due, and whatever is asked about a move is shown."""
    rules = {rule.key: RuleProgress(rule.key).counted(NOW, mixed=True) for rule in rules_of(WORKSHEET)}
    day = NOW + timedelta(days=8)
    practice = begin(Practice(WORKSHEET, rules, sittings=3), None, Dice("day 8"), day)
    while (asked := practice.asked) is not None:
        if hasattr(asked.question, "moment"):
            practice = after(practice, "show", {}, day)
        else:
            practice = after(practice, "answer", typed(asked.question.solution), day)
        practice = following(practice, Dice(f"{practice.key} of day 8"), day)
    results = sitting_of(practice).results
    assert sum(result.question.kind in ("turn", "ending") for result in results) <= 4
    assert max(Counter(result.rule for result in results if result.rule is not None).values()) <= 2


def test_a_layout_that_was_counted_wrongly_is_followed_by_one_that_makes_sure() -> None:
    practice = play(asking(TWOS, "negative-pairs"), -5, 3)
    upcoming = asked_of(following(practice, Dice("sure"), NOW))
    assert (upcoming.rule, upcoming.question.kind) == (None, "score")
    assert isinstance(upcoming.question, ScoreQuestion)
    answers = answers_to(WORKSHEET, [upcoming.question.layout])
    assert gains(practice.diagnosis, answers, dict.fromkeys(answers, 1.0))[0] > 0.5


@pytest.mark.parametrize("house", houses.built_in(), ids=lambda house: house.key)
def test_the_first_sitting_begins_with_hands_that_rise_to_the_exceptions_of_the_house(house: House) -> None:
    practice = begin(Practice(house), None, Dice("first"), NOW)
    first = [asked_of(practice)]
    for number in range(1, FIRST):
        practice = following(after(practice, "show", {}, NOW), Dice(f"first {number}"), NOW)
        first.append(asked_of(practice))
    layouts = [one.question.layout for one in first if isinstance(one.question, ScoreQuestion)]
    assert len(layouts) == FIRST
    levels = [level_of(layout, house) for one, layout in zip(first, layouts, strict=True) if one.rule is None]
    assert levels == sorted(levels)
    there = [rule for rule in EXCEPTIONS if rule in about(house)][:3]
    assert [one.rule for one in first if one.rule] == there
    assert all(one.rule in one.question.rules for one in first if one.rule)


# --- a run of a minute ------------------------------------------------------------------------------------------------

END = NOW + timedelta(seconds=SECONDS)


def counted(practice: Practice, now: datetime, off: int = 0) -> Practice:
    """The hand under way counted, that far off, and the next one."""
    solution = asked_of(practice).question.solution
    given = {name: value + off for name, value in solution.items() if isinstance(value, int)}
    return following(after(practice, "answer", typed(given), now), Dice(practice.key), now)


@pytest.fixture(name="run")
def a_run() -> Practice:
    """Three hands, the second of them miscounted, and a fourth under way."""
    before = asking(TWOS, "negative-pairs", {"value-k": 2})
    practice = begin(before, MINUTE, Dice("run"), NOW)
    for number, off in enumerate((0, 1, 0)):
        practice = counted(practice, NOW + timedelta(seconds=number), off)
    return practice


def test_a_run_tells_nothing_about_rules_and_counts_for_the_day(run: Practice) -> None:
    before = asking(TWOS, "negative-pairs", {"value-k": 2})
    assert (run.rules, run.evidence, run.level) == (before.rules, (), before.level)
    assert (run.diary.on(NOW), run.diary.best, sitting_of(run).right) == (3, 2, 2)
    assert not sitting_of(run).coming_back
    assert [score(layout, run.house).total - given for layout, given in run.answers_here] == [0, -1, 0]
    assert after(run, "hint", {}, NOW) == after(run, "show", {}, NOW) == run
    assert kept(run) == run


def test_hands_follow_each_other_as_long_as_the_minute_lasts_and_no_two_are_alike(run: Practice) -> None:
    for second in range(10, 40):
        run = counted(run, NOW + timedelta(seconds=second))
    laid = [one.question.hands[0].layout for one in (*sitting_of(run).results, asked_of(run))]
    assert all(one != following for one, following in pairwise(laid))
    assert all(level_of(layout, run.house) <= run.level for layout in laid)


@pytest.mark.parametrize(
    ("late", "right"),
    [
        pytest.param(timedelta(seconds=-1), 3, id="in time"),
        pytest.param(GRACE, 3, id="sent in time"),
        pytest.param(GRACE * 2, 2, id="too late"),
    ],
)
def test_a_run_ends_with_its_minute(run: Practice, late: timedelta, right: int) -> None:
    now = END + late
    run = as_of(run, now)
    if run.asked is not None:
        run = as_of(counted(run, now), END + GRACE * 2)
    assert (run.asked, sitting_of(run).right, run.diary.best) == (None, right, right)
    again = counted(begin(run, MINUTE, Dice("again"), now), now)
    assert (sitting_of(again).right, again.diary.best) == (1, right)


# --- any sequence of moves --------------------------------------------------------------------------------------------

MOVES = st.lists(
    st.sampled_from(["right", "wrong", "other", "same", "hint", "give up", "next", "next", "later", "begin", "kept"]),
    max_size=24,
)


@pytest.mark.long
@pytest.mark.parametrize("wanted", ["value-k", None, MISTAKE, MINUTE])
@settings(max_examples=8)
@given(moves=MOVES)
def test_whatever_is_done_practice_makes_sense(wanted: str | None, moves: list[str]) -> None:
    now = NOW
    practice = begin(Practice(FOUR_CARD), wanted, Dice("any"), now)
    for number, move in enumerate(moves):
        practice = as_of(practice, now)
        before, asked = practice, practice.asked
        if move == "begin":
            practice = begin(before, wanted, Dice(f"{number}"), now)
        elif move == "later":
            now += timedelta(days=1)
        elif move == "kept":
            practice = kept(before)
            assert practice == before
        elif asked is None:
            continue
        elif move == "next":
            practice = following(before, Dice(f"{number}"), now)
        elif move == "hint":
            practice = after(before, "hint", {}, now)
        elif move == "give up":
            practice = after(before, "show", {}, now)
        else:
            solution = asked.question.solution
            shift = {"right": 0, "wrong": 50, "other": 51, "same": 50}[move]
            given = {name: value + shift if isinstance(value, int) else value for name, value in solution.items()}
            practice = after(before, "answer", typed(given), now)
        check(before, practice, move)


def check_progress(before: Practice, practice: Practice, move: str, rule: str) -> None:
    """A rule grows by one, and only where a question about it was answered rightly at the first try."""
    progress, old = practice.rules[rule], before.rules.get(rule, RuleProgress(rule))
    grown = progress.in_a_row - old.in_a_row
    assert grown <= 1
    if grown == 1:
        assert before.asked is not None
        assert practice.asked is not None
        assert practice.asked.question == before.asked.question
        assert (attempt_of(practice).state, attempt_of(before).state) == ("right", "empty")
        assert rule in before.asked.question.rules
    if move not in ("right", "wrong", "other", "same", "give up", "begin"):
        assert progress == old


def check(before: Practice, practice: Practice, move: str) -> None:
    """What holds after every move."""
    asked, was = practice.asked, before.asked
    sitting = sitting_of(practice)
    assert len(sitting.results) <= sitting.length
    assert len(practice.evidence) <= EVIDENCE_KEPT
    for rule in practice.rules:
        check_progress(before, practice, move, rule)
    if asked is None:
        assert len(sitting.results) == sitting.length or sitting.is_run
        return
    given = [tuple(one.answer.values()) for one in attempt_of(practice).given]
    assert len(given) == len(set(given)) <= TRIES
    assert asked.over == (len(sitting.results) == sitting.question_number)
    assert asked.over == (attempt_of(practice).over if sitting.tells_at_once else bool(given))
    if was is not None and was.over and move not in ("next", "begin"):
        assert practice == before


@pytest.mark.long
def test_no_layout_is_asked_about_twice_in_a_sitting() -> None:
    """Whoever answers alike is asked about what tells most, which may be the same layout again."""
    house = houses.get("penalty")
    practice = begin(Practice(house), None, Dice("penalty again"), NOW)
    for number in range(QUESTIONS):
        practice = after(practice, "show", {}, NOW)
        practice = following(practice, Dice(f"penalty again {number}"), NOW)
    laid = [result.question.hands[0].layout for result in sitting_of(practice).results if result.question.hands]
    ranks = [tuple(card.rank for card in layout.cards()) for layout in laid]
    assert len(set(ranks)) == len(ranks) > 4


# --- as JSON ----------------------------------------------------------------------------------------------------------


def test_all_of_it_comes_back_from_json() -> None:
    practice = play(asking(TWOS, "negative-pairs", {"value-k": 2}), "hint", 13, 13)
    assert kept(practice) == practice
    practice = play(practice, 16)
    assert kept(practice) == practice
    practice = following(practice, Dice("next"), NOW)
    assert kept(practice) == practice
    assert kept(Practice(WORKSHEET)) == Practice(WORKSHEET)


def test_a_question_that_is_known_no_more_ends_its_sitting_and_nothing_else() -> None:
    practice = play(asking(TWOS, None, {"value-k": 2}), 13)
    data = to_data(practice)
    data["sitting"]["asked"]["question"]["kind"] = "of earlier"
    assert from_data(WORKSHEET, data) == replace(practice, sitting=None)


def test_what_was_kept_before_there_were_days_and_runs_is_read() -> None:
    practice = play(asking(TWOS, None, {"value-k": 2}), 13)
    data = to_data(practice)
    del data["diary"], data["sitting"]["until"], data["sitting"]["counted"]
    assert from_data(WORKSHEET, data) == practice
