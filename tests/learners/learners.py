"""Learners: each scores by a way of its own, and slips now and then."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from random import Random
from typing import Literal

from tests.learners.hands import Hand
from tests.learners.sheets import Sheet, Way
from tests.learners.wrong_rules import KNOWN, STRANGERS, WrongRule, wrong_rules

SEED = "golf"
SLIPS = 0.10
"""The share of hands that a learner slips on."""

NEAR = (1, 2, 10)
"""By how much half of the slips are off."""

Kind = Literal["known", "stranger", "correct"]


@dataclass(frozen=True)
class Learner:
    """Somebody with a wrong rule, or none."""

    sheet: Sheet
    rule: WrongRule | None
    dice: Random
    slips: float = SLIPS

    @property
    def way(self) -> Way:
        return self.rule.change(self.sheet.way) if self.rule else self.sheet.way

    def answer(self, hand: Hand) -> int:
        """What the learner writes down."""
        number = self.way.total(hand)
        return slipped(number, self.dice) if self.dice.random() < self.slips else number


def slipped(number: int, dice: Random) -> int:
    """Another number than this: off by a little, with its digits turned, or any."""
    if dice.random() < 0.5:
        return number + dice.choice(NEAR) * dice.choice((-1, 1))
    turned = int(str(abs(number))[::-1]) * (-1 if number < 0 else 1)
    if turned != number and dice.random() < 0.5:
        return turned
    return dice.choice([other for other in range(-10, 60) if other != number])


def learners(sheet: Sheet, kind: Kind, count: int, slips: float = SLIPS) -> Iterator[Learner]:
    """So many learners of a kind, over all wrong rules of that kind; the same each time."""
    of_kind: dict[Kind, list[WrongRule | None]] = {
        "known": [*wrong_rules(KNOWN, sheet)],
        "stranger": [*wrong_rules(STRANGERS, sheet)],
        "correct": [None],
    }
    rules = of_kind[kind]
    Random(f"{SEED} {sheet.name} {kind}").shuffle(rules)
    for number, rule in enumerate(islice(cycle(rules), count)):
        yield Learner(sheet, rule, Random(f"{SEED} {sheet.name} {kind} {number}"), slips)
