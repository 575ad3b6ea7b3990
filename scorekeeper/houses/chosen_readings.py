"""Choosing readings: turning the questions that a sheet leaves open into one definite house."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from scorekeeper.houses.lint import contradictions
from scorekeeper.houses.lint_words import Finding
from scorekeeper.houses.loading import apply_reading, from_data, to_data, without_words
from scorekeeper.rules import House, Option, Reading
from scorekeeper.rules.problems import RuleError


def with_readings(house: House, readings: Mapping[str, str]) -> House:
    """The same house with these readings, option by option; options not named stay as they are.

    >>> from scorekeeper import houses
    >>> from scorekeeper.rules import parse_layout, score
    >>> kept = with_readings(houses.get("penalty"), {"joker-pair": "keep"})
    >>> score(parse_layout("* 5 6 / * 5 7"), kept).total
    7

    Raises RuleError for an unknown one, naming what there is, and BadHouse for readings that contradict the rest of
    the house or each other. What the house has said without them is not theirs to answer for: an old house may say what
    a newer release calls a contradiction.
    """
    return _chosen(house, readings, (house,))


def with_reading(house: House, option: Option, reading: Reading) -> House:
    """The house by one reading of one question, to see what it would change; other answers may change nothing then.

    Raises as `with_readings` does for a reading that contradicts the rest of the house.
    """
    return _chosen(house, {option.key: reading.key}, (house,))


def as_chosen(house: House, readings: Mapping[str, str]) -> House:
    """The house with the readings that a table chose once, as `with_readings` makes it, and nothing judged again.

    Raises RuleError for an unknown one, and BadHouse only for what cannot be read.
    """
    return _chosen(house, readings, None)


def with_more_readings(begun: House, now: House, readings: Mapping[str, str]) -> House:
    """The house ``begun`` with the readings of ``now``, which a table made of it, and with these besides.

    Raises as `with_readings` does; what either of the two houses says already is left alone.
    """
    return _chosen(begun, {**now.readings, **readings}, (begun, now))


def _chosen(house: House, readings: Mapping[str, str], excused: tuple[House, ...] | None) -> House:
    """``excused`` are the houses whose own contradictions are left alone; None to judge nothing."""
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
    judge = _nothing if excused is None else partial(_new, excused)
    return replace(from_data(data, where, judge=judge), options=house.options, readings=chosen)


def _nothing(house: House) -> Iterable[Finding]:
    return ()


def _new(known: tuple[House, ...], chosen: House) -> Iterator[Finding]:
    """What the chosen house contradicts and none of those known did. What is said of its words is theirs, too."""
    if found := dict.fromkeys(contradictions(chosen)):
        said = {finding for house in known for finding in contradictions(without_words(house))}
        yield from (finding for finding in found if finding not in said)


def _is_to_choose(house: House, option_key: str) -> bool:
    """Whether an option may be answered; one that is only explained comes first and gives way to those that may."""
    option = house.option(option_key)
    return option is None or option.asked != "explained"
