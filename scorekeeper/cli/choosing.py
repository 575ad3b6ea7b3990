"""Which house a command plays by, and the readings that the table has chosen."""

from __future__ import annotations

from collections.abc import Sequence

import click

from scorekeeper import houses
from scorekeeper.cli.telling import BadInput, shown
from scorekeeper.rules import House, RuleError

house_option = click.option(
    "--house", "house_key", required=True, metavar="KEY", help="Whose rules to play by; see `houses`."
)
readings_option = click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="A reading that the table has chosen."
)


def chosen_house(key: str, options: Sequence[str]) -> House:
    """The built-in house with the readings chosen. Raises BadInput with all that is wrong in them, or UnknownHouse."""
    return with_options(houses.get(key), options)


def with_options(house: House, options: Sequence[str]) -> House:
    """The house with the readings chosen, each as `NAME=VALUE`. Raises BadInput with everything wrong in them."""
    readings: dict[str, str] = {}
    problems = []
    for option in options:
        name, parted, value = option.partition("=")
        if not parted:
            problems.append(f"--option {shown(option)}: write NAME=VALUE")
        elif readings.get(name, value) != value:
            problems.append(f"--option {name}: is given twice, as {readings[name]} and as {shown(value)}")
        else:
            try:
                houses.with_readings(house, {name: value})
            except RuleError as error:
                problems.append(error.message)
            else:
                readings[name] = value
    if problems:
        raise BadInput(problems)
    return houses.with_readings(house, readings)
