"""Which house a command plays by, and the readings that the table has chosen."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from scorekeeper import houses
from scorekeeper.cli.telling import BadInput, shown
from scorekeeper.houses.loading import LONGEST_FILE, check
from scorekeeper.rules import House, Rank, RuleError
from scorekeeper.rules.problems import UnknownHouse

LONGEST_FILE_IN_BYTES = 4 * LONGEST_FILE

house_option = click.option(
    "--house",
    "house_key",
    required=True,
    metavar="KEY|FILE",
    help="Whose rules to play by: see `houses`; or a house file.",
)
readings_option = click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="A reading that the table has chosen."
)


def chosen_house(key: str, options: Sequence[str]) -> House:
    """The house of that key or file with the readings chosen.

    Decks without jokers keep nobody from adding some, as long as the joker has a value; a table that was asked and
    answered that there are none has no joker to score.

    Raises BadInput with all that is wrong in them, UnknownHouse, or BadHouse.
    """
    house = with_options(house_or_file(key), options)
    answers = [option.reading(house.readings.get(option.key, "")) for option in house.options]
    if any(answer is not None and answer.sets.get("table.jokers_per_deck") == 0 for answer in answers):
        return replace(house, values={rank: value for rank, value in house.values.items() if rank is not Rank.JOKER})
    return house


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


def house_or_file(name: str) -> House:
    """The house of that key, or of that file. Raises UnknownHouse if it is neither."""
    try:
        return houses.get(name)
    except UnknownHouse:
        if Path(name).is_dir() or not (Path(name).exists() or name.endswith(".toml")):
            raise
    return read_house(Path(name))


def read_house(file: Path) -> House:
    """The house of a file, checked. Raises BadInput or BadHouse with everything that is wrong with it."""
    where = "standard input" if str(file) == "-" else file.name
    try:
        if str(file) == "-":
            raw = sys.stdin.buffer.read(LONGEST_FILE_IN_BYTES)
        else:
            with file.open("rb") as stream:
                raw = stream.read(LONGEST_FILE_IN_BYTES)
    except OSError as error:
        raise BadInput([f"cannot read {where}: {error.strerror}"]) from error
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput([f"{where}: no text in UTF-8"]) from None
    return check(text, where)
