"""Practice: what the answers say about rules."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from scorekeeper import houses
from scorekeeper.rules import format_layout, parse_layout
from scorekeeper.school.exercises.question import Answer, Question, Verdict
from scorekeeper.school.exercises.questions import from_data as question_of
from scorekeeper.school.exercises.questions.by_column import ColumnsQuestion
from scorekeeper.school.exercises.questions.winner import WinnerQuestion
from scorekeeper.school.practice.mastery import RuleProgress, rules_of
from scorekeeper.school.practice.practice_runs import after, common_cause
from scorekeeper.school.practice.practice_session import Asked, Evidence, Practice, Sitting
from scorekeeper.school.practice.question_choice import due_rules, level_for
from tests.school.classes_at_work import FIVES, TWOS
from tests.school.practice.sittings import NOW, asking, attempt_of, play, rows, sitting_of, typed


def open_reading(kind: str) -> tuple[Question, Answer]:
    """A question of that kind, and an answer that is right only where the table reads an open rule the other way."""
    penalty, jokers = houses.get("penalty"), parse_layout("* A 6 / * 5 7", houses.get("penalty"))
    six_card = houses.get("six-card")
    low, high = parse_layout("5 K 4 / K K 4", six_card), parse_layout("6 Q 4 / K Q 4", six_card)
    ace = {"kind": "mistake", "misread": "V6"}
    match kind:
        case "columns":
            right = {"column-1": -6, "column-2": 6, "column-3": 13, "across": 0, "points": 13}
            return ColumnsQuestion(penalty, jokers), right
        case "mistake":
            asked = question_of(penalty, {**ace, "layout": format_layout(jokers)})
            return asked, {"line": "column-1", "points": -6}
    asked = WinnerQuestion(six_card, (("Ann", low), ("Bob", high)), "Bob")
    return asked, {"points-1": 5, "points-2": 16, "wins": "Ann"}


@pytest.mark.parametrize("kind", ["columns", "mistake", "winner"])
def test_an_open_reading_counts_neither_way_in_any_kind(kind: str) -> None:
    question, given = open_reading(kind)
    rules = {rule.key: RuleProgress(rule.key).counted(NOW, mixed=False) for rule in rules_of(question.house)}
    before = Practice(question.house, rules, sittings=1, sitting=Sitting(1, None, Asked(question)))
    practice = after(before, "answer", typed(given), NOW)
    attempt = attempt_of(practice)
    assert attempt.verdict is not None
    assert attempt.reading
    assert (attempt.verdict.misreads, attempt.verdict.rule) == ((), "")
    assert "is right if you answer" in attempt.verdict.text
    assert (attempt.over, attempt.right) == (True, False)
    assert practice.rules == before.rules
    assert [result.state for result in sitting_of(practice).results] == ["given"]
    assert not sitting_of(practice).coming_back


# --- what answers say about rules -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layout", "rule", "before", "moves", "known"),
    [
        pytest.param(FIVES, None, {}, (44,), {"where": 1, "adding": 1}, id="right: every rule that can be misread"),
        pytest.param(FIVES, "value-k", {}, (44,), {"where": 1, "adding": 1, "value-k": 0}, id="no other rule counts"),
        pytest.param(FIVES, None, {"where": 2}, ("hint", 44), {"where": 2, "adding": 0}, id="a hint: the least sure"),
        pytest.param(
            FIVES, None, {"where": 1, "adding": 1}, (58, 44), {"where": 0, "adding": 1}, id="a tie: the first learned"
        ),
        pytest.param(FIVES, "where", {"where": 2}, ("hint", 44), {"where": 2}, id="a hint: the rule it was asked for"),
        pytest.param(
            FIVES, None, {"where": 2, "adding": 1}, (58, 44), {"where": 2, "adding": 0}, id="no idea: the least sure"
        ),
        pytest.param(FIVES, "where", {"where": 2, "adding": 1}, (58, 44), {"where": 0, "adding": 1}, id="no idea once"),
        pytest.param(FIVES, "where", {"where": 2}, (43, 44), {"where": 2}, id="a slip says nothing about a rule"),
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
    layout: str, rule: str | None, before: dict[str, int], moves: Sequence[int | str], known: dict[str, int]
) -> None:
    practice = play(asking(layout, rule, before), *moves)
    assert rows(practice) == known


@pytest.mark.parametrize(
    ("moves", "days"),
    [
        pytest.param((44,), 2, id="right at once: good"),
        pytest.param((58, 44), 1, id="at the second try: hard"),
        pytest.param(("hint", 44), 1, id="with a hint: hard"),
        pytest.param((43, 42), 1, id="wrong twice: again"),
    ],
)
def test_when_a_rule_comes_back(moves: Sequence[int | str], days: int) -> None:
    practice = play(asking(FIVES, "where"), *moves)
    assert practice.rules["where"].due == NOW + timedelta(days=days)
    assert due_rules(practice, NOW) == ()
    assert [rule.key for rule in due_rules(practice, NOW + timedelta(days=30))][-1] in ("where", "adding")


def test_twice_the_same_misread_is_told_and_it_fades() -> None:
    evidence = tuple(
        Evidence(1, layout, number)
        for layout, number in (("3 5 2 / 10 8 2", 22), ("2 K 2 / 2 3 2", -5), ("2 A Q / 2 A 7", 13))
    )
    practice = replace(asking(FIVES), evidence=evidence)
    named, unnamed = Verdict(False, "If a pair of twos is worth −4, you get 13.", misreads=("P2",)), Verdict(False, "")
    assert common_cause(replace(practice, evidence=evidence[:2]), named) == ""
    assert common_cause(practice, named) == "Three of your answers fit."
    assert common_cause(practice, replace(named, misreads=("P2+V3",))) == "Three of your answers fit."
    assert common_cause(practice, replace(named, text="")).endswith("of your answers if a pair of twos is worth −4.")
    assert common_cause(practice, replace(named, misreads=("V3",))) == common_cause(practice, unnamed) == ""
    later = replace(practice, sittings=4)
    assert later.diagnosis.likeliest[0].key == "P2"
    assert later.diagnosis.likeliest[1] < practice.diagnosis.likeliest[1]
    fresh = replace(practice, evidence=(), sittings=4).diagnosis
    forgotten = replace(practice, sittings=4_000).diagnosis
    assert forgotten.shares == pytest.approx(fresh.shares, abs=0.02)


@pytest.mark.parametrize(
    ("moves", "level"),
    [
        pytest.param((44,), 5, id="up for a layout that is right at once"),
        pytest.param((43, 44), 4, id="right at the second try"),
        pytest.param((43, 42), 3, id="down for one that had to be shown"),
    ],
)
def test_the_level_follows_the_answers(moves: Sequence[int | str], level: int) -> None:
    practice = play(asking(FIVES), *moves)
    assert level_for(practice) == level
