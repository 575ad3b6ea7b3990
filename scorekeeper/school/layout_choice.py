"""Which layout to ask about next: the one whose answer tells most about this learner."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log2, sqrt
from threading import Lock

from scorekeeper.houses import freeze, thaw
from scorekeeper.rules import Card, House, Layout, Rank
from scorekeeper.school.beliefs import Believers, beliefs, believers, singles
from scorekeeper.school.diagnosis import Diagnosis
from scorekeeper.school.dice import Dice
from scorekeeper.school.laying import cards_for, laid, lay_out, with_cards
from scorekeeper.school.levels import affordable, level_of

LAID = 12
"""Layouts that are laid for the level alone."""

POOL, SHOWING = 250, 3
"""Layouts that are laid once for a house and level, and how many of them are kept for each misread."""

CHANGED = 60
"""Changes that are tried on the best layouts, of which each is kept that tells more."""

IMPROVED = 3
"""How many of the best layouts are changed in search of a better one."""

MOST_WEIGHED = 60
"""Beliefs that the next layout is chosen by. The others would hardly change the choice, but take all the time."""


def next_layout(diagnosis: Diagnosis, house: House, level: int, dice: Dice, asked: Collection[Layout] = ()) -> Layout:
    """A layout of at most that level whose answer would tell most about this learner; the same for the same dice.

    It is none of those that were ``asked``, nor one of these in other suits.
    """
    bank = _bank(freeze(house), level)
    weighing = Weighing(diagnosis, bank.rarity, asked)
    changes = affordable(CHANGED, house)  # somebody waits for the next question
    # Beside fresh ones some that show each misread: dealt ones hardly ever show the rare ones.
    laid_out = [*(lay_out(house, level, dice) for _ in range(affordable(LAID, house))), *bank.layouts]
    best = sorted(laid_out, key=weighing.gain)[-IMPROVED:]
    return max((_improved(layout, weighing, house, level, dice, changes) for layout in best), key=weighing.gain)


@dataclass(frozen=True)
class _Bank:
    """Layouts kept ready for a house and level: for each misread those that show it and tell most besides.

    ``rarity`` says of each misread how few of the layouts show it. Whoever looks for what tells most at once asks about
    the common ones first, and has no question left for the rare ones.
    """

    layouts: tuple[Layout, ...]
    rarity: Mapping[str, float]


_ONE_AT_A_TIME = Lock()


def _bank(frozen: str, level: int) -> _Bank:
    with _ONE_AT_A_TIME:  # a class begins at the same moment, and would lay them thirty times
        return _laid_once(frozen, level)


@lru_cache(maxsize=64)
def _laid_once(frozen: str, level: int) -> _Bank:
    house = thaw(frozen)
    single = (beliefs(house)[0], *singles(house))
    dice = Dice(f"layouts of level {level} that show misreads")
    found: dict[str, list[tuple[int, Layout]]] = {belief.key: [] for belief in single[1:]}
    laid_out = affordable(POOL, house)
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
    """The layout after every change of a card that made it tell more."""
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
    """The layout with two cards exchanged, or one replaced; None where the deck has no such card left."""
    cells = layout.grid.cells()
    if dice.chance(0.3) and len(cells) > 1:
        one, other = dice.draw(cells, 2)
        return with_cards(layout, {one: layout[other], other: layout[one]})
    left = list(deck)
    for card in layout.cards():
        if card in left:
            left.remove(card)
    # As often as not a card like another one in the layout: equal cards are what most rules are about.
    rank = dice.pick(layout.cards()).rank if dice.chance(0.4) else dice.pick(left).rank
    fitting = [card for card in left if card.rank is rank]
    if not fitting:
        return None
    card = dice.pick(fitting)
    return with_cards(layout, {dice.pick(cells): card})


# --- how much an answer would tell ------------------------------------------------------------------------------------


class Weighing:
    """The likeliest beliefs of a learner by their shares, to weigh many layouts by.

    ``rarity`` says, by key, how much more a misread is to count because few layouts show it at all. Those that were
    ``asked`` tell nothing more.
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
        """The entropy of the answers to expect, in bits; less than nothing for a layout that was asked."""
        if _ranks(layout) in self._asked:
            return -1
        expected: defaultdict[int | None, float] = defaultdict(float)
        for total, weight in zip(self._believers.totals(layout), self._weights, strict=True):
            expected[total] += weight
        whole = sum(expected.values())
        return -sum(share / whole * log2(share / whole) for share in expected.values() if share)


def _ranks(layout: Layout) -> tuple[Rank, ...]:
    return tuple(card.rank for card in layout.cards())
