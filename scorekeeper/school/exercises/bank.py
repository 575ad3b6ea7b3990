"""The bank of a house and level: layouts that are scored once under every misread, and chosen among by sums.

Its dice are its own, so it has the same layouts on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from math import sqrt

from scorekeeper.rules import House, Layout, score
from scorekeeper.school.diagnosis.beliefs import Belief, beliefs, believers, singles, unlisted
from scorekeeper.school.diagnosis.misreads import by_house
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.laying import dealt, laid
from scorekeeper.school.exercises.levels import level_of, levels_of, scaled_to_cost

LAID, DEALT = 300, 100
"""Layouts to lay on purpose, and hands to deal from the deck."""

MORE, TRIED, FEWEST = 2, 4, 40
"""How many to choose the most telling from, and to try at most, for each of them. The fewest to have, some above the
level, where few have it."""

SHOWING, SEARCHED = 6, 200
"""How many hands should show each misread, and how many to lay in search of them."""

UNSCORED = -1_000
"""In place of a total, where a belief cannot score the layout."""

Answers = Mapping[str, Sequence[int]]
"""The totals of some layouts under the right rules and each single misread, by the key of the belief."""


@dataclass(frozen=True)
class Bank:
    """Layouts up to a level, with the ``answers`` of every belief to them.

    ``rarity`` is higher for misreads that few layouts show. Without it, a short run would ask only about common ones.
    """

    laid: tuple[Layout, ...]
    dealt: tuple[Layout, ...]
    answers: Answers
    rarity: Mapping[str, float]

    @property
    def layouts(self) -> tuple[Layout, ...]:
        """All of them, in the order of the answers."""
        return self.laid + self.dealt

    def showing(self, key: str) -> list[Layout]:
        """The layouts that a misread scores wrongly, the lowest level first."""
        totals = zip(self.laid, self.answers[key], self.answers[""], strict=False)
        return [layout for layout, theirs, right in totals if theirs not in (right, UNSCORED)]


@by_house
def bank_of(house: House, level: int) -> Bank:
    """The bank, made at the first need in a process."""
    dice = Dice(f"the bank of level {level}")
    on_purpose = _up_to(level, house, LAID, FEWEST, partial(laid, house, level, dice))
    answers = answers_to(house, on_purpose)
    rare = _showing_rare_ones(answers, house, level, dice)
    from_the_deck = _up_to(level, house, DEALT, 0, partial(dealt, house, level, dice))
    others = answers_to(house, rare + from_the_deck)
    answers = {key: [*totals, *others[key]] for key, totals in answers.items()}
    on_purpose += rare
    right, count = answers[""], len(on_purpose)
    shown = {key: sum(map(int.__ne__, totals[:count], right)) for key, totals in answers.items()}
    return Bank(on_purpose, from_the_deck, answers, {key: sqrt(count / (often + 1)) for key, often in shown.items()})


def answers_to(house: House, layouts: Iterable[Layout]) -> Answers:
    """The answers of every single belief to these layouts."""
    found = known_beliefs(house)
    rows = [[UNSCORED if total is None else total for total in believers(found).totals(layout)] for layout in layouts]
    return {belief.key: [row[index] for row in rows] for index, belief in enumerate(found)}


def known_beliefs(house: House) -> tuple[Belief, ...]:
    """The right rules, every single misread, and ways to score that are none."""
    return (beliefs(house)[0], *singles(house), *unlisted(house))


def _showing_rare_ones(answers: Answers, house: House, level: int, dice: Dice) -> tuple[Layout, ...]:
    """More layouts for the misreads that hardly any of these answers show, such as one about four kings."""
    found: list[Layout] = []
    tries = scaled_to_cost(SEARCHED, house, power=1) if level == levels_of(house)[-1].number else 0
    for belief in singles(house):
        missing = SHOWING - sum(map(int.__ne__, answers[belief.key], answers[""]))
        some = (laid(house, level, dice) for _ in range(tries if missing > 0 else 0))
        showing = (layout for layout in some if belief.total(layout) not in (None, score(layout, house).total))
        found += list(islice(showing, max(missing, 0)))
    return tuple(found)


def _up_to(level: int, house: House, wanted: int, fewest: int, make: Callable[[], Layout]) -> tuple[Layout, ...]:
    """The most telling of different layouts up to this level; the lowest of the higher ones to have the fewest."""
    wanted, fitting, scorer = scaled_to_cost(wanted, house, power=1), 0, believers(known_beliefs(house))
    found: dict[Layout, tuple[int, int]] = {}
    for _ in range(TRIED * wanted):
        if fitting == MORE * wanted:
            break
        layout = make()
        if layout not in found:
            alike = Counter(scorer.totals_apart(layout)).values()
            found[layout] = max(level, level_of(layout, house)), sum(count * count for count in alike)
            fitting += found[layout][0] == level
    return tuple(sorted(found, key=found.__getitem__)[: max(min(fitting, wanted), fewest)])
