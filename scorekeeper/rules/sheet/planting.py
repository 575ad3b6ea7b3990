"""Layouts laid out on purpose: one that shows a certain rule, and natural-looking cards around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle

from scorekeeper.rules.cards import Card, Rank, Suit
from scorekeeper.rules.house import House
from scorekeeper.rules.layout import Cell, Layout
from scorekeeper.rules.notation import parse_card
from scorekeeper.rules.parameters import Bonus

Kind = tuple[str, ...]
"""What a worked example can show: `pair`, `pair of *`, `pair in row`, and so on; see `showing`."""

Planted = Mapping[Cell, Card]

# Cards as they come, neither all low nor all high; ranks that a house lacks are passed over.
_STANDARD = ("7", "4", "9", "K", "3", "Q", "5", "8", "A", "10", "J", "6", "2")
_NUMBERS = ("#0", "#11", "#1", "#12", "#-1", "#13", "#-2", "#14", "#-3", "#15", "#-4", "#-5")
USUAL = (*(Rank(value) for value in (*_STANDARD, *_NUMBERS)), Rank.JOKER)


def most_decks(house: House) -> int:
    """The most decks that the house plays with."""
    return max((decks for decks in house.table.decks.values() if decks != "ask"), default=1)


def most_of(rank: Rank, house: House) -> int:
    """How many cards of a rank can lie in one layout."""
    return house.cards_of_rank(rank) * most_decks(house)


def can_be_dealt(layout: Layout, house: House) -> bool:
    """Whether the decks hold each of these cards so often."""
    cards = [card for card in layout.cards() if card.rank is not Rank.GONE]
    ranks = Counter(card.rank for card in cards)
    suited = Counter(card for card in cards if card.suit is not None)
    return all(count <= most_of(rank, house) for rank, count in ranks.items()) and all(
        count <= most_decks(house) for count in suited.values()
    )


def usual_ranks(house: House, copies: int = 1) -> list[Rank]:
    """The ranks of the house that there are so many of, in the order in which an example takes them."""
    return [rank for rank in USUAL if rank in house.values and most_of(rank, house) >= copies]


def plain_ranks(house: House, copies: int) -> list[Rank]:
    """Those for which no rule makes an exception."""
    rule, four = house.cancelling, house.four_of_a_kind
    special: set[Rank] = set()
    if rule is not None:
        special |= {*rule.exceptions, *rule.wild}
    if four is not None:
        special |= {*four.not_for, *four.by_rank}
    return [rank for rank in usual_ranks(house, copies) if rank not in special] or usual_ranks(house, copies)


def plants(kind: Kind, house: House) -> Iterator[Planted]:
    """The ways to lay out what a kind needs, the most natural first; other kinds may find room beside it."""
    if kind[0] == "negative":
        yield from _alone([rank for rank in usual_ranks(house) if house.values[rank] < 0], house)
    elif kind[0] == "joker":
        yield from _alone([Rank.JOKER], house)
    elif kind[0] == "card":
        card = parse_card(kind[1])
        for cell in reversed(house.grid.cells()):
            yield {cell: card}
    elif kind[0] in ("pair", "pair in", "pair left over", "wild", "gone"):
        yield from _groups(kind, house)
    elif kind[0] in ("four", "four columns"):
        yield from _fours(kind, house)
    else:
        yield from _wholes(house.bonuses[int(kind[1])], house)


def _alone(ranks: Sequence[Rank], house: House) -> Iterator[Planted]:
    for rank in ranks:
        for cell in reversed(house.grid.cells()):
            yield {cell: Card(rank)}


def _groups(kind: Kind, house: House) -> Iterator[Planted]:
    rule = house.cancelling
    if rule is None:
        return
    where = (kind[1],) if kind[0] == "pair in" else rule.where
    size = rule.size + (kind[0] == "pair left over")
    if kind[0] == "gone":
        for line in house.grid.lines(rule.where, rule.size):
            yield dict.fromkeys(line, Card(Rank.GONE))
        return
    if kind[0] == "pair" and len(kind) > 1:
        ranks = [Rank(kind[1])]
    else:
        ranks = plain_ranks(house, size)
    for rank in ranks:
        for line in house.grid.lines(where, size):
            cells = line[:size]
            if kind[0] == "wild":
                yield {cells[0]: Card(Rank(kind[1]))} | dict.fromkeys(cells[1:], Card(rank))
            else:
                yield dict.fromkeys(cells, Card(rank))


def _fours(kind: Kind, house: House) -> Iterator[Planted]:
    rule = house.four_of_a_kind
    columns = int(kind[1]) if kind[0] == "four columns" else 2
    # A column is filled from top to bottom; the other patterns are four cards.
    rows = house.grid.rows if rule is not None and rule.pattern in ("columns", "any-pairs") else min(2, house.grid.rows)
    four = rows * (1 if rule is not None and rule.pattern == "any-pairs" else columns)
    ranks = [Rank(kind[1])] if kind[0] == "four" and len(kind) > 1 else plain_ranks(house, four)
    if kind[0] == "four" and len(kind) == 1 and columns in (rule.by_columns if rule else ()):
        return
    for place, rank in enumerate(ranks):
        for left in range(house.grid.columns - columns + 1):
            cells = [Cell(row, left + right) for right in range(columns) for row in range(rows)]
            if house.grid.rows == 1:
                cells = [Cell(0, column) for column in range(min(4, house.grid.columns))]
            if rule is not None and rule.pattern == "any-pairs":
                other = ranks[(place + 1) % len(ranks)]
                yield {cell: Card(rank if cell.column == left else other) for cell in cells}
            else:
                yield dict.fromkeys(cells, Card(rank))


def _wholes(bonus: Bonus, house: House) -> Iterator[Planted]:
    cells = house.grid.cells()
    if bonus.pattern == "one-suit":
        ranks = [rank for rank in usual_ranks(house) if rank in house.suited_ranks]
        yield {cell: Card(rank, Suit.HEARTS) for cell, rank in zip(cells, cycle(ranks), strict=False)}
    elif bonus.pattern == "run":
        order = [rank for rank in house.ranks if rank is not Rank.JOKER]
        for start in (3, 0):
            if start + len(cells) <= len(order):
                yield {cell: Card(rank) for cell, rank in zip(cells, order[start:], strict=False)}
    elif bonus.pattern == "corners":
        corners = {cells[0], Cell(0, house.grid.columns - 1), Cell(house.grid.rows - 1, 0), cells[-1]}
        for rank in bonus.ranks or plain_ranks(house, 4):
            yield dict.fromkeys(sorted(corners), Card(rank))
    elif bonus.pattern in ("pairs", "all-cancelled"):
        yield from _many_groups(bonus, house)
    else:
        yield from _of_total(bonus.total, house)


def _many_groups(bonus: Bonus, house: House) -> Iterator[Planted]:
    """So many groups of one rank, or groups of several ranks that fill the grid, along one kind of line."""
    rule = house.cancelling
    if rule is None:
        return
    size = rule.size
    for where in rule.where:
        lines = house.grid.lines((where,), size)
        places = [line[start : start + size] for line in lines for start in range(0, len(line) - size + 1, size)]
        if bonus.pattern == "pairs":
            for rank in bonus.ranks or plain_ranks(house, size * bonus.pairs):
                yield {cell: Card(rank) for place in places[: bonus.pairs] for cell in place}
        else:
            yield {
                cell: Card(rank)
                for place, rank in zip(places, cycle(plain_ranks(house, size)), strict=False)
                for cell in place
            }


def _of_total(total: int, house: House) -> Iterator[Planted]:
    """Cards of different ranks whose own values add up to that total, found by changing one card at a time."""
    cells = house.grid.cells()
    ranks = usual_ranks(house)
    for start in range(len(ranks)):
        held = [ranks[(start + place) % len(ranks)] for place in range(len(cells))]
        for _ in range(2 * len(cells)):
            off = total - sum(house.values[rank] for rank in held)
            if off == 0:
                yield {cell: Card(rank) for cell, rank in zip(cells, held, strict=True)}
                break
            free = [rank for rank in ranks if rank not in held]
            swaps = [(place, rank) for place in range(len(held)) for rank in free]
            if not swaps:
                return
            place, rank = min(swaps, key=lambda swap: abs(off + house.values[held[swap[0]]] - house.values[swap[1]]))
            held[place] = rank


# --- the cards around ----------------------------------------------------------------------------------------------


def compose(order: Sequence[Kind], offset: int, house: House) -> Layout:
    """A layout with as many of these kinds as find room, first come first served, and other cards around them."""
    cards: dict[Cell, Card] = {}
    for kind in order:
        for planted in plants(kind, house):
            ranks = {card.rank for card in planted.values()}
            held = Counter(card.rank for card in cards.values())
            fits = cards.keys().isdisjoint(planted) and not any(held[rank] for rank in ranks)
            if fits and all(count <= most_of(rank, house) for rank, count in _count(planted) if rank is not Rank.GONE):
                cards |= planted
                break
    around = [rank for rank in usual_ranks(house) if house.values[rank] >= 0] or usual_ranks(house)
    around = around[offset:] + around[:offset]
    held = Counter(card.rank for card in cards.values())
    for cell in house.grid.cells():
        if cell not in cards:
            # The rank that is held least: equal cards that nobody meant would only distract.
            left = [rank for rank in around if held[rank] < most_of(rank, house)] or list(house.ranks)
            rank = min(left, key=lambda rank: (held[rank] >= most_of(rank, house), held[rank], left.index(rank)))
            held[rank] += 1
            cards[cell] = Card(rank)
    rows = tuple(
        tuple(cards[Cell(row, column)] for column in range(house.grid.columns)) for row in range(house.grid.rows)
    )
    return Layout(_with_suits(rows, house))


def _count(planted: Planted) -> list[tuple[Rank, int]]:
    return list(Counter(card.rank for card in planted.values()).items())


def _with_suits(rows: tuple[tuple[Card, ...], ...], house: House) -> tuple[tuple[Card, ...], ...]:
    """The same cards with a suit wherever the house asks for it: equal ones alike only where they must be."""
    if not house.needs_suits:
        return rows
    same = house.cancelling is not None and house.cancelling.same == "card"
    turn = 0
    found: list[tuple[Card, ...]] = []
    for row in rows:
        cards = []
        for card in row:
            if card.suit is None and card.rank in house.suited_ranks:
                suits = list(Suit)[turn % 4 :] + list(Suit)[: turn % 4]
                turn += not same
                # Not just the card that counts otherwise than its rank, unless that one is meant.
                free = [suit for suit in suits if str(Card(card.rank, suit)) not in house.card_values]
                card = Card(card.rank, (free or suits)[0])
            cards.append(card)
        found.append(tuple(cards))
    return tuple(found)
