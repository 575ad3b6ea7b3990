"""The notation: every accepted spelling, every mistake with its code and cell, and what hostile input gets."""

from dataclasses import replace
from time import process_time

import pytest

from scorekeeper import houses
from scorekeeper.rules import BadLayout, House, format_layout, looks_like_points, parse_layout, parse_points
from scorekeeper.rules.parameters import Cancelling
from scorekeeper.rules.problems import RuleError

TWO_JOKER = houses.get("two-joker")
WORKSHEET = houses.get("worksheet")
FOUR_CARD = houses.get("four-card")
BY_SUIT = replace(TWO_JOKER, cancelling=Cancelling(same="card"))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("5 * 7 / 5 Q K", id="canonical"),
        pytest.param("5*7/5QK", id="no blanks"),
        pytest.param("5 * 7/5 q k", id="lower case"),
        pytest.param("5 jo 7 / 5 q k", id="jo"),
        pytest.param("5jo7/5qk", id="jo without blanks"),
        pytest.param("5joker7/5qk", id="joker without blanks"),
        pytest.param("5 JOKER 7 / 5 Q K", id="joker in capitals"),
        pytest.param("  5   *\t7 /\n5 Q K  ", id="more blanks than needed"),
        pytest.param("5\u00a0*\u00a07 / 5 Q K", id="blanks that do not break"),
    ],
)
def test_spellings_of_one_layout(text: str) -> None:
    assert format_layout(parse_layout(text, TWO_JOKER)) == "5 * 7 / 5 Q K"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("t 0 10 / a 2 j", "10 10 10 / A 2 J"),
        ("100 10 / a2j", "10 10 10 / A 2 J"),
        ("10s 10h 10d / 10c 2c jc", "10S 10H 10D / 10C 2C JC"),
        ("5♠ 5♥ 5♦ / 5♣ 5♤ 5♡", "5S 5H 5D / 5C 5S 5H"),
        ("5♠\ufe0f5♥\ufe0f5♦\ufe0f/5♣\ufe0fasks", "5S 5H 5D / 5C AS KS"),
        ("js jo j / jh jokerj", "JS * J / JH * J"),
        ("[5] 6 [*] / 7 [10h] 8", "[5] 6 [*] / 7 [10H] 8"),
        ("[5]6[jo]/7[10h]8", "[5] 6 [*] / 7 [10H] 8"),
    ],
)
def test_canonical_form(text: str, canonical: str) -> None:
    layout = parse_layout(text, TWO_JOKER)
    assert format_layout(layout) == canonical
    assert parse_layout(canonical, TWO_JOKER) == layout


# Each problem as its code and its cell, `row,column` counted from 0.
MISTAKES = [
    ("", TWO_JOKER, "layout.empty"),
    ("  \n ", TWO_JOKER, "layout.empty"),
    ("5 1 7 / 5 Q K", TWO_JOKER, "card.unknown@0,1"),
    ("5 X 7 / 5 Q 11", TWO_JOKER, "card.unknown@0,1 card.unknown@1,2"),
    ("5 *H 7 / 5 Q K", TWO_JOKER, "card.joker_with_suit@0,1"),
    ("5 * 7 / 5 Q K", WORKSHEET, "card.no_value@0,1"),
    ("5 7 / 5 Q K", TWO_JOKER, "layout.missing_cards@0,2"),
    ("5 * 7 / 5", TWO_JOKER, "layout.missing_cards@1,1"),
    ("5 * 7 /", TWO_JOKER, "layout.missing_cards@1,0"),
    ("/", TWO_JOKER, "layout.missing_cards@0,0 layout.missing_cards@1,0"),
    ("5 * 7 8 / 5 Q K", TWO_JOKER, "layout.too_many_cards@0,3"),
    ("5 * 7 5 Q K", TWO_JOKER, "layout.rows"),
    ("5 * 7\n5 Q K", TWO_JOKER, "layout.rows"),
    ("5 * / 7 5 / Q K", TWO_JOKER, "layout.rows"),
    ("5 * 7 / 5 Q K", FOUR_CARD, "card.no_value@0,1 layout.too_many_cards@0,2 layout.too_many_cards@1,2"),
    ("5 * 7 / 5 Q KS", BY_SUIT, "card.suit_needed@0,0 card.suit_needed@0,2 card.suit_needed@1,0 card.suit_needed@1,1"),
    # Three mistakes, three problems, as the eye meets them.
    ("1 5 / 6 *S 8", TWO_JOKER, "card.unknown@0,0 layout.missing_cards@0,2 card.joker_with_suit@1,1"),
    ("5 X 7 / * Q K 8", WORKSHEET, "card.unknown@0,1 card.no_value@1,0 layout.too_many_cards@1,3"),
    ("[5 6 7 / 5] 6 7", TWO_JOKER, "card.unknown@0,0 card.unknown@1,0"),
    ("[[5]] 6 7 / [] 6 7", TWO_JOKER, "card.unknown@0,0 card.unknown@1,0"),
    ("5, *, 7 / 5 Q K", TWO_JOKER, "card.unknown@0,1 card.unknown@0,3 layout.too_many_cards@0,3"),
]


@pytest.mark.parametrize(("text", "house", "expected"), MISTAKES, ids=[repr(text) for text, _, _ in MISTAKES])
def test_mistakes(text: str, house: House, expected: str) -> None:
    with pytest.raises(BadLayout) as error:
        parse_layout(text, house)
    found = [
        problem.code if problem.cell is None else f"{problem.code}@{problem.cell.row},{problem.cell.column}"
        for problem in error.value.problems
    ]
    assert " ".join(found) == expected
    assert error.value.code == "layout.bad"
    for problem in error.value.problems:
        assert problem.message in str(error.value)
        if problem.cell is not None:
            # People count from one.
            assert f"row {problem.cell.row + 1}" in problem.message


def test_a_megabyte_is_refused_before_it_is_read() -> None:
    started = process_time()
    with pytest.raises(BadLayout, match="1000000 characters"):
        parse_layout("5" * 1_000_000, TWO_JOKER)
    assert process_time() - started < 0.5, "reading it would take two seconds"


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
    ],
)
def test_bare_scores(text: str, points: int) -> None:
    assert parse_points(text) == points
    assert looks_like_points(text)


@pytest.mark.parametrize("text", ["", " ", "x", "5 5", "1.5", "1e3", "10++5", "10+", "--4", "0x10", "٥", "5\0"])
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
    "text", ["5 5", "A 2 / 3 4", "5*7/5QK", "", "1x", "5 -2 8", "5 * 7 / 5 Q K", "-2 0 1 / -1 0 5"]
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


VANISHING_ROWS = houses.get("vanishing-rows")
VANISHING_COLUMNS = houses.get("vanishing-columns")


@pytest.mark.parametrize("dash", ["-", "\N{EN DASH}", "\N{EM DASH}", "\N{MINUS SIGN}", "."])
@pytest.mark.parametrize(
    ("house", "text", "canonical"),
    [
        pytest.param(VANISHING_ROWS, "~ ~ ~ / 5 6 7 / 8 9 J", ". . . / 5 6 7 / 8 9 J", id="a row"),
        pytest.param(
            VANISHING_COLUMNS, "~ 5 -2 8 / ~ 5 0 1 / ~ 5 3 12", ". 5 #-2 8 / . 5 #0 #1 / . 5 3 #12", id="of numbers"
        ),
    ],
)
def test_a_dash_is_a_card_that_is_gone(house: House, text: str, canonical: str, dash: str) -> None:
    assert format_layout(parse_layout(text.replace("~", dash), house)) == canonical
