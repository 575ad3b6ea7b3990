"""Tests of the rules, and houses as the answers of a table make them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper import houses
from scorekeeper.houses.loading import from_data, to_data
from scorekeeper.rules import House


def chosen(house: str, **readings: str) -> House:
    """The house with other readings; underscores in the names of options stand for hyphens."""
    choice = {option.replace("_", "-"): reading for option, reading in readings.items()}
    return houses.with_readings(houses.get(house), choice)


def changed(house: str, **parameters: Any) -> House:
    """The house with parameters changed that it offers no option for."""
    return replace(houses.get(house), **parameters)


def a_house(changes: Mapping[str, Any]) -> House:
    """The worksheet's house with these parameters changed, such as `cancelling.size`."""
    data = to_data(houses.get("worksheet")) | {"options": [], "examples": [], "four_of_a_kind": None}
    data["cancelling"] = {"where": ["column"], "size": 2}
    data["values"] = data["values"] | {"2": 2, "*": -2}
    data["table"] = data["table"] | {"jokers_per_deck": 2}
    for path, value in changes.items():
        *tables, last = path.split(".")
        table = data
        for name in tables:
            table[name] = dict(table[name] or {})
            table = table[name]
        table[last] = value
    return from_data(data, "test")
