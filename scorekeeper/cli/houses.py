"""`scorekeeper houses` and `house`: list rules, check files and print rule sheets; the --house option."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any

import click

from scorekeeper import houses
from scorekeeper.cli.output import FILE, BadInput, json_option, print_json, shown, tell
from scorekeeper.houses.file_text import NoText, text_of
from scorekeeper.houses.loading import LONGEST_FILE, check
from scorekeeper.rules import House, Rank, RuleError
from scorekeeper.rules.problems import UnknownHouse
from scorekeeper.rules.wording import listing

LONGEST_FILE_IN_BYTES = 4 * LONGEST_FILE
WIDTH = 100
"""Characters per line of text for people."""

readings_option = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A choice within the rules, as listed by `houses`. Repeatable.",
)


def with_chosen_house(command: Callable[..., None]) -> Callable[..., None]:
    """Pass the rules that the options name to a command."""

    @click.option(
        "--house",
        "key",
        required=True,
        metavar="KEY|FILE",
        help="Rule set to use: a key from `houses` or a file.",
    )
    @readings_option
    @wraps(command)
    def choosing(key: str, options: tuple[str, ...], **others: Any) -> None:
        command(house=_chosen_house(key, options), **others)

    return choosing


def _chosen_house(key: str, options: Sequence[str]) -> House:
    """The rules of a key or file with these choices.

    Jokers with a value can be scored even if the deck has none, because players may add some. If they chose to play
    without jokers, the joker loses its value.

    Raises BadInput with all problems, UnknownHouse or BadHouse.
    """
    house = with_options(house_or_file(key), options)
    answers = [option.reading(house.readings.get(option.key, "")) for option in house.options]
    if any(answer is not None and answer.sets.get("table.jokers_per_deck") == 0 for answer in answers):
        return replace(house, values={rank: value for rank, value in house.values.items() if rank is not Rank.JOKER})
    return house


def with_options(house: House, options: Sequence[str]) -> House:
    """The rules with these choices, each as `NAME=VALUE`. Raises BadInput with all problems."""
    readings: dict[str, str] = {}
    problems = []
    for option in options:
        name, parted, value = option.partition("=")
        if not parted:
            problems.append(f"--option {shown(option)}: Write NAME=VALUE.")
        else:
            try:
                houses.with_readings(house, {name: value})
            except RuleError as error:
                problems.append(error.message)
            else:
                readings[name] = value
    if problems:
        raise BadInput(*problems)
    return houses.with_readings(house, readings)


def house_or_file(name: str) -> House:
    """The rules of a key or a file. Raises UnknownHouse."""
    try:
        return houses.get(name)
    except UnknownHouse:
        if Path(name).is_dir() or not (Path(name).exists() or name.endswith(".toml")):
            raise
    return read_house(Path(name))


def read_house(file: Path) -> House:
    """The checked rules of a file. Raises BadInput or BadHouse with all problems."""
    where = "standard input" if str(file) == "-" else file.name
    try:
        if str(file) == "-":
            raw = sys.stdin.buffer.read(LONGEST_FILE_IN_BYTES)
        else:
            with file.open("rb") as stream:
                raw = stream.read(LONGEST_FILE_IN_BYTES)
    except OSError as error:
        raise BadInput(f"Can't read {where}: {error.strerror}.") from error
    try:
        text = text_of(raw)
    except NoText as refused:
        raise BadInput(f"{where}: {refused.message}") from None
    return check(text, where)


# --- the commands -----------------------------------------------------------------------------------------------------


@click.command("houses")
@click.option("--games", "without_cards", is_flag=True, help="List the games without cards instead.")
@json_option
def list_houses(as_json: bool, without_cards: bool) -> None:
    """List all rule sets and their options."""
    listed = houses.score_games() if without_cards else houses.built_in()
    if as_json:
        print_json([_house_data(house) for house in listed])
        return
    for index, house in enumerate(listed):
        if index:
            tell("")
        tell(f"{house.key}: {house.name}, {_shape(house)}")
        tell(click.wrap_text(house.summary, WIDTH, "  ", "  "))
        if house.also:
            tell(f"  also called {listing(house.also)}")
        for option in house.options:
            readings = " | ".join(reading.key for reading in option.readings)
            tell(f"    --option {option.key}={readings}")


def _shape(house: House) -> str:
    return str(house.grid) if house.has_cards else "points only"


def _house_data(house: House) -> dict[str, Any]:
    return {
        "key": house.key,
        "name": house.name,
        "also": list(house.also),
        "summary": house.summary,
        "sheet": house.source.sheet,
        "grid": {"rows": house.grid.rows, "columns": house.grid.columns} if house.has_cards else None,
        "options": [
            {
                "name": option.key,
                "question": option.question,
                "default": option.default.key if option.default else None,
                "rests_on": house.mark(house.rests_on(option)),
                "values": [{"value": reading.key, "text": reading.text} for reading in option.readings],
            }
            for option in house.options
        ],
    }


@click.group("house")
def house_files() -> None:
    """Check a rules file or print rules."""


@house_files.command("check")
@click.argument("file", type=FILE)
def check_file(file: Path) -> None:
    """List every problem in a rules FILE (- for standard input)."""
    from scorekeeper.houses.sheet import in_short  # takes longer to load than a hand takes to score

    house = read_house(file)
    tell(f"{house.name} ({house.key}), {_shape(house)}: no problems")
    tell(f"  {', '.join(in_short(house))}")
    examples, questions = len(house.examples), len(house.options)
    tell(f"  correct examples: {examples}, questions with a choice: {questions}")


@house_files.command("sheet")
@readings_option
@click.argument("house_name", metavar="KEY|FILE")
def print_sheet(options: tuple[str, ...], house_name: str) -> None:
    """Print a rule sheet: a built-in one by KEY or one from a FILE."""
    from scorekeeper.houses.sheet import sheet_text  # as above

    for line in sheet_text(with_options(house_or_file(house_name), options)).splitlines():
        # Indented lines are calculations, and lines with a bar are table rows.
        tell(line if line.startswith(" ") or " | " in line else click.wrap_text(line, WIDTH))
