"""`scorekeeper houses`: what there is to play by."""

from __future__ import annotations

from typing import Any

import click

from scorekeeper import houses
from scorekeeper.cli.telling import json_option, print_json, tell
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
