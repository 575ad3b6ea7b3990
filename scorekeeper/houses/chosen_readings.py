"""Choosing readings: turning the questions that a sheet leaves open into one definite house."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from scorekeeper.houses.lint import contradictions
from scorekeeper.houses.lint_words import Finding
from scorekeeper.houses.loading import apply_reading, from_data, to_data, without_words
from scorekeeper.rules import House
from scorekeeper.rules.problems import RuleError


def with_readings(
    house: House, readings: Mapping[str, str], judge: Callable[[House], Iterable[Finding]] = contradictions
) -> House:
    """The same house with these readings, option by option; options not named stay as they are.

    >>> from scorekeeper import houses
    >>> from scorekeeper.rules import parse_layout, score
    >>> kept = with_readings(houses.get("penalty"), {"joker-pair": "keep"})
    >>> score(parse_layout("* 5 6 / * 5 7"), kept).total
    7

    Raises RuleError for an unknown one, naming what there is, and BadHouse for readings that contradict the rest of the
    house or each other.
    """
    if not readings:
        return house
    data = to_data(without_words(house))
    chosen = dict(house.readings)
    for option_key, reading_key in sorted(readings.items(), key=lambda answer: _is_to_choose(house, answer[0])):
        option = house.option(option_key)
        if option is None:
            known = ", ".join(option.key for option in house.options) or "none"
            message = f"{house.key} has no option {option_key!r}; it has {known}"
            raise RuleError(message, "house.unknown_option")
        reading = option.reading(reading_key)
        if reading is None:
            known = ", ".join(reading.key for reading in option.readings)
            message = f"option {option_key!r} has no reading {reading_key!r}; it has {known}"
            raise RuleError(message, "house.unknown_reading", field=f"option.{option_key}")
        apply_reading(data, reading)
        chosen[option_key] = reading_key
    where = f"{house.key} with {', '.join(f'{key}={value}' for key, value in readings.items())}"
    return replace(from_data(data, where, judge=judge), options=house.options, readings=chosen)


def as_chosen(house: House, readings: Mapping[str, str]) -> House:
    """The house with the readings that a table chose once, as `with_readings` made it, and nothing judged again."""
    return with_readings(house, readings, judge=lambda _: ())


def _is_to_choose(house: House, option_key: str) -> bool:
    """Whether an option may be answered; one that is only explained comes first and gives way to those that may."""
    option = house.option(option_key)
    return option is None or option.asked != "explained"
