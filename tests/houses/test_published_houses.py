"""The houses after other published rules: listed apart, with their sources, each with rules of its own."""

from dataclasses import fields
from itertools import combinations

import pytest

from scorekeeper import houses
from scorekeeper.houses.writing import key_of_name
from scorekeeper.rules import House

SHEETS, PUBLISHED = houses.groups()


def test_every_house_is_in_one_group_and_the_sheets_come_first() -> None:
    assert (*SHEETS.houses, *PUBLISHED.houses) == houses.built_in()
    assert [house.source.sheet for house in SHEETS.houses] == ["000", "001", "002", "003", "004"]
    assert {house.source.sheet for house in PUBLISHED.houses} == {""}
    assert [house.key for house in PUBLISHED.houses[:2]] == ["vanishing-columns", "play-nine"]
    others = [house.name for house in PUBLISHED.houses if house.listed is None]
    assert others == sorted(others) == [house.name for house in PUBLISHED.houses[2:]]


def test_a_house_is_found_by_its_key_its_name_and_the_other_names_that_it_goes_by() -> None:
    for house in houses.built_in():
        assert houses.get(house.key) is house
        for name in (house.name, *house.also, *house.former):
            assert house in houses.named(key_of_name(name)), name
    assert sum(len(house.former) for house in houses.built_in()) == 13, "the names before the ones of today"


KEYS_BEFORE_NAMES = {"turtle": "an old key, which is in addresses; the name is known for the common four cards"}


def test_no_other_name_is_another_house_of_its_own() -> None:
    taken = {house.key: house for house in houses.built_in()}
    taken |= {key_of_name(house.name): house for house in houses.built_in()}
    for house in houses.built_in():
        assert len({*map(key_of_name, house.also)}) == len(house.also), house.key
        for name in map(key_of_name, house.also):
            assert name in KEYS_BEFORE_NAMES or taken.get(name, house) is house, (house.key, name)


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("skyjo", ["vanishing-columns"]),
        ("polish-poker", ["six-card"]),
        ("hara-kiri", ["six-card"]),
        ("crazy-nines", ["nine-card"]),
        ("nines", ["nine-card"]),
        ("turtle", ["turtle", "four-card", "four-cancelling"]),
        ("two-nearest-up", ["turtle"]),
        ("four-card-two-face-up", ["turtle"]),
        ("six-cards", ["six-card"]),
        ("two-jokers", ["two-joker"]),
        ("Turtle", []),
    ],
)
def test_names_by_which_people_look(name: str, keys: list[str]) -> None:
    assert [house.key for house in houses.named(name)] == keys


def rules_of(house: House) -> dict[str, object]:
    """What is played by, without the names, the words and the questions."""
    told = {"key", "name", "summary", "source", "options", "examples", "readings", "version", "also", "listed"}
    return {field.name: getattr(house, field.name) for field in fields(house) if field.name not in told}


def test_each_says_where_it_comes_from_and_plays_unlike_every_other() -> None:
    assert all(house.source.title for house in PUBLISHED.houses)
    for house, other in combinations(houses.built_in(), 2):
        assert (other.name, other.summary) != (house.name, house.summary)
        assert rules_of(other) != rules_of(house), (house.key, other.key)
