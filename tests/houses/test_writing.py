"""A house as a TOML file is read back as the very same house, whatever its rules."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from scorekeeper import houses
from scorekeeper.houses import BadHouse
from scorekeeper.houses.loading import from_data, to_data
from scorekeeper.houses.writing import house_toml, key_of_name, plain_file
from scorekeeper.rules import House
from tests.random_houses import random_houses


def test_a_built_in_house_is_read_back_and_written_in_one_way() -> None:
    for house in houses.built_in():
        text = house_toml(house)
        again = houses.parse(text, f"{house.key}.toml")
        assert again == house
        assert house_toml(again) == text
        assert list(plain_file(house)) == [key for key in to_data(house) if key in plain_file(house)]


CHANGES: dict[str, list[Any]] = {
    "name": ['Anna\'s, "the best"', "Größe ♠ ünd 東", "back\\slash and ''' quotes"],
    "source.notes": ["two\nlines", 'a """ in it', "a\\b"],
    "grid.rows": [1, 2, 3, 4],
    "grid.columns": [2, 3, 4, 6],
    "values.K": [0, -999, 999, 13],
    "values.*": [-5, 15],
    "table.decks": [{"2": 1}, {"2": 2, "10": 12}],
    "table.players_max": [None, 2, 24],
    "card_values": [{}, {"QS": 40, "KH": -1}],
    "cancelling": [None, {}, {"where": ["row", "diagonal"]}, {"where": ["anywhere"], "size": 3, "counts": -7}],
    "cancelling.exceptions": [{"*": "keep", "2": -4}, {"A": "lower", "K": "negative"}],
    "cancelling.wild": [["*"], ["2", "K"]],
    "four_of_a_kind": [None, {"points": 0}, {"points": -25, "pattern": "block", "by_rank": {"K": -16}}],
    "bonuses": [[], [{"pattern": "one-suit", "points": -20}, {"pattern": "exact-total", "total": 21}]],
    "penalty": [None, {"kind": "double-and-add", "points": 5, "below_zero": "doubled"}],
    "reward": [None, {"kind": "half", "when": "shared"}],
    "placing": [{}, {"winner": {"kind": "add", "points": -3}, "equal": 5}],
    "opening.face_up": [0, 1, 2],
    "ending": [{"trigger": "knock", "knock_from": 2}, {"trigger": "turns", "turns": 8, "hidden": 10}],
    "match": [{}, {"until": 100, "exact": {"100": 50}, "tie": "lowest-hole"}, {"holes": [18, 9], "hole_winner": True}],
    "options": [[]],
    "examples": [[]],
}


def varied(dice: random.Random) -> Iterator[House]:
    """Houses that are a few steps away from those that come with Scorekeeper; not all steps lead to a house."""
    while True:
        data = to_data(dice.choice(houses.built_in()))
        data["options"] = []
        for path in dice.sample(sorted(CHANGES), 8):
            *tables, last = path.split(".")
            table: Any = data
            for name in tables:
                table = table.get(name) or {}
            table[last] = dice.choice(CHANGES[path])
        try:
            yield from_data(data, "varied")
        except BadHouse:
            continue


def test_houses_that_dice_made_are_read_back() -> None:
    found = varied(random.Random(4))
    for house in (*random_houses(100).values(), *(next(found) for _ in range(60))):
        text = house_toml(house)
        assert houses.parse(text, f"{house.key}.toml") == house
        assert houses.thaw(houses.freeze(house)) == house


def test_what_is_so_anyhow_is_not_written() -> None:
    text = house_toml(houses.get("four-card"))
    assert "None" not in text
    assert "\nversion =" not in text
    assert "[four_of_a_kind]" not in text
    assert "[turn]" in text


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Our rules!", "our-rules"),
        ("Les règles de Zoë", "les-regles-de-zoe"),
        ("Дедушкины правила", "dedushkiny-pravila"),
        ("Οι κανόνες μας", "oi-kanones-mas"),
        ("Łódź i Ærø", "lodz-i-aero"),
        ("ゴルフ", "goruhu"),
        ("골프", "golpeu"),
        ("東京", "house-130016"),
        ("東京 Golf", "golf-f98726"),
        ("東" * 60 + "x" * 60, "x" * 33 + "-" + "?" * 6),
        ("--- ", "house"),
        ("x" * 60, "x" * 40),
        ("a" * 39 + " b", "a" * 39),
    ],
)
def test_a_name_gives_a_key(name: str, key: str) -> None:
    assert re.fullmatch(key.replace("?", "."), key_of_name(name))


def test_names_that_no_latin_letters_tell_apart_have_keys_of_their_own() -> None:
    names = ["東京", "大阪", "京都", "東京 2", "בית", "घर", "東京 Golf", "大阪 Golf"]
    keys = {key_of_name(name) for name in names}
    assert len(keys) == len(names)
    assert not keys & {house.key for house in houses.built_in()}
