"""The command line: `scorekeeper`, or `python -m scorekeeper`. docs/command-line.md describes it for its users.

Exit 0 when all is well, 2 for bad input, with every problem on a line of its own on standard error. What is printed
for people has a true minus sign where the terminal knows one; what programs read is plain ASCII.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from io import BufferedIOBase
from pathlib import Path
from typing import Any, TextIO, cast

import click

from scorekeeper import houses
from scorekeeper.rules import (
    BadLayout,
    HoleResult,
    House,
    Layout,
    RuleError,
    Score,
    Totals,
    deck_warnings,
    format_layout,
    looks_like_points,
    parse_layout,
    parse_points,
    score_hole,
)
from scorekeeper.rules import score as score_layout
from scorekeeper.rules.wording import MINUS, number, signed

BAD_INPUT = 2
INTERRUPTED = 130  # as shells count: 128 and the number of the signal
BROKEN_PIPE = 141

CHUNK = 1 << 16
LONGEST_LINE = 1 << 14
"""Bytes. More of a line than this is never kept; `parse_layout` refuses what is left as too long."""


class BadInput(Exception):
    """Everything that is wrong with what was typed, a line each."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(self.problems))


class Commands(click.Group):
    """The commands, with one way to end: problems listed, and silence when the reader or the user has gone."""

    def invoke(self, ctx: click.Context) -> None:
        code = BAD_INPUT
        try:
            super().invoke(ctx)
            sys.stdout.flush()
            return
        except BadInput as error:
            complain(error.problems)
        except RuleError as error:
            complain(problem.message for problem in error.problems)
        except BrokenPipeError:
            # Nobody reads any more; Python must not try once more to write what is left, and complain.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = BROKEN_PIPE
        except OSError as error:
            # A full disk, say: the rest cannot be written either.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            complain([f"cannot write: {error.strerror}"])
        except KeyboardInterrupt:
            code = INTERRUPTED
        ctx.exit(code)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Keep the score of Golf, the card game, and explain every number.

    A layout is written row by row, with * for a joker: '5 * 7 / 5 Q K'.
    """


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
house_option = click.option(
    "--house", "house_key", required=True, metavar="KEY", help="Whose rules to play by; see `houses`."
)
readings_option = click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="A reading that the table has chosen."
)


# --- houses --------------------------------------------------------------------------------------------------------


@main.command("houses")
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


# --- score ---------------------------------------------------------------------------------------------------------


@main.command("score")
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
        print_json(_score_data(worked, house))
        return
    tell(_heading(house))
    tell("")
    for row in _drawing(worked):
        tell(row)
    tell("")
    for line in worked.lines:
        tell(f"{number(line.points):>5}  {line.text}")
    tell(f"{number(worked.total):>5}  in total")


def _score_data(worked: Score, house: House) -> dict[str, Any]:
    return {
        "house": house.key,
        "layout": format_layout(worked.layout),
        "total": worked.total,
        "lines": [
            {"rule": line.rule, "points": line.points, "cells": line.cells, "text": line.text} for line in worked.lines
        ],
    }


def _heading(house: House) -> str:
    chosen = "; ".join(f"{name}={value}" for name, value in house.readings.items())
    return f"{house.name} ({chosen})" if chosen else house.name


def _drawing(worked: Score) -> Iterator[str]:
    """The cards as they lie, and under each column what it counts by itself."""
    for cards in worked.layout.rows:
        yield "".join(f"{card!s:>5}" for card in cards)
    width = 5 * worked.layout.grid.columns
    yield "  " + "-" * (width - 2)
    yield "".join(f"{number(points):>5}" for points in worked.column_points)


def _score_lines(house: House) -> None:
    """A total for each line of standard input, in step with it: every line is answered, blank ones too.

    What has arrived is answered at once, so that a program at the other end of the pipe may wait for it; what is kept
    in memory does not grow with the number of lines.
    """
    total = Totals(house).total
    out = sys.stdout
    read = bad = 0
    for lines in _arrived(cast(BufferedIOBase, sys.stdin.buffer)):
        answers = []
        for line in lines:
            try:
                answers.append(str(total(parse_layout(line.decode("utf-8", "replace"), house))))
            except BadLayout as error:
                bad += 1
                answers.append(f"error: {_encodable(error.message, out)}")
        read += len(lines)
        if answers:
            out.write("\n".join(answers) + "\n")
            out.flush()
    if bad:
        raise BadInput([f"{bad} of {read} lines could not be scored"])


def _arrived(stream: BufferedIOBase) -> Iterator[list[bytes]]:
    """Complete lines, as many at a time as have arrived."""
    rest = b""
    first = True
    while chunk := stream.read1(CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        if first and lines:
            lines[0] = lines[0].removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}".encode())
            first = False
        rest = rest[:LONGEST_LINE]
        yield lines
    if rest:
        yield [rest]


# --- hole ----------------------------------------------------------------------------------------------------------


@main.command("hole")
@house_option
@readings_option
@click.option("--ended-by", "ender", metavar="NAME", help="Who ended the hole.")
@json_option
@click.argument("hands", nargs=-1, required=True, metavar="NAME=LAYOUT...")
def score_a_hole(
    house_key: str, options: tuple[str, ...], ender: str | None, as_json: bool, hands: tuple[str, ...]
) -> None:
    """Score everybody's hand on one hole, with the penalty of whoever ended it.

    A number in place of a layout is taken as the raw score: Ann='5 * 7 / 5 Q K' Bo=12
    """
    house = chosen_house(house_key, options)
    entries = _read_hands(hands, ender, house)
    result = score_hole(entries, house, ender)
    for remark in _remarks(entries, ender, house):
        tell(remark, err=True)
    if as_json:
        print_json(_hole_data(result))
        return
    tell(_heading(house))
    tell("")
    for line in _hole_table(result):
        tell(line)


def _read_hands(hands: Sequence[str], ender: str | None, house: House) -> dict[str, Layout | int]:
    """Everybody's cards or bare score by name. Raises BadInput with all that is wrong with all of them."""
    entries: dict[str, Layout | int] = {}
    problems: list[str] = []
    names: list[str] = []
    for hand in hands:
        name, parted, cards = hand.partition("=")
        name = name.strip()
        if not parted or not name:
            problems.append(f"{_shown(hand)}: write NAME='LAYOUT' or NAME=NUMBER")
            continue
        if name in names:
            problems.append(f"{name} is named twice")
        names.append(name)
        try:
            entries[name] = parse_points(cards) if looks_like_points(cards) else parse_layout(cards, house)
        except RuleError as error:
            problems += [f"{name}: {problem.message}" for problem in error.problems]
    if ender is not None and ender not in names:
        problems.append(f"{_shown(ender)} ended the hole but is not among the players")
    if problems:
        raise BadInput(problems)
    return entries


def _remarks(entries: dict[str, Layout | int], ender: str | None, house: House) -> Iterator[str]:
    """What the table should look at, though the hole can be scored."""
    players = len(entries)
    layouts = {name: entry for name, entry in entries.items() if isinstance(entry, Layout)}
    for warning in deck_warnings(layouts, house, players):
        yield f"warning: {warning.message}"
    for option in house.open_options(players):
        readings = " or ".join(f"--option {option.key}={reading.key}" for reading in option.readings)
        yield f"note: {option.question} The sheet does not say; {readings}"
    try:
        house.check_players(players)
    except RuleError as error:
        yield f"note: {error.message}"
    if house.needs_ender and ender is None:
        yield "note: who ended the hole can change a score in this house; --ended-by NAME says who it was"


def _hole_data(result: HoleResult) -> dict[str, Any]:
    return {
        "players": [
            {name: getattr(player, name) for name in ("name", "raw", "penalty", "score", "wins")}
            for player in result.players
        ],
        "ender": result.ender,
    }


def _hole_table(result: HoleResult) -> Iterator[str]:
    width = max(len(player.name) for player in result.players)
    for player in result.players:
        wins = "  lowest" if player.wins else ""
        yield f"{player.name:<{width}}  {number(player.score):>4}{wins}"
        if player.worked is None:
            yield f"{'':<{width}}        a bare score, no cards noted"
        else:
            yield f"{'':<{width}}        {format_layout(player.worked.layout)}"
            for line in player.worked.lines:
                yield f"{'':<{width}}  {number(line.points):>8}  {line.text}"
        if player.adjustment.rule:
            yield f"{'':<{width}}  {signed(player.penalty):>8}  {player.adjustment.text}"


# --- compare -------------------------------------------------------------------------------------------------------


@main.command("compare")
@json_option
@click.argument("layout")
def compare_houses(as_json: bool, layout: str) -> None:
    """Score one layout under every house whose grid it fits."""
    cards = parse_layout(layout)
    fitting = [house for house in houses.built_in() if house.grid == cards.grid]
    if not fitting:
        grids = dict.fromkeys(str(house.grid) for house in houses.built_in())
        raise BadInput([f"no house has {cards.grid}; there are {' and '.join(grids)}"])
    scored = [(house, _score_or_problems(cards, house)) for house in fitting]
    if not any(isinstance(outcome, Score) for _, outcome in scored):
        raise BadInput(
            [problem.message for _, outcome in scored if isinstance(outcome, BadLayout) for problem in outcome.problems]
        )
    if as_json:
        print_json({"layout": format_layout(cards), "houses": [_compared_data(*pair) for pair in scored]})
        return
    tell(format_layout(cards))
    tell("")
    width = max(len(house.key) for house in fitting)
    for house, outcome in scored:
        if isinstance(outcome, Score):
            why = "; ".join(line.text for line in outcome.lines)
            tell(f"{house.key:<{width}}  {number(outcome.total):>4}  {why}")
        else:
            tell(f"{house.key:<{width}}     ?  {outcome.message}")


def _score_or_problems(cards: Layout, house: House) -> Score | BadLayout:
    try:
        return score_layout(cards, house)
    except BadLayout as error:
        return error


def _compared_data(house: House, outcome: Score | BadLayout) -> dict[str, Any]:
    if isinstance(outcome, Score):
        data = _score_data(outcome, house)
        del data["layout"]
        return data
    problems = [{"code": problem.code, "message": problem.message} for problem in outcome.problems]
    return {"house": house.key, "problems": problems}


# --- serve ---------------------------------------------------------------------------------------------------------


@main.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets the phones on this network in.")
@click.option("--port", type=click.IntRange(1, 65535), help="The first free one from 8000 upwards, unless named.")
@click.option("--certificate", type=click.Path(path_type=Path), help="Serve https with this file; see docs/https.md.")
@click.option("--key", type=click.Path(path_type=Path), help="The private key of the certificate.")
def serve_app(host: str, port: int | None, certificate: Path | None, key: Path | None) -> None:
    """Start the web app and print where to find it."""
    if (certificate is None) != (key is None):
        raise BadInput(["--certificate and --key go together: name both files, or neither for plain http"])
    # Here, because a layout is scored in less time than the web takes to load.
    from scorekeeper.store import StoreUnusable
    from scorekeeper.web import serving
    from scorekeeper.web.config import BadSetting

    trusted = serving.Certificate(certificate, key) if certificate and key else None
    try:
        serving.rehearse()
        if trusted:
            trusted.check()
        address = replace(serving.choose_address(host, port), secure=trusted is not None)
        for line in serving.greeting(address):
            tell(line)
        sys.stdout.flush()
        serving.serve(address, trusted)
    except (BadSetting, serving.CannotServe, StoreUnusable) as error:
        raise BadInput([str(error)]) from error


# --- reading and telling -------------------------------------------------------------------------------------------


def chosen_house(key: str, options: Sequence[str]) -> House:
    """The house with the readings chosen. Raises BadInput with everything wrong in them, or UnknownHouse."""
    house = houses.get(key)
    readings: dict[str, str] = {}
    problems = []
    for option in options:
        name, parted, value = option.partition("=")
        if not parted:
            problems.append(f"--option {_shown(option)}: write NAME=VALUE")
        elif readings.get(name, value) != value:
            problems.append(f"--option {name}: is given twice, as {readings[name]} and as {_shown(value)}")
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


def complain(problems: Iterable[str]) -> None:
    """List problems on standard error, a line each."""
    for problem in problems:
        tell(f"error: {problem}", err=True)


def tell(text: str, *, err: bool = False) -> None:
    """Print a line for people."""
    stream = sys.stderr if err else sys.stdout
    stream.write(_encodable(text, stream) + "\n")


def print_json(data: Any) -> None:
    """Print JSON for programs: ASCII only, so that no terminal's encoding can spoil it."""
    sys.stdout.write(json.dumps(data) + "\n")


def _encodable(text: str, stream: TextIO) -> str:
    """The text as far as the stream can write it: an ASCII minus where it has no true one, ? for other signs."""
    # A lone surrogate stands for a byte of the arguments that is not in the terminal's encoding.
    encoding = stream.encoding or "ascii"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.replace(MINUS, "-").encode(encoding, "replace").decode(encoding)
    return text


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "…")
