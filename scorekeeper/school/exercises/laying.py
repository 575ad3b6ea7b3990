"""Layouts for exercises: believable hands with something to learn.

Dealt cards rarely show a misread: a column of two twos turns up in one deal of seventy. So part of a layout is laid on
purpose, and the rest is dealt. No layout has more of a card than the decks of four players hold.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from scorekeeper.houses import freeze, thaw
from scorekeeper.houses.sheet.facts import penalised
from scorekeeper.referee.state import full_deck
from scorekeeper.rules import Card, Cell, House, Layout, Rank, Suit
from scorekeeper.rules.cards import STANDARD_RANKS
from scorekeeper.rules.notation import layout_problems
from scorekeeper.rules.scoring import without_leaving
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.levels import HIGHEST, counts_its_face, level_of, levels_of, scaled_to_cost

JOKERS_IF_ANY = 2
"""Jokers per deck where a house gives them a value but no number: its table may play with them."""

FACE_DOWN = 0.15
"""How often a layout of the highest level has a face-down card."""

FLIPPED_LAST = 0.5
"""How often one of the matching cards was face down, in houses where they would have left face up."""

TRIES = 200
"""Layouts to lay for a level before the next lower one: large grids have few layouts of the lowest levels."""


def lay_out(house: House, level: int, dice: Dice) -> Layout:
    """A layout of this level, or of the next lower level that this house has."""
    there = [one.number for one in levels_of(house) if one.number <= level]
    return first_laid(house, reversed(there), dice)


def first_laid(house: House, levels: Iterable[int], dice: Dice) -> Layout:
    """A layout of the first of these levels that quickly gives one; of any level if none does."""
    for wanted in levels:
        for _ in range(scaled_to_cost(TRIES, house, power=1)):
            layout = laid(house, wanted, dice)
            if level_of(layout, house) == wanted:
                return layout
    return laid(house, HIGHEST, dice)


def laid(house: House, level: int, dice: Dice) -> Layout:
    """A layout of the level's cards, not always with its new situations."""
    deck = _Deck(freeze(house), level)
    cards: dict[Cell, Card] = {}
    hidden: list[Cell] = []
    for cells in _alike(house, level, dice):
        _lay_alike(cells, cards, deck, house, level, dice)
        if level >= HIGHEST and cards_leave(house) and not hidden and dice.chance(FLIPPED_LAST):
            hidden = dice.draw(cells, 1)  # the cards match only once it is flipped, too late to leave
    for cell in house.grid.cells():
        if cell not in cards:
            # Special cards more often than by chance.
            cards[cell] = deck.take(dice.pick(deck.special if deck.special and dice.chance(0.35) else deck.cards))
    rows = [[cards[Cell(row, column)] for column in range(house.grid.columns)] for row in range(house.grid.rows)]
    if not hidden and level >= HIGHEST and dice.chance(FACE_DOWN):
        hidden = dice.draw(house.grid.cells(), 1)
    return as_left(Layout(tuple(tuple(row) for row in rows), frozenset(hidden)), house)


def dealt(house: House, level: int, dice: Dice) -> Layout:
    """A layout as a table deals it, from the level's cards."""
    grid = house.grid
    cards = iter(dice.draw(cards_for(house, level), grid.size))
    return as_left(Layout(tuple(tuple(islice(cards, grid.columns)) for _ in range(grid.rows))), house)


def cards_leave(house: House) -> bool:
    """Whether matching cards leave the grid while the hole is played."""
    return house.cancelling is not None and house.cancelling.leave


def as_left(layout: Layout, house: House) -> Layout:
    """The layout as it lies at the end of a hole: matching cards that lay face up have left it."""
    left = without_leaving(layout, house)
    # Where lines cross or are longer than a group, a house may not read the gaps.
    return layout if layout_problems(left, house) else left


def with_cards(layout: Layout, cards: Mapping[Cell, Card]) -> Layout:
    rows = (
        tuple(cards.get(Cell(row, column), card) for column, card in enumerate(lying))
        for row, lying in enumerate(layout.rows)
    )
    return Layout(tuple(rows), layout.hidden)


class _Deck:
    """The cards left for a layout; ``special`` are those not worth their face."""

    def __init__(self, frozen: str, level: int) -> None:
        self.cards, self.special = map(list, _cards_and_special(frozen, level))
        # Equal cards are one object, and ids are faster to find: a large deck has a thousand cards.
        self._numbers = [[*map(id, cards)] for cards in (self.cards, self.special)]

    def take(self, card: Card) -> Card:
        for cards, numbers in zip((self.cards, self.special), self._numbers, strict=True):
            if id(card) in numbers:
                del cards[index := numbers.index(id(card))], numbers[index]
        return card


@lru_cache(maxsize=64)
def _cards_and_special(frozen: str, level: int) -> tuple[list[Card], list[Card]]:
    house = thaw(frozen)
    cards = cards_for(house, level)
    return cards, [card for card in cards if not counts_its_face(card, house)]


def cards_for(house: House, level: int) -> list[Card]:
    """The cards for layouts of this level, from the decks of four players."""
    decks = house.decks(max(4, house.table.players_min)) or 1
    cards: list[Card] = []
    for rank in house.ranks:
        value = house.values[rank]
        if (level < 2 and rank.face != str(value)) or (level < 5 and value < 0) or (level < 7 and rank is Rank.JOKER):
            continue
        if house.table.deck is None and rank in STANDARD_RANKS:
            cards += [Card(rank, suit) for suit in Suit] * decks
        else:
            cards += [Card(rank)] * decks * (house.cards_of_rank(rank) or JOKERS_IF_ANY)
    if len(cards) < house.grid.size:  # a small special deck lacks easy cards
        return cards_for(house, HIGHEST) if level < HIGHEST else cards * house.grid.size
    return cards


def _alike(house: House, level: int, dice: Dice) -> Iterator[tuple[Cell, ...]]:
    """Yield cells for matching cards: where they cancel, where they only seem to, and where four may earn a bonus."""
    rule, grid = house.cancelling, house.grid
    lines = () if rule is None else grid.lines(rule.where, rule.size)
    if rule is not None and lines and level >= 3 and dice.chance(0.7):
        yield tuple(dice.draw(dice.pick(lines), rule.size))
        if level >= 6 and dice.chance(0.5):
            yield tuple(dice.draw(dice.pick(lines), rule.size))
    if level >= 4 and dice.chance(0.5):
        yield tuple(dice.draw(grid.cells(), 2))
    if cards_leave(house) and house.four_of_a_kind is None:
        return  # many alike would only look strange
    if level >= 7 and lines and grid.size > 4 and grid.columns > 1 and dice.chance(0.4):
        columns = dice.draw(range(grid.columns), 2)
        in_columns = tuple(cell for cell in grid.cells() if cell.column in columns)
        yield in_columns if dice.chance(0.6) else tuple(dice.draw(grid.cells(), 4))


def _lay_alike(
    cells: tuple[Cell, ...], cards: dict[Cell, Card], deck: _Deck, house: House, level: int, dice: Dice
) -> None:
    """Lay cards of one rank in these cells, matching a card already there. Nothing where too few are left."""
    free = [cell for cell in cells if cell not in cards]
    lying = [cards[cell].rank for cell in cells if cell in cards]
    left = Counter([card.rank for card in deck.cards])
    ranks = [rank for rank, count in left.items() if count >= len(free)]
    if lying:
        ranks = [rank for rank in ranks if rank is lying[0]]
    else:
        ranks = _instructive(ranks, deck, house, level, dice)
    if ranks:
        rank = dice.pick(ranks)
        for cell in free:
            cards[cell] = deck.take(dice.pick([card for card in deck.cards if card.rank is rank]))


def _instructive(ranks: list[Rank], deck: _Deck, house: House, level: int, dice: Dice) -> list[Rank]:
    """Often only the ranks below 0 or not worth their face; otherwise all of these."""
    below = [rank for rank in ranks if house.values[rank] < 0]
    if below and level >= 5 and dice.chance(0.4):
        return below
    unlike = {card.rank for card in deck.special}
    special = [rank for rank in ranks if rank in unlike]
    return special if special and dice.chance(0.4) else ranks


# --- whole holes ------------------------------------------------------------------------------------------------------

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gina", "Hugo")

NEARLY = 4
"""Further layouts to lay for a player in search of one of the level."""

_MOST_CARDS = 24
"""The most cards on a table that a learner can read at a glance: four players of six, two of twelve."""


@dataclass(frozen=True)
class LaidHole:
    """All layouts by name, the ender if any, and the totals before the hole if shown."""

    players: tuple[tuple[str, Layout], ...]
    ender: str | None
    before: tuple[int, ...]


def lay_hole(house: House, level: int, dice: Dice) -> LaidHole | None:
    """Layouts of two to four players, mostly with an ender where that matters. None if no table size fits."""
    sizes = [count for count in (2, 3, 4) if _can_play(house, count)]
    if not sizes:
        return None
    small = level <= 2 and house.penalty is None
    names = dice.draw(NAMES, sizes[0] if small else dice.pick(sizes))
    layouts = _from_one_deck([_nearly(house, level, dice) for _ in names], house, dice)
    ender = dice.pick(names) if house.somebody_ends and (not house.ender_matters or dice.chance(0.95)) else None
    players = tuple(
        (name, as_left(replace(layout, hidden=frozenset()) if name == ender else layout, house))
        for name, layout in zip(names, layouts, strict=True)
    )
    before: tuple[int, ...] = ()
    if ender is not None and penalised(house) and dice.chance(0.3):
        before = tuple(20 + dice.below(50) for _ in names)
    return LaidHole(players, ender, before)


def _nearly(house: House, level: int, dice: Dice) -> Layout:
    """A layout of about this level: the hardest layout decides how hard a hole is."""
    for _ in range(NEARLY):
        layout = laid(house, level, dice)
        if level_of(layout, house) == level:
            return layout
    return laid(house, level, dice)


def _can_play(house: House, players: int) -> bool:
    decks, dealt = house.decks(players), players * house.grid.size
    if not house.table.players_min <= players <= house.most_players or decks is None:
        return False
    return dealt < house.cards_in_play(decks) and dealt <= max(_MOST_CARDS, 2 * house.grid.size)


def _from_one_deck(layouts: Sequence[Layout], house: House, dice: Dice) -> Iterator[Layout]:
    """Yield the layouts with cards of one table: other suits, or another rank once one has run out."""
    left = list(full_deck(house, house.decks(len(layouts)) or 1))
    for layout in layouts:
        rows = []
        for row in layout.rows:
            cards = []
            for card in row:
                cards.append(card if card.rank is Rank.GONE else _taken(card, left, dice))
            rows.append(tuple(cards))
        yield Layout(tuple(rows), layout.hidden)


def _taken(card: Card, left: list[Card], dice: Dice) -> Card:
    """A card like this one, taken from those left."""
    alike = [one for one in left if one == card] or [one for one in left if one.rank is card.rank]
    taken = dice.pick(alike or left)
    left.remove(taken)
    return Card(taken.rank, taken.suit)
