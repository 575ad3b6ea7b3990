"""Choosing readings: turning the questions that a sheet leaves open into one definite house."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.houses.loading import apply_reading, from_data, to_data, without_words
from scorekeeper.rules import House
from scorekeeper.rules.errors import UnknownOption, UnknownReading


def with_readings(house: House, readings: Mapping[str, str]) -> House:
    """The same house with these readings, option by option; options not named stay as they are.

    >>> from scorekeeper import houses
    >>> from scorekeeper.rules import parse_layout, score
    >>> kept = with_readings(houses.get("penalty"), {"joker-pair": "keep"})
    >>> score(parse_layout("* 5 6 / * 5 7"), kept).total
    7

    Raises UnknownOption or UnknownReading, naming what there is.
    """
    if not readings:
        return house
    data = to_data(without_words(house))
    chosen = dict(house.readings)
    for option_key, reading_key in sorted(readings.items(), key=lambda answer: _is_to_choose(house, answer[0])):
        option = house.option(option_key)
        if option is None:
            known = ", ".join(option.key for option in house.options) or "none"
            raise UnknownOption(f"{house.key} has no option {option_key!r}; it has {known}")
        reading = option.reading(reading_key)
        if reading is None:
            known = ", ".join(reading.key for reading in option.readings)
            raise UnknownReading(f"option {option_key!r} has no reading {reading_key!r}; it has {known}")
        apply_reading(data, reading)
        chosen[option_key] = reading_key
    where = f"{house.key} with {', '.join(f'{key}={value}' for key, value in readings.items())}"
    return replace(from_data(data, where, by_readings=True), options=house.options, readings=chosen)


def _is_to_choose(house: House, option_key: str) -> bool:
    """Whether an option may be answered; one that is only explained comes first and gives way to those that may."""
    option = house.option(option_key)
    return option is None or option.asked != "explained"
