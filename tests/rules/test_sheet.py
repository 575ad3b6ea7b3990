"""The generated rule sheet: complete, true to the data, and telling apart whatever is played differently."""

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper import houses
from scorekeeper.houses.loading import from_data, to_data
from scorekeeper.houses.sheet import differences, rule_sheet, sheet_text
from scorekeeper.rules import Grid, House, Rank
from scorekeeper.rules.parameters import Ending, FourOfAKind, Opening, Penalty, Reward, Turn
from tests.rules.sheet_golden import path_of, reviewed_text

HOUSES = houses.built_in()


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


def test_the_gap_at_four_players_is_told_and_can_be_closed() -> None:
    def decks(house: House) -> list[tuple[str, ...]]:
        (table,) = [section.table for section in rule_sheet(house) if section.key == "table"]
        assert table
        return [row[:2] for row in table.rows]

    assert decks(BASE) == [("2 to 3", "one"), ("4", "the table must agree"), ("5 to 17", "two")]
    closed = houses.with_readings(BASE, {"decks-at-four": "two"})
    assert decks(closed) == [("2 to 3", "one"), ("4 to 17", "two")]


# The sheets that the houses were made from.
SOURCES = tomllib.loads(Path(__file__).with_name("sheet_sources.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("house", [house for house in HOUSES if house.source.sheet], ids=lambda house: house.key)
def test_every_sentence_of_a_source_stands_on_its_sheet(house: House) -> None:
    text = sheet_text(house)
    lost = [said for said, told in SOURCES[house.key].items() if said != "left_out" and told not in text]
    assert lost == []
