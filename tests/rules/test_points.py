"""Bare scores: the accepted numbers and sums, and the refused texts."""

from time import process_time

import pytest

from scorekeeper import houses
from scorekeeper.rules import looks_like_points, parse_points
from scorekeeper.rules.problems import RuleError
from scorekeeper.rules.signs import DASHES

# --- bare scores ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("15", 15),
        ("-4", -4),
        ("−4", -4),
        ("–4", -4),
        ("+7", 7),
        ("0", 0),
        ("10+15-5", 20),
        (" 10 + 15 - 5 ", 20),
        ("10\t+\t5", 15),
        ("- 4", -4),
        ("999", 999),
        ("600+399", 999),
        ("007", 7),
        ("\N{ARABIC-INDIC DIGIT ONE}\N{ARABIC-INDIC DIGIT TWO}", 12),
        ("\N{FULLWIDTH DIGIT ONE}\N{FULLWIDTH DIGIT TWO}", 12),
        ("\N{MATHEMATICAL BOLD DIGIT ONE}\N{DEVANAGARI DIGIT TWO}", 12),
        ("1\N{FULLWIDTH PLUS SIGN}2", 3),
        ("\N{LEFT-TO-RIGHT MARK}-4\N{ZERO WIDTH SPACE}", -4),
        *((f"{dash}4", -4) for dash in DASHES),
    ],
)
def test_bare_scores(text: str, points: int) -> None:
    assert parse_points(text) == points
    assert looks_like_points(text)


@pytest.mark.parametrize(
    "text", ["", " ", "x", "5 5", "1.5", "1e3", "10++5", "10+", "--4", "0x10", "5\N{SUPERSCRIPT TWO}", "½", "5\0"]
)
def test_no_bare_score(text: str) -> None:
    with pytest.raises(RuleError) as error:
        parse_points(text)
    assert error.value.code == "points.not_a_number"


@pytest.mark.parametrize("text", ["1000", "-1000", "999+1", "999999"])
def test_scores_that_no_hand_counts(text: str) -> None:
    with pytest.raises(RuleError) as error:
        parse_points(text)
    assert error.value.code == "points.out_of_range"


@pytest.mark.parametrize(
    "text",
    ["5 5", "A 2 / 3 4", "5*7/5QK", "", "1x", "5 -2 8", "5 * 7 / 5 Q K", "-2 0 1 / -1 0 5", "-2 0 1; -1 0 5", "5,5,5"],
)
def test_cards_do_not_look_like_points(text: str) -> None:
    assert not looks_like_points(text)


@pytest.mark.parametrize("text", ["9" * 1_000_000, "1+" * 500_000, " " * 1_000_000 + "x", "1" + " " * 1_000_000 + "x"])
def test_a_megabyte_of_points_is_refused_quickly(text: str) -> None:
    started = process_time()
    with pytest.raises(RuleError) as error:
        parse_points(text)
    assert process_time() - started < 0.5
    assert len(error.value.message) < 150


@pytest.mark.parametrize("text", ["0 -5 -5 -5", "12 \N{MINUS SIGN}2 -1 -2", "-2 -1"])
def test_cards_below_0_side_by_side_are_no_sum_in_a_deck_of_numbers(text: str) -> None:
    assert not looks_like_points(text, houses.get("play-nine"))
    assert looks_like_points(text, houses.get("worksheet"))
    assert looks_like_points("10 - 5", houses.get("play-nine"))
    assert looks_like_points("-5", houses.get("play-nine"))
