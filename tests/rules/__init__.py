"""Tests of the rules, and houses as the answers of a table make them."""

from dataclasses import replace
from typing import Any

from scorekeeper import houses
from scorekeeper.rules import House


def chosen(house: str, **readings: str) -> House:
    """The house with other readings; underscores in the names of options stand for hyphens."""
    choice = {option.replace("_", "-"): reading for option, reading in readings.items()}
    return houses.with_readings(houses.get(house), choice)


def changed(house: str, **parameters: Any) -> House:
    """The house with parameters changed that it offers no option for."""
    return replace(houses.get(house), **parameters)
