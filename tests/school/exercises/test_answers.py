"""Whatever somebody types as an answer is the number it is, or is refused with a reason and does not count."""

import pytest

from scorekeeper.school.exercises.question import AnswerRefused, read_answer


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("15", 15),
        ("-2", -2),
        ("- 2", -2),
        ("\N{MINUS SIGN}2", -2),
        ("\N{EN DASH}2", -2),
        ("\N{NON-BREAKING HYPHEN} 2", -2),
        ("\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH DIGIT TWO}", -2),
        (" + 7 ", 7),
        ("007", 7),
        ("-0", 0),
        ("\N{ARABIC-INDIC DIGIT ONE}\N{ARABIC-INDIC DIGIT FIVE}", 15),
        ("9999", 9999),
        ("10+2", 12),
        ("10 + 2 \N{EN DASH} 4", 8),
    ],
)
def test_a_number_is_the_number_it_is(typed: str, number: int) -> None:
    assert read_answer(typed) == number


WHOLE = ["2.5", "2,5", "1 2", "1,000", "15.", "1e3", "- - 2", "-", "two", "1_0", "\N{SUPERSCRIPT TWO}", "10000"]


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "Enter a number"),
        ("   ", "Enter a number"),
        *((typed, "whole numbers") for typed in (*WHOLE, "9" * 10_000)),
    ],
)
def test_what_is_no_whole_number_is_refused_with_a_reason(typed: str, reason: str) -> None:
    with pytest.raises(AnswerRefused, match=reason):
        read_answer(typed)
