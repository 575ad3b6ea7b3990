"""The generated rule sheet: complete, true to the data, and different for different rules."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper import houses
from scorekeeper.houses.loading import from_data, to_data
from scorekeeper.houses.sheet import differences, rule_sheet, sheet_text
from scorekeeper.houses.sheet.phrases import legend
from scorekeeper.rules import House
from scorekeeper.rules.options import BY_HOUSE
from scorekeeper.rules.parameters import Source
from tests.rules.sheet_facts import SOURCES, unfounded, untold
from tests.rules.sheet_golden import path_of, reviewed_text

HOUSES = houses.built_in()


def rules_text(house: House) -> str:
    """The sheet without its readings and examples, which name a choice but not its meaning."""
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
"""Rules that no built-in house has, or not together with the others."""


@pytest.mark.parametrize(("path", "value"), CHANGES)
def test_whatever_is_played_otherwise_is_told_otherwise_and_among_the_differences(path: str, value: object) -> None:
    data = to_data(BASE)
    table, _, last = path.rpartition(".")
    (data[table] if table else data)[last] = value
    changed = from_data(data, "a changed house")
    assert rules_text(changed) != rules_text(BASE)
    assert differences(changed, BASE)


@pytest.mark.parametrize(("teams", "who"), [("none", "a player"), ("best-ball", "a team")])
def test_who_ends_a_game_to_a_number_of_points_is_said_once(teams: str, who: str) -> None:
    data = to_data(houses.get("vanishing-columns"))
    data["match"]["teams"] = teams
    text = rules_text(from_data(data, "in teams"))
    assert (text.count("The game ends"), text.count(f"{who} reaches 100 points")) == (1, 1)


def test_the_gap_at_four_players_is_told_and_can_be_closed() -> None:
    def decks(house: House) -> list[tuple[str, ...]]:
        (table,) = [section.table for section in rule_sheet(house) if section.key == "table"]
        assert table
        return [row[:2] for row in table.rows]

    assert decks(BASE) == [("2 or 3", "one"), ("4", "your choice"), ("5 to 17", "two")]
    closed = houses.with_readings(BASE, {"decks-at-four": "two"})
    assert decks(closed) == [("2 or 3", "one"), ("4 to 17", "two")]


# --- what the sheets rest on ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.key)
def test_every_fact_of_a_source_stands_on_its_sheet(house: House) -> None:
    assert untold(house) == []


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.key)
def test_every_sentence_of_a_sheet_rests_on_a_fact_or_carries_a_sign(house: House) -> None:
    """To list the missing facts: python -m tests.rules.sheet_facts KEY"""
    assert unfounded(house) == []


def test_a_sentence_that_says_something_else_rests_on_nothing() -> None:
    data = to_data(houses.get("turtle"))
    data["values"]["Q"] = 10
    data["ending"]["last_turns"] = 2
    assert unfounded(from_data(data, "changed")) == [
        "Queen | 10",
        "King | 2",
        "Everyone else then gets two more turns, in order, but may not knock.",
    ]


def test_every_source_has_its_name_and_whatever_is_left_out_its_reason() -> None:
    assert set(SOURCES) == {house.key for house in HOUSES}
    for key, sources in SOURCES.items():
        assert set(sources) - {"left_out"}, key
        assert all(reason for reason in sources.get("left_out", {}).values()), key


@pytest.mark.parametrize("house", [house for house in HOUSES if not house.source.sheet], ids=lambda house: house.key)
def test_whatever_a_house_says_to_be_ours_carries_its_sign(house: House) -> None:
    """Each key of `silent` and `read_so` puts a sign on the sheet or on a question."""
    told = sheet_text(house)
    for name in ("silent", "read_so"):
        keys = getattr(house.source, name)
        for key in keys:
            fewer: dict[str, Any] = {name: tuple(one for one in keys if one != key)}
            without = replace(house.source, **fewer)
            assert sheet_text(replace(house, source=without)) != told, key


def test_an_answer_that_a_table_chose_carries_the_sign_of_that() -> None:
    chosen = houses.with_readings(houses.get("six-card"), {"stock-empty": "hole-ends", "last-turn": "one"})
    assert [line for line in sheet_text(chosen).splitlines() if "‡." in line] == [
        "Everyone else then gets one last turn, in order‡.",
        "If the stock runs out, the hole ends and is scored as it is. No one has ended it‡.",
    ]


def test_a_house_that_follows_nothing_published_signs_nothing() -> None:
    own = replace(houses.get("turtle"), source=Source(sheet="", title="As at home"))
    assert not legend([sheet_text(own)])
    assert "(" not in rules_text(own)
    assert {own.rests_on_now(option) for option in own.options} == {BY_HOUSE}
