"""`scorekeeper score`: one layout and why, or very many."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BufferedIOBase
from typing import Any, cast

import click

from scorekeeper.cli.choosing import chosen_house, house_option, readings_option
from scorekeeper.cli.telling import BadInput, LayoutCommand, encodable, json_option, print_json, tell
from scorekeeper.rules import BadLayout, House, Score, Totals, format_layout, parse_layout
from scorekeeper.rules import score as score_layout
from scorekeeper.rules.wording import number

CHUNK = 1 << 16
LONGEST_LINE = 1 << 14
"""Bytes. More of a line than this is never kept; `parse_layout` refuses what is left as too long."""


@click.command("score", cls=LayoutCommand)
@house_option
@readings_option
@json_option
@click.option("--stdin", "from_stdin", is_flag=True, help="Read a layout a line, print a total a line.")
@click.argument("layout", required=False)
def score_one(house_key: str, options: tuple[str, ...], as_json: bool, from_stdin: bool, layout: str | None) -> None:
    """Score one layout and say why, or very many with --stdin."""
    if from_stdin and (layout is not None or as_json):
        raise click.UsageError("--stdin reads the layouts and prints bare totals: no LAYOUT and no --json with it")
    if not from_stdin and layout is None:
        raise click.UsageError("Give a LAYOUT such as '5 * 7 / 5 Q K', or --stdin")
    house = chosen_house(house_key, options)
    if layout is None:
        _score_lines(house)
        return
    worked = score_layout(parse_layout(layout, house), house)
    if as_json:
        print_json(score_data(worked, house))
        return
    tell(heading(house))
    tell("")
    for row in _drawing(worked):
        tell(row)
    tell("")
    for line in worked.lines:
        tell(f"{number(line.points):>5}  {line.text}")
    tell(f"{number(worked.total):>5}  in total")


def score_data(worked: Score, house: House) -> dict[str, Any]:
    """A worked layout for programs."""
    return {
        "house": house.key,
        "layout": format_layout(worked.layout),
        "total": worked.total,
        "lines": [
            {"rule": line.rule, "points": line.points, "cells": line.cells, "text": line.text} for line in worked.lines
        ],
    }


def heading(house: House) -> str:
    """The house and what the table chose."""
    chosen = "; ".join(f"{name}={value}" for name, value in house.readings.items())
    return f"{house.name} ({chosen})" if chosen else house.name


def _drawing(worked: Score) -> Iterator[str]:
    """The cards as they lie, and under each column what it counts by itself."""
    for cards in worked.layout.rows:
        yield "".join(f"{card.shown:>5}" for card in cards)
    width = 5 * worked.layout.grid.columns
    yield "  " + "-" * (width - 2)
    yield "".join(f"{number(points):>5}" for points in worked.column_points)


def _score_lines(house: House) -> None:
    """A total for each line of standard input, in step with it: every line is answered, blank ones too.

    What has arrived is answered at once, so that a program at the other end of the pipe may wait for it; what is kept
    in memory does not grow with the number of lines.
    """
    read = Totals(house).read
    out = sys.stdout
    count = bad = 0
    for lines in _arrived(cast("BufferedIOBase", sys.stdin.buffer)):
        answers = []
        for line in lines:
            try:
                answers.append(str(read(line)))
            except BadLayout as error:
                bad += 1
                answers.append(f"error: {encodable(error.message, out)}")
        count += len(lines)
        out.write("\n".join(answers) + "\n")
        out.flush()
    if bad:
        raise BadInput([f"{bad} of {count} lines could not be scored"])


def _arrived(stream: BufferedIOBase) -> Iterator[list[str]]:
    """Complete lines, as many at a time as have arrived. Bytes that are no text spoil only their line."""
    rest = b""
    encoding = "utf-8-sig"  # a mark of byte order may stand at the start
    while chunk := stream.read1(CHUNK):
        lines, ended, rest = (rest + chunk).rpartition(b"\n")
        rest = rest[:LONGEST_LINE]
        if ended:
            yield lines.decode(encoding, "replace").split("\n")
            encoding = "utf-8"
    if rest:
        yield [rest.decode(encoding, "replace")]
