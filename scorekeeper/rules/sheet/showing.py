"""Worked examples chosen so that every rule of a house shows.

The choice is made by laying out what each rule needs and counting it: nothing is an example of a rule unless the scorer
itself says so. It depends on nothing but the house.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scorekeeper.rules.cards import Rank
from scorekeeper.rules.house import House
from scorekeeper.rules.layout import Cell
from scorekeeper.rules.lines import Line, Score
from scorekeeper.rules.problems import BadLayout
from scorekeeper.rules.scoring import score
from scorekeeper.rules.sheet.bonuses import cards_needed
from scorekeeper.rules.sheet.planting import Kind, can_be_dealt, compose, most_of
from scorekeeper.rules.sheet.values import longest_line

_ORDERS = 6
_OFFSETS = 2


def kinds(house: House) -> tuple[Kind, ...]:
    """What a complete set of examples shows: each kind of line that this house's cards can earn."""
    return tuple(_kinds(house))


def _kinds(house: House) -> Iterator[Kind]:
    rule, four = house.cancelling, house.four_of_a_kind
    if four is not None:
        if four.points and 2 not in four.by_columns:
            yield ("four",)
        for rank, points in four.by_rank.items():
            if points and most_of(rank, house) >= cards_needed(four, house):
                yield "four", rank.value
        for columns in sorted(four.by_columns):
            yield "four columns", str(columns)
    for number, _ in enumerate(house.bonuses):
        yield "bonus", str(number)
    if rule is not None:
        yield ("pair",)
        for rank in house.ranks:
            exception = rule.exceptions.get(rank, rule.counts)
            if exception != rule.counts and most_of(rank, house) >= rule.size:
                yield "pair", rank.value
        for where in rule.where if len(rule.where) > 1 else ():
            yield "pair in", where
        for rank in rule.wild:
            if most_of(rank, house):
                yield "wild", rank.value
        if longest_line(house) > rule.size:
            yield ("pair left over",)
        if rule.leave:
            yield ("gone",)
    for card in house.card_values:
        yield "card", card
    # A wild card always finds another to cancel with where two are enough.
    never_alone = rule.wild if rule is not None and rule.size == 2 else ()
    alone = [rank for rank in house.values if rank not in never_alone and most_of(rank, house)]
    if any(house.values[rank] < 0 for rank in alone):
        yield ("negative",)
    if Rank.JOKER in alone:
        yield ("joker",)


def shown(worked: Score, house: House) -> frozenset[Kind]:
    """What a worked layout shows."""
    return frozenset(kind for line in worked.lines for kind in _shown_by(line, worked, house))


def _shown_by(line: Line, worked: Score, house: House) -> Iterator[Kind]:
    layout = worked.layout
    cards = [layout[cell] for cell in line.cells]
    rule, four = house.cancelling, house.four_of_a_kind
    if line.rule == "values":
        for card in cards:
            if house.value(card) < 0:
                yield ("negative",)
            if card.rank is Rank.JOKER:
                yield ("joker",)
            if str(card) in house.card_values:
                yield "card", str(card)
    elif line.rule == "gone":
        yield ("gone",)
    elif line.rule == "pair" and rule is not None:
        wild = [card.rank for card in cards if card.rank in rule.wild]
        if wild and len({card.rank for card in cards}) > 1:
            yield from (("wild", rank.value) for rank in wild)
        else:
            special = rule.exceptions.get(cards[0].rank, rule.counts) != rule.counts
            yield ("pair", cards[0].rank.value) if special else ("pair",)
        yield "pair in", _direction(line.cells)
        if len(cards) % rule.size or any(
            len([cell for cell in whole if layout[cell].rank is cards[0].rank]) > len(cards)
            for whole in house.grid.lines(rule.where, rule.size)
            if set(line.cells) <= set(whole)
        ):
            yield ("pair left over",)
    elif line.rule == "four-of-a-kind" and four is not None:
        columns = len(line.cells) // house.grid.rows
        if four.pattern == "columns" and columns in four.by_columns:
            yield "four columns", str(columns)
        elif four.pattern != "any-pairs" and cards[0].rank in four.by_rank:
            yield "four", cards[0].rank.value
        else:
            yield ("four",)
    elif line.rule == "bonus":
        yield from (("bonus", str(number)) for number in _bonus_numbers(line, worked, house))


def _direction(cells: Sequence[Cell]) -> str:
    if len({cell.column for cell in cells}) == 1:
        return "column"
    return "row" if len({cell.row for cell in cells}) == 1 else "diagonal"


def _bonus_numbers(line: Line, worked: Score, house: House) -> Iterator[int]:
    """Which of the house's bonuses a line may be. It names none, so each is tried as the only one of the house."""
    total_before = sum(other.points for other in worked.lines if other is not line)
    for number, bonus in enumerate(house.bonuses):
        if bonus.pattern == "exact-total":
            if total_before == bonus.total and line is worked.lines[-1]:
                yield number
        else:
            alone = score(worked.layout, replace(house, bonuses=(bonus,)))
            if any(other.rule == "bonus" and other.text == line.text for other in alone.lines):
                yield number


# --- the choice ----------------------------------------------------------------------------------------------------


def examples(house: House, known: Sequence[Score] = ()) -> tuple[Score, ...]:
    """Layouts that show, together with those ``known``, all that this house can earn: as few as will do.

    What no layout made for it shows is left out.
    """
    wanted = [kind for kind in kinds(house) if not any(kind in shown(worked, house) for worked in known)]
    chosen: list[Score] = []
    while wanted:
        best = max(_tried(wanted, house), key=lambda found: found[0], default=None)
        if best is None or not best[0]:
            break
        chosen.append(best[1])
        wanted = [kind for kind in wanted if kind not in best[2]]
    # A house without a rule to show, or whose decks cannot show any, still has its cards counted once.
    return tuple(chosen) if chosen or known else (score(compose((), 0, house), house),)


def _tried(wanted: Sequence[Kind], house: House) -> Iterator[tuple[int, Score, frozenset[Kind]]]:
    """Layouts made for these kinds: how many of them each shows, what it counts, and which those are."""
    for first in range(min(_ORDERS, len(wanted))):
        for offset in range(_OFFSETS):
            try:
                worked = score(compose([*wanted[first:], *wanted[:first]], offset, house), house)
            except BadLayout:
                continue  # such as a gap that no whole line explains, where lines cross
            if not can_be_dealt(worked.layout, house):
                continue  # such as three kings of hearts from two decks
            found = shown(worked, house)
            yield len(found.intersection(wanted)), worked, found
