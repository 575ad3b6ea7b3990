"""What Python answers, written out for node to compare with what the pages' own scorer answers."""

import random
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any

from scorekeeper.rules import (
    Card,
    House,
    Layout,
    Rank,
    RuleError,
    Suit,
    deck_warnings,
    format_layout,
    parse_layout,
    parse_points,
    score,
    score_hole,
)
from scorekeeper.rules.cards import STANDARD_RANKS
from scorekeeper.rules.signs import DASHES
from scorekeeper.web.game_json import page_rules

Case = dict[str, Any]

NAMES = ("Ann", "Bo", "Cy", "Di", "2", "{points}", "O'Neil", "\N{GRINNING FACE}")


def write_out(rules: dict[str, House], layouts_of: Callable[[str], int], *, holes: int = 40) -> Case:
    """Every case for these houses; ``layouts_of`` tells how many layouts to score under the house of that name.

    ``holes`` holes are scored under each.
    """
    # Houses of the same grid and cards take the same layouts.
    fitting = {repr((one.grid, one.ranks, one.suited_ranks, one.cancelling)): name for name, one in rules.items()}
    return {
        "sentences": {name: page_rules(house)["sentences"] for name, house in rules.items()},
        "rankNames": {rank.value: (rank.word, rank.plural) for rank in Rank},
        "houses": {name: page_rules(house)["house"] for name, house in rules.items()},
        "scores": [case for name in rules for case in _scores(name, rules[name], layouts_of(name))],
        "texts": [case for name in fitting.values() for case in _texts(name, rules[name])],
        "points": [{"text": text, "points": _answer(parse_points, text)} for text in BARE_NUMBERS],
        "colors": [
            {"house": name, "rank": rank, "color": house.band(rank)} for name, house in rules.items() for rank in Rank
        ],
        "holes": [case for name, house in rules.items() for case in _holes(name, house, holes)],
        "decks": [case for name, house in rules.items() for case in _decks(name, house)],
    }


# --- scores ----------------------------------------------------------------------------------------------------------


def _scores(name: str, house: House, count: int) -> Iterator[Case]:
    for layout in some_layouts(house, count, random.Random(name)):
        worked = score(layout, house)
        yield {
            "house": name,
            "layout": format_layout(layout),
            "total": worked.total,
            "columnPoints": worked.column_points,
            "lines": [
                {
                    "rule": line.rule,
                    "points": line.points,
                    "cells": line.cells,
                    "text": line.text,
                    "others": line.others,
                }
                for line in worked.lines
            ],
        }


def some_layouts(house: House, count: int, dice: random.Random) -> Iterator[Layout]:
    """Layouts that show what rules are about: few ranks, equal columns and squares, runs; some suited or hidden."""
    for number in range(count):
        ranks = dice.choice([_few_ranks, _few_ranks, _few_ranks, _equal_columns, _equal_squares, _run])(house, dice)
        suits: tuple[Suit | None, ...] = tuple(Suit)[: dice.choice([1, 2, 4])]
        if not house.needs_suits and number % 3:
            suits = (None,)
        cards = [_card(rank, dice.choice(suits)) for rank in ranks]
        if house.cancelling is not None and house.cancelling.leave and number % 2:
            cards = _without_lines(cards, house, dice)
        width = house.grid.columns
        rows = tuple(tuple(cards[start : start + width]) for start in range(0, len(cards), width))
        hide = number % 4 == 0 or (house.ending.hidden != "counted" and number % 4 != 1)
        hidden = dice.sample(house.grid.cells(), dice.randint(1, 3)) if hide and house.grid.size > 3 else ()
        yield Layout(rows, frozenset(hidden))


def _few_ranks(house: House, dice: random.Random) -> list[Rank]:
    few = dice.sample(house.ranks, dice.randint(1, min(6, len(house.ranks))))
    return dice.choices(few, k=house.grid.size)


def _equal_columns(house: House, dice: random.Random) -> list[Rank]:
    few = dice.choices(dice.sample(house.ranks, min(3, len(house.ranks))), k=house.grid.columns)
    return [dice.choice(house.ranks) if dice.random() < 0.05 else few[cell.column] for cell in house.grid.cells()]


def _equal_squares(house: House, dice: random.Random) -> list[Rank]:
    few = dice.sample(house.ranks, min(3, len(house.ranks)))
    squares = {(row, column): dice.choice(few) for row in range(3) for column in range(4)}
    down, right = dice.randint(0, 1), dice.randint(0, 1)
    return [squares[(cell.row + down) // 2, (cell.column + right) // 2] for cell in house.grid.cells()]


def _run(house: House, dice: random.Random) -> list[Rank]:
    """Ranks that follow each other, some of them played by a joker; as far as there are enough."""
    order: list[Rank] = [rank for rank in house.ranks if rank is not Rank.JOKER]
    start = dice.randint(0, max(0, len(order) - house.grid.size))
    run = (order * house.grid.size)[start : start + house.grid.size]
    if house.has_joker and dice.random() < 0.5:
        run[0] = Rank.JOKER
    return dice.sample(run, len(run))


def _card(rank: Rank, suit: Suit | None) -> Card:
    return Card(rank, suit if rank in STANDARD_RANKS else None)


def _without_lines(cards: list[Card], house: House, dice: random.Random) -> list[Card]:
    """The cards of some whole lines have left the grid."""
    assert house.cancelling is not None
    lines = house.grid.lines(house.cancelling.where, house.cancelling.size)
    gone = {cell for line in dice.sample(lines, dice.randint(0, min(2, len(lines)))) for cell in line}
    return [Card(Rank.GONE) if cell in gone else card for cell, card in zip(house.grid.cells(), cards, strict=True)]


# --- notation --------------------------------------------------------------------------------------------------------

BARE_NUMBERS = (
    "15", " 15 ", "-3", "\N{MINUS SIGN}3", "\N{EN DASH}3", "+4", "10+15-5", "10 + 15 - 5", "5 5", "5",
    "5 5 5 / 5 5 5",
    "- 3", "+\t4", "5 +\N{NO-BREAK SPACE}6", "1000", "-1000", "999", "1+", "+", "", " ", "--3", "1.5",
    "1e3", "5+", "10+-", "1,5", "5.", "5-x", "0x10",
    "1234567", "A", "-A", "+ -", "\N{ARABIC-INDIC DIGIT FIVE}", "1" + "+1" * 40, "1" + "+1" * 41, "-0",
    "'", "\x00", "5\N{SUPERSCRIPT TWO}", "\N{RIGHT-TO-LEFT MARK}-\N{ARABIC-INDIC DIGIT TWO}",
    *(f"{dash}4" for dash in DASHES),
    *(sign for sign in map(chr, range(0x110000)) if sign.isdecimal() and unicodedata.decimal(sign) in (0, 9)),
    *map(chr, range(0xFF01, 0xFF5F)), "1\N{FULLWIDTH PLUS SIGN}2", "1\N{ZERO WIDTH SPACE}2\N{VARIATION SELECTOR-16}",
)  # fmt: skip

LAYOUTS = (
    "5", "5 5", "5 / 5", "5 5 / 5 5", "5 5 5 / 5 5 5", "5 5 5 5 5 5", "5 5 5 / 5 5 5 / 5 5 5", "5 5 / 5 5 5",
    "5 5 5 5 / 5 5 5 5", "5 5 5 5 / 5 5 5 5 / 5 5 5 5", "5 x 7 / 5 Q K", "5S 6H 7D / 8C 9S 10H", "*S 6 7 / 8 9 10",
    "[5] 6 7 / 8 9 [10]", "* * * / 9 9 9", "* 9 / * 9", "#-2 #0 #12 / #1 #11 5", "#-2 5 5 / 5 5 5", "#-2H 5 5 / 5 5 5",
    ". . . / 5 5 5", ". 5 5 / . 5 5", ". . . / . . .", "[.] . 5 / . . 5", "5H . 5 / . 5 .", ".S 5 5 / 5 5 5",
    ". 5 5 / . 5 5 / . 5 5", ". . . / 5 5 5 / 5 5 5", ". 5 5 / 5 . 5 / 5 5 .",
)  # fmt: skip


def _texts(name: str, house: House) -> Iterator[Case]:
    written = [format_layout(layout) for layout in some_layouts(house, 10, random.Random(name))]
    for text in (*LAYOUTS, *written):
        yield {"house": name, "text": text, "fits": _answer(parse_layout, text, house) is not None}


def _answer(read: Callable[..., Any], *given: object) -> Any:
    """What reading gives; nothing where it is refused."""
    try:
        return read(*given)
    except RuleError:
        return None


# --- holes and decks -------------------------------------------------------------------------------------------------


def _holes(name: str, house: House, count: int) -> Iterator[Case]:
    dice = random.Random(name)
    for _ in range(count):
        players = dice.sample(NAMES, dice.randint(1, 5))
        entries: dict[str, Layout | int] = {player: _entry(house, dice) for player in players}
        ender = dice.choice([*players, *players, None])
        complete = dice.random() < 0.9
        yield {
            "house": name,
            "entries": [
                (player, entry if isinstance(entry, int) else format_layout(entry)) for player, entry in entries.items()
            ],
            "ender": ender,
            "complete": complete,
            "results": [
                {
                    "name": result.name,
                    "raw": result.raw,
                    "adjustment": {
                        "points": result.adjustment.points,
                        "rule": result.adjustment.rule,
                    },
                    "score": result.score,
                    "wins": result.wins,
                }
                for result in score_hole(entries, house, ender, complete=complete).players
            ],
        }


def _entry(house: House, dice: random.Random) -> Layout | int:
    """Cards, or a number that others are likely to have as well, or any."""
    if dice.random() < 0.3:
        return next(some_layouts(house, 1, dice))
    return dice.randint(-12, 25) if dice.random() < 0.6 else dice.randint(-1, 3)


def _decks(name: str, house: House) -> Iterator[Case]:
    dice = random.Random(name)
    for _ in range(6):
        names = dice.sample(NAMES, dice.randint(1, 4))
        layouts = dict(zip(names, some_layouts(house, len(names), dice), strict=True))
        players = dice.choice([len(names), 2, 4, 5, 9])
        yield {
            "house": name,
            "players": players,
            "layouts": [(player, format_layout(layout)) for player, layout in layouts.items()],
            "warnings": [
                {
                    "code": warning.code,
                    "card": warning.card,
                    "holders": warning.holders,
                    "message": warning.message,
                }
                for warning in deck_warnings(layouts, house, players)
            ],
        }
