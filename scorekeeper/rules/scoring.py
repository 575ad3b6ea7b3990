"""What a layout counts under a house, line by line.

A score is a list of lines, each with its cells, its points and the rule that it follows; the total is their sum. Every
card of the layout counts in exactly one line that names values or a cancelled group; a bonus adds a line of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise

from scorekeeper.rules.cards import Card, Rank
from scorekeeper.rules.errors import BadLayout
from scorekeeper.rules.house import Cancelling, FourOfAKind, House
from scorekeeper.rules.layout import Cell, Grid, Layout
from scorekeeper.rules.notation import layout_problems
from scorekeeper.rules.wording import count_word, listing, say

VALUES = "values"
PAIR = "pair"
FOUR_OF_A_KIND = "four-of-a-kind"


@dataclass(frozen=True, slots=True)
class Line:
    """One step of a score: these cells count so many points, by this rule, said in a sentence for people."""

    rule: str
    points: int
    cells: tuple[Cell, ...]
    text: str


@dataclass(frozen=True)
class Score:
    """What one layout counts, and why."""

    layout: Layout
    lines: tuple[Line, ...]

    @cached_property
    def total(self) -> int:
        """The raw score in points."""
        return sum(line.points for line in self.lines)

    @property
    def column_points(self) -> tuple[int, ...]:
        """What each column counts by itself: all lines but those that reach over several columns."""
        points = [0] * self.layout.grid.columns
        for line in self.lines:
            columns = {cell.column for cell in line.cells}
            if len(columns) == 1:
                points[columns.pop()] += line.points
        return tuple(points)

    @property
    def lines_across(self) -> tuple[Line, ...]:
        """The lines that reach over several columns, such as a bonus."""
        return tuple(line for line in self.lines if len({cell.column for cell in line.cells}) > 1)


def score(layout: Layout, house: House) -> Score:
    """Score one layout under one house.

    Raises BadLayout with every cell that the house cannot count, or when the grid is not the house's.
    """
    problems = layout_problems(layout, house)
    if problems:
        raise BadLayout(problems)
    return Score(layout, tuple(_lines(layout, house)))


def _lines(layout: Layout, house: House) -> list[Line]:
    """From left to right: what cancels in a column, then what counts there; bonuses at the end.

    Where nothing reaches over columns but a bonus, a column counts the same in every layout and is worked out once.
    """
    if not house.counts_by_column or layout.hidden:
        return list(_work_out(layout, house))
    lines: list[Line] = []
    columns = list(zip(*layout.rows, strict=True))
    for column, cards in enumerate(columns):
        key = (column, *[card.rank for card in cards])
        known = house.columns_worked_out.get(key)
        if known is None:
            known = tuple(
                line
                for line in _work_out(layout, house)
                if line.rule != FOUR_OF_A_KIND and line.cells[0].column == column
            )
            house.columns_worked_out[key] = known
        lines += known
    if house.four_of_a_kind is not None:
        lines += _bonuses(layout, house, frozenset())
    return lines


def _work_out(layout: Layout, house: House) -> Iterator[Line]:
    uncounted = layout.hidden if house.ending.hidden != "counted" else frozenset()
    bonuses = list(_bonuses(layout, house, uncounted))
    in_bonus = {cell for bonus in bonuses for cell in bonus.cells}
    bonus_cards_count = house.four_of_a_kind is not None and house.four_of_a_kind.cards == "counted"

    groups = list(_cancelled_groups(layout, house, uncounted | (in_bonus if bonus_cards_count else set())))
    settled = {cell for group in groups for cell in group}
    if not bonus_cards_count:
        settled |= in_bonus

    explained: set[Cell] = set()
    for column in range(layout.grid.columns):
        for group in groups:
            if group[0].column == column:
                yield _pair_line(group, explained, layout, house)
                explained.update(group)
        cells = tuple(Cell(row, column) for row in range(layout.grid.rows))
        counting = tuple(cell for cell in cells if cell not in settled)
        if counting:
            yield _values_line(counting, uncounted, layout, house)
    yield from bonuses


def _values_line(cells: tuple[Cell, ...], uncounted: Iterable[Cell], layout: Layout, house: House) -> Line:
    hidden_points = 0 if house.ending.hidden == "counted" else house.ending.hidden
    points = 0
    cards = []
    for cell in cells:
        rank = layout[cell].rank
        face_down = cell in uncounted
        value = hidden_points if face_down else house.values[rank]
        points += value
        # A seven that counts seven needs no more words than `7`.
        sentence = "hidden" if face_down else "card.face" if str(value) == rank.value else "card"
        cards.append(say(sentence, name=rank.word, value=value))
    text = cards[0] if len(cards) == 1 else say("cards", cards=" + ".join(cards), points=points)
    return Line(VALUES, points, cells, text)


# --- cards that cancel each other ----------------------------------------------------------------------------------


def _cancelled_groups(layout: Layout, house: House, excluded: Iterable[Cell]) -> Iterator[tuple[Cell, ...]]:
    """Every group of cards that cancel each other, as their cells in reading order."""
    rule = house.cancelling
    if rule is None:
        return
    for line in _lines_of_grid(layout.grid, rule):
        yield from _groups_in_line([cell for cell in line if cell not in excluded], layout, house, rule)


def _lines_of_grid(grid: Grid, rule: Cancelling) -> Iterator[Sequence[Cell]]:
    """The rows of cells along which equal cards are looked for."""
    for where in rule.where:
        if where == "column":
            yield from ([Cell(row, column) for row in range(grid.rows)] for column in range(grid.columns))
        elif where == "row":
            yield from ([Cell(row, column) for column in range(grid.columns)] for row in range(grid.rows))
        else:
            yield grid.cells()


def _groups_in_line(line: Sequence[Cell], layout: Layout, house: House, rule: Cancelling) -> Iterator[tuple[Cell, ...]]:
    alike: dict[object, list[Cell]] = {}
    wild = []
    for cell in line:
        card = layout[cell]
        if card.rank in rule.wild:
            wild.append(cell)
        else:
            alike.setdefault(_sameness(card, house, rule), []).append(cell)

    loose = []
    for cells in alike.values():
        cancel = len(cells) // rule.size * rule.size
        if cancel and rule.leftover == "cancels":
            cancel = len(cells)
        if cancel:
            yield tuple(cells[:cancel])
        if cancel < len(cells):
            loose.append(cells[cancel:])

    # A wild card completes the fullest group that still lacks cards; wild cards left over match each other.
    for cells in sorted(loose, key=len, reverse=True):
        lacking = rule.size - len(cells)
        if lacking <= len(wild):
            yield tuple(sorted(cells + wild[:lacking]))
            del wild[:lacking]
    if len(wild) >= rule.size:
        yield tuple(wild[: len(wild) // rule.size * rule.size])


def _sameness(card: Card, house: House, rule: Cancelling) -> object:
    """What two cards must share to cancel each other."""
    if rule.same == "value":
        return house.values[card.rank]
    return card if rule.same == "card" else card.rank


def _pair_line(group: tuple[Cell, ...], explained: Iterable[Cell], layout: Layout, house: House) -> Line:
    rule = house.cancelling
    assert rule is not None
    ranks = [layout[cell].rank for cell in group]
    rank = ranks[0]
    if len(set(ranks)) > 1:
        return Line(PAIR, 0, group, say("pair.unlike", names=listing([rank.word for rank in ranks]), points=0))

    # A card that cancels along two lines counts only once.
    own_values = sum(house.values[layout[cell].rank] for cell in group if cell not in explained)
    exception = rule.exceptions.get(rank, "zero")
    if exception == "zero":
        whole_column = len(group) == layout.grid.rows and len({cell.column for cell in group}) == 1
        sentence, points = "pair.column" if whole_column else "pair", 0
    elif exception == "keep":
        sentence, points = "pair.kept", own_values
    elif exception == "lower":
        sentence, points = "pair.lower", min(0, own_values)
    else:
        sentence, points = "pair.fixed", exception
    return Line(PAIR, points, group, say(sentence, count=count_word(len(group)), plural=rank.plural, points=points))


# --- four of a kind ------------------------------------------------------------------------------------------------


def _bonuses(layout: Layout, house: House, uncounted: Iterable[Cell]) -> Iterator[Line]:
    rule = house.four_of_a_kind
    if rule is None or rule.points == 0:
        return
    if rule.pattern == "columns" and _columns_all_differ(layout):
        return
    ranks = {cell: layout[cell].rank for cell in layout.grid.cells() if cell not in uncounted}
    ranks = {cell: rank for cell, rank in ranks.items() if rank not in rule.not_for}
    if rule.pattern in ("columns", "any-pairs"):
        yield from _column_bonuses(ranks, layout.grid, rule)
    else:
        yield from _loose_bonuses(ranks, layout.grid, rule)


def _columns_all_differ(layout: Layout) -> bool:
    """Quick to see, and true of nearly every layout: then no two columns are of one rank."""
    columns = {tuple([card.rank for card in column]) for column in layout.columns}
    return len(columns) == layout.grid.columns


def _column_bonuses(ranks: dict[Cell, Rank], grid: Grid, rule: FourOfAKind) -> Iterator[Line]:
    """Two columns, each of one rank; the same rank in both unless any two pairs will do."""
    equal_columns: dict[Rank | None, list[int]] = {}
    for column in range(grid.columns):
        in_column = {ranks.get(Cell(row, column)) for row in range(grid.rows)}
        rank = next(iter(in_column))
        if len(in_column) == 1 and rank is not None:
            equal_columns.setdefault(rank if rule.pattern == "columns" else None, []).append(column)

    for columns in equal_columns.values():
        twos = combinations(columns, 2) if rule.six_alike == "each-pair" else pairwise(columns)
        fitting = [(left, right) for left, right in twos if right - left == 1 or not rule.touching]
        for left, right in fitting[:1] if rule.six_alike == "once" else fitting:
            cells = tuple(Cell(row, column) for column in (left, right) for row in range(grid.rows))
            first, second = ranks[cells[0]].plural, ranks[cells[-1]].plural
            yield Line(
                FOUR_OF_A_KIND,
                rule.points,
                cells,
                say(f"four.{rule.pattern}", plural=first, first=first, second=second, points=rule.points),
            )


def _loose_bonuses(ranks: dict[Cell, Rank], grid: Grid, rule: FourOfAKind) -> Iterator[Line]:
    """Four of a rank that need not stand in columns: anywhere, or two in one row and two in another."""
    for rank in dict.fromkeys(ranks.values()):
        cells = [cell for cell in grid.cells() if ranks.get(cell) is rank]
        # Of more than four, those that stand above each other make the bonus: it must not matter where columns lie.
        columns = Counter(cell.column for cell in cells)
        cells.sort(key=lambda cell: columns[cell.column] == 1)
        if rule.pattern == "two-and-two":
            rows = [[cell for cell in cells if cell.row == row][:2] for row in range(grid.rows)]
            cells = [cell for row in rows if len(row) == 2 for cell in row]
        if len(cells) >= 4:
            text = say(f"four.{rule.pattern}", plural=rank.plural, points=rule.points)
            yield Line(FOUR_OF_A_KIND, rule.points, tuple(sorted(cells[:4])), text)
