"""Worked examples of a house: the layouts of its file, others for rules that these leave out, and holes.

A layout is made by placing matching cards along each line in turn, with other cards around them. The scorer decides
which rule a layout shows. The choice depends on the house alone.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import cycle
from typing import TypeAlias

from scorekeeper.houses.sheet.facts import kept_ranks
from scorekeeper.rules.cards import Card, Rank, Suit
from scorekeeper.rules.hole import HoleResult, score_hole
from scorekeeper.rules.house import House
from scorekeeper.rules.layout import Cell, Grid, Layout, Score
from scorekeeper.rules.notation import parse_card, parse_layout
from scorekeeper.rules.problems import BadLayout
from scorekeeper.rules.scoring import score
from scorekeeper.rules.wording import number

MOST_MADE = 3
"""Layouts made in addition to those of the file."""

# A mix of low and high cards; ranks that the house lacks are skipped.
_STANDARD = ("7", "4", "9", "K", "3", "Q", "5", "8", "A", "10", "J", "6", "2")
_NUMBERS = ("#0", "#11", "#1", "#12", "#-1", "#13", "#-2", "#14", "#-3", "#15", "#-4", "#-5")
USUAL = (*(Rank(value) for value in (*_STANDARD, *_NUMBERS)), Rank.JOKER)

Planted: TypeAlias = Mapping[Cell, Card]
"""The cards of a layout that show a rule; others go around them."""


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """A layout as this house scores it, with the file's own sentence while its total still holds."""

    score: Score
    why: str = ""


# --- the cards that there are -----------------------------------------------------------------------------------------


def most_decks(house: House) -> int:
    return max((decks for decks in house.table.decks.values() if decks != "ask"), default=1)


def most_of(rank: Rank, house: House) -> int:
    """The most cards of a rank in one layout."""
    return house.cards_of_rank(rank) * most_decks(house)


def can_be_dealt(layout: Layout, house: House) -> bool:
    """Whether the decks hold all of these cards."""
    cards = [card for card in layout.cards() if card.rank is not Rank.GONE]
    ranks = Counter(card.rank for card in cards)
    suited = Counter(card for card in cards if card.suit is not None)
    return all(count <= most_of(rank, house) for rank, count in ranks.items()) and all(
        count <= most_decks(house) for count in suited.values()
    )


def usual_ranks(house: House, copies: int = 1) -> list[Rank]:
    """The ranks with at least ``copies`` cards, in the order in which examples use them."""
    return [rank for rank in USUAL if rank in house.values and most_of(rank, house) >= copies]


def plain_ranks(house: House, copies: int) -> list[Rank]:
    """The usual ranks without any exception."""
    rule, four = house.cancelling, house.four_of_a_kind
    special = {*rule.exceptions, *rule.wild} if rule is not None else set()
    special |= {*four.not_for, *four.by_rank} if four is not None else set()
    return [rank for rank in usual_ranks(house, copies) if rank not in special] or usual_ranks(house, copies)


# --- layouts that are made --------------------------------------------------------------------------------------------


def _layouts(house: House) -> Iterator[Layout]:
    """Layouts in which a rule may apply that single cards don't show, the most natural first."""
    for planted in _plants(house):
        layout = _around(planted, house)
        if can_be_dealt(layout, house):
            yield layout


def _plants(house: House) -> Iterator[Planted]:
    """The cards around which a layout is made."""
    yield from _single_cards(house)
    yield from _empty_lines(house)
    yield from _matching_cards(house)
    yield from _each_line_of_one_rank(house)
    yield from _runs(house)
    yield from _one_suit(house)


def _single_cards(house: House) -> Iterator[Planted]:
    """Each card with points of its own, and one below 0."""
    last = house.grid.cells()[-1]
    for card in house.card_values:
        yield {last: parse_card(card)}
    for rank in [rank for rank in usual_ranks(house) if house.values[rank] < 0][:1]:
        yield {last: Card(rank)}


def _canceling_lines(house: House) -> list[tuple[Cell, ...]]:
    """The cells that cancel along each line, from its start."""
    rule = house.cancelling
    return [] if rule is None else [line[: rule.size] for line in house.grid.lines(rule.where, rule.size)]


def _empty_lines(house: House) -> Iterator[Planted]:
    """Lines whose cards have left the grid."""
    if house.cancelling is not None and house.cancelling.leave:
        for line in _canceling_lines(house):
            yield dict.fromkeys(line, Card(Rank.GONE))


def _matching_cards(house: House) -> Iterator[Planted]:
    """Cards of one rank wherever they may cancel or earn a bonus, also with a special card among them."""
    lines = _canceling_lines(house)
    special = _special_ranks(house)
    for cells in dict.fromkeys([*lines, *_bonus_shapes(house.grid)]):
        plain = [rank for rank in plain_ranks(house, len(cells)) if rank not in special][:1]
        for rank in plain:
            yield dict.fromkeys(cells, Card(rank))
        if cells in lines[1:]:
            continue  # special cards along the first line are enough
        for rank in special:
            yield dict.fromkeys(cells, Card(rank))
        for rank in plain:
            for other in special:
                yield {**dict.fromkeys(cells, Card(rank)), cells[0]: Card(other)}


def _special_ranks(house: House) -> list[Rank]:
    """The ranks whose groups score differently: wild ones, exceptions, and those with a bonus of their own."""
    rule, four = house.cancelling, house.four_of_a_kind
    wild, bonus_ranks = rule.wild if rule else (), four.by_rank if four else ()
    return list(dict.fromkeys([*wild, *kept_ranks(house), *bonus_ranks]))


def _bonus_shapes(grid: Grid) -> Iterator[tuple[Cell, ...]]:
    """Cells that a bonus may be about: two columns, a square, the corners, any four, and more columns."""
    cells = grid.cells()
    bottom, right = cells[-1]
    columns = [tuple(cell for cell in cells if cell.column < count) for count in range(2, grid.columns + 1)]
    yield from columns[:1]
    yield tuple(cell for cell in cells if cell.row < 2 and cell.column < 2)
    yield tuple(cell for cell in cells if cell.row in (0, bottom) and cell.column in (0, right))
    yield cells[:4]
    yield from columns[1:]


def _each_line_of_one_rank(house: House) -> Iterator[Planted]:
    """Every column of one rank, then every row."""
    cells, ranks = house.grid.cells(), usual_ranks(house)
    yield {cell: Card(ranks[cell.column % len(ranks)]) for cell in cells}
    yield {cell: Card(ranks[cell.row % len(ranks)]) for cell in cells}


def _runs(house: House) -> Iterator[Planted]:
    """Cards in sequence, from the fourth rank and from the first."""
    order = [rank for rank in house.ranks if rank is not Rank.JOKER and most_of(rank, house)]
    for start in (3, 0):
        yield dict(zip(house.grid.cells(), map(Card, order[start:]), strict=False))


def _one_suit(house: House) -> Iterator[Planted]:
    """A whole layout of hearts; nothing is planted where suits don't matter."""
    suited = [rank for rank in usual_ranks(house) if rank in house.suited_ranks]
    yield {cell: Card(rank, Suit.HEARTS) for cell, rank in zip(house.grid.cells(), cycle(suited), strict=False)}


def _around(planted: Planted, house: House) -> Layout:
    """These cards, and others around them, with as few matches as possible."""
    around = [rank for rank in usual_ranks(house) if house.values[rank] >= 0] or usual_ranks(house)
    held = Counter(card.rank for card in planted.values())
    cards = dict(planted)
    for cell in house.grid.cells():
        if cell not in cards:
            rank = min(around or house.ranks, key=lambda rank: (held[rank] >= most_of(rank, house), held[rank]))
            held[rank] += 1
            cards[cell] = Card(rank)
    same = house.cancelling is not None and house.cancelling.same == "card"
    for turn, (cell, card) in enumerate(cards.items()):
        if card.suit is None and card.rank in house.suited_ranks:
            start = 0 if same else turn
            suits = [list(Suit)[(start + index) % 4] for index in range(4)]
            # Avoid the suit whose points differ from the rank.
            free = [suit for suit in suits if str(Card(card.rank, suit)) not in house.card_values]
            cards[cell] = Card(card.rank, (free or suits)[0])
    columns = range(house.grid.columns)
    return Layout(tuple(tuple(cards[Cell(row, column)] for column in columns) for row in range(house.grid.rows)))


def _worked(layouts: Iterable[Layout], house: House) -> Iterator[Score]:
    for layout in layouts:
        try:
            yield score(layout, house)
        except BadLayout:
            continue  # such as a gap that no whole line explains, where lines cross


def shown(worked: Score, house: House) -> frozenset[str]:
    """What a worked layout shows: the rules that score it, and special cards in it."""
    rule, four = house.cancelling, house.four_of_a_kind
    special = {*kept_ranks(house), *(rule.wild if rule is not None else ())}
    found = set()
    for line in worked.lines:
        ranks = {worked.layout[cell].rank for cell in line.cells}
        if line.rule == "pair":
            found |= {f"pair of {rank}" for rank in ranks & special} or {"pair"}
        elif line.rule == "four-of-a-kind" and four is not None:
            found |= {f"four {rank}" for rank in ranks & set(four.by_rank)} or {f"four {line.points}"}
        elif line.rule == "bonus":
            found.add(f"bonus {line.points} {line.others}")
        elif line.rule == "gone":
            found.add("gone")
    cards = [worked.layout[cell] for line in worked.lines if line.rule == "values" for cell in line.cells]
    found |= {str(card) for card in cards if str(card) in house.card_values}
    return frozenset(found | {"below 0" for card in cards if house.value(card) < 0})


def showing(rule: str, house: House) -> Score | None:
    """A layout in which that rule of the scorer applies; None if there is none."""
    return next((one for one in _worked(_layouts(house), house) if any(line.rule == rule for line in one.lines)), None)


# --- the choice -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)  # choosing takes longer than a page may
def examples(house: House) -> tuple[WorkedExample, ...]:
    """The layouts of the house file as this house scores them, and a few for rules they leave out."""
    return tuple(_examples(house))


def picture(house: House) -> Score:
    """The hand that stands for a house in lists: an example in which matching cards count together, if it has one."""
    scores = [example.score for example in examples(house)]
    return next((score for score in scores if score.cancelled), scores[0])


def _examples(house: House) -> Iterator[WorkedExample]:
    seen: frozenset[str] = frozenset()
    written = 0
    for example in house.examples:
        try:
            worked = score(parse_layout(example.layout, house), house)
        except BadLayout:
            continue  # custom rules may need more than the example notes, such as suits
        # The sentence was written for the printed rules; another reading may give the same cards other points.
        yield WorkedExample(worked, example.why if worked.total == example.total else "")
        seen |= shown(worked, house)
        written += 1
    made = [(worked, shown(worked, house)) for worked in _worked(_layouts(house), house)]
    for _ in range(MOST_MADE):
        best = max(made, key=lambda one: len(one[1] - seen), default=None)
        if best is None or not best[1] - seen:
            break
        seen |= best[1]
        written += 1
        yield WorkedExample(best[0])
    # A house without a rule to show still gets one example.
    if not written:
        yield WorkedExample(score(_around({}, house), house))


def fewest_examples(house: House) -> tuple[WorkedExample, ...]:
    """The fewest examples that still show every rule, for small places."""
    left = list(examples(house))
    chosen: list[WorkedExample] = []
    wanted = frozenset().union(*(shown(example.score, house) for example in left))
    while left and (wanted or not chosen):
        best = max(left, key=lambda example: len(wanted & shown(example.score, house)))
        left.remove(best)
        wanted -= shown(best.score, house)
        chosen.append(best)
    return tuple(chosen)


# --- a hole worked out ------------------------------------------------------------------------------------------------

ENDER = "Ann"
_TRIED = (
    {"Ann": 9, "Bo": 4, "Cy": 12},
    {"Ann": 3, "Bo": 8, "Cy": 12},
    {"Ann": 6, "Bo": 6, "Cy": 11},
    {"Ann": 9, "Bo": 4, "Cy": 4},
    {"Ann": 4, "Bo": 9, "Cy": 9},
)


def hole_examples(house: House) -> tuple[HoleResult, ...]:
    """Holes that show penalties, rewards and ties. Ann ends each hole that a player ends.

    Empty where none of these exist.
    """
    shown: set[str] = set()
    chosen = []
    for raw in _TRIED:
        result = score_hole(raw, house, ENDER if house.somebody_ends else None)
        rules = {player.adjustment.rule for player in result.players if player.penalty}
        if not rules <= shown:
            shown |= rules
            chosen.append(result)
    return tuple(chosen)


def hole_rows(results: tuple[HoleResult, ...]) -> Iterator[tuple[str, str, str, str]]:
    """Player, points of the cards, score of the hole, and why; several holes are numbered."""
    for hole, result in enumerate(results, start=1):
        for player in result.players:
            which = f"{hole}: " if len(results) > 1 else ""
            ended = ", who ended it" if player.name == result.ender else ""
            why = player.adjustment.text or "no change"
            yield f"{which}{player.name}{ended}", number(player.raw), number(player.score), why
