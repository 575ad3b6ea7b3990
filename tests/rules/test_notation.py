"""The notation: every accepted spelling, every mistake with its code and cell, and hostile input."""

import random
from dataclasses import replace
from statistics import median
from time import process_time

import pytest

from scorekeeper import houses
from scorekeeper.exports.paper import told_rows
from scorekeeper.rules import BadLayout, House, Layout, Rank, format_layout, parse_layout, score
from scorekeeper.rules.parameters import Cancelling
from tests.js.parity_cases import some_layouts

TWO_JOKER = houses.get("two-joker")
WORKSHEET = houses.get("worksheet")
FOUR_CARD = houses.get("four-card")
VANISHING_ROWS = houses.get("vanishing-rows")
VANISHING_COLUMNS = houses.get("vanishing-columns")
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
        pytest.param("5 ★ 7 / 5 Q K", id="a joker as pages show it"),
        pytest.param("5 🃏 7 / 5 Q K", id="the picture of a joker"),
        pytest.param("5, *, 7 / 5, Q, K", id="commas"),
        pytest.param("5,*,7;5,Q,K", id="commas and a semicolon"),
        pytest.param("5، *، 7؛ 5، Q، K", id="Arabic commas and semicolon"),
        pytest.param("5 * 7 | 5 Q K", id="a bar"),
        pytest.param("5 * 7\n5 Q K", id="a row a line"),
        pytest.param("\r\n5\t*\t7\r\n\r\n5\tQ\tK\r\n", id="rows of a spreadsheet"),
        pytest.param("5 * 7 /\n5 Q K", id="a slash and a line"),
        pytest.param("    5    *    7\n    5    Q    K\n", id="as the command line prints it"),
        pytest.param("A) 5 * 7 / 5 Q K", id="a letter and a bracket before it"),
        pytest.param("(3) 5 * 7 / 5 Q K", id="a number in brackets before it"),
        pytest.param("A: 5 * 7 / 5 Q K", id="a letter and a colon before it"),
        pytest.param("1. 5 * 7 / 5 Q K", id="a number and a dot before it"),
        pytest.param("A.5*7/5QK", id="a letter and a dot right before it"),
        pytest.param("K: 5 * 7 / 5 Q K", id="a label that could be a card"),
        pytest.param("Ann Lee: 5 * 7 / 5 Q K", id="a name before it"),
        pytest.param("5 * 7 / 5 Q K: 15", id="its total behind it"),
        pytest.param("Ann: 5 * 7 / 5 Q K = 15", id="an equal sign before its total"),
        pytest.param("5 * 7 / 5 Q K.", id="a full stop"),
        pytest.param("5 * 7; 5 Q K;", id="a semicolon behind every row"),
        pytest.param("5 * 7 /\n5 Q K /", id="a slash behind every row"),
        pytest.param("5\n*\n7\n/\n5\nQ\nK", id="a card a line, as pages are copied"),
        pytest.param("Top: 5 * 7 / Bottom: 5 Q K", id="names of rows"),
        pytest.param("5 * 7 / 5 Q K: 15 by the rules of Two-Joker Golf", id="an answer that was sent"),
        pytest.param("five joker seven / 5 Queen KING", id="names of cards"),
        pytest.param("５　＊　７／５　Ｑ　Ｋ", id="full width"),
        pytest.param("٥ * ٧ / ۵ Q K", id="digits of other scripts"),
        pytest.param("\u200e5 * 7\u200b / 5 Q K\ufeff", id="marks that cannot be seen"),
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
        ("[king] [Joker] 5 / 6 7 ten", "[K] [*] 5 / 6 7 10"),
        ("♥5 * 7 / ♠10 dq [ck]", "5H * 7 / 10S QD [KC]"),
        ("King of hearts, ten, jack of spades\nACE, two, [queen of clubs]", "KH 10 JS / A 2 [QC]"),
        ("♥5♠6♦7 / H5S6D7", "5H 6S 7D / 5H 6S 7D"),
        # JK is a joker only where a jack and a king are a card too many.
        ("JK 5 6 / jk jk 9", "* 5 6 / * * 9"),
        ("JK 5 / 7 8 9", "J K 5 / 7 8 9"),
        ("Ann: 5 10 7 / 8 9 J", "5 10 7 / 8 9 J"),
        ("A: 5 QH 7 / 8 9 J: 48", "5 QH 7 / 8 9 J"),
        ("10 of hearts, 5 of clubs, K / 5 Q KING♥", "10H 5C K / 5 Q KH"),
        ("10 ♠ 9 ♥ 8 / 7 6 5 ♦", "10S 9H 8 / 7 6 5D"),
        ("jqk / aSkHqD", "J Q K / AS KH QD"),
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
    ("5 * / 7 5 / Q K", TWO_JOKER, "layout.rows"),
    ("5 * 7 / 5 Q K", FOUR_CARD, "card.no_value@0,1 layout.too_many_cards@0,2 layout.too_many_cards@1,2"),
    ("5 * 7 / 5 Q KS", BY_SUIT, "card.suit_needed@0,0 card.suit_needed@0,2 card.suit_needed@1,0 card.suit_needed@1,1"),
    # Three mistakes, three problems, as the eye meets them.
    ("1 5 / 6 *S 8", TWO_JOKER, "card.unknown@0,0 layout.missing_cards@0,2 card.joker_with_suit@1,1"),
    ("5 X 7 / * Q K 8", WORKSHEET, "card.unknown@0,1 card.no_value@1,0 layout.too_many_cards@1,3"),
    ("[5 6 7 / 5] 6 7", TWO_JOKER, "card.unknown@0,0 card.unknown@1,0"),
    ("[[5]] 6 7 / [] 6 7", TWO_JOKER, "card.unknown@0,0 card.unknown@1,0"),
    ("5; * 7 / 5 Q K", TWO_JOKER, "layout.rows"),
    ("5 * 7 ;", TWO_JOKER, "layout.missing_cards@1,0"),
    ("A)", TWO_JOKER, "layout.rows"),
    ("5 * 7: 5 Q K", TWO_JOKER, "card.unknown@0,3 layout.rows"),
    ("5 * 7 / B: 5 Q K", TWO_JOKER, "card.unknown@1,0 layout.too_many_cards@1,3"),
    # A word is never three cards of its own.
    ("Jack / 5 5 5", TWO_JOKER, "layout.missing_cards@0,1"),
    ("5 5 5 / jack", TWO_JOKER, "layout.missing_cards@1,1"),
    ("Jacks / 5 5 5", TWO_JOKER, "card.unknown@0,0 layout.missing_cards@0,1"),
    ("TASK / 5 5 5", TWO_JOKER, "card.unknown@0,0 layout.missing_cards@0,1"),
    ("Kat / 5 5 5", TWO_JOKER, "card.unknown@0,0 layout.missing_cards@0,1"),
    ("♥5♠ 6 7 / 5 Q K", TWO_JOKER, "card.unknown@0,1 layout.too_many_cards@0,3"),
    ("5 JK 6 / 7 JK", TWO_JOKER, "layout.too_many_cards@0,3"),  # it is a joker in both rows, or in none
    ("two 5s, 6 / two 6s, 7", TWO_JOKER, "card.unknown@0,0 card.unknown@1,0"),
    ("pair of Ks 5 / 6 7 8", TWO_JOKER, "card.unknown@0,0 card.unknown@0,1 layout.too_many_cards@0,3"),
    ("Tad 5 / 6 7 8", TWO_JOKER, "card.unknown@0,0 layout.missing_cards@0,2"),
    ("Ask 5 / 6 7 8", TWO_JOKER, "card.unknown@0,0 layout.missing_cards@0,2"),
    ("5 6 7 / 8 9 J: 10 10 5 / 3 4 5", TWO_JOKER, "card.unknown@1,3 layout.rows"),
    # One of them would have to be a joker, and nobody says which.
    ("JK JK / 7 8 9", TWO_JOKER, "layout.too_many_cards@0,3"),
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
            assert f"Row {problem.cell.row + 1}" in problem.message


@pytest.mark.parametrize("label", ["1.", "2.", "A.", "J.", "3)", "K:"])
def test_a_number_before_a_hand_is_no_card_where_cards_leave(label: str) -> None:
    for cards in ("5 6 7 / 8 9 J / A 2 3", ". . . / 5 6 7 / 8 9 J"):
        assert format_layout(parse_layout(f"{label} {cards}", VANISHING_ROWS)) == cards


@pytest.mark.parametrize(
    ("text", "shown"),
    [("top 5 6 7", "“top”"), ("tens 5 / 6 7", "“tens”"), ("5 fives 6 / 7 8 9", "“fives”"), ("5 6X 7 / 8 9 J", "“X”")],
)
def test_a_refusal_shows_what_was_typed(text: str, shown: str) -> None:
    with pytest.raises(BadLayout, match=shown):
        parse_layout(text, TWO_JOKER)


def as_written(layout: Layout, style: str) -> str:
    """A layout as pages, files and the command line write it."""
    if style == "words":
        return "\n".join(told_rows(layout))
    signs = {Rank.JOKER: "★", Rank.GONE: "–"}
    rows = []
    for row, cards in enumerate(layout.rows):
        faces = [
            signs.get(card.rank, card.rank.shown) + (f"{card.suit.sign}\ufe0e" if card.suit else "") for card in cards
        ]
        rows.append([f"[{face}]" if (row, column) in layout.hidden else face for column, face in enumerate(faces)])
    if style == "table":
        return "\r\n".join("\t".join(row) for row in rows)
    return "\n".join("".join(f"{face:>7}" for face in row) for row in rows)


@pytest.mark.parametrize("style", ["words", "table", "columns"])
@pytest.mark.parametrize("house", houses.built_in(), ids=lambda house: house.key)
def test_what_is_shown_and_exported_can_be_pasted_back(house: House, style: str) -> None:
    for layout in some_layouts(house, 40, random.Random(house.key)):
        assert parse_layout(as_written(layout, style), house) == layout
        assert parse_layout(f"{layout.shown}: -4", house) == layout


def what_is_read(text: str, house: House) -> object:
    try:
        return parse_layout(text, house)
    except BadLayout as refused:
        return [(problem.code, problem.cell, problem.message) for problem in refused.problems]


@pytest.mark.parametrize("house", [*houses.built_in(), BY_SUIT], ids=lambda house: house.key)
def test_one_blank_between_cards_is_read_as_two_are(house: House) -> None:
    """Cards with a single blank between them are looked up; others are read sign by sign."""
    dice = random.Random(house.key)
    for layout in some_layouts(house, 40, dice):
        words = format_layout(layout).split(" ")
        slip = dice.choice(["A", "5H", "*", "*S", "#3", "-2", ".", "[K]", "/", "JK", "x", "", "\n", "5\n5", "ace"])
        for changed in (words, [*words, slip], words[:-1], words[::-1], [slip, *words[1:]], [*words[:-1], slip]):
            assert what_is_read(" ".join(changed), house) == what_is_read("  ".join(changed), house), changed


@pytest.mark.long
def test_a_plain_hand_costs_a_few_lookups() -> None:
    def taken(text: str) -> float:
        started = process_time()
        for _ in range(2_000):
            score(parse_layout(text, TWO_JOKER), TWO_JOKER)
        return process_time() - started

    turns = [(taken("5 * 7 / 5 Q K"), taken("5  *  7 / 5  Q  K")) for _ in range(5)]
    assert median(plain / careful for plain, careful in turns) < 0.5


def test_a_megabyte_is_refused_before_it_is_read() -> None:
    started = process_time()
    with pytest.raises(BadLayout, match="up to 2,000 characters"):
        parse_layout("5" * 1_000_000, TWO_JOKER)
    assert process_time() - started < 0.5, "reading it would take two seconds"


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
