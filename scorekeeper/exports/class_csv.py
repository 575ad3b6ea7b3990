"""What a class answered, as a table for spreadsheets: a row for each answer, with what it may mean.

The columns are a format that others read: docs/classroom.md says what stands in each.
"""

from collections.abc import Iterator, Sequence

from scorekeeper.exports.tables import Separator, Value, csv_file
from scorekeeper.houses import freeze
from scorekeeper.rules import format_layout
from scorekeeper.school.answer_misreads import fitting_of
from scorekeeper.school.attempt import Attempt
from scorekeeper.school.codes import letter_of
from scorekeeper.school.question import Field, value_in_words
from scorekeeper.school.question import Value as Answered
from scorekeeper.school.session import ClassSession, Pace, Seat, attempts_of

COLUMNS = (
    *("session", "pseudonym", "item", "sheet", "layout", "rule_set", "seed", "attempt_no", "raw_input", "parsed"),
    *("correct", "first_try", "hints", "ms", "matched_bugs", "matched_meaning", "counted"),
)


def class_csv(session: ClassSession, code: str, seats: Sequence[Seat], separator: Separator = Separator.COMMA) -> bytes:
    """Every answer of a class. ``code`` is what it was joined by.

    Students are in the order of their seats, questions in that of the sheet, and answers to a question in the order
    in which they were given; one that was not answered has no row. Nobody's return code is in it, and no moment at
    which somebody did something.
    """
    in_order = sorted(seats, key=lambda seat: seat.number)
    return csv_file([COLUMNS, *(row for seat in in_order for row in _rows(session, code, seat))], separator)


def _rows(session: ClassSession, code: str, seat: Seat) -> Iterator[Sequence[Value]]:
    """The answers of one student."""
    made, frozen = session.questions, freeze(session.questions.house)
    # On paper a seat is a sheet of a pile, and whose it is the teacher alone knows.
    pseudonym = f"Paper {seat.number}" if session.pace is Pace.PAPER else seat.name
    for at, attempt in enumerate(attempts_of(session, seat)):
        fields = attempt.question.fields
        shown = " | ".join(
            (f"{hand.name}: " if hand.name else "") + format_layout(hand.layout) for hand in attempt.question.hands
        )
        for place, given in enumerate(attempt.given):
            fitting = fitting_of(attempt, given.answer, frozen)
            yield (
                *(code, pseudonym, letter_of(at), seat.variant, shown, made.house.name, made.code, place + 1),
                _together({field.name: given.typed.get(field.name, "") for field in fields}),
                _together({field.name: _read(field, given.answer[field.name]) for field in fields}),
                int(fitting.verdict.right) if fitting.verdict.right or fitting.mistaken else None,
                int(place == 0 and not given.hints),
                given.hints,
                given.took,
                "; ".join(fit.key for fit in fitting.fits if fit.key),
                "; ".join(f"if {fit.doing}" for fit in fitting.fits if fit.doing),
                int(_counts(attempt, place)),
            )


def _counts(attempt: Attempt, place: int) -> bool:
    """Whether that answer, by its place, is the one that tells what is believed.

    It is the first, without a hint, of those that practice; else the last, which took the place of those before it.
    """
    return attempt.counted is not None and place == (0 if attempt.practiced else len(attempt.given) - 1)


def _together(named: dict[str, Value]) -> Value:
    """The value of a question's only field; those of several, each with its name."""
    return next(iter(named.values())) if len(named) == 1 else "; ".join(f"{name}={named[name]}" for name in named)


def _read(field: Field, value: Answered) -> int | str:
    """What was read of an answer: a number as such, a choice in the words that were chosen."""
    return value if isinstance(value, int) else value_in_words(field, value)
