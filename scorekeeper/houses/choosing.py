"""Choosing readings: one definite house out of the open questions of a sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from scorekeeper.houses.loading import BadHouse, HouseProblem, apply_reading, from_data, to_data, without_words
from scorekeeper.rules import House, Option, Reading, RuleError

if TYPE_CHECKING:
    from scorekeeper.houses.lint_words import Finding

    Judge = Callable[[House], Iterable[Finding]]

# The judges are imported inside the functions: who makes no choice needs none of them.


def with_readings(house: House, readings: Mapping[str, str]) -> House:
    """The house with these readings; options not named stay as they are.

    >>> from scorekeeper import houses
    >>> from scorekeeper.rules import parse_layout, score
    >>> kept = with_readings(houses.get("penalty"), {"joker-pair": "keep"})
    >>> score(parse_layout("* 5 6 / * 5 7"), kept).total
    7

    Raises RuleError for an unknown one, with the known ones. Raises BadHouse for readings that contradict the house or
    each other, or that have no effect with each other. The house itself is not judged again: an old house may say
    something that a newer release calls a contradiction.
    """
    return _together(_chosen(house, readings, _new_beside(house)), house)


def usual_readings(house: House) -> dict[str, str]:
    """The first reading of each question that a game must answer, for games that start without asking."""
    return {option.key: option.readings[0].key for option in house.options if option.must_ask}


def with_reading(house: House, option: Option, reading: Reading) -> House:
    """The house with one reading, to see its effect; other answers may lose theirs.

    Raises BadHouse for a reading that contradicts the rest of the house.
    """
    return _chosen(house, {option.key: reading.key}, _new_beside(house))


def with_more_readings(begun: House, now: House, readings: Mapping[str, str]) -> House:
    """The house ``begun`` with the readings of ``now``, which a table made of it, and these too.

    Raises as `with_readings` does; neither of the two houses is judged again.
    """
    chosen = _chosen(begun, {**now.readings, **readings}, _new_beside(begun, now))
    return _together(chosen, begun, now)


def as_chosen(house: House, readings: Mapping[str, str]) -> House:
    """The house with readings that a table chose earlier, without judging them again."""
    return _chosen(house, readings, lambda _: ())


def _chosen(house: House, readings: Mapping[str, str], judge: Judge) -> House:
    if not readings:
        return house
    data = to_data(without_words(house))
    chosen = dict(house.readings)
    for option_key, reading_key in sorted(readings.items(), key=lambda answer: _is_to_choose(house, answer[0])):
        option = house.option(option_key)
        if option is None:
            known = ", ".join(option.key for option in house.options) or "none"
            message = f"{house.key} has no option “{option_key}”. It has {known}."
            raise RuleError(message, "house.unknown_option")
        reading = option.reading(reading_key)
        if reading is None:
            known = ", ".join(reading.key for reading in option.readings)
            message = f"Option “{option_key}” has no reading “{reading_key}”. It has {known}."
            raise RuleError(message, "house.unknown_reading", field=f"option.{option_key}")
        apply_reading(data, reading)
        chosen[option_key] = reading_key
    where = f"{house.key} with {', '.join(f'{key}={value}' for key, value in readings.items())}"
    return replace(from_data(data, where, judge=judge), options=house.options, readings=chosen)


def _is_to_choose(house: House, option_key: str) -> bool:
    """Whether an option can be answered. Explained ones come first, so that answers override them."""
    option = house.option(option_key)
    return option is None or option.asked != "explained"


def _new_beside(*known: House) -> Judge:
    """A judge of contradictions that none of the known houses has."""

    def judge(chosen: House) -> Iterator[Finding]:
        from scorekeeper.houses.lint import contradictions

        if found := dict.fromkeys(contradictions(chosen)):
            said = {finding for house in known for finding in contradictions(without_words(house))}
            yield from (finding for finding in found if finding not in said)

    return judge


def _together(chosen: House, *known: House) -> House:
    """The house, if its answers fit together. Raises BadHouse for conflicts that no known house has."""
    found = set(_quarrels(chosen)).difference(*map(_quarrels, known))
    if found:
        raise BadHouse([HouseProblem(chosen.name, "", cause) for cause in sorted(found)])
    return chosen


def _quarrels(house: House) -> Iterator[str]:
    """A sentence for each two answers that exclude each other, or where one cancels the effect of the other."""
    answers = [
        (option, reading)
        for option in house.options
        if option.asked != "explained"
        and option.default is not None
        and (reading := option.reading(house.readings.get(option.key, ""))) not in (None, option.default)
        and reading.sets
    ]
    if len(answers) < 2:
        return
    bare = without_words(house)
    for option, reading in answers:
        for other, instead in answers:
            if f"{other.key}={instead.key}" in reading.excludes:
                yield f"“{reading.text}” doesn’t work with the answer “{instead.text}” to “{other.question}”."
        if _has_effect(bare, option):
            continue
        for other, instead in answers:
            if other is not option and _has_effect(_by_default(bare, other), option):
                yield f"“{reading.text}” has no effect with the answer “{instead.text}” to “{other.question}”."
                break


def _has_effect(house: House, option: Option) -> bool:
    """Whether the house's answer plays differently from the default answer."""
    from scorekeeper.houses.idle import effective

    return effective(house) != effective(_by_default(house, option))


def _by_default(house: House, option: Option) -> House:
    data = to_data(house)
    assert option.default is not None
    apply_reading(data, option.default)
    return from_data(data, house.key, judge=lambda _: ())
