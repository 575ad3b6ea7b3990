"""The houses that both scorers are compared on: every reading of every built-in house; others in test_random_houses."""

import json
import random
from collections.abc import Iterator

from scorekeeper import houses
from scorekeeper.rules import House
from scorekeeper.web.game_json import page_rules


def all_houses() -> dict[str, House]:
    """Every house to compare, by a name for failures. Houses that differ in nothing that scores are compared once."""
    named: dict[str, House] = {}
    for house in houses.built_in():
        named[house.key] = house
        for option in house.options:
            for reading in option.readings:
                readings = {option.key: reading.key}
                named[f"{house.key} {option.key}={reading.key}"] = houses.as_chosen(house, readings)
        named |= {f"{house.key} {readings}": mixed for readings, mixed in _mixed_readings(house)}
    return {name: named[name] for name in {_scoring(house): name for name, house in reversed(named.items())}.values()}


def _scoring(house: House) -> str:
    handed = page_rules(house)["house"]
    return json.dumps({key: value for key, value in handed.items() if key not in ("key", "name", "readings")})


def _mixed_readings(house: House) -> Iterator[tuple[str, House]]:
    """Readings of several score questions at once: they may meet in ways that none shows alone."""
    dice = random.Random(house.key)
    for _ in range(4):
        readings = {option.key: dice.choice(option.readings).key for option in house.options if option.kind == "score"}
        yield " ".join(f"{key}={value}" for key, value in readings.items()), houses.as_chosen(house, readings)
