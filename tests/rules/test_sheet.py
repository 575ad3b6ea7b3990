"""The generated rule sheet: complete, true to the data, and telling apart whatever is played differently."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper import houses
from scorekeeper.houses.loading import from_data, to_data
from scorekeeper.rules import Grid, House, Option, Rank, Reading, parse_layout, score
from scorekeeper.rules.parameters import Ending, FourOfAKind, Opening, Penalty, Reward, Turn
from scorekeeper.rules.sheet import differences, in_short, rule_sheet, sheet_text
from scorekeeper.rules.wording import number
from tests.rules.sheet_golden import path_of, reviewed_text

HOUSES = houses.built_in()
EVERY_READING = [
    pytest.param(house, option, reading, id=f"{house.key}-{option.key}-{reading.key}")
    for house in HOUSES
    for option in house.options
    for reading in option.readings
    # What only says how the table understands the sheet sets nothing, and is told among the readings alone.
    if reading is not option.default and reading.sets
]


def rules_text(house: House) -> str:
    """The sheet without the list of readings and the examples, which say what was chosen but not what it means."""
    return "\n".join(
        line
        for section in rule_sheet(house)
        if section.key not in ("aim", "readings", "examples")
        for line in (*section.paragraphs, *(" | ".join(row) for row in (section.table.rows if section.table else ())))
    )


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.key)
def test_the_reviewed_text_is_what_the_house_says(house: House) -> None:
    """After a change that was meant: python -m tests.rules.sheet_golden --update, and read the difference."""
    assert reviewed_text(house) == path_of(house).read_text(encoding="utf-8")


@pytest.mark.parametrize(("house", "option", "reading"), EVERY_READING)
def test_every_reading_changes_the_rules_told(house: House, option: Option, reading: Reading) -> None:
    chosen = houses.with_readings(house, {option.key: reading.key})
    assert rules_text(chosen) != rules_text(house)
    assert reading.text in sheet_text(chosen)
    assert differences(chosen, house)
    others = [
        houses.with_readings(house, {option.key: other.key}) for other in option.readings if other.sets != reading.sets
    ]
    assert all(rules_text(chosen) != rules_text(other) for other in others)


@pytest.mark.parametrize(("house", "option", "reading"), EVERY_READING)
def test_a_reading_as_printed_changes_nothing_but_who_settled_it(
    house: House, option: Option, reading: Reading
) -> None:
    printed = option.default
    if printed is not None:
        same = houses.with_readings(houses.with_readings(house, {option.key: reading.key}), {option.key: printed.key})
        assert sheet_text(same) == sheet_text(house)


BASE = houses.get("penalty")


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        (
            replace(BASE, ending=replace(BASE.ending, hidden=10)),
            "A card that is still hidden then counts 10, whatever it is.",
        ),
        (replace(BASE, ending=replace(BASE.ending, last_turns=2)), "each of the others plays two more turns"),
        (replace(BASE, ending=Ending(trigger="knock", last_turns=1)), "plays one last turn, without knocking"),
        (replace(BASE, turn=Turn(placed="face-down")), "It lies there face down"),
        (replace(BASE, opening=Opening(peek=1)), "one look at the one card closest"),
        (replace(BASE, opening=Opening()), "No card is turned up or looked at to begin with."),
        (replace(BASE, cancelling=None), "Every card counts."),
        (replace(BASE, reward=Reward(kind="zero")), "a score above 0 becomes 0"),
        (replace(BASE, reward=Reward(kind="add", points=-5)), "−5 points are added"),
        (replace(BASE, penalty=Penalty(kind="double-and-add", points=5)), "is doubled, if it is above 0, and 5 points"),
        (
            replace(BASE, four_of_a_kind=FourOfAKind(points=-20, pattern="anywhere")),
            "wherever they lie, count −20 instead",
        ),
        (replace(BASE, four_of_a_kind=FourOfAKind(points=-20, pattern="any-pairs")), "whatever their ranks, count −20"),
        (
            replace(BASE, grid=Grid(3, 4), four_of_a_kind=FourOfAKind(points=-20, by_rank={Rank.KING: -16})),
            "Six cards of one rank that fill two columns count −20 instead of their own points (read so).",
        ),
        (
            replace(BASE, grid=Grid(3, 4), four_of_a_kind=FourOfAKind(points=-20, by_rank={Rank.KING: -16})),
            "Six kings count −16.",
        ),
    ],
)
def test_rules_that_no_built_in_house_has(changed: House, sentence: str) -> None:
    assert sentence in rules_text(changed)
    assert sentence not in rules_text(BASE)
    assert differences(changed, BASE)


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("where", ["row"], "Two equal cards in a row cancel"),
        ("where", ["row", "column"], "in a row or in a column cancel"),
        ("where", ["anywhere"], "anywhere among a player's cards cancel"),
        ("where", ["row"], "If three lie so, two cancel and the one left over counts."),
        ("same", "value", "Cards that count alike are equal (a jack and a queen, for one)."),
        ("same", "card", "its rank and its suit"),
        ("exceptions", {"*": "lower"}, "Two jokers count −6: the better of nothing and their values (read so)."),
        ("exceptions", {"K": 5}, "Two kings count 5 together."),
        ("wild", ["2", "*"], "Twos and jokers match any card there."),
    ],
)
def test_ways_of_cancelling_that_no_built_in_house_has(key: str, value: object, sentence: str) -> None:
    data = to_data(BASE)
    data["cancelling"][key] = value
    changed = from_data(data, "a changed house")
    assert sentence in rules_text(changed)
    assert sentence not in rules_text(BASE)
    assert differences(changed, BASE)


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.key)
def test_values_and_examples_are_those_of_the_scorer(house: House) -> None:
    sections = {section.key: section for section in rule_sheet(house)}
    table = sections["values"].table
    assert table
    told = {row[0].lower(): row[1] for row in table.rows}
    for rank, value in house.values.items():
        assert told.get(rank.word, number(value)) == number(value)
        # Ranks that count alike share a row; what is printed on a card need not be repeated.
        assert number(value) in told.values() or rank.face == str(value)
    if house.table.deck is None and not house.has_joker:
        assert told["joker"] == "not in the game"
    for example, worked in zip(house.examples, sections["examples"].examples, strict=False):
        assert worked.score == score(parse_layout(example.layout, house), house)
        assert worked.why == example.why
    assert len(sections["examples"].examples) >= len(house.examples)


def test_examples_are_counted_by_the_readings_of_the_table() -> None:
    kept = houses.with_readings(houses.get("two-joker"), {"joker-pair": "zero"})
    (examples,) = [section.examples for section in rule_sheet(kept) if section.key == "examples"]
    assert [(worked.score.total, bool(worked.why)) for worked in examples] == [(15, True), (13, False)]


def test_the_gap_at_four_players_is_told_and_can_be_closed() -> None:
    def decks(house: House) -> list[tuple[str, ...]]:
        (table,) = [section.table for section in rule_sheet(house) if section.key == "table"]
        assert table
        return [row[:2] for row in table.rows]

    assert decks(BASE) == [("2 to 3", "one"), ("4", "the table must agree"), ("5 to 17", "two")]
    closed = houses.with_readings(BASE, {"decks-at-four": "two"})
    assert decks(closed) == [("2 to 3", "one"), ("4 to 17", "two")]


def test_a_summary_of_printed_rules_is_left_out_where_the_table_plays_otherwise() -> None:
    house = houses.get("worksheet")
    assert house.summary in sheet_text(house)
    assert house.summary in sheet_text(houses.with_readings(house, {"twos": "minus"}))
    assert house.summary not in sheet_text(houses.with_readings(house, {"twos": "plus"}))


def test_houses_in_short_are_few_facts_and_all_different() -> None:
    facts = [in_short(house) for house in HOUSES]
    assert len(set(facts)) == len(HOUSES)
    assert all(3 <= len(short) <= 5 for short in facts)
    assert in_short(houses.get("worksheet")) == ("Twos −2", "No jokers", "Pairs cancel", "Stops at once")


def test_differences_name_both_sides() -> None:
    found = differences(houses.get("worksheet"), houses.get("penalty"))
    assert "Twos: −2 here, 2 there." in found
    assert "Jokers: not in the game here, −3 there." in found
    assert "Last turns: none here, one each there." in found


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.key)
def test_equal_rules_do_not_differ(house: House) -> None:
    assert differences(house, houses.thaw(houses.freeze(house))) == ()


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.key)
def test_a_sheet_reads_as_sentences(house: House) -> None:
    keys = [section.key for section in rule_sheet(house)]
    assert len(set(keys)) == len(keys)
    for section in rule_sheet(house):
        for paragraph in section.paragraphs:
            assert paragraph[0].isupper()
            assert paragraph[-1] == "."
            assert "  " not in paragraph
        for row in section.table.rows if section.table else ():
            assert section.table is not None
            assert len(row) == len(section.table.headings)


# --- the sheets that the houses were made from ---------------------------------------------------------------------

SOURCES = tomllib.loads(Path(__file__).with_name("sheet_sources.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("house", [house for house in HOUSES if house.source.sheet], ids=lambda house: house.key)
def test_every_sentence_of_a_source_stands_on_its_sheet(house: House) -> None:
    text = sheet_text(house)
    lost = [said for said, told in SOURCES[house.key].items() if said != "left_out" and told not in text]
    assert lost == []


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.key)
def test_what_the_cards_count_comes_first(house: House) -> None:
    assert rule_sheet(house)[0].key == "values"


@pytest.mark.parametrize(
    ("key", "readings", "told"),
    [
        ("penalty", {}, "A deck has 52 cards and two jokers (not in the sheet)."),
        ("penalty", {}, "though one alone counts −3 (read so)."),
        ("penalty", {}, "Where nobody ended the hole, none of it applies (not in the sheet)."),
        ("penalty", {}, "those who are equal share it (not in the sheet)."),
        ("penalty", {"hole-tie": "ender-loses"}, "and the others share it (chosen by the table)."),
        ("penalty", {"turn-after-swap": "yes"}, "after replacing another it may be turned up (chosen by the table)."),
        ("penalty", {"touching": "touching"}, "The two columns have to be neighbours (chosen by the table)."),
        ("penalty", {}, "What does a column of two jokers count? | 0, like any pair | read so"),
        ("penalty", {"twos": "minus"}, "What does a two count? | minus 2 | chosen by the table"),
        ("penalty", {}, "the table says which for four players: one deck or two decks | still open"),
        ("four-card", {}, "What if totals are equal at the end? | the win is shared | not in the sheet"),
        ("four-card", {}, "A deck has 52 cards and no joker (not in the sheet)."),
        ("two-joker", {}, "dealt by the next player to the left (not in the sheet), and the first turn moves on"),
        ("rvers", {}, "dealt by the next player to the left, and the first turn moves on with the deal (read so)."),
        ("ten-card", {}, "The next hole is dealt by the next player to the left, and"),
        ("ten-card", {}, "What do two equal pairs in two columns count? | nothing extra | the house"),
    ],
)
def test_a_sheet_says_what_its_rules_rest_on(key: str, readings: dict[str, str], told: str) -> None:
    assert told in sheet_text(houses.with_readings(houses.get(key), readings))


@pytest.mark.parametrize("house", [house for house in HOUSES if house.source.sheet], ids=lambda house: house.key)
def test_what_the_sheet_settles_is_not_left_open(house: House) -> None:
    (table,) = [section.table for section in rule_sheet(house) if section.key == "readings"]
    assert table is not None
    assert {row[2] for row in table.rows} <= {"read so", "not in the sheet", "still open"}
    told = {row[0] for row in table.rows}
    gaps = [option for option in house.options if option.basis != "printed" and option.asked != "explained"]
    assert {option.question for option in gaps} <= told


def test_cards_of_numbers_are_numbers() -> None:
    assert not [house.key for house in HOUSES if "#" in sheet_text(house)]
