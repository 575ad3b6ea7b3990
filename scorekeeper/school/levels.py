"""How hard a layout is to score: what a learner must know for it, from plain numbers to bonuses."""

from collections import Counter
from dataclasses import dataclass, replace

from scorekeeper.houses.sheet.facts import fills_columns
from scorekeeper.houses.sheet.phrases import capital
from scorekeeper.rules import Card, House, Layout, Rank, score
from scorekeeper.rules.bonuses import earns
from scorekeeper.rules.scoring import PAIR, VALUES
from scorekeeper.rules.wording import listing


@dataclass(frozen=True, slots=True)
class Level:
    """A step on the way. ``number`` counts from 1; every level holds those before it."""

    number: int
    name: str
    adds: str  # what is new in it, for learners


LEVELS = (
    Level(1, "Numbers", "cards that count what they show"),
    Level(2, "Aces and court cards", "cards that count something else"),
    Level(3, "Cards that cancel", "equal cards that count nothing, or something of their own"),
    Level(4, "Look-alikes", "equal cards that lie where they do not cancel"),
    Level(5, "Below zero", "cards that count less than nothing"),
    Level(6, "All at once", "several groups, and groups of cards below zero"),
    Level(
        7,
        "Whatever else there is",
        "jokers, four of a kind, cards that still lie face down, and whatever else this house has",
    ),
)
HIGHEST = LEVELS[-1].number


def levels_of(house: House) -> tuple[Level, ...]:
    """The levels that this house has layouts for; the highest is called by what this house has."""
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
    named = [*LEVELS[:-1], replace(LEVELS[-1], name=capital(listing(_specials(house))), adds=listing(_specials(house)))]
    return tuple(level for level in named if there.get(level.number, True))


def _specials(house: House) -> list[str]:
    """What its highest level adds."""
    four = "two equal columns" if fills_columns(house) else "four of a kind"
    return [
        *(["jokers"] if house.has_joker else []),
        *([four] if earns(house.four_of_a_kind) else []),
        *(["bonuses"] if house.bonuses else []),
        "cards face down",
    ]


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
    cancelled = {cell for group in groups for cell in group}
    counted = Counter(layout[cell].rank for cell in layout.grid.cells() if cell not in cancelled)
    look_alikes = max(counted.values(), default=0) > 1 or any(layout[cell].rank in counted for cell in cancelled)
    if look_alikes and house.cancelling is not None:
        return 4
    if groups:
        return 3
    return 1 if all(counts_its_face(card, house) for card in layout.cards()) else 2


def counts_its_face(card: Card, house: House) -> bool:
    """Whether a card counts the number that is printed on it."""
    return card.rank.face == str(house.value(card))
