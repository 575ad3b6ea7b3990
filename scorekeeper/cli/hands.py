"""`scorekeeper score`, `hole` and `compare`: one hand or many, all hands of a hole, and one hand by many rules."""

import sys
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator, Sequence
from io import BufferedIOBase
from typing import TYPE_CHECKING, Any, cast

import click

from scorekeeper import houses
from scorekeeper.cli.houses import with_chosen_house
from scorekeeper.cli.output import LAYOUT, BadInput, encodable, json_option, print_json, shown, tell
from scorekeeper.houses.file_text import NoText, encoding_of
from scorekeeper.rules import (
    BadLayout,
    HoleResult,
    House,
    Layout,
    Line,
    RuleError,
    Score,
    deck_warnings,
    format_layout,
    looks_like_points,
    parse_layout,
    parse_points,
    points_warnings,
    score_hole,
    totals_as_written,
)
from scorekeeper.rules import score as score_layout
from scorekeeper.rules.names import check_name, cleaned
from scorekeeper.rules.reach import sum_warnings
from scorekeeper.rules.wording import listing, number, signed

if TYPE_CHECKING:
    from scorekeeper.referee.compare import HouseScore

CHUNK = 1 << 16
ENOUGH = 64
"""Bytes needed to detect an encoding, or fewer with a whole line."""

LONGEST_LINE = 1 << 14
"""Bytes kept of a line; `parse_layout` rejects such a line as too long."""


# --- one hand ---------------------------------------------------------------------------------------------------------


@click.command("score", context_settings=LAYOUT)
@with_chosen_house
@json_option
@click.option("--stdin", "from_stdin", is_flag=True, help="Read one hand per line and print one total per line.")
@click.argument("layout", required=False, metavar="[HAND]")
def score_one(house: House, as_json: bool, from_stdin: bool, layout: str | None) -> None:
    """Score one hand and explain it, or many with --stdin."""
    if from_stdin and (layout is not None or as_json):
        raise click.UsageError("--stdin reads the hands and prints only totals. Leave out HAND and --json.")
    if not house.has_cards:
        raise BadInput(f"{house.name} has no cards. Use `scorekeeper hole` with the points of each player.")
    if layout is None:
        if not from_stdin:
            raise click.UsageError("Give a HAND like '5 * 7 / 5 Q K', or --stdin.")
        _score_lines(house)
        return
    worked = score_layout(parse_layout(layout, house), house)
    if as_json:
        print_json(_score_data(worked, house))
        return
    _tell_house(house)
    for cards in worked.layout.rows:
        tell("".join(f"{card.shown:>5}" for card in cards))
    tell("  " + "-" * (5 * worked.layout.grid.columns - 2))
    tell("".join(f"{number(points):>5}" for points in worked.column_points))
    tell("")
    _tell_lines(worked.lines, 5)
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


def _tell_house(house: House) -> None:
    """Print the name of the rules, the choices made and an empty line."""
    chosen = "; ".join(f"{name}={value}" for name, value in house.readings.items())
    tell(f"{house.name} ({chosen})\n" if chosen else f"{house.name}\n")


def _tell_lines(lines: Iterable[Line], width: int) -> None:
    for line in lines:
        tell(f"{number(line.points):>{width}}  {line.text}")


# --- many -------------------------------------------------------------------------------------------------------------


def _score_lines(house: House) -> None:
    """Print one total for each line of standard input, also for blank ones.

    Lines are answered as they arrive, so a program at the other end of the pipe can wait for each. Memory doesn't grow
    with the number of lines. An office document is rejected before any answer.
    """
    out = sys.stdout
    total, count, bad = totals_as_written(house), 0, 0
    for lines in _arrived(cast("BufferedIOBase", sys.stdin.buffer)):
        answers = []
        for line in lines:
            try:
                answers.append(str(total(line)))
            except BadLayout as error:
                bad += 1
                answers.append(f"error: {encodable(error.message, out)}")
        count += len(lines)
        out.write("\n".join(answers) + "\n")
        out.flush()
    if bad:
        raise BadInput(f"Couldn't score {bad} of {count} lines.")


def _arrived(stream: BufferedIOBase) -> Iterator[list[str]]:
    """Complete lines, in batches as they arrive. Bytes that aren't text spoil only their line."""
    rest, is_within = b"", False
    for chunk in _in_utf8(stream):
        begun = chunk[1:] if is_within and chunk.startswith(b"\n") else chunk
        whole = rest + begun
        end = max(whole.rfind(b"\n"), whole.rfind(b"\r")) + 1
        lines, rest = whole[:end], whole[end:][:LONGEST_LINE]
        is_within = whole.endswith(b"\r")  # a line feed that follows belongs to this line
        if lines:
            yield _text_of_lines(lines).replace("\r\n", "\n").replace("\r", "\n")[:-1].split("\n")
    if rest:
        yield [_text_of_lines(rest)]


def _in_utf8(stream: BufferedIOBase) -> Iterator[bytes]:
    """The input, with UTF-16 converted to UTF-8. Raises BadInput for a document that isn't text."""
    head = b""
    while len(head) < ENOUGH and b"\n" not in head and (chunk := stream.read1(CHUNK)):
        head += chunk
    try:
        encoding, mark = encoding_of(head)
    except NoText as refused:
        raise BadInput(f"standard input: {refused.message}") from None
    if encoding == "utf-8" or 0 not in head:
        yield head[mark:] if encoding == "utf-8" else head
        while chunk := stream.read1(CHUNK):
            yield chunk
        return
    decoder = getincrementaldecoder(encoding)("replace")
    chunk = head[mark:]
    while chunk:
        yield decoder.decode(chunk).encode(errors="replace")
        chunk = stream.read1(CHUNK)


def _text_of_lines(lines: bytes) -> str:
    try:
        return lines.decode()
    except UnicodeDecodeError:  # some lines have Windows spaces or dashes, or it isn't text
        return b"".join(map(_line_in_utf8, lines.splitlines(keepends=True))).decode()


def _line_in_utf8(line: bytes) -> bytes:
    try:
        line.decode()
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace").encode()
    return line


# --- a hole -----------------------------------------------------------------------------------------------------------


@click.command("hole")
@with_chosen_house
@click.option("--ended-by", "ender", metavar="NAME", help="Player who ended the hole.")
@json_option
@click.argument("hands", nargs=-1, required=True, metavar="NAME=HAND...")
def score_a_hole(house: House, ender: str | None, as_json: bool, hands: tuple[str, ...]) -> None:
    """Score every player's hand on one hole. Includes any penalty or reward for ending it.

    Write a hand or just a score: Ann='5 * 7 / 5 Q K' Bo=12
    """
    ender = ender and cleaned(ender)
    entries = _read_hands(hands, ender, house)
    result = score_hole(entries, house, ender)
    for remark in _remarks(entries, ender, house):
        tell(remark, err=True)
    if as_json:
        names = ("name", "raw", "penalty", "score", "wins")
        players = [{name: getattr(player, name) for name in names} for player in result.players]
        print_json({"players": players, "ender": result.ender})
    else:
        _tell_house(house)
        _tell_hole(result, house)


def _read_hands(hands: Sequence[str], ender: str | None, house: House) -> dict[str, Layout | int]:
    """Each player's cards or plain score, by name. Raises BadInput with all problems."""
    entries: dict[str, Layout | int] = {}
    problems: list[str] = []
    names: list[str] = []
    for hand in hands:
        name, parted, cards = hand.partition("=")
        if not parted or not cleaned(name):
            problems.append(f"{shown(hand)}: Write NAME='HAND' or NAME=NUMBER.")
            continue
        try:
            name = check_name(name, longest=None)
        except RuleError as error:
            problems.append(error.message)
            continue
        if name in names:
            problems.append(f"{name} is named twice.")
        names.append(name)
        try:
            typed = not house.has_cards or looks_like_points(cards, house)
            entries[name] = parse_points(cards, house) if typed else parse_layout(cards, house)
        except RuleError as error:
            problems += [f"{name}: {problem.message}" for problem in error.problems]
    if ender is not None and not house.somebody_ends:
        problems.append(f"In {house.name}, no player ends a hole. Leave out --ended-by.")
    elif ender is not None and ender not in names and house.fills_in_0:
        entries[ender] = 0
    elif ender is not None and ender not in names:
        problems.append(f"{shown(ender)} ended the hole but isn't one of the players.")
    if problems:
        raise BadInput(*problems)
    return entries


def _remarks(entries: dict[str, Layout | int], ender: str | None, house: House) -> Iterator[str]:
    """Warnings and notes about a hole that can be scored."""
    players = len(entries)
    layouts = {name: entry for name, entry in entries.items() if isinstance(entry, Layout)}
    points = {name: entry for name, entry in entries.items() if isinstance(entry, int)}
    sums = sum_warnings(points, house) if len(points) == players else ()
    for warning in (*deck_warnings(layouts, house, players), *points_warnings(points, house), *sums):
        yield f"warning: {warning.message}"
    for option in house.open_options(players):
        readings = " or ".join(f"--option {option.key}={reading.key}" for reading in option.readings)
        yield f"note: {option.question} The rules don't say. {readings}"
    if house.ender_matters and ender is None:
        yield f"note: Under these rules it can matter who {house.ended_words}. Add --ended-by NAME"


def _tell_hole(result: HoleResult, house: House) -> None:
    width = max(len(player.name) for player in result.players)
    for player in result.players:
        tell(f"{player.name:<{width}}  {number(player.score):>4}{f'  {house.match.best_word}' if player.wins else ''}")
        if player.worked is not None:
            tell(f"{'':<{width}}        {player.worked.layout.shown}")
            _tell_lines(player.worked.lines, width + 10)
        elif house.has_cards:
            tell(f"{'':<{width}}        entered without cards")
        if player.adjustment.replaces:
            tell(f"{'':<{width}}        {player.adjustment.text}")
        elif player.adjustment.rule:
            tell(f"{signed(player.penalty):>{width + 10}}  {player.adjustment.text}")


# --- many rules -------------------------------------------------------------------------------------------------------


@click.command("compare", context_settings=LAYOUT)
@json_option
@click.argument("layout", metavar="HAND")
def compare_houses(as_json: bool, layout: str) -> None:
    """Score one hand under every rule set it fits and say why the totals differ."""
    from scorekeeper.referee.compare import compare  # takes longer to load than a hand takes to score

    cards = _read(layout)
    fitting = [house for house in houses.built_in() if house.grid == cards.grid]
    if not fitting:
        grids = dict.fromkeys(str(house.grid) for house in houses.built_in())
        raise BadInput(f"No rule set uses {cards.grid}. There are rules for {listing(list(grids))}.")
    # The first is what the others are compared with, so it must be able to score the hand.
    fitting.sort(key=lambda house: compare(cards, [house])[0].score is None)
    found = compare(cards, fitting)
    if all(one.score is None for one in found):
        raise BadInput(*dict.fromkeys(problem for one in found for problem in one.problems))
    if as_json:
        print_json({"layout": format_layout(cards), "houses": [_compared_data(one) for one in found]})
        return
    tell(f"{cards.shown}\n")
    width = max(len(one.house.key) for one in found)
    for one in found:
        more = [f"And {len(one.problems) - 2} more."] if len(one.problems) > 2 else []
        lines = "; ".join(line.text for line in one.score.lines) if one.score else ""
        total = number(one.score.total) if one.score else "?"
        tell(f"{one.house.key:<{width}}  {total:>4}  {lines or ' '.join([*one.problems[:2], *more])}")
        if one.why:
            tell(f"{'':<{width}}        ({one.why})")


def _read(text: str) -> Layout:
    """The hand in usual notation, or in that of some rules, with numbered cards or dashes. Raises BadLayout."""
    try:
        return parse_layout(text)
    except BadLayout:
        for house in houses.built_in():
            try:
                return parse_layout(text, house)
            except BadLayout:
                continue
        raise


def _compared_data(one: "HouseScore") -> dict[str, Any]:
    if one.score is None:
        return {"house": one.house.key, "problems": one.problems}
    data = _score_data(one.score, one.house)
    del data["layout"]
    readings = [{"name": other.option.key, "value": other.reading.key, "total": other.total} for other in one.readings]
    return {**data, "why": one.why, "readings": readings}
