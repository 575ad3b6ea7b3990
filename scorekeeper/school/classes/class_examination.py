"""Check for `scorekeeper doctor` that stored classes work, by numbers, never by names."""

import json
from typing import get_args

from sqlite_utils import Database

from scorekeeper.school.classes.class_session import ClassSession, Phase
from scorekeeper.school.classes.class_state import session_of
from scorekeeper.school.classes.seats import read_seats
from scorekeeper.school.exercises.kept_sets import questions_of
from scorekeeper.school.exercises.sets import QuestionSet
from scorekeeper.store.columns import parse_moment
from scorekeeper.store.findings import NOT_TO_BE_BUILT, TELL_US, Finding, many, shortened


def examine_classes(database: Database) -> Finding:
    """Build every worksheet, every class and the work of every seat."""
    problems: list[str] = []
    seats = answers = 0
    sets: dict[int, QuestionSet] = {}
    rows = database.execute("SELECT id, code, house, level, kinds, sheets FROM sets ORDER BY id").fetchall()
    for number, *row in rows:
        try:
            sets[number] = questions_of(*row)
        except NOT_TO_BE_BUILT as error:
            problems.append(f"worksheet {number} can't be built: {type(error).__name__}")
    classes = database.execute("SELECT id, question_set, made_at, state FROM classes ORDER BY id").fetchall()
    for number, question_set, made_at, text in classes:
        if question_set not in sets:
            continue
        try:
            parse_moment(made_at)
            session = session_of(sets[question_set], json.loads(text))
            there = read_seats(database, number)
            _check(session, [done.index for seat in there for done in seat.done])
        except NOT_TO_BE_BUILT as error:
            problems.append(f"class {number} can't be built: {type(error).__name__}")
        else:
            seats += len(there)
            answers += sum(len(seat.done) for seat in there)
    built = f"{many(len(rows), 'worksheet')} and {many(len(classes), 'class')} can be built"
    return Finding(
        f"{built}, with {many(seats, 'student')} and {many(answers, 'answer')}", shortened(problems), TELL_US
    )


def _check(session: ClassSession, indices: list[int]) -> None:
    """Check that the session's state is possible. Raises AssertionError or ValueError."""
    if session.phase not in get_args(Phase) or not 0 <= session.at < session.size:
        raise ValueError("no such point of a session")
    for variant in session.variants:
        session.sheet(variant)
    if not all(0 <= index < session.size for index in indices):
        raise ValueError("no such question")
