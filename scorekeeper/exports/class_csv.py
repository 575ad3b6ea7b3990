"""What a class answered, as a table for spreadsheets: a row for each answer, with what it may mean.

The columns are a format that others read: docs/classroom.md says what stands in each.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from scorekeeper.exports.elements import one_line
from scorekeeper.exports.tables import Value, safe
from scorekeeper.houses import freeze
from scorekeeper.rules import format_layout
from scorekeeper.school.answer_misreads import fitting_of
from scorekeeper.school.attempt import Attempt, Given
from scorekeeper.school.question import Answer, Field, Question, value_in_words
from scorekeeper.school.question import Value as Answered
from scorekeeper.school.session import ClassSession, Pace, Seat, attempts_of
from scorekeeper.school.set_codes import letter_of

COLUMNS = (
    *("session", "pseudonym", "item", "sheet", "layout", "rule_set", "seed", "attempt_no", "raw_input", "parsed"),
    *("correct", "first_try", "hints", "ms", "matched_bugs", "matched_meaning", "counted"),
)

_PLAIN_NUMBER = re.compile(r"-?[0-9]+")


def class_csv(session: ClassSession, code: str, seats: Sequence[Seat]) -> str:
    """Every answer of a class, with a mark at its start by which spreadsheets know it for UTF-8.

    ``code`` is what the class was joined by. Pupils come in the order of their seats, questions in that of the sheet,
    and the answers to a question in the order in which they were given; one that was not answered has no row. Nobody's
    return code is in it, and no moment at which somebody did something.
    """
    file = io.StringIO()
    writer = csv.writer(file)  # CRLF and quotes as in RFC 4180
    writer.writerow(COLUMNS)
    for seat in sorted(seats, key=lambda seat: seat.number):
        for row in _rows(session, code, seat):
            writer.writerow([row[column] for column in COLUMNS])
    return "\N{ZERO WIDTH NO-BREAK SPACE}" + file.getvalue()


def class_csv_name(session: ClassSession, made_at: datetime) -> str:
    """`golf-7K2Q-M4XP-20261121T1805.csv`: the code of the set, and when the class began or the file was made."""
    return f"golf-{session.questions.code}-{made_at:%Y%m%dT%H%M}.csv"


def _rows(session: ClassSession, code: str, seat: Seat) -> Iterator[Mapping[str, Value]]:
    """The answers of one pupil, each by the names of the columns."""
    frozen = freeze(session.questions.house)
    for at, attempt in enumerate(attempts_of(session, seat)):
        question = attempt.question
        for place, given in enumerate(attempt.given):
            fitting = fitting_of(attempt, given.answer, frozen)
            yield {
                "session": _text(code),
                # On paper a seat is a sheet of a pile, and whose it is the teacher alone knows.
                "pseudonym": _text(f"Paper {seat.number}" if session.pace is Pace.PAPER else seat.name),
                "item": letter_of(at),
                "sheet": seat.variant,
                "layout": _text(_layouts(question)),
                "rule_set": _text(question.house.name),
                "seed": _text(session.questions.code),
                "attempt_no": place + 1,
                "raw_input": _raw(question, given),
                "parsed": _parsed(question, given.answer),
                "correct": int(fitting.verdict.right) if fitting.verdict.right or fitting.mistaken else None,
                "first_try": int(place == 0 and not given.hints),
                "hints": given.hints,
                "ms": given.took,
                "matched_bugs": _text("; ".join(fit.key for fit in fitting.fits if fit.key)),
                "matched_meaning": _text("; ".join(f"if {fit.doing}" for fit in fitting.fits if fit.doing)),
                "counted": int(_counts(attempt, place)),
            }


def _counts(attempt: Attempt, place: int) -> bool:
    """Whether that answer, by its place, is the one that tells what is believed.

    It is the first, without a hint, of those that practise; else the last, which took the place of those before it.
    """
    return attempt.counted is not None and place == (0 if attempt.practised else len(attempt.given) - 1)


# --- cells ------------------------------------------------------------------------------------------------------------


def _text(text: str) -> Value:
    return safe(one_line(text))


def _layouts(question: Question) -> str:
    """What is on show, as it is typed; several layouts with whose they are."""
    shown = [(f"{hand.name}: " if hand.name else "") + format_layout(hand.layout) for hand in question.hands]
    return " | ".join(shown)


def _raw(question: Question, given: Given) -> Value:
    """What stood in the fields. What is plainly a number needs no guard, and with one it would be none."""
    typed = {field.name: given.typed.get(field.name, "") for field in question.fields}
    if len(typed) > 1:
        return _text("; ".join(f"{name}={text}" for name, text in typed.items()))
    text = one_line(*typed.values())
    return text if _PLAIN_NUMBER.fullmatch(text) else _text(text)


def _parsed(question: Question, answer: Answer) -> Value:
    """What was read of it: numbers as such, layouts as they are typed, choices in the words that were chosen."""
    read = {field.name: _read(field, answer[field.name]) for field in question.fields}
    if len(read) > 1:
        return _text("; ".join(f"{name}={value}" for name, value in read.items()))
    (value,) = read.values()
    return value if isinstance(value, int) else _text(value)


def _read(field: Field, value: Answered) -> int | str:
    return value if isinstance(value, int) else value_in_words(field, value)
