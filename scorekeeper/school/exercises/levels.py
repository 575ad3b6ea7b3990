"""How hard a layout is to score, from plain numbers to bonuses."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.rules import Card, Cell, House, Layout, Line, Rank, RuleError, score
from scorekeeper.rules.scoring import GONE, PAIR, VALUES


@dataclass(frozen=True, slots=True)
class Level:
    """A level of difficulty. ``number`` starts at 1; every level includes those before it."""

    number: int
    word: str  # for people, who choose among three steps
    adds: str  # its new cards and situations


LEVELS = (
    Level(1, "Easy", "cards worth the number they show"),
    Level(2, "Easy", "cards worth another number"),
    Level(3, "Easy", "matching cards that cancel"),
    Level(4, "Medium", "matching cards that don’t cancel"),
    Level(5, "Medium", "cards worth less than 0"),
    Level(6, "Hard", "several groups and negative groups"),
    Level(7, "Hard", "jokers, four of a kind, face-down cards and all other rules"),
)
HIGHEST = LEVELS[-1].number

STEPS: Mapping[str, Level] = {level.word: level for level in LEVELS}
"""The highest level of each word, as people choose it."""


HIGHEST_COST, MOST_CARDS = 3, 12
"""Limits for exercises: the scoring cost of a hand, in worksheet hands, and its cards."""


class NotForExercises(RuleError):
    """A house too costly for choosing a question while a learner waits."""

    code = "exercise.too_much"

    def __init__(self) -> None:
        super().__init__("These rules are too big for exercises. Try smaller hands or fewer bonuses.")


def scoring_cost(house: House) -> float:
    """The scoring cost of a hand, in hands of six cards with independent columns."""
    rule = house.cancelling
    directions = 1 if rule is None else (1 + len(rule.where)) / 2
    looks = 1.5 if rule is not None and (rule.same == "value" or rule.wild) else 1
    return house.grid.size / 6 * directions * looks * (1 + len(house.bonuses) / 4)


def check_exercises(house: House) -> None:
    """Raises NotForExercises."""
    if scoring_cost(house) > HIGHEST_COST or house.grid.size > MOST_CARDS:
        raise NotForExercises


def scaled_to_cost(usual: int, house: House, power: int = 2) -> int:
    """The worksheet's number of hands to try, scaled down to the scoring cost of this house.

    ``power`` is 1 where too few hands would find nothing.
    """
    return max(1, int(usual / max(1.0, scoring_cost(house)) ** power))


def word_of(number: int) -> str:
    """The word of a level."""
    return LEVELS[number - 1].word


def levels_of(house: House) -> tuple[Level, ...]:
    """The levels that layouts of this house can have."""
    below = any(value < 0 for rank, value in house.values.items() if rank is not Rank.JOKER)
    cancels = house.cancelling is not None
    there = {
        3: cancels,
        4: cancels,
        5: below,
        # Where matching cards leave, no group lies on the table at the end: only empty places.
        6: cancels and (below or house.grid.size >= 4) and not (house.cancelling and house.cancelling.leave),
        7: house.has_joker
        or house.four_of_a_kind is not None
        or bool(house.bonuses)
        or house.ending.hidden == "counted",
    }
    return tuple(level for level in LEVELS if there.get(level.number, True))


def level_of(layout: Layout, house: House) -> int:
    """The number of the lowest level that covers this layout."""
    lines = score(layout, house).lines
    cards = [card for card in layout.cards() if card.rank is not Rank.GONE]
    if _needs_special_rules(layout, lines):
        return 7
    groups = [line.cells for line in lines if line.rule == PAIR]
    left = any(line.rule == GONE for line in lines)
    below = {card.rank for card in cards if house.values[card.rank] < 0}
    if len(groups) > 1 or any(layout[cell].rank in below for group in groups for cell in group):
        return 6
    if below:
        return 5
    if house.cancelling is not None and _looks_canceled(layout, groups):
        return 4
    if groups or left:
        return 3
    return 1 if all(counts_its_face(card, house) for card in cards) else 2


def _needs_special_rules(layout: Layout, lines: Iterable[Line]) -> bool:
    """Whether it has more than single cards and canceled groups, all face up and without jokers."""
    jokers = any(card.rank is Rank.JOKER for card in layout.cards())
    return bool(layout.hidden) or jokers or any(line.rule not in (PAIR, VALUES, GONE) for line in lines)


def _looks_canceled(layout: Layout, groups: Iterable[Sequence[Cell]]) -> bool:
    """Whether a card that counts matches another."""
    canceled = {cell for group in groups for cell in group}
    counted = Counter(layout[cell].rank for cell in layout.grid.cells() if cell not in canceled)
    del counted[Rank.GONE]
    return max(counted.values(), default=0) > 1 or any(layout[cell].rank in counted for cell in canceled)


def counts_its_face(card: Card, house: House) -> bool:
    """Whether a card is worth its printed number."""
    return card.rank.face == str(house.value(card))
