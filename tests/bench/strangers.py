"""Learners who believe something of scoring that no misread of the library is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from scorekeeper.rules import Card, House, Layout, Line, Rank, Score, score
from scorekeeper.rules.scoring import PAIR
from scorekeeper.school import Dice, beliefs
from scorekeeper.school.laying import laid
from scorekeeper.school.levels import HIGHEST

Answer = Callable[[Layout], int]

TRIED = 60
"""So many layouts are counted to see whether somebody counts like a belief that we do know."""

VALUES = ((Rank.ACE, 0), (Rank.TWO, 0), (Rank.TEN, 0), (Rank.JACK, 5), (Rank.KING, 20), (Rank.THREE, -3))
"""Values that nobody has been seen to give these cards."""


def _counted(house: House) -> tuple[tuple[Layout, ...], frozenset[tuple[int | None, ...]]]:
    """Layouts, and what each belief that we know makes of them."""
    dice = Dice(f"whom we know in {house.key}")
    layouts = tuple(laid(house, HIGHEST, dice) for _ in range(TRIED))
    return layouts, frozenset(tuple(belief.total(layout) for layout in layouts) for belief in beliefs(house))


def strangers(house: House) -> tuple[Mapping[str, Answer], Mapping[str, Answer]]:
    """Those who give a card another value, and those who count in another way; each by what they do."""
    layouts, known = _counted(house)

    def unknown(found: Iterator[tuple[str, Answer]]) -> dict[str, Answer]:
        return {name: answer for name, answer in found if tuple(answer(layout) for layout in layouts) not in known}

    return unknown(_of_values(house)), unknown(_of_rules(house))


def _of_values(house: House) -> Iterator[tuple[str, Answer]]:
    for rank, value in VALUES:
        if house.values.get(rank) not in (None, value):
            as_read = replace(house, values={**house.values, rank: value})
            yield f"a card of rank {rank.name} counts {value}", partial(_total, as_read)


def _of_rules(house: House) -> Iterator[tuple[str, Answer]]:
    yield "only the top row counts", partial(_of_rows, house, (1,))
    yield "only the bottom row counts", partial(_of_rows, house, (*(0,) * (house.grid.rows - 1), 1))
    yield "what lies below is taken off", partial(_of_rows, house, (1, *(-1,) * (house.grid.rows - 1)))
    yield "the higher card of a column counts", partial(_of_columns, house, max)
    yield "the lower card of a column counts", partial(_of_columns, house, min)
    yield "cards of one suit in a column cancel", partial(_suits_cancel, house)
    rule = house.cancelling
    if rule is None:
        return
    for points in (10, 5):
        yield f"a pair counts {points}", partial(_total, replace(house, cancelling=replace(rule, counts=points)))
    yield "only the first pair cancels", partial(_some_cancel, house, lambda number, _line: number == 0)
    yield (
        "a pair cancels in the first column alone",
        partial(_some_cancel, house, lambda _number, line: any(cell.column == 0 for cell in line.cells)),
    )


def _total(house: House, layout: Layout) -> int:
    return score(layout, house).total


def _of_rows(house: House, signs: tuple[int, ...], layout: Layout) -> int:
    """Each row's cards, counted once, taken off or left out."""
    return sum(sign * house.value(card) for row, sign in zip(layout.rows, signs, strict=False) for card in row)


def _of_columns(house: House, pick: Callable[[list[int]], int], layout: Layout) -> int:
    return sum(pick([house.value(card) for card in column]) for column in zip(*layout.rows, strict=True))


def _suits_cancel(house: House, layout: Layout) -> int:
    total = 0
    for column in zip(*layout.rows, strict=True):
        suits: defaultdict[object, list[Card]] = defaultdict(list)
        for card in column:
            suits[card.suit or card].append(card)
        total += sum(house.value(cards[0]) for cards in suits.values() if len(cards) == 1)
    return total


def _some_cancel(house: House, does: Callable[[int, Line], bool], layout: Layout) -> int:
    """Only some of what cancels does; the cards of the others count."""
    worked: Score = score(layout, house)
    pairs = [line for line in worked.lines if line.rule == PAIR]
    others = [line for number, line in enumerate(pairs) if not does(number, line)]
    cells = {cell for line in others for cell in line.cells}
    return worked.total - sum(line.points for line in others) + sum(house.value(layout[cell]) for cell in cells)
