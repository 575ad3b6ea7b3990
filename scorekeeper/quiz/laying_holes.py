"""Holes for exercises: layouts of two to four players that can lie on one table, and who ended the hole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scorekeeper.quiz.dice import Dice
from scorekeeper.quiz.laying import laid
from scorekeeper.quiz.levels import level_of
from scorekeeper.referee import full_deck
from scorekeeper.rules import Card, House, Layout
from scorekeeper.rules.sheet.paying import penalised

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gina", "Hugo")

NEARLY = 4
"""Further layouts that are laid for a player until one is of the level."""

_MOST_CARDS = 24
"""On the table, so that it can be read at a glance: four players of six cards, two of twelve."""


@dataclass(frozen=True)
class LaidHole:
    """Everybody's layout by name, who ended the hole if anybody did, and the totals before it where they are told."""

    players: tuple[tuple[str, Layout], ...]
    ender: str | None
    before: tuple[int, ...]


def lay_hole(house: House, level: int, dice: Dice) -> LaidHole | None:
    """Two to four players' layouts, mostly with an ender where that matters. None where no table can be dealt to."""
    sizes = [count for count in (2, 3, 4) if _can_play(house, count)]
    if not sizes:
        return None
    small = level <= 2 and house.penalty is None
    names = dice.draw(NAMES, sizes[0] if small else dice.pick(sizes))
    layouts = _from_one_deck([_laid(house, level, dice) for _ in names], house, dice)
    ender = dice.pick(names) if house.somebody_ends and (not house.ender_matters or dice.chance(0.95)) else None
    players = tuple(
        (name, replace(layout, hidden=frozenset()) if name == ender else layout)
        for name, layout in zip(names, layouts, strict=True)
    )
    before: tuple[int, ...] = ()
    if ender is not None and penalised(house) and dice.chance(0.3):
        before = tuple(20 + dice.below(50) for _ in names)
    return LaidHole(players, ender, before)


def _laid(house: House, level: int, dice: Dice) -> Layout:
    """A layout of that level, or of nearly that level: a hole is as hard as the hardest of its layouts anyhow."""
    layout = laid(house, level, dice)
    for _ in range(NEARLY):
        if level_of(layout, house) == level:
            break
        layout = laid(house, level, dice)
    return layout


def _can_play(house: House, players: int) -> bool:
    decks = house.decks(players)
    if not house.table.players_min <= players <= house.most_players or decks is None:
        return False
    if players * house.grid.size >= house.cards_in_play(decks):
        return False
    return players * house.grid.size <= max(_MOST_CARDS, 2 * house.grid.size)


def _from_one_deck(layouts: Sequence[Layout], house: House, dice: Dice) -> Iterator[Layout]:
    """The same layouts with cards that can lie on one table: other suits, or another card where a rank has run out."""
    left = list(full_deck(house, house.decks(len(layouts)) or 1))
    for layout in layouts:
        rows = []
        for row in layout.rows:
            cards = []
            for card in row:
                alike = [one for one in left if one == card] or [one for one in left if one.rank is card.rank]
                taken = dice.pick(alike or left)
                left.remove(taken)
                cards.append(Card(taken.rank, taken.suit))
            rows.append(tuple(cards))
        yield Layout(tuple(rows), layout.hidden)
