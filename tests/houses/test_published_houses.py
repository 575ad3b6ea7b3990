"""The houses after other published rules: listed apart, with their sources, each with rules of its own."""

from dataclasses import fields
from itertools import combinations

from scorekeeper import houses
from scorekeeper.rules import House

SHEETS, PUBLISHED = houses.groups()


def test_every_house_is_in_one_group_and_the_sheets_come_first() -> None:
    assert (*SHEETS.houses, *PUBLISHED.houses) == houses.built_in()
    assert [house.source.sheet for house in SHEETS.houses] == ["000", "001", "002", "003", "004"]
    assert {house.source.sheet for house in PUBLISHED.houses} == {""}
    assert [house.name for house in PUBLISHED.houses] == sorted(house.name for house in PUBLISHED.houses)


def rules_of(house: House) -> dict[str, object]:
    """What is played by, without the names, the words and the questions."""
    told = {"key", "name", "summary", "source", "options", "examples", "readings", "version"}
    return {field.name: getattr(house, field.name) for field in fields(house) if field.name not in told}


def test_each_says_where_it_comes_from_and_plays_unlike_every_other() -> None:
    assert all(house.source.title for house in PUBLISHED.houses)
    for house, other in combinations(houses.built_in(), 2):
        assert (other.name, other.summary) != (house.name, house.summary)
        assert rules_of(other) != rules_of(house), (house.key, other.key)
