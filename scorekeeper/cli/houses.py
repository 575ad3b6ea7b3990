"""`scorekeeper houses`: what there is to play by; `scorekeeper house`: a file looked over, and rules to read."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, cast

import click

from scorekeeper import houses
from scorekeeper.cli.choosing import house_or_file, read_house, readings_option, with_options
from scorekeeper.cli.telling import BadInput, FileName, json_option, print_json, tell
from scorekeeper.houses.sheet import in_short, sheet_text
from scorekeeper.rules import House


@click.command("houses")
@json_option
def list_houses(as_json: bool) -> None:
    """List the houses, and the readings that each lets a table choose."""
    if as_json:
        print_json([_house_data(house) for house in houses.built_in()])
        return
    for place, house in enumerate(houses.built_in()):
        if place:
            tell("")
        tell(f"{house.key}: {house.name}, {house.grid}")
        tell(click.wrap_text(house.summary, 100, "  ", "  "))
        for option in house.options:
            readings = " | ".join(reading.key for reading in option.readings)
            tell(f"    --option {option.key}={readings}")


def _house_data(house: House) -> dict[str, Any]:
    return {
        "key": house.key,
        "name": house.name,
        "summary": house.summary,
        "sheet": house.source.sheet,
        "grid": {"rows": house.grid.rows, "columns": house.grid.columns},
        "options": [
            {
                "name": option.key,
                "question": option.question,
                "default": option.default.key if option.default else None,
                "values": [{"value": reading.key, "text": reading.text} for reading in option.readings],
            }
            for option in house.options
        ],
    }


WIDTH = 100
"""Signs of a line of text for people."""


@click.group("house")
def house_files() -> None:
    """Look over a house file, or read and print the rules of a house."""


@house_files.command("check")
@click.argument("file", type=FileName(allow_dash=True))
def check_file(file: Path) -> None:
    """List every problem of a house FILE; with - it is read from standard input."""
    house = read_house(file)
    tell(f"{house.name} ({house.key}), {house.grid}: all is well")
    tell(f"  {', '.join(in_short(house))}")
    examples, questions = len(house.examples), len(house.options)
    tell(f"  worked examples that come true: {examples}; questions that tables may answer: {questions}")


@house_files.command("sheet")
@readings_option
@click.option("--pdf", "out", metavar="OUT", help="Write one page for a printer to this file, - for standard output.")
@click.option(
    "--paper", type=click.Choice(["A4", "Letter"], case_sensitive=False), default="A4", help="The size of that page."
)
@click.argument("house_name", metavar="KEY|FILE")
def print_sheet(options: tuple[str, ...], out: str | None, paper: str, house_name: str) -> None:
    """Print the rules of a house: a built-in one by its KEY, any other from its FILE."""
    house = with_options(house_or_file(house_name), options)
    if out is None:
        for line in sheet_text(house).splitlines():
            # What is indented is a reckoning, and a bar parts the columns of a table.
            tell(line if line.startswith(" ") or " | " in line else click.wrap_text(line, WIDTH))
        return
    # Here, because text is printed in less time than what draws takes to load.
    from scorekeeper.exports.drawing import draw
    from scorekeeper.exports.paper import Paper
    from scorekeeper.exports.rule_sheet import rule_sheet_drawing

    pdf = draw(rule_sheet_drawing(house, cast("Paper", paper)))
    if out == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(pdf)
        sys.stdout.buffer.flush()
        return
    try:
        Path(out).write_bytes(pdf)
    except OSError as error:
        raise BadInput([f"cannot write {out}: {error.strerror}"]) from error
