"""Practice: tries and hints, what they say about rules, what comes next, and what is kept of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper import houses
from scorekeeper.quiz import Dice
from scorekeeper.quiz.asking import level_for
from scorekeeper.quiz.levels import levels_of
from scorekeeper.quiz.mastery import Recall
from scorekeeper.quiz.practised import NAMES, rules_of
from scorekeeper.quiz.practising import (
    QUESTIONS,
    TRIES,
    Asked,
    NothingAsked,
    Outcome,
    Practice,
    RuleProgress,
    Sitting,
    Step,
    UnknownRule,
    answer,
    begin,
    due,
    following,
    give_up,
    hint,
    outcome,
    told,
)
from scorekeeper.quiz.progress import from_data, merged, to_data, under
from scorekeeper.quiz.question import Answer, Question
from scorekeeper.quiz.questions import from_data as question_of
from scorekeeper.quiz.questions.columns import ColumnsQuestion
from scorekeeper.quiz.questions.decks import DecksQuestion
from scorekeeper.quiz.questions.score import POINTS, ScoreQuestion
from scorekeeper.quiz.questions.winner import WinnerQuestion
from scorekeeper.quiz.questions.write import WriteQuestion
from scorekeeper.quiz.sitting import EVIDENCE_KEPT, Evidence
from scorekeeper.rules import House, format_layout, parse_layout

NOW = datetime(2026, 11, 23, 10, tzinfo=UTC)
WORKSHEET = houses.get("worksheet")
FOUR_CARD = houses.get("four-card")

TWOS = "2 K 2 / 2 3 2"
"""3. A misread of what a king counts gives 13, or 16; -5 if cancelled twos count, or if all that cancel do."""

FIVES = "9 5 9 / 10 8 3"
"""44. Only where equal cards cancel, and adding up, can go wrong here; nothing gives 43."""


def asking(
    layout: str,
    rule: str | None = None,
    before: Mapping[str, int] | None = None,
    *,
    wanted: str | None = None,
) -> Practice:
    """A sitting at its first question, that layout of the worksheet; the rules of ``before`` have so many in a row."""
    rules = {}
    for key, in_a_row in (before or {}).items():
        one = RuleProgress(key)
        for _ in range(in_a_row):
            one = one.counted(NOW - timedelta(days=1), mixed=False)
        rules[key] = one
    question = ScoreQuestion(WORKSHEET, parse_layout(layout, WORKSHEET))
    sitting = Sitting(1, wanted, Asked(question, rule))
    return Practice(WORKSHEET, rules, level=4, sittings=1, sitting=sitting)


def play(practice: Practice, *moves: int | str) -> tuple[Practice, list[str]]:
    """What is meant by each answer in turn; "hint" asks for one and "give up" gives up."""
    said = []
    for move in moves:
        if move == "hint":
            practice, text = hint(practice)
            said.append("hint" if text else "no hint")
        elif move == "give up":
            practice = give_up(practice, NOW)
            said.append("given up")
        else:
            practice, got = answer(practice, {POINTS: move}, NOW)
            said.append(got.meaning)
    return practice, said


def asked_of(practice: Practice) -> Asked:
    assert practice.asked is not None
    return practice.asked


def sitting_of(practice: Practice) -> Sitting:
    assert practice.sitting is not None
    return practice.sitting


# --- one question -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "said", "how"),
    [
        pytest.param((44,), ["right"], "at_once", id="right at once"),
        pytest.param((43, 44), ["again", "right"], "with_help", id="right at the second try"),
        pytest.param((43, 42), ["again", "shown"], "shown", id="wrong twice"),
        pytest.param((43, 43, 43, 42), ["again", "same", "same", "shown"], "shown", id="the same again is no try"),
        pytest.param((43, 43, 44), ["again", "same", "right"], "with_help", id="the same again, then right"),
        pytest.param(("hint", 44), ["hint", "right"], "with_help", id="right after a hint"),
        pytest.param(("hint", "hint", "hint", 44), ["hint", "hint", "no hint", "right"], "with_help", id="all hints"),
        pytest.param(("hint", 43, "hint", 44), ["hint", "again", "no hint", "right"], "with_help", id="hint and try"),
        pytest.param(("give up",), ["given up"], "shown", id="given up at once"),
        pytest.param((43, "give up"), ["again", "given up"], "shown", id="given up after a try"),
        pytest.param((44, 43, "hint", "give up"), ["right", "right", "no hint", "given up"], "at_once", id="over"),
        pytest.param((43, 42, 44), ["again", "shown", "shown"], "shown", id="right once it was shown is too late"),
    ],
)
def test_two_tries(moves: tuple[int | str, ...], said: list[str], how: str) -> None:
    practice, heard = play(asking(FIVES), *moves)
    assert heard == said
    assert [result.how for result in sitting_of(practice).results] == [how]
    assert len(asked_of(practice).tried) <= TRIES


def test_a_wrong_answer_that_a_misread_explains_is_told_where_to_look_by_that_and_by_no_hint() -> None:
    practice, got = answer(asking("A Q 2 / K 10 A"), {POINTS: 24}, NOW)
    assert (got.meaning, got.verdict.misreads) == ("again", ("V1",))
    assert "Here: " in got.verdict.text
    assert got.hint == ""
    assert asked_of(practice).tried == ("24",)
    practice, asked_for = hint(practice)
    assert asked_for == asked_of(practice).question.hints[0]


def test_a_wrong_answer_that_nothing_explains_is_given_a_hint_and_another_try() -> None:
    practice, got = answer(asking("A Q 2 / K 10 A"), {POINTS: 99}, NOW)
    assert (got.meaning, got.verdict.text) == ("again", "")
    assert got.hint == asked_of(practice).question.hints[0]
    assert asked_of(practice).hints == (got.hint,)
    assert asked_of(practice).tried == ("99",)


def test_a_page_that_is_loaded_again_says_the_same() -> None:
    practice = asking("A Q 2 / K 10 A")
    assert outcome(practice) is None
    for number in (24, 24, 30):
        practice, got = answer(practice, {POINTS: number}, NOW)
        assert outcome(practice) == got
        assert outcome(kept(practice)) == got


def test_what_is_given_up_is_shown_without_a_word() -> None:
    practice = give_up(asking(FIVES), NOW)
    said = outcome(practice)
    assert isinstance(said, Outcome)
    assert (said.meaning, said.verdict.text, said.hint) == ("shown", "", "")


def test_a_reading_that_the_house_leaves_open_is_over_and_no_mistake() -> None:
    """Four-card leaves open whether a two counts 2 or -2; its verdict says what is right here, so nothing is left."""
    question = ScoreQuestion(FOUR_CARD, parse_layout("2 5 / 7 9", FOUR_CARD))
    before = Practice(
        FOUR_CARD,
        {"value-2": RuleProgress("value-2").counted(NOW, mixed=False)},
        sittings=1,
        sitting=Sitting(1, None, Asked(question, "value-2")),
    )
    practice, got = answer(before, {POINTS: question.score.total - 4}, NOW)
    assert got.meaning == "shown"
    assert "is right where the table answers" in got.verdict.text
    assert practice.rules == before.rules
    assert [result.how for result in sitting_of(practice).results] == ["reading"]
    assert not sitting_of(practice).coming_back


def open_reading(kind: str) -> tuple[Question, Answer]:
    """A question of that kind, and an answer that is right only where the table reads an open rule the other way."""
    penalty, jokers = houses.get("penalty"), parse_layout("* A 6 / * 5 7", houses.get("penalty"))
    low, high = parse_layout("5 K 4 / K K 4", penalty), parse_layout("5 Q 4 / K Q 4", penalty)
    twos = parse_layout("A 5 / 2 9", FOUR_CARD)
    ace = {"kind": "mistake", "misread": "V6"}
    match kind:
        case "columns":
            right = {"column-1": -6, "column-2": 6, "column-3": 13, "across": 0, "points": 13}
            return ColumnsQuestion(penalty, jokers), right
        case "mistake":  # an ace counts 11 on the card; a two is 2, or minus 2
            asked = question_of(FOUR_CARD, {**ace, "layout": format_layout(twos)})
            return asked, {"line": "column-1", "points": -1}
        case "another line":
            asked = question_of(penalty, {**ace, "layout": format_layout(jokers)})
            return asked, {"line": "column-1", "points": -6}
        case "winner":
            asked = WinnerQuestion(penalty, (("Ann", low), ("Bob", high)), "Bob")
            return asked, {"points-1": 5, "points-2": 15, "wins": "Ann"}
        case "decks":
            return DecksQuestion(WORKSHEET, 5), {"decks": "2"}
    asked = WriteQuestion(penalty, parse_layout("5 A K / K A 2", penalty))
    return asked, {"cards": parse_layout("* 5 6 / * 5 7", penalty)}


@pytest.mark.parametrize("kind", ["columns", "mistake", "another line", "winner", "decks", "write"])
def test_an_open_reading_counts_neither_way_in_any_kind(kind: str) -> None:
    question, given = open_reading(kind)
    rules = {rule.key: RuleProgress(rule.key).counted(NOW, mixed=False) for rule in rules_of(question.house)}
    before = Practice(question.house, rules, sittings=1, sitting=Sitting(1, None, Asked(question)))
    practice, got = answer(before, given, NOW)
    assert got.verdict.reading
    assert not got.verdict.right
    assert (got.verdict.misreads, got.verdict.rule) == ((), "")
    assert "is right where" in got.verdict.text
    assert got.meaning == "shown"
    assert practice.rules == before.rules
    assert [result.how for result in sitting_of(practice).results] == ["reading"]
    assert not sitting_of(practice).coming_back


# --- what answers say about rules -------------------------------------------------------------------------------------


def rows(practice: Practice) -> dict[str, int]:
    return {rule: progress.in_a_row for rule, progress in practice.rules.items()}


@pytest.mark.parametrize(
    ("layout", "rule", "before", "moves", "after"),
    [
        pytest.param(FIVES, None, {}, (44,), {"where": 1, "adding": 1}, id="right: every rule that can be misread"),
        pytest.param(FIVES, "value-k", {}, (44,), {"where": 1, "adding": 1, "value-k": 0}, id="no other rule counts"),
        pytest.param(FIVES, None, {"where": 2}, ("hint", 44), {"where": 2, "adding": 0}, id="a hint: the least sure"),
        pytest.param(
            FIVES, None, {"where": 1, "adding": 1}, (43, 44), {"where": 0, "adding": 1}, id="a tie: the first learned"
        ),
        pytest.param(FIVES, "where", {"where": 2}, ("hint", 44), {"where": 2}, id="a hint: the rule it was asked for"),
        pytest.param(
            FIVES, None, {"where": 2, "adding": 1}, (43, 44), {"where": 2, "adding": 0}, id="a slip: the least sure"
        ),
        pytest.param(FIVES, "where", {"where": 2, "adding": 1}, (43, 44), {"where": 0, "adding": 1}, id="a slip"),
        pytest.param(FIVES, "where", {"where": 2, "adding": 1}, (43, 42), {"where": 0, "adding": 0}, id="no idea"),
        pytest.param(FIVES, None, {"value-k": 3}, (43, 42), {"where": 0, "value-k": 3}, id="rules that are not in it"),
        pytest.param(
            TWOS, "negative-pairs", {"value-k": 2, "equal": 2}, (13, 3), {"value-k": 0, "equal": 2},
            id="the rule that the answer points at",
        ),
        pytest.param(
            TWOS, None, {"value-k": 2, "equal": 2, "four-of-a-kind": 1}, (13, -7),
            {"value-k": 0, "equal": 2, "four-of-a-kind": 0}, id="two answers that point at two rules",
        ),
        pytest.param(FIVES, None, {"where": 3}, ("give up",), {"where": 3, "adding": 0}, id="given up"),
    ],
)  # fmt: skip
def test_what_a_question_says_about_rules(
    layout: str, rule: str | None, before: dict[str, int], moves: Sequence[int | str], after: dict[str, int]
) -> None:
    practice, _ = play(asking(layout, rule, before), *moves)
    assert rows(practice) == after


@pytest.mark.parametrize(
    ("moves", "days"),
    [
        pytest.param((44,), 2, id="right at once: good"),
        pytest.param((43, 44), 1, id="at the second try: hard"),
        pytest.param(("hint", 44), 1, id="with a hint: hard"),
        pytest.param((43, 42), 1, id="wrong twice: again"),
    ],
)
def test_when_a_rule_comes_back(moves: Sequence[int | str], days: int) -> None:
    practice, _ = play(asking(FIVES, "where"), *moves)
    assert practice.rules["where"].due == NOW + timedelta(days=days)
    assert due(practice, NOW) == ()
    assert [rule.key for rule in due(practice, NOW + timedelta(days=30))][-1] in ("where", "adding")


def test_the_rule_that_waited_longest_is_due_first() -> None:
    practice = asking(FIVES)
    waiting = [("adding", 3), ("value-a", 9), ("where", 5)]
    rules = {key: RuleProgress(key).counted(NOW - timedelta(days=days), mixed=True) for key, days in waiting}
    practice = replace(practice, rules={**rules, "value-k": RuleProgress("value-k").counted(NOW, mixed=True)})
    assert [rule.key for rule in due(practice, NOW)] == ["value-a", "where", "adding"]


@pytest.mark.parametrize(
    ("wanted", "step"), [pytest.param(None, "mastered", id="mixed"), pytest.param("where", "sure", id="chosen")]
)
def test_only_a_mixed_set_on_another_day_makes_a_rule_mastered(wanted: str | None, step: str) -> None:
    practice, _ = play(asking(FIVES, None, {"where": 2}, wanted=wanted), 44)
    assert str(practice.rules["where"].step) == step


@pytest.mark.parametrize(
    ("moves", "kept_as"),
    [
        pytest.param((44,), [44], id="right"),
        pytest.param((26, 44), [26], id="the first try only"),
        pytest.param((26, 26, 32), [26], id="the same again tells nothing new"),
        pytest.param(("hint", 26, 44), [], id="after a hint"),
        pytest.param(("give up",), [], id="no try"),
    ],
)
def test_what_tells_what_is_believed(moves: Sequence[int | str], kept_as: list[int]) -> None:
    practice, _ = play(asking(FIVES), *moves)
    assert [number for _, number in practice.answers] == kept_as
    assert [one.sitting for one in practice.evidence] == [1] * len(kept_as)


def test_twice_the_same_misread_is_told_and_it_fades() -> None:
    evidence = tuple(
        Evidence(1, layout, number)
        for layout, number in (("3 5 2 / 10 8 2", 22), ("2 K 2 / 2 3 2", -5), ("2 A Q / 2 A 7", 13))
    )
    practice = replace(asking(FIVES), evidence=evidence)
    assert [misread.key for misread in told(practice)] == ["P2"]
    assert told(replace(practice, evidence=evidence[:2])) == ()
    later = replace(practice, sittings=4)
    assert later.diagnosis.likeliest[0].key == "P2"
    assert later.diagnosis.likeliest[1] < practice.diagnosis.likeliest[1]
    fresh = replace(practice, evidence=(), sittings=4).diagnosis
    forgotten = replace(practice, sittings=4_000).diagnosis
    assert forgotten.shares == pytest.approx(fresh.shares, abs=0.02)


def test_what_is_kept_of_the_answers_is_bounded() -> None:
    practice = asking(FIVES)
    for number in range(100, 100 + 3 * EVIDENCE_KEPT):
        question = asked_of(asking(FIVES))
        practice = replace(practice, sitting=replace(sitting_of(practice), asked=question))
        practice, _ = answer(practice, {POINTS: number}, NOW)
        assert len(practice.evidence) <= EVIDENCE_KEPT
        assert practice.evidence[-1].answer == number


@pytest.mark.parametrize(
    ("moves", "level"),
    [
        pytest.param((44,), 5, id="up for a layout that is right at once"),
        pytest.param((43, 44), 4, id="right at the second try"),
        pytest.param((43, 42), 3, id="down for one that had to be shown"),
    ],
)
def test_the_level_follows_the_answers(moves: Sequence[int | str], level: int) -> None:
    practice, _ = play(asking(FIVES), *moves)
    assert level_for(practice) == level


# --- a sitting --------------------------------------------------------------------------------------------------------


def through(practice: Practice, *, wrong: Sequence[int] = (), now: datetime = NOW) -> Practice:
    """A whole sitting: everything right at once but the questions of those numbers, which are given up."""
    while (asked := practice.asked) is not None:
        if sitting_of(practice).place in wrong:
            practice = give_up(practice, now)
        else:
            practice, got = answer(practice, asked.question.solution, now)
            assert got.meaning == "right"
        practice = following(practice, Dice(f"{practice.key} of a test"), now)
    return practice


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


def test_just_starting_takes_rules_in_their_order_and_in_turns_what_tells_most() -> None:
    practice = begin(Practice(WORKSHEET), None, Dice("new"), NOW)
    practice = through(practice)
    asked = [result.rule for result in sitting_of(practice).results]
    assert asked[0] == rules_of(WORKSHEET)[0].key
    assert [rule is None for rule in asked[:4]] == [False, True, False, True]
    assert not any(one is not None and other is not None for one, other in pairwise(asked))
    order = [list(NAMES).index(rule) for rule in asked if rule is not None]
    assert order == sorted(order)
    kinds = [result.question.kind for result in sitting_of(practice).results if result.rule is None]
    assert kinds[0] == "score"


def test_what_is_due_comes_first() -> None:
    rules = {
        key: RuleProgress(key).counted(NOW - timedelta(days=days), mixed=True)
        for key, days in (("value-k", 4), ("cancelling", 8), ("adding", 1))
    }
    practice = begin(Practice(FOUR_CARD, rules), None, Dice("due"), NOW)
    assert asked_of(practice).rule == "cancelling"
    practice, _ = answer(practice, asked_of(practice).question.solution, NOW)
    left = [rule.key for rule in due(practice, NOW)]
    assert asked_of(following(practice, Dice("next"), NOW)).rule == (left[0] if left else None)


def test_a_sitting_is_over_once_all_that_was_due_is_done_and_nothing_is_new() -> None:
    names = [rule.key for rule in rules_of(FOUR_CARD)]
    rules = {key: RuleProgress(key).counted(NOW, mixed=True) for key in names}
    rules["cancelling"] = RuleProgress("cancelling").counted(NOW - timedelta(days=8), mixed=True)
    practice = through(begin(Practice(FOUR_CARD, rules), None, Dice("one"), NOW))
    assert [result.rule for result in sitting_of(practice).results] == ["cancelling"]
    assert due(practice, NOW) == ()


@pytest.mark.parametrize("missed", [1, 3])
def test_a_rule_that_was_missed_comes_back_after_two_others_with_another_layout(missed: int) -> None:
    practice = begin(Practice(FOUR_CARD), None, Dice("missed"), NOW)
    results = sitting_of(through(practice, wrong=[missed])).results
    rule = results[missed - 1].rule
    assert rule is not None
    assert results[missed + 2].rule == rule
    assert results[missed + 2].question != results[missed - 1].question
    assert rule not in [result.rule for result in results[missed : missed + 2]]


def test_a_layout_that_was_counted_wrongly_is_followed_by_one_that_makes_sure() -> None:
    practice, _ = play(asking(TWOS, "negative-pairs"), -5, 3)
    upcoming = asked_of(following(practice, Dice("sure"), NOW))
    assert (upcoming.rule, upcoming.question.kind) == (None, "score")
    assert isinstance(upcoming.question, ScoreQuestion)
    assert practice.diagnosis.gain(upcoming.question.layout) > 0.5


def test_it_begins_where_something_can_be_misread() -> None:
    for house in houses.built_in():
        assert level_for(Practice(house)) == levels_of(house)[1].number


def test_a_question_stays_until_it_is_over() -> None:
    practice = asking(FIVES)
    assert following(practice, Dice("next"), NOW) == practice
    practice, _ = play(practice, 43)
    assert following(practice, Dice("next"), NOW) == practice


def test_beginning_anew_gives_up_what_was_tried_and_forgets_what_was_only_looked_at() -> None:
    looked = begin(asking(FIVES, None, {"where": 2}), "where", Dice("anew"), NOW)
    assert rows(looked) == {"where": 2}
    tried = begin(play(asking(FIVES, "where", {"where": 2}), 43)[0], "where", Dice("anew"), NOW)
    assert rows(tried) == {"where": 0}
    assert (tried.sittings, tried.key, sitting_of(tried).results) == (2, "2-1", ())


def test_questions_are_known_by_their_sitting_and_place() -> None:
    practice = begin(Practice(FOUR_CARD), "value-k", Dice("a"), NOW)
    keys = [practice.key]
    for number in range(2):
        practice = give_up(practice, NOW)
        keys.append(practice.key)
        practice = following(practice, Dice(f"b{number}"), NOW)
        keys.append(practice.key)
    assert keys == ["1-1", "1-1", "1-2", "1-2", "1-3"]


def test_a_rule_that_the_house_does_not_have_is_refused() -> None:
    with pytest.raises(UnknownRule):
        begin(Practice(WORKSHEET), "jumping", Dice("x"), NOW)


def test_nothing_can_be_answered_before_a_question_is_asked() -> None:
    for practice in (
        Practice(WORKSHEET),
        replace(asking(FIVES), sitting=replace(sitting_of(asking(FIVES)), asked=None)),
    ):
        with pytest.raises(NothingAsked):
            answer(practice, {POINTS: 1}, NOW)
        with pytest.raises(NothingAsked):
            hint(practice)
        with pytest.raises(NothingAsked):
            give_up(practice, NOW)
        with pytest.raises(NothingAsked):
            following(practice, Dice("x"), NOW)
        assert outcome(practice) is None


@pytest.mark.parametrize(
    "house",
    [
        pytest.param(house, marks=[] if house == FOUR_CARD else [pytest.mark.nightly], id=house.key)
        for house in houses.built_in()
    ],
)
def test_every_rule_of_every_house_can_be_asked_about(house: House) -> None:
    for rule in rules_of(house):
        practice = begin(Practice(house), rule.key, Dice(f"{house.key} {rule.key}"), NOW)
        assert asked_of(practice).rule == rule.key
        assert kept(practice) == practice


# --- any sequence of moves --------------------------------------------------------------------------------------------

MOVES = st.lists(
    st.sampled_from(["right", "wrong", "other", "same", "hint", "give up", "next", "next", "later", "begin", "kept"]),
    max_size=24,
)


@pytest.mark.parametrize("wanted", [pytest.param("value-k", id="a rule"), pytest.param(None, id="mixed")])
@settings(max_examples=20, deadline=None)
@given(moves=MOVES)
def test_whatever_is_done_practice_makes_sense(wanted: str | None, moves: list[str]) -> None:
    now = NOW
    practice = begin(Practice(FOUR_CARD), wanted, Dice("any"), now)
    for number, move in enumerate(moves):
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
            practice, text = hint(before)
            assert text == "" or text in asked.question.hints
        elif move == "give up":
            practice = give_up(before, now)
        else:
            solution = asked.question.solution
            shift = {"right": 0, "wrong": 50, "other": 51, "same": 50}[move]
            given = {name: value + shift if isinstance(value, int) else value for name, value in solution.items()}
            practice, _ = answer(before, given, now)
        check(before, practice, move)


def check(before: Practice, practice: Practice, move: str) -> None:
    """What holds after every move."""
    asked, was = practice.asked, before.asked
    sitting = sitting_of(practice)
    assert len(sitting.results) <= QUESTIONS
    assert len(practice.evidence) <= EVIDENCE_KEPT
    for rule, progress in practice.rules.items():
        old = before.rules.get(rule, RuleProgress(rule))
        grown = progress.in_a_row - old.in_a_row
        assert grown <= 1
        if grown == 1:
            assert was is not None
            assert asked is not None
            assert (asked.question, asked.state) == (was.question, "right")
            assert (was.tried, was.hinted, was.state) == ((), 0, "open")
            assert rule in was.question.rules
        if move not in ("right", "wrong", "other", "same", "give up", "begin"):
            assert progress == old
    if asked is None:
        assert len(sitting.results) == QUESTIONS or (sitting.is_mixed and sitting.were_due)
        return
    assert len(asked.tried) == len(set(asked.tried)) <= TRIES
    assert (asked.state == "open") == (len(sitting.results) < sitting.place)
    if asked.state == "open":
        assert len(asked.tried) < TRIES
    if was is not None and was.state != "open" and move not in ("next", "begin"):
        assert practice == before


# --- keeping and merging ----------------------------------------------------------------------------------------------


def kept(practice: Practice) -> Practice:
    """The practice as it comes back from JSON."""
    return from_data(practice.house, json.loads(json.dumps(to_data(practice))), practice.version)


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


def test_a_sitting_that_was_kept_with_a_level_of_its_own_goes_on() -> None:
    practice = asking(FIVES)
    data = to_data(practice)
    assert from_data(WORKSHEET, {**data, "sitting": {**data["sitting"], "level": 2}}) == practice


def test_other_rules_of_a_house_keep_how_far_rules_are() -> None:
    practice, _ = play(asking(TWOS, None, {"value-k": 2}), 13)
    changed = replace(WORKSHEET, name="Changed")
    assert under(changed, practice) == replace(practice, house=changed, evidence=(), sitting=None)


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
@settings(deadline=None)
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


def test_no_layout_is_asked_about_twice_in_a_sitting() -> None:
    """Whoever answers alike is asked about what tells most, which may be the same layout again."""
    house = houses.get("penalty")
    practice = begin(Practice(house), None, Dice("penalty again"), NOW)
    for number in range(QUESTIONS):
        practice = give_up(practice, NOW)
        practice = following(practice, Dice(f"penalty again {number}"), NOW)
    laid = [result.question.hands[0].layout for result in sitting_of(practice).results if result.question.hands]
    ranks = [tuple(card.rank for card in layout.cards()) for layout in laid]
    assert len(set(ranks)) == len(ranks) > 4
