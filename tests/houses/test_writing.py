"""Every house, written as a TOML file, is read back as the same house."""

import re

import pytest

from scorekeeper import houses
from scorekeeper.houses.writing import house_toml, key_of_name
from tests.random_houses import random_houses


@pytest.mark.long
def test_a_built_in_house_is_read_back_and_written_in_one_way() -> None:
    for house in houses.built_in():
        text = house_toml(house)
        again = houses.parse(text, f"{house.key}.toml")
        assert again == house
        assert house_toml(again) == text
        assert houses.parse(text.encode("cp1252").decode("cp1252"), f"{house.key}.toml") == house


def test_houses_that_dice_made_are_read_back() -> None:
    for house in random_houses(50).values():
        text = house_toml(house)
        assert houses.parse(text, f"{house.key}.toml") == house
        assert houses.thaw(houses.freeze(house)) == house


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Our rules!", "our-rules"),
        ("Les règles de Zoë", "les-regles-de-zoe"),
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
