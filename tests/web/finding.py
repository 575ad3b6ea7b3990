"""Learners who let their mistake be found over HTTP: what they believe, and what the page tells them in the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import cycle, islice
from random import Random

from scorekeeper.houses import freeze
from scorekeeper.rules import Card, House, Layout, Rank, score
from scorekeeper.rules.scoring import PAIR
from scorekeeper.school.classes.answer_misreads import mistakes
from scorekeeper.school.diagnosis.diagnosis import NEAR
from scorekeeper.school.diagnosis.misreads import Misread
from scorekeeper.school.practice.find_my_mistake import HANDS
from scorekeeper.school.practice.practice_session import MISTAKE
from tests.conftest import Phone
from tests.web.practicing import kept, start, tab

Believed = Callable[[Layout], int]

SLIPS = 0.10
"""How often somebody gives another number than they believe in: one nearby, or any."""


def told(client: Phone, house: House, believed: Believed, dice: Random, slips: float = SLIPS) -> str:
    """The heading of the last page, after five hands that somebody counts so."""
    client.send_form("/practice/forget")
    start(client, MISTAKE, house.key)
    page = tab(client, house.key)
    for _ in range(HANDS):
        asked = kept(client, house.key).asked
        assert asked is not None
        (hand,) = asked.question.hands
        number = believed(hand.layout)
        if dice.random() < slips:
            number += dice.choice(NEAR) if dice.random() < 0.5 else dice.choice([*range(-15, 0), *range(1, 16)])
        page = page.answer(points=str(number))
    return str(re.findall(r"<h1>(.*?)</h1>", page.page)[-1])


def tell(heading: str, misread: Misread) -> bool:
    """Whether that heading tells of it."""
    return heading.endswith(f" scoring as if {misread.doing}")


def accuses(heading: str) -> bool:
    return " scoring as if" in heading


def counted(client: Phone, house: House, learners: int, seed: str, slips: float = SLIPS) -> tuple[int, int, int]:
    """Of so many learners with a misread those who are told of it; accused ones without; and with an unknown one."""
    dice = Random(f"{house.key} {seed}")
    known = mistakes(freeze(house))
    held = [dice.choice(known) for _ in range(learners)]
    told_rightly = [
        tell(told(client, house, lambda layout, one=one: one.total(layout) or 0, dice, slips), one.misreads[0])  # type: ignore[misc]
        for one in held
    ]
    plain = [
        accuses(told(client, house, lambda layout: score(layout, house).total, dice, slips)) for _ in range(learners)
    ]
    unknown = [
        accuses(told(client, house, lambda layout, way=way: way(layout, house), dice, slips))  # type: ignore[misc]
        for way in islice(cycle(UNKNOWN.values()), learners)
    ]
    return sum(told_rightly), sum(plain), sum(unknown)


# --- misreads that are in no library ----------------------------------------------------------------------------------


def _with_value(rank: Rank, value: int) -> Callable[[Layout, House], int]:
    def total(layout: Layout, house: House) -> int:
        worked = score(layout, house)
        counts = [
            cell for line in worked.lines if line.rule != PAIR for cell in line.cells if layout[cell].rank is rank
        ]
        return worked.total + sum(value - house.value(layout[cell]) for cell in counts)

    return total


def _cards(layout: Layout, house: House, counts: Callable[[Card], bool]) -> int:
    return sum(house.value(card) for card in layout.cards() if counts(card))


UNKNOWN: Mapping[str, Callable[[Layout, House], int]] = {
    "a ten counts 1": _with_value(Rank.TEN, 1),
    "a seven counts 0": _with_value(Rank.SEVEN, 0),
    "a nine counts 6": _with_value(Rank.NINE, 6),
    "a jack counts 5": _with_value(Rank.JACK, 5),
    "an eight counts 18": _with_value(Rank.EIGHT, 18),
    "a six counts 9": _with_value(Rank.SIX, 9),
    "red fives are taken off": lambda layout, house: (
        score(layout, house).total
        - 2
        * _cards(
            layout, house, lambda card: card.suit is not None and card.suit.value in "HD" and card.rank is Rank.FIVE
        )
    ),
    "each pair costs five": lambda layout, house: (
        score(layout, house).total + 5 * sum(line.rule == PAIR for line in score(layout, house).lines)
    ),
    "the first column counts twice": lambda layout, house: (
        score(layout, house).total + score(layout, house).column_points[0]
    ),
    "totals go to the next five": lambda layout, house: -(-score(layout, house).total // 5) * 5,
    "odd cards alone count": lambda layout, house: _cards(layout, house, lambda card: house.value(card) % 2 == 1),
    "the top row counts alone": lambda layout, house: sum(map(house.value, layout.rows[0])),
}
