"""A score card: the entries of a house, how they are filled in, and what each is worth."""

from dataclasses import replace

import pytest

from scorekeeper import houses
from scorekeeper.rules import Grid, House, parse_layout, score
from scorekeeper.rules.parameters import Bonus, Cancelling
from scorekeeper.school.diagnosis.beliefs import beliefs
from scorekeeper.school.diagnosis.score_cards import (
    adds_across,
    as_sum,
    conventions,
    counts_across,
    ended,
    entries,
    entry_name,
    lines_of,
    said,
    summands,
    sums_of,
    tally,
    why,
)

WORKSHEET, PENALTY, TURTLE, SPADE_QUEEN = map(houses.get, ("worksheet", "penalty", "turtle", "spade-queen"))
ROWS = houses.with_readings(WORKSHEET, {"lines": "rows", "pair-of-twos": "keep"})
WHOLE_ROWS = houses.with_readings(WORKSHEET, {"lines": "whole-rows", "pair-of-twos": "keep"})
MINUS_PAIRS = replace(TURTLE, cancelling=Cancelling(where=("anywhere",), counts="negative"))
BOTH = replace(PENALTY, bonuses=(Bonus(pattern="run", points=-20),))

NOTHING = "A card that cancels with another column is worth 0 in its own."
FIRST_TWO = "Of three matching cards, the first two cancel, left to right, top row first."


def own_line(what: str, *, one: bool) -> str:
    gets, there = ("gets its own line", "is") if one else ("get their own line", "are")
    return f"{what} {gets}. Write 0 if there {there} none."


# The house, how many columns, what can be worth something beside them, and how to fill in the card.
CARDS: list[tuple[str, House, int, str, list[str]]] = [
    ("columns alone", WORKSHEET, 3, "", []),
    ("a bonus for four", PENALTY, 3, "four of a kind adds", [own_line("Four of a kind", one=True)]),
    ("no bonus for four", replace(PENALTY, four_of_a_kind=None), 3, "", []),
    ("cards of any column cancel to 0", TURTLE, 2, "", [NOTHING, FIRST_TWO]),
    ("three in a row cancel to 0", houses.get("vanishing-rows"), 3, "", [NOTHING]),
    ("pairs in rows may keep their values", ROWS, 3, "cards that cancel across columns add",
     [NOTHING, FIRST_TWO, own_line("Cards that cancel across columns", one=False)]),
    ("whole rows may keep their values", WHOLE_ROWS, 3, "cards that cancel across columns add",
     [NOTHING, own_line("Cards that cancel across columns", one=False)]),
    ("pairs are subtracted", MINUS_PAIRS, 2, "cards that cancel across columns add",
     [NOTHING, FIRST_TWO, own_line("Cards that cancel across columns", one=False)]),
    ("rows of two have no third card", replace(SPADE_QUEEN, bonuses=(), cancelling=Cancelling(where=("column", "row"))),
     2, "", [NOTHING]),
    ("one bonus", SPADE_QUEEN, 2, "a bonus adds", [NOTHING, own_line("A bonus", one=True)]),
    ("several bonuses", houses.get("suits-and-runs"), 3, "bonuses add", [own_line("Bonuses", one=False)]),
    ("four of a kind and a bonus", BOTH, 3, "four of a kind and a bonus add",
     [own_line("Four of a kind and a bonus", one=False)]),
    ("two columns of three", replace(PENALTY, grid=Grid(3, 3), cancelling=Cancelling(size=3)), 3,
     "two matching columns add", [own_line("Two matching columns", one=False)]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("house", "columns", "adds", "told"), [case[1:] for case in CARDS], ids=[case[0] for case in CARDS]
)
def test_the_entries_of_a_card_and_how_to_fill_them_in(house: House, columns: int, adds: str, told: list[str]) -> None:
    across = ["across"] if adds else []
    assert list(entries(house)) == [*(f"column-{number}" for number in range(1, columns + 1)), *across, "points"]
    assert counts_across(house) is bool(adds)
    assert adds_across(house) == adds
    assert list(conventions(house)) == told


def test_a_single_column_has_nothing_beside_it() -> None:
    one = replace(PENALTY, grid=Grid(4, 1))
    assert entries(one) == ("column-1", "points")
    assert entries(replace(ROWS, grid=Grid(4, 1))) == ("column-1", "points")


# The house, a layout, and each entry with its points, its clause and its lines.
ENTRIES: list[tuple[House, str, list[tuple[str, int, str, str]]]] = [
    (WORKSHEET, "J 2 J / 2 2 A", [
        ("column-1", 8, "column 1 is 8", "jack 10 + two −2 = 8"),
        ("column-2", 0, "column 2 is 0", "two twos, so the column is 0"),
        ("column-3", 11, "column 3 is 11", "jack 10 + ace 1 = 11"),
        ("points", 19, "the total is 19", "8 + 0 + 11 = 19"),
    ]),
    (PENALTY, "K K 7 / K K 10", [
        ("column-1", 0, "column 1 is 0", "two kings, so the column is 0"),
        ("column-2", 0, "column 2 is 0", "two kings, so the column is 0"),
        ("column-3", 17, "column 3 is 17", "7 + 10 = 17"),
        ("across", -10, "four of a kind adds −10", "four kings in two columns, so −10"),
        ("points", 7, "the total is 7", "0 + 0 + 17 + (−10) = 7"),
    ]),
    (PENALTY, "K 5 7 / 4 8 10", [("across", 0, "four of a kind adds 0", "no points across columns, so 0")]),
    (TURTLE, "3 7 / 7 7", [
        ("column-1", 3, "column 1 is 3", "3. The rest is scored with other columns"),
        ("column-2", 7, "column 2 is 7", "7. The rest is scored with other columns"),
    ]),
    (TURTLE, "3 7 / 3 7", [("column-1", 0, "column 1 is 0", "two threes, so the column is 0")]),
    (TURTLE, "3 7 / 7 3", [("column-2", 0, "column 2 is 0", "its cards are scored with other columns, so 0")]),
    (ROWS, "5 5 6 / 4 6 6", [
        ("column-1", 4, "column 1 is 4", "4. The rest is scored with other columns"),
        ("column-2", 0, "column 2 is 0", "its cards are scored with other columns, so 0"),
        ("across", 0, "cards that cancel across columns add 0",
         "two fives cancel out, so 0. Two sixes cancel out, so 0"),
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("house", "layout", "told"), ENTRIES, ids=[f"{case[0].key}: {case[1]}" for case in ENTRIES])
def test_what_an_entry_is_worth_and_why(house: House, layout: str, told: list[tuple[str, int, str, str]]) -> None:
    worked = score(parse_layout(layout, house), house)
    card = tally(worked.layout, beliefs(house)[0])
    assert card is not None
    assert [(entry, card[entry], said(entry, card[entry], house), why(entry, worked)) for entry, *_ in told] == told
    assert {line.points for entry, *_ in told if entry != "points" for line in lines_of(entry, worked)}.issubset(
        {line.points for line in worked.lines}
    )


def test_the_names_of_entries() -> None:
    assert [entry_name(entry) for entry in entries(PENALTY)] == [
        "Column 1",
        "Column 2",
        "Column 3",
        "Across columns",
        "Total",
    ]


def test_a_sum_leaves_out_lines_across_columns_that_are_worth_0() -> None:
    assert summands(score(parse_layout("3 7 / 7 5", TURTLE), TURTLE)) == [3, 5]
    assert as_sum([0, 8, -2]) == "0 + 8 + (−2) = 6"
    assert as_sum([-2]) == "−2 = −2"
    assert as_sum([5, 0]) == "5 + 0 = 5"


def test_lines_as_sentences() -> None:
    worked = score(parse_layout("3 7 / 7 5", TURTLE), TURTLE)
    assert sums_of(worked.lines) == "3. Two sevens cancel out, so 0. 5"
    assert (ended("3. The rest"), ended("3"), ended("3.5")) == ("3. The rest.", "3", "3.5")


# A misread or none, the layout, the columns, what reaches over several, and the total.
TALLIES = [
    ("worksheet", "", "2 5 K / 2 9 3", (0, 14, 3), 0, 17),
    ("worksheet", "V1", "2 5 K / 3 9 3", (5, 14, 3), 0, 22),
    ("worksheet", "P16", "7 8 7 / 6 9 7", (6, 17, 0), 0, 23),
    ("worksheet", "A1", "2 K 2 / K 2 K", (-2, -2, -2), 0, 6),
    ("worksheet", "A2", "9 8 4 / 6 10 7", (15, 18, 11), 0, 33),
    ("worksheet", "P20", "2 7 7 / 2 7 3", (0, 14, 10), 0, 24),
    ("worksheet", "P19", "7S 8S 7S / 7D 9S 7C", (14, 17, 0), 0, 31),
    ("worksheet", "P3b", "5 5 K / 9 8 K", (9, 8, 0), 0, 17),
    ("penalty", "", "K K 7 / K K 10", (0, 0, 17), -10, 7),
    ("penalty", "F1", "K K 7 / K K 10", (0, 0, 17), 0, 17),
    ("penalty", "F10", "K K 7 / K K 10", (0, 0, 17), -10, -10),
]


@pytest.mark.parametrize(("house", "key", "layout", "columns", "across", "total"), TALLIES)
def test_the_card_of_a_belief(
    house: str, key: str, layout: str, columns: tuple[int, ...], across: int, total: int
) -> None:
    rules = houses.get(house)
    belief = next(one for one in beliefs(rules) if one.key == key)
    card = tally(parse_layout(layout, rules), belief)
    assert card is not None
    assert (card.columns, card.across, card.total) == (columns, across, total)
    assert (card["column-1"], card["across"], card["points"]) == (columns[0], across, total)


def test_no_card_where_a_belief_cannot_score_the_hand() -> None:
    rules = houses.get("worksheet")
    layout = parse_layout("K 5 6 / 4 7 8", rules)
    by_key = {belief.key: belief for belief in beliefs(rules)}
    assert tally(layout, by_key[""]) is not None
    assert tally(layout, by_key["V13"]) is None, "a black king needs a suit"


def test_empty_places_are_worth_nothing_to_who_thinks_that_cards_do_not_cancel() -> None:
    gone = houses.get("vanishing-columns")
    layout = parse_layout(". 5 6 7 / . 5 7 8 / . 4 8 9", gone)
    by_key = {belief.key: belief for belief in beliefs(gone)}
    assert tally(layout, by_key["P1"]) == tally(layout, by_key[""])
