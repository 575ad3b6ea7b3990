"""What learners are told, judged by their own numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from scorekeeper import houses
from scorekeeper.houses import freeze
from scorekeeper.rules import House, parse_layout
from scorekeeper.school.classes.answer_misreads import mistakes
from tests.learners.hands import Hand, deal, deck, written
from tests.learners.learners import SEED, Kind, Learner
from tests.learners.sheets import Sheet

OTHERS = 200
"""Dealt hands on which the mistake that is named must give the learner's number."""


@dataclass(frozen=True)
class Told:
    """A learner, the hands with the answers, and the key of the first mistake that was named; "" for none."""

    learner: Learner
    answers: Sequence[tuple[str, int]]
    named: str

    @property
    def rightly(self) -> bool:
        return bool(self.named) and gives_their_numbers(self.learner, self.named)


@cache
def dealt(sheet: Sheet) -> Sequence[Hand]:
    dice = Random(f"{SEED} {sheet.name} other hands")
    return [deal(deck(sheet.jokers), sheet.columns, dice) for _ in range(OTHERS)]


@cache
def totals_under(sheet: Sheet, key: str) -> Sequence[int | None]:
    """What the product says that this mistake gives on the dealt hands."""
    house = house_of(sheet)
    belief = next(one for one in mistakes(freeze(house)) if one.key == key)
    return [belief.total(parse_layout(written(hand), house)) for hand in dealt(sheet)]


def gives_their_numbers(learner: Learner, key: str) -> bool:
    return [learner.way.total(hand) for hand in dealt(learner.sheet)] == totals_under(learner.sheet, key)


def house_of(sheet: Sheet) -> House:
    return houses.get(sheet.name)


@dataclass(frozen=True)
class Share:
    """How many learners of one kind were told rightly, and how many were named any mistake."""

    kind: Kind
    whole: int
    rightly: int
    named: int

    @classmethod
    def of(cls, kind: Kind, told: Iterable[Told]) -> Share:
        found = list(told)
        return cls(kind, len(found), sum(one.rightly for one in found), sum(bool(one.named) for one in found))

    def percent(self, number: int) -> float:
        return 100 * number / self.whole
