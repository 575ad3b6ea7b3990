"""The generated rule sheet: complete, true to the data, and telling apart whatever is played differently."""

import tomllib
from pathlib import Path

import pytest

from scorekeeper import houses
from scorekeeper.houses.loading import from_data, to_data
from scorekeeper.houses.sheet import differences, rule_sheet, sheet_text
from scorekeeper.rules import House
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


CHANGES: list[tuple[str, object]] = [
    ("ending.hidden", 10),
    ("ending.last_turns", 2),
    ("ending.trigger", "knock"),
    ("turn.placed", "either"),
    ("opening.face_up", 0),
    ("opening.peek", 1),
    ("reward", {"kind": "zero"}),
    ("reward", {"kind": "add", "points": -5}),
    ("penalty", {"kind": "double-and-add", "points": 5}),
    ("cancelling", None),
    *(("cancelling.where", where) for where in (["row"], ["row", "column"], ["anywhere"])),
    *(("cancelling.same", same) for same in ("value", "card")),
    *(("cancelling.exceptions", exceptions) for exceptions in ({"*": "lower"}, {"K": 5})),
    ("cancelling.wild", ["2", "*"]),
    *(("four_of_a_kind.pattern", pattern) for pattern in ("anywhere", "any-pairs")),
    ("four_of_a_kind.by_rank", {"K": -16}),
]
"""Rules that no built-in house has, or not beside the others."""


@pytest.mark.parametrize(("path", "value"), CHANGES)
def test_whatever_is_played_otherwise_is_told_otherwise_and_among_the_differences(path: str, value: object) -> None:
    data = to_data(BASE)
    table, _, last = path.rpartition(".")
    (data[table] if table else data)[last] = value
    changed = from_data(data, "a changed house")
    assert rules_text(changed) != rules_text(BASE)
    assert differences(changed, BASE)


@pytest.mark.parametrize(("teams", "who"), [("none", "somebody"), ("best-ball", "a team")])
def test_who_ends_a_game_to_a_number_of_points_is_said_once(teams: str, who: str) -> None:
    data = to_data(houses.get("vanishing-columns"))
    data["match"]["teams"] = teams
    text = rules_text(from_data(data, "in teams"))
    assert (text.count("points or more"), text.count(f"{who} has 100 points or more")) == (1, 1)


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
