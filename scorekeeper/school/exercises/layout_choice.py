"""The choice of the next layout: one of those whose answers tell most about this learner."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from functools import partial
from itertools import islice
from math import log2

from scorekeeper.rules import Cell, House, Layout, Rank
from scorekeeper.rules.notation import layout_problems
from scorekeeper.school.diagnosis.beliefs import Belief
from scorekeeper.school.diagnosis.diagnosis import Diagnosis
from scorekeeper.school.exercises.bank import Answers, answers_to, bank_of
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.laying import as_left

BEST, NEARLY = 3, 0.97
"""How many of the best layouts to draw from, and the least that each tells of what the best does."""

MOST_WEIGHED = 60
"""The likeliest beliefs for choosing a layout. The others would hardly change the choice, but take most of the time."""

DIGITS = 9
"""Digits of a gain that are the same on every machine."""

NO_RARITY: Mapping[str, float] = {}
"""Every misread counts by its share alone."""

Telling = Callable[[Diagnosis, Answers], list[float]]
"""What each layout would tell, given the answers of every belief to it."""


def gains(diagnosis: Diagnosis, answers: Answers, rarity: Mapping[str, float] = NO_RARITY) -> list[float]:
    """What each layout would tell: the entropy of the expected answers to it, in bits.

    Two misreads at once change a total by what each of them does. That is a little off where they meet, and needs no
    scoring.
    """
    ranked = sorted(zip(diagnosis.beliefs, diagnosis.shares, strict=True), key=lambda found: -found[1])[:MOST_WEIGHED]
    weights = [share * max((rarity.get(one.key, 1) for one in belief.misreads), default=1) for belief, share in ranked]
    whole = sum(weights)
    found: list[float] = []
    for totals in zip(*(_totals(belief, answers) for belief, _ in ranked), strict=True):
        expected: defaultdict[int, float] = defaultdict(float)
        for total, weight in zip(totals, weights, strict=True):
            expected[total] += weight / whole
        found.append(round(-sum(share * log2(share) for share in expected.values() if share), DIGITS))
    return found


def _totals(belief: Belief, answers: Answers) -> Collection[int]:
    if len(belief.misreads) < 2:
        return answers[belief.key]
    one, other = (answers[misread.key] for misread in belief.misreads)
    return [first + second - right for first, second, right in zip(one, other, answers[""], strict=True)]


def next_layout(
    diagnosis: Diagnosis,
    house: House,
    level: int,
    dice: Dice,
    asked: Collection[Layout] = (),
    *,
    dealt: bool = False,
    telling: Telling | None = None,
) -> Layout:
    """One of the layouts up to this level whose answers would tell most about this learner, repeatable by dice.

    It is none of the ``asked`` ones, nor one of them in other suits or with its columns exchanged. It may have to be
    one that is ``dealt`` from the deck. How much a layout tells is measured by ``telling``, or else by
    `gains`, in which rare misreads count more.
    """
    bank, before = bank_of(house, level), {ranks_of(layout) for layout in asked}
    tells = telling or partial(gains, rarity=bank.rarity)
    weighed = list(zip(bank.layouts, tells(diagnosis, bank.answers), strict=True))
    among = slice(len(bank.laid), None) if dealt else slice(len(bank.laid))
    ranked = sorted(weighed[among], key=lambda one: -one[1])
    best = list(islice((one for one in ranked or weighed if ranks_of(one[0]) not in before), BEST)) or weighed
    least = NEARLY * best[0][1]
    chosen = dice.pick([layout for layout, gain in best if gain >= least])
    # Neighbors with the same layout see its columns in another order, if their answers still tell as much.
    exchanged = _exchanged(chosen, dice)
    if layout_problems(exchanged, house) or as_left(exchanged, house) != exchanged:
        return chosen  # diagonals leave otherwise
    return exchanged if tells(diagnosis, answers_to(house, [exchanged]))[0] >= least else chosen


def ranks_of(layout: Layout) -> tuple[tuple[Rank, ...], ...]:
    """What makes two layouts the same to a learner: their columns in any order, without suits."""
    return tuple(sorted(tuple(card.rank for card in column) for column in layout.columns))


def _exchanged(layout: Layout, dice: Dice) -> Layout:
    """The layout with its columns in another order."""
    order = dice.draw(range(layout.grid.columns), layout.grid.columns)
    rows = tuple(tuple(row[column] for column in order) for row in layout.rows)
    return Layout(rows, frozenset(Cell(cell.row, order.index(cell.column)) for cell in layout.hidden))
