"""Misreads compute the wrong answers of the list, and none calls a mistake what a house leaves open."""

from dataclasses import replace

import pytest

from scorekeeper import houses
from scorekeeper.rules import House, parse_layout, score
from scorekeeper.school.diagnosis.beliefs import believers, singles
from scorekeeper.school.diagnosis.misreads import Misread, misreads
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.laying import laid
from scorekeeper.school.exercises.levels import HIGHEST

# House, layout, what is right, and what each misread gives: rules.md D.
TELLING = [
    ("worksheet", "5 2 K / 8 7 K", 18, {"V1": 22}),
    ("worksheet", "10 K K / K 9 K", 19, {"V3": 39, "V4": 45, "P9": 0}),
    ("worksheet", "A 5 K / 9 10 K", 25, {"V6": 35, "V7": 38}),
    ("worksheet", "3 5 2 / 10 8 2", 26, {"P2": 22}),
    ("worksheet", "7 10 K / 5 5 K", 27, {"P3": 17, "P3b": 17}),
    ("worksheet", "2 5 K / 2 5 9", 9, {"P7": 12, "P17": 3}),
    ("rvers", "* 5 K / * 5 9", 9, {"P7": 16, "P17": -5}),
    ("turtle", "Q Q / 7 9", 16, {"P7": 18, "P17": 12}),
    ("turtle", "K A / 2 *", 1, {"V14": 3}),
    ("play-nine", "-5 6 -5 9 / -5 6 -5 4", -17, {"P21-5": 3}),
    ("four-cancelling", "Q Q / Q Q", 0, {"P7": 10, "P17": -40}),
    ("worksheet", "5 8 5 / 7 9 4", 38, {"P3": 28, "P3b": 38}),
    ("worksheet", "6 6 6 / 6 9 4", 25, {"P3b": 13}),
    ("worksheet", "7 8 3 / 3 10 9", 40, {"P6": 34}),
    ("worksheet", "9 Q K / 5 J K", 34, {"P8": 14}),
    ("worksheet", "7 8 7 / 6 9 7", 30, {"P16": 23}),
    ("worksheet", "K K 5 / K K 10", 15, {"F6": 5}),
    ("worksheet", "2 K 2 / K 2 K", -6, {"A1": 6}),
    ("worksheet", "9 8 4 / 6 10 7", 44, {"A2": 33}),
    ("worksheet", "K 2 [Q] / 3 9 [8]", 28, {"A3": 10}),
    ("worksheet", "A Q 2 / K 10 A", 20,
     {"A2": 21, "P6": 18, "P8": 0, "P9": 19, "V1": 24, "V11": 10, "V3": 30, "V4": 33, "V5": 22, "V5b": 35, "V6": 40,
      "V7": 46}),
    ("penalty", "7 2 K / 5 9 K", 23, {"V2": 19}),
    ("penalty", "3 4 Q / 8 5 Q", 20, {"P1": 40, "P17": 0}),
    ("penalty", "* 5 6 / * 5 7", 13, {"P13": 7}),
    ("penalty", "K K 7 / K K 10", 7, {"F1": 17, "F3": -3, "F8": 17, "F9": 27}),
    ("penalty", "J J 7 / J J 7", -10, {"F2": 30}),
    ("penalty", "9 10 K / K K K", 19, {"F4": 9}),
    ("penalty", "5 K 5 / 5 3 5", -7, {"F5": 3}),
    ("penalty", "2 9 A / 2 9 3", 4, {"F7": -6}),
    ("penalty", "K Q K / 2 * A", 10,
     {"A2": 9, "P9": 7, "P10": 3, "V2": 6, "V3": 30, "V4": 36, "V5": 12, "V5b": 38, "V6": 20, "V7": 23, "V8": 13,
      "V9": 16, "V10": 8, "V10b": 11, "V11": 0}),
    ("rvers", "4 5 3 / 7 10 3", 26, {"P4": 32, "P7": 29}),
    ("rvers", "9 5 K / * 10 K", 26, {"V9": 22, "P10": 15}),
    ("four-card", "2 7 / 5 9", 23, {"V2": 19}),
    ("four-card", "9 8 / 6 8", 31, {"P14": 15}),
    ("four-card", "3 7 / 7 5", 22, {"P15": 8}),
    ("two-joker", "9 * K / 3 5 K", 15, {"V8": 17, "V9": 19, "V10": 12, "V10c": 14}),
    ("two-joker", "7 10 K / 10 9 K", 36, {"P5": 16}),
    ("two-joker", "* 7 K / * 9 K", 12, {"P11": 16, "P12": 14}),
    ("two-joker", "* Q 8 / * 4 8", 10, {"P11": 14, "P12": 12, "P1": 26}),
]  # fmt: skip


def by_key(house: House) -> dict[str, Misread]:
    return {misread.key: misread for misread in misreads(house)}


@pytest.mark.parametrize(
    ("house", "layout", "right", "wrong"),
    TELLING,
    ids=[f"{', '.join(wrong)}: {layout} ({house})" for house, layout, _, wrong in TELLING],
)
def test_the_wrong_answers_of_the_list(house: str, layout: str, right: int, wrong: dict[str, int]) -> None:
    rules = houses.get(house)
    cards = parse_layout(layout, rules)
    found = {belief.key: belief for belief in singles(rules)}
    assert (score(cards, rules).total, {key: found[key].total(cards) for key in wrong}) == (right, wrong)
    assert believers(singles(rules)).totals(cards) == tuple(one.total(cards) for one in singles(rules))


# Which misreads of the list apply to which sheet; the rest follows from a house's rules in the same way.
ALL_SHEETS = {"V3", "V4", "V5", "V5b", "V6", "V7", "V11", "V13", "A2", "A3"}
PAIRS = {"P1", "P3", "P3b", "P4", "P5", "P6", "P7", "P8", "P9", "P16", "P17", "P18", "P19", "P20"}
OF_SHEET = {
    "worksheet": ALL_SHEETS | PAIRS | {"V1", "P2", "F6", "A1"},
    "penalty": ALL_SHEETS | PAIRS | {"V2", "V8", "V9", "V10", "V10b", "P10", "P12", "P13", "A1"}
    | {"F1", "F2", "F3", "F4", "F5", "F7", "F8", "F9", "F10"},
    "rvers": ALL_SHEETS | PAIRS | {"V2", "V8", "V9", "V10", "V10c", "P10", "P12", "P13", "F6"},
    "four-card": ALL_SHEETS | {"V2", "P14", "P15"},
    "two-joker": ALL_SHEETS | PAIRS | {"V2", "V8", "V9", "V10", "V10c", "P10", "P11", "P12", "F6", "A1"},
}  # fmt: skip


@pytest.mark.parametrize("house", OF_SHEET)
def test_every_misread_of_the_list_is_there_and_no_other(house: str) -> None:
    assert set(by_key(houses.get(house))) == OF_SHEET[house]


# What a sheet leaves open is another reading, though somebody who plays by it gets another number.
@pytest.mark.parametrize(
    ("house", "readings"),
    [
        ("worksheet", set()),
        ("penalty", {"P12", "P13", "F5"}),
        ("rvers", set()),
        ("four-card", set()),
        ("two-joker", set()),
    ],
)
def test_an_open_reading_is_no_mistake(house: str, readings: set[str]) -> None:
    assert {key for key, misread in by_key(houses.get(house)).items() if misread.reading} == readings


@pytest.mark.parametrize(
    ("house", "option", "chosen", "key"),
    [
        pytest.param("penalty", "four-of-a-kind", "off", "F1", id="the bonus that the sheet prints"),
        pytest.param("two-joker", "joker-pair", "zero", "P11", id="the exception that the sheet prints"),
        pytest.param("rvers", "joker-pair", "keep", "P13", id="a pair of jokers like every pair"),
    ],
)
def test_what_a_sheet_prints_is_misread_unless_the_table_plays_otherwise(
    house: str, option: str, chosen: str, key: str
) -> None:
    rules = houses.get(house)
    assert by_key(rules)[key].reading is None
    assert key not in by_key(houses.as_chosen(rules, {option: chosen}))


def test_whether_cards_cancel_at_all_is_no_mistake_where_it_is_asked_of_every_table() -> None:
    rules = houses.get("four-card")
    options = tuple(replace(one, asked="usual") if one.key == "pairs" else one for one in rules.options)
    found = by_key(replace(rules, options=options))
    told = {key: found[key].reading for key in ("P14", "P15", "V3")}
    assert {key: reading and reading.reading.key for key, reading in told.items()} == {
        "P14": "columns",
        "P15": "anywhere",
        "V3": None,
    }


def test_once_a_table_has_chosen_the_other_reading_is_a_misread() -> None:
    chosen = houses.with_readings(houses.get("penalty"), {"joker-pair": "zero"})
    assert by_key(chosen)["P13"].reading is None


@pytest.mark.parametrize("house", ["worksheet", "penalty", "four-card", "nine-card"])
def test_every_misread_is_shown_by_a_layout_that_is_laid_for_exercises(house: str) -> None:
    rules = houses.get(house)
    unseen = {belief.key: belief for belief in singles(rules)}
    dice = Dice(house)
    for _ in range(3_000):
        layout = laid(rules, HIGHEST, dice)
        right = score(layout, rules).total
        for key in [key for key, belief in unseen.items() if belief.total(layout) != right]:
            del unseen[key]
        if not unseen:
            break
    assert unseen == {}
