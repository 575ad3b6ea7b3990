"""Answers of a class as a table: recompute each derived cell from the file itself."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from scorekeeper import houses
from scorekeeper.exports.class_csv import COLUMNS, class_csv
from scorekeeper.rules import House, parse_layout
from scorekeeper.school.classes.class_session import ClassSession, Pace, Seat
from scorekeeper.school.exercises.attempt import Done
from scorekeeper.school.exercises.questions.score import ScoreQuestion
from scorekeeper.school.exercises.sets import QuestionSet, Sheet
from tests.exports.sets import HOSTILE, words

WORKSHEET = houses.get("worksheet")
CODE, JOINED_BY = "7K2Q-M4XP", "K7MP2Q"
HANDS = ("J 2 J / 2 2 A", "2 K K / K K K", "K K K / K K K", "2 2 A / 2 3 K", "9 5 9 / 10 8 3")
"""19, and 15 if a column of twos counts -4; then -2, 0, 2 and 44."""


def session_of(
    *hands: str, pace: Pace = Pace.TEST, house: House = WORKSHEET, variants: tuple[str, ...] = ("A1",)
) -> ClassSession:
    """A session of those layouts; a second version has them in reverse."""
    questions = [ScoreQuestion(house, parse_layout(hand, house)) for hand in hands]
    own = questions[0].layout
    sheets = (Sheet("A1", tuple(questions), own), Sheet("A2", tuple(reversed(questions)), own))
    return ClassSession(QuestionSet(CODE, house, 7, ("score",), sheets), pace, variants, phase="open")


def typed(place: int, text: str, took: int | None = None) -> Done:
    return Done(place, "answer", {"points": text}, took)


def hint(place: int) -> Done:
    return Done(place, "hint")


def seat(*done: Done, number: int = 1, variant: str = "A1") -> Seat:
    return Seat(number, f"Calm Queen {number}", variant, done)


def table(session: ClassSession, *seats: Seat) -> list[dict[str, str]]:
    """Rows of the file as a spreadsheet reads them."""
    content = class_csv(session, JOINED_BY, seats)
    assert content.startswith(b"\xef\xbb\xbf")  # marks UTF-8 for spreadsheets
    rows = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True)
    assert tuple(rows.fieldnames or ()) == COLUMNS
    return list(rows)


def cells(rows: Sequence[Mapping[str, str]], *names: str) -> list[tuple[str, ...]]:
    return [tuple(row[name] for name in names) for row in rows]


def test_each_answer_has_a_row_and_a_question_without_one_has_none() -> None:
    session = session_of(*HANDS, variants=("A1", "A2"))
    one = seat(typed(0, "19", 8_000), typed(2, "0"), typed(0, "15", 21_500))
    other = seat(typed(0, "44"), number=2, variant="A2")
    rows = table(session, other, seat(number=3), one)
    assert cells(rows, "pseudonym", "sheet", "item", "attempt_no", "parsed", "ms") == [
        ("Calm Queen 1", "A1", "A", "1", "19", "8000"),
        ("Calm Queen 1", "A1", "A", "2", "15", "21500"),
        ("Calm Queen 1", "A1", "C", "1", "0", ""),
        ("Calm Queen 2", "A2", "A", "1", "44", ""),
    ]
    assert {(row["session"], row["seed"], row["rule_set"]) for row in rows} == {(JOINED_BY, CODE, "Classroom Golf")}


@pytest.mark.parametrize(
    ("pace", "cells_of"),
    [
        (Pace.TEST, ["0 1 0", "0 0 1", "0 1 0", "0 0 1"]),  # no hints, and the last answer counts
        (Pace.PRACTICE, ["1 0 0", "1 0 0", "0 1 1", "0 0 0"]),
    ],
    ids=str,
)
def test_it_says_which_answer_counts_and_how_many_hints_came_before(pace: Pace, cells_of: list[str]) -> None:
    done = seat(hint(0), typed(0, "15"), typed(0, "19"), typed(1, "0"), typed(1, "-2"))
    rows = table(session_of(*HANDS, pace=pace), done)
    assert [" ".join(row) for row in cells(rows, "hints", "first_try", "counted")] == cells_of


def test_every_misread_that_leads_to_an_answer_is_named() -> None:
    session = session_of(*HANDS)
    believing = seat(*(typed(place, text) for place, text in enumerate(("15", "-2", "0", "-2", "44"))))
    knowing = seat(*(typed(place, text) for place, text in enumerate(("19", "-2", "0", "2", "44"))), number=2)
    rows = table(session, believing, knowing)
    assert [row["matched_bugs"] for row in rows] == ["P1; P2", "", "", "P1; P2", ""] + [""] * 5
    assert rows[0]["matched_meaning"] == "if matching cards don't cancel; if a pair of twos is worth \N{MINUS SIGN}4"
    assert [row["correct"] for row in rows] == ["0", "1", "1", "0", "1"] + ["1"] * 5


@pytest.mark.parametrize(
    ("text", "raw", "parsed"),
    [
        ("-2", "-2", "-2"),
        ("\N{MINUS SIGN}2", "\N{MINUS SIGN}2", "-2"),
        (" -  2 ", "'- 2", "-2"),
        ("\t-2", "-2", "-2"),
        ("+7", "'+7", "7"),
        ("\N{FULLWIDTH PLUS SIGN}7", "'\N{FULLWIDTH PLUS SIGN}7", "7"),
        ("\N{FULLWIDTH HYPHEN-MINUS}2", "'\N{FULLWIDTH HYPHEN-MINUS}2", "-2"),
        ("0", "0", "0"),
        ("-0", "-0", "0"),
        ("\N{ARABIC-INDIC DIGIT FOUR}", "\N{ARABIC-INDIC DIGIT FOUR}", "4"),
    ],
)
def test_numbers_stay_numbers_and_whatever_else_was_typed_is_a_text(text: str, raw: str, parsed: str) -> None:
    (row,) = table(session_of(*HANDS), seat(typed(0, text)))
    assert (row["raw_input"], row["parsed"]) == (raw, parsed)


@pytest.mark.parametrize("text", HOSTILE[::3])
def test_no_text_is_a_formula_and_none_breaks_its_row(text: str) -> None:
    session = session_of(*HANDS, house=replace(WORKSHEET, name=text))
    # A form can send anything, and names may come from an older release.
    done = Done(0, "answer", {"points": "-2", "other": text, text: text})
    rows = table(session, replace(seat(done), name=text), seat(typed(0, text), number=2))
    (row,) = rows  # text that isn't a number is no answer
    numbers = {"attempt_no", "raw_input", "parsed", "correct", "first_try", "hints", "ms", "counted"}
    assert row["parsed"] == "-2"
    for name, cell in row.items():
        assert "\n" not in cell
        if name not in numbers:
            assert not cell.startswith(("=", "+", "-", "@", "＝", "\t", "\r")), name
    assert row["pseudonym"].removeprefix("'") == words(text)
    assert row["rule_set"].removeprefix("'") == words(text)


def test_a_paper_has_a_number_and_nothing_that_could_be_a_name() -> None:
    rows = table(session_of(*HANDS, pace=Pace.PAPER), replace(seat(typed(0, "19"), number=4), name="Ann Example"))
    assert [row["pseudonym"] for row in rows] == ["Paper 4"]
