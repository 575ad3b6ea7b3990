"""The choice of the next layout: the one whose answer tells most about this learner."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log2, sqrt
from threading import Lock

from scorekeeper.houses import freeze, thaw
from scorekeeper.rules import Card, House, Layout, Rank
from scorekeeper.school.diagnosis.beliefs import Believers, beliefs, believers, singles
from scorekeeper.school.diagnosis.diagnosis import Diagnosis
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.laying import cards_for, laid, lay_out, with_cards
from scorekeeper.school.exercises.levels import level_of, scaled_to_cost

LAID = 12
"""Fresh layouts to lay for the level."""

POOL, SHOWING = 250, 3
"""Layouts to lay once for a house and level, and how many of them to keep for each misread."""

CHANGED = 60
"""Changes to try on the best layouts; each improvement stays."""

IMPROVED = 3
"""How many of the best layouts to change in search of a better one."""

MOST_WEIGHED = 60
"""The likeliest beliefs for choosing a layout. The others would hardly change the choice, but take most of the time."""


def next_layout(diagnosis: Diagnosis, house: House, level: int, dice: Dice, asked: Collection[Layout] = ()) -> Layout:
    """The layout up to this level whose answer would tell most about this learner, repeatable by dice.

    It is none of the ``asked`` ones, nor one of them in other suits.
    """
    bank = _bank(freeze(house), level)
    weighing = Weighing(diagnosis, bank.rarity, asked)
    changes = scaled_to_cost(CHANGED, house)  # the learner is waiting for the next question
    # Fresh layouts rarely show the rare misreads, so add some that show each.
    laid_out = [*(lay_out(house, level, dice) for _ in range(scaled_to_cost(LAID, house))), *bank.layouts]
    best = sorted(laid_out, key=weighing.gain)[-IMPROVED:]
    return max((_improved(layout, weighing, house, level, dice, changes) for layout in best), key=weighing.gain)


@dataclass(frozen=True)
class _Bank:
    """Prepared layouts for a house and level: for each misread, the most telling ones that show it.

    ``rarity`` is higher for misreads that few layouts show. Without it, a short run would ask only about common ones.
    """

    layouts: tuple[Layout, ...]
    rarity: Mapping[str, float]


_ONE_AT_A_TIME = Lock()


def _bank(frozen: str, level: int) -> _Bank:
    with _ONE_AT_A_TIME:  # a whole class starts at the same moment, and would lay them thirty times
        return _laid_once(frozen, level)


@lru_cache(maxsize=64)
def _laid_once(frozen: str, level: int) -> _Bank:
    house = thaw(frozen)
    single = (beliefs(house)[0], *singles(house))
    dice = Dice(f"layouts of level {level} that show misreads")
    found: dict[str, list[tuple[int, Layout]]] = {belief.key: [] for belief in single[1:]}
    laid_out = scaled_to_cost(POOL, house)
    for _ in range(laid_out):
        layout = laid(house, level, dice)
        if level_of(layout, house) > level:
            continue
        knows, *others = believers(single).totals(layout)
        unparted = sum(alike * (alike - 1) for alike in Counter([knows, *others]).values())
        for belief, total in zip(single[1:], others, strict=True):
            if total != knows:
                found[belief.key].append((unparted, layout))
    best = (sorted(layouts, key=lambda one: one[0])[:SHOWING] for layouts in found.values())
    return _Bank(
        tuple(dict.fromkeys(layout for layouts in best for _, layout in layouts)),
        {key: sqrt(laid_out / (len(layouts) + 1)) for key, layouts in found.items()},
    )


def _improved(best: Layout, weighing: Weighing, house: House, level: int, dice: Dice, changes: int) -> Layout:
    """The layout after all improving changes."""
    deck = cards_for(house, level)
    most = weighing.gain(best)
    for _ in range(changes):
        changed = _changed(best, deck, dice)
        if changed is None or level_of(changed, house) > level:
            continue
        if (new := weighing.gain(changed)) > most:
            best, most = changed, new
    return best


def _changed(layout: Layout, deck: Iterable[Card], dice: Dice) -> Layout | None:
    """The layout with two cards switched, or one replaced; None where the deck has no such card left."""
    cells = layout.grid.cells()
    if dice.chance(0.3) and len(cells) > 1:
        one, other = dice.draw(cells, 2)
        return with_cards(layout, {one: layout[other], other: layout[one]})
    left = list(deck)
    for card in layout.cards():
        if card in left:
            left.remove(card)
    # Often a card that matches another one, because most rules are about matching cards.
    rank = dice.pick(layout.cards()).rank if dice.chance(0.4) else dice.pick(left).rank
    fitting = [card for card in left if card.rank is rank]
    if not fitting:
        return None
    card = dice.pick(fitting)
    return with_cards(layout, {dice.pick(cells): card})


# --- how much an answer would tell ------------------------------------------------------------------------------------


class Weighing:
    """The likeliest beliefs of a learner, weighted for comparing layouts.

    ``rarity`` is a factor by misread key, higher if few layouts show the misread. ``asked`` layouts tell nothing more.
    """

    def __init__(self, diagnosis: Diagnosis, rarity: Mapping[str, float], asked: Collection[Layout] = ()) -> None:
        self._asked = {_ranks(layout) for layout in asked}
        ranked = sorted(zip(diagnosis.beliefs, diagnosis.shares, strict=True), key=lambda found: -found[1])
        self._believers = Believers([belief for belief, _ in ranked[:MOST_WEIGHED]])
        self._weights = [
            share * max((rarity.get(held.key, 1) for held in belief.misreads), default=1)
            for belief, share in ranked[:MOST_WEIGHED]
        ]

    def gain(self, layout: Layout) -> float:
        """The entropy of the expected answers, in bits; negative for an asked layout."""
        if _ranks(layout) in self._asked:
            return -1
        expected: defaultdict[int | None, float] = defaultdict(float)
        for total, weight in zip(self._believers.totals(layout), self._weights, strict=True):
            expected[total] += weight
        whole = sum(expected.values())
        return -sum(share / whole * log2(share / whole) for share in expected.values() if share)


def _ranks(layout: Layout) -> tuple[Rank, ...]:
    return tuple(card.rank for card in layout.cards())
