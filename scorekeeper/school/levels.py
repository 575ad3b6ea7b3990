"""How hard a layout is to score: what a learner must know for it, from plain numbers to bonuses."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.rules import Card, House, Layout, Rank, RuleError, score
from scorekeeper.rules.scoring import PAIR, VALUES


@dataclass(frozen=True, slots=True)
class Level:
    """A step on the way. ``number`` counts from 1; every level holds those before it."""

    number: int
    word: str  # for people, who choose among three steps
    adds: str  # what is new in it


LEVELS = (
    Level(1, "First time", "cards that count what they show"),
    Level(2, "First time", "cards that count something else"),
    Level(3, "First time", "equal cards that count nothing, or something of their own"),
    Level(4, "Second time", "equal cards that lie where they do not cancel"),
    Level(5, "Second time", "cards that count less than nothing"),
    Level(6, "Everything", "several groups, and groups of cards below zero"),
    Level(7, "Everything", "jokers, four of a kind, cards face down, and whatever else a house has"),
)
HIGHEST = LEVELS[-1].number

STEPS: Mapping[str, Level] = {level.word: level for level in LEVELS}
"""The highest level of each word: what a person chooses."""


DEAREST, MOST_CARDS = 3, 12
"""The most that a hand may cost to count, in hands of the worksheet, and its most cards, for exercises."""


class NotForExercises(RuleError):
    """A house of so large hands, or so many bonuses, that no question could be chosen while somebody waits."""

    code = "exercise.too_much"

    def __init__(self) -> None:
        super().__init__("this house has too much to count for exercises: they are for smaller hands, or fewer bonuses")


def dearness(house: House) -> float:
    """How much work a hand is to count, in hands of six cards of which each column counts by itself."""
    rule = house.cancelling
    directions = 1 if rule is None else (1 + len(rule.where)) / 2
    looks = 1.5 if rule is not None and (rule.same == "value" or rule.wild) else 1
    return house.grid.size / 6 * directions * looks * (1 + len(house.bonuses) / 4)


def check_exercises(house: House) -> None:
    """Raises NotForExercises."""
    if dearness(house) > DEAREST or house.grid.size > MOST_CARDS:
        raise NotForExercises


def affordable(usual: int, house: House, power: int = 2) -> int:
    """How many hands are laid or tried where the worksheet has so many: fewer of those that take longer to count.

    ``power`` is 1 where too few would find nothing.
    """
    return max(1, int(usual / max(1.0, dearness(house)) ** power))


def word_of(number: int) -> str:
    """How a level is called."""
    return LEVELS[number - 1].word


def levels_of(house: House) -> tuple[Level, ...]:
    """The levels that this house has layouts for."""
    below = any(value < 0 for rank, value in house.values.items() if rank is not Rank.JOKER)
    cancels = house.cancelling is not None
    there = {
        3: cancels,
        4: cancels,
        5: below,
        6: cancels and (below or house.grid.size >= 4),
        7: house.has_joker
        or house.four_of_a_kind is not None
        or bool(house.bonuses)
        or house.ending.hidden == "counted",
    }
    return tuple(level for level in LEVELS if there.get(level.number, True))


def level_of(layout: Layout, house: House) -> int:
    """The number of the lowest level that has all that this layout needs."""
    lines = score(layout, house).lines
    ranks = {card.rank for card in layout.cards()}
    if layout.hidden or Rank.JOKER in ranks or any(line.rule not in (PAIR, VALUES) for line in lines):
        return 7
    groups = [line.cells for line in lines if line.rule == PAIR]
    below = {rank for rank in ranks if house.values[rank] < 0}
    if len(groups) > 1 or any(layout[cell].rank in below for group in groups for cell in group):
        return 6
    if below:
        return 5
    canceled = {cell for group in groups for cell in group}
    counted = Counter(layout[cell].rank for cell in layout.grid.cells() if cell not in canceled)
    look_alikes = max(counted.values(), default=0) > 1 or any(layout[cell].rank in counted for cell in canceled)
    if look_alikes and house.cancelling is not None:
        return 4
    if groups:
        return 3
    return 1 if all(counts_its_face(card, house) for card in layout.cards()) else 2


def counts_its_face(card: Card, house: House) -> bool:
    """Whether a card counts the number that is printed on it."""
    return card.rank.face == str(house.value(card))
