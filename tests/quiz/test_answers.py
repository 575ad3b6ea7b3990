"""Whatever somebody types as an answer is the number it is, or is refused with a reason and does not count."""

from __future__ import annotations

import pytest

from scorekeeper.quiz import AnswerRefused, read_answer


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("15", 15),
        ("0", 0),
        ("-2", -2),
        ("- 2", -2),
        ("\N{MINUS SIGN}2", -2),
        ("\N{EN DASH}2", -2),
        ("\N{HYPHEN}2", -2),
        ("\N{NON-BREAKING HYPHEN} 2", -2),
        ("\N{FIGURE DASH}12", -12),
        ("\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH DIGIT TWO}", -2),
        ("+7", 7),
        ("  15 ", 15),
        (" + 7 ", 7),
        ("007", 7),
        ("-0", 0),
        ("\N{ARABIC-INDIC DIGIT ONE}\N{ARABIC-INDIC DIGIT FIVE}", 15),
        ("\N{DEVANAGARI DIGIT NINE}", 9),
        ("9999", 9999),
    ],
)
def test_a_number_is_the_number_it_is(typed: str, number: int) -> None:
    assert read_answer(typed) == number


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "type a number"),
        ("   ", "type a number"),
        ("2.5", "whole numbers"),
        ("2,5", "whole numbers"),
        ("1 2", "write the digits without a space between them"),
        ("-1 2", "write the digits without a space between them"),
        ("1\N{NO-BREAK SPACE}000", "write the digits without a space between them"),
        ("1,000", "without a comma"),
        ("\N{MINUS SIGN}1,000", "without a comma"),
        ("1,234,567", "without a comma"),
        ("1.000", "without a full stop"),
        ("1\N{ARABIC THOUSANDS SEPARATOR}000", "without a comma"),
        ("1'000", "without an apostrophe"),
        ("1\N{RIGHT SINGLE QUOTATION MARK}000", "without an apostrophe"),
        ("1,50", "whole numbers"),
        ("0,000", "whole numbers"),
        ("15.", "whole numbers"),
        ("1e3", "digits only"),
        ("- - 2", "digits only"),
        ("1 two", "digits only"),
        ("--2", "digits only"),
        ("-", "digits only"),
        ("two", "digits only"),
        ("0x10", "digits only"),
        ("\N{SUPERSCRIPT TWO}", "digits only"),
        ("\N{ROMAN NUMERAL TWO}", "digits only"),
        ("10000", "at most 4 digits"),
        ("9" * 10_000, "at most 4 digits"),
        ("0" * 10_000, "at most 4 digits"),
        ("nan", "digits only"),
    ],
)
def test_what_is_no_whole_number_is_refused_with_a_reason(typed: str, reason: str) -> None:
    with pytest.raises(AnswerRefused, match=reason):
        read_answer(typed)
