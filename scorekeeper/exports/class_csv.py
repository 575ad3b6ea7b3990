"""Answers of a class as a table for spreadsheets: one row per answer, with its likely causes.

Other programs read the columns; docs/classroom.md describes them.
"""

from collections.abc import Iterator, Sequence

from scorekeeper.exports.tables import Separator, Value, csv_file
from scorekeeper.houses import freeze
from scorekeeper.rules import format_layout
from scorekeeper.rules.signs import straight_quotes
from scorekeeper.school.classes.answer_misreads import fitting_of
from scorekeeper.school.classes.class_session import ClassSession, Pace, Seat, attempts_of
from scorekeeper.school.exercises.attempt import Attempt
from scorekeeper.school.exercises.codes import letter_of
from scorekeeper.school.exercises.question import Field, value_in_words
from scorekeeper.school.exercises.question import Value as Answered

COLUMNS = (
    *("session", "pseudonym", "item", "sheet", "layout", "rule_set", "seed", "attempt_no", "raw_input", "parsed"),
    *("correct", "first_try", "hints", "ms", "matched_bugs", "matched_meaning", "counted"),
)


def class_csv(session: ClassSession, code: str, seats: Sequence[Seat], separator: Separator = Separator.COMMA) -> bytes:
    """All answers of a class with that join code.

    Rows are in order of seats, then questions, then attempts; a question without an answer has no row. The table has no
    return codes and no times.
    """
    in_order = sorted(seats, key=lambda seat: seat.number)
    return csv_file([COLUMNS, *(row for seat in in_order for row in _rows(session, code, seat))], separator)


def _rows(session: ClassSession, code: str, seat: Seat) -> Iterator[Sequence[Value]]:
    """Rows of one student."""
    made, frozen = session.questions, freeze(session.questions.house)
    # A paper has a number; only the teacher knows whose it is.
    pseudonym = f"Paper {seat.number}" if session.pace is Pace.PAPER else seat.name
    for at, attempt in enumerate(attempts_of(session, seat)):
        fields = attempt.question.fields
        shown = " | ".join(
            (f"{hand.name}: " if hand.name else "") + format_layout(hand.layout) for hand in attempt.question.hands
        )
        for index, given in enumerate(attempt.given):
            fitting = fitting_of(attempt, given.answer, frozen)
            yield (
                *(code, pseudonym, letter_of(at), seat.variant, shown, made.house.name, made.code, index + 1),
                _together({field.name: given.typed.get(field.name, "") for field in fields}),
                _together({field.name: _read(field, given.answer[field.name]) for field in fields}),
                int(fitting.verdict.right) if fitting.verdict.right or fitting.mistaken else None,
                int(index == 0 and not given.hints),
                given.hints,
                given.took,
                "; ".join(fit.key for fit in fitting.fits if fit.key),
                "; ".join(straight_quotes(f"if {fit.doing}") for fit in fitting.fits if fit.doing),
                int(_counts(attempt, index)),
            )


def _counts(attempt: Attempt, index: int) -> bool:
    """Whether the answer with that index counts: the first without hints in practice, the last in other modes."""
    return attempt.counted is not None and index == (0 if attempt.practiced else len(attempt.given) - 1)


def _together(named: dict[str, Value]) -> Value:
    """The value of a single field, or all values with their names."""
    return next(iter(named.values())) if len(named) == 1 else "; ".join(f"{name}={named[name]}" for name in named)


def _read(field: Field, value: Answered) -> int | str:
    """An answer as read: a number, or a choice in words."""
    return value if isinstance(value, int) else value_in_words(field, value)
