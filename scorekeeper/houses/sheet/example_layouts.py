"""Worked examples chosen so that every rule of a house shows, each a layout laid out on purpose.

Natural-looking cards are laid around what each rule needs, and all is counted: nothing is an example of a rule unless
the scorer itself says so. The choice depends on nothing but the house.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import cycle

from scorekeeper.houses.sheet.card_points import longest_line
from scorekeeper.houses.sheet.pattern_points import cards_needed
from scorekeeper.rules.cards import Card, Rank, Suit
from scorekeeper.rules.house import House
from scorekeeper.rules.layout import Cell, Layout
from scorekeeper.rules.lines import Line, Score
from scorekeeper.rules.notation import parse_card
from scorekeeper.rules.parameters import Bonus
from scorekeeper.rules.problems import BadLayout
from scorekeeper.rules.scoring import score

Kind = tuple[str, ...]
"""What a worked example can show: `pair`, `pair of *`, `pair in row`, and so on."""

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


# --- what a layout shows ---------------------------------------------------------------------------------------------

_ORDERS = 6
_OFFSETS = 2


def kinds(house: House) -> tuple[Kind, ...]:
    """What a complete set of examples shows: each kind of line that this house's cards can earn."""
    return tuple(_kinds(house))


def _kinds(house: House) -> Iterator[Kind]:
    rule, four = house.cancelling, house.four_of_a_kind
    if four is not None:
        if four.points and 2 not in four.by_columns:
            yield ("four",)
        for rank, points in four.by_rank.items():
            if points and most_of(rank, house) >= cards_needed(four, house):
                yield "four", rank.value
        for columns in sorted(four.by_columns):
            yield "four columns", str(columns)
    for number, _ in enumerate(house.bonuses):
        yield "bonus", str(number)
    if rule is not None:
        yield ("pair",)
        for rank in house.ranks:
            exception = rule.exceptions.get(rank, rule.counts)
            if exception != rule.counts and most_of(rank, house) >= rule.size:
                yield "pair", rank.value
        for where in rule.where if len(rule.where) > 1 else ():
            yield "pair in", where
        for rank in rule.wild:
            if most_of(rank, house):
                yield "wild", rank.value
        if longest_line(house) > rule.size:
            yield ("pair left over",)
        if rule.leave:
            yield ("gone",)
    for card in house.card_values:
        yield "card", card
    # A wild card always finds another to cancel with where two are enough.
    never_alone = rule.wild if rule is not None and rule.size == 2 else ()
    alone = [rank for rank in house.values if rank not in never_alone and most_of(rank, house)]
    if any(house.values[rank] < 0 for rank in alone):
        yield ("negative",)
    if Rank.JOKER in alone:
        yield ("joker",)


def shown(worked: Score, house: House) -> frozenset[Kind]:
    """What a worked layout shows."""
    return frozenset(kind for line in worked.lines for kind in _shown_by(line, worked, house))


def _shown_by(line: Line, worked: Score, house: House) -> Iterator[Kind]:
    layout = worked.layout
    cards = [layout[cell] for cell in line.cells]
    rule, four = house.cancelling, house.four_of_a_kind
    if line.rule == "values":
        for card in cards:
            if house.value(card) < 0:
                yield ("negative",)
            if card.rank is Rank.JOKER:
                yield ("joker",)
            if str(card) in house.card_values:
                yield "card", str(card)
    elif line.rule == "gone":
        yield ("gone",)
    elif line.rule == "pair" and rule is not None:
        wild = [card.rank for card in cards if card.rank in rule.wild]
        if wild and len({card.rank for card in cards}) > 1:
            yield from (("wild", rank.value) for rank in wild)
        else:
            special = rule.exceptions.get(cards[0].rank, rule.counts) != rule.counts
            yield ("pair", cards[0].rank.value) if special else ("pair",)
        yield "pair in", _direction(line.cells)
        if len(cards) % rule.size or any(
            len([cell for cell in whole if layout[cell].rank is cards[0].rank]) > len(cards)
            for whole in house.grid.lines(rule.where, rule.size)
            if set(line.cells) <= set(whole)
        ):
            yield ("pair left over",)
    elif line.rule == "four-of-a-kind" and four is not None:
        columns = len(line.cells) // house.grid.rows
        if four.pattern == "columns" and columns in four.by_columns:
            yield "four columns", str(columns)
        elif four.pattern != "any-pairs" and cards[0].rank in four.by_rank:
            yield "four", cards[0].rank.value
        else:
            yield ("four",)
    elif line.rule == "bonus":
        yield from (("bonus", str(number)) for number in _bonus_numbers(line, worked, house))


def _direction(cells: Sequence[Cell]) -> str:
    if len({cell.column for cell in cells}) == 1:
        return "column"
    return "row" if len({cell.row for cell in cells}) == 1 else "diagonal"


def _bonus_numbers(line: Line, worked: Score, house: House) -> Iterator[int]:
    """Which of the house's bonuses a line may be. It names none, so each is tried as the only one of the house."""
    total_before = sum(other.points for other in worked.lines if other is not line)
    for number, bonus in enumerate(house.bonuses):
        if bonus.pattern == "exact-total":
            if total_before == bonus.total and line is worked.lines[-1]:
                yield number
        else:
            alone = score(worked.layout, replace(house, bonuses=(bonus,)))
            if any(other.rule == "bonus" and other.text == line.text for other in alone.lines):
                yield number


# --- the choice ----------------------------------------------------------------------------------------------------


def examples(house: House, known: Sequence[Score] = ()) -> tuple[Score, ...]:
    """Layouts that show, together with those ``known``, all that this house can earn: as few as will do.

    What no layout made for it shows is left out.
    """
    wanted = [kind for kind in kinds(house) if not any(kind in shown(worked, house) for worked in known)]
    chosen: list[Score] = []
    while wanted:
        best = max(_tried(wanted, house), key=lambda found: found[0], default=None)
        if best is None or not best[0]:
            break
        chosen.append(best[1])
        wanted = [kind for kind in wanted if kind not in best[2]]
    # A house without a rule to show, or whose decks cannot show any, still has its cards counted once.
    return tuple(chosen) if chosen or known else (score(compose((), 0, house), house),)


def _tried(wanted: Sequence[Kind], house: House) -> Iterator[tuple[int, Score, frozenset[Kind]]]:
    """Layouts made for these kinds: how many of them each shows, what it counts, and which those are."""
    for first in range(min(_ORDERS, len(wanted))):
        for offset in range(_OFFSETS):
            try:
                worked = score(compose([*wanted[first:], *wanted[:first]], offset, house), house)
            except BadLayout:
                continue  # such as a gap that no whole line explains, where lines cross
            if not can_be_dealt(worked.layout, house):
                continue  # such as three kings of hearts from two decks
            found = shown(worked, house)
            yield len(found.intersection(wanted)), worked, found
