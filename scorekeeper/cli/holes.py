"""`scorekeeper hole`: everybody's hand on one hole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from scorekeeper.cli.choosing import chosen_house, house_option, readings_option
from scorekeeper.cli.score_command import heading
from scorekeeper.cli.telling import BadInput, json_option, print_json, shown, tell
from scorekeeper.rules import (
    HoleResult,
    House,
    Layout,
    RuleError,
    deck_warnings,
    looks_like_points,
    parse_layout,
    parse_points,
    score_hole,
)
from scorekeeper.rules.wording import number, signed


@click.command("hole")
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
    ender = ender and ender.strip()
    entries = _read_hands(hands, ender, house)
    result = score_hole(entries, house, ender)
    for remark in _remarks(entries, ender, house):
        tell(remark, err=True)
    if as_json:
        print_json(_hole_data(result))
        return
    tell(heading(house))
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
            problems.append(f"{shown(hand)}: write NAME='LAYOUT' or NAME=NUMBER")
            continue
        if name in names:
            problems.append(f"{name} is named twice")
        names.append(name)
        try:
            entries[name] = parse_points(cards) if looks_like_points(cards) else parse_layout(cards, house)
        except RuleError as error:
            problems += [f"{name}: {problem.message}" for problem in error.problems]
    if ender is not None and not house.somebody_ends:
        problems.append(f"nobody ends a hole in {house.name}; leave out --ended-by")
    elif ender is not None and ender not in names:
        problems.append(f"{shown(ender)} ended the hole but is not among the players")
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
    if any(bonus.pattern == "exact-total" and bonus.total in entries.values() for bonus in house.bonuses):
        yield f"note: {house.bare_note}"
    if house.ender_matters and ender is None:
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
            yield f"{'':<{width}}        {player.worked.layout.shown}"
            for line in player.worked.lines:
                yield f"{'':<{width}}  {number(line.points):>8}  {line.text}"
        if player.adjustment.rule:
            yield f"{'':<{width}}  {signed(player.penalty):>8}  {player.adjustment.text}"
