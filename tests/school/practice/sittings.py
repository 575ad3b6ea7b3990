"""Practice as the tests play it: a question put under way, moves one after the other, and what is kept of it."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from scorekeeper.rules import parse_layout
from scorekeeper.school.exercises.attempt import Attempt, Did
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.question import Answer
from scorekeeper.school.exercises.questions.score import POINTS, ScoreQuestion
from scorekeeper.school.practice.kept_practice import from_data, to_data
from scorekeeper.school.practice.mastery import RuleProgress
from scorekeeper.school.practice.practice_runs import after, following
from scorekeeper.school.practice.practice_session import Asked, Practice, Sitting
from tests.school.classes_at_work import WORKSHEET

NOW = datetime(2026, 11, 23, 10, tzinfo=UTC)


def asking(
    layout: str, rule: str | None = None, before: Mapping[str, int] | None = None, *, wanted: str | None = None
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


def play(practice: Practice, *moves: int | str) -> Practice:
    """After each answer in turn; "hint" asks for one and "give up" gives up."""
    for move in moves:
        did: Did = "hint" if move == "hint" else "show" if move == "give up" else "answer"
        practice = after(practice, did, {POINTS: str(move)}, NOW)
    return practice


def typed(answer: Answer) -> dict[str, str]:
    """An answer as it stands in the boxes."""
    return {name: str(value) for name, value in answer.items()}


def asked_of(practice: Practice) -> Asked:
    assert practice.asked is not None
    return practice.asked


def attempt_of(practice: Practice) -> Attempt:
    assert practice.attempt is not None
    return practice.attempt


def sitting_of(practice: Practice) -> Sitting:
    assert practice.sitting is not None
    return practice.sitting


def kept(practice: Practice) -> Practice:
    """The practice as it comes back from JSON."""
    return from_data(practice.house, json.loads(json.dumps(to_data(practice))), practice.version)


def through(practice: Practice, *, wrong: Sequence[int] = (), now: datetime = NOW) -> Practice:
    """A whole sitting: everything right at once but the questions of those numbers, which are given up."""
    while (asked := practice.asked) is not None:
        if sitting_of(practice).question_number in wrong:
            practice = after(practice, "show", {}, now)
        else:
            practice = after(practice, "answer", typed(asked.question.solution), now)
            assert attempt_of(practice).right
        practice = following(practice, Dice(f"{practice.key} of a test"), now)
    return practice


def rows(practice: Practice) -> dict[str, int]:
    return {rule: progress.in_a_row for rule, progress in practice.rules.items()}
