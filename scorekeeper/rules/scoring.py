"""The score of a layout under a house, line by line.

A score is a list of lines, each with its cells, its points and its rule; the total is their sum. Every card counts in
exactly one line for values or for a canceled group, unless a bonus replaces it. A bonus adds a line (`bonuses`).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Any

from scorekeeper.rules.bonuses import exact_totals, four_of_a_kind, may_show_four, of_groups, of_whole_layout
from scorekeeper.rules.cards import Card, Rank
from scorekeeper.rules.house import House
from scorekeeper.rules.layout import Cell, Grid, Layout, Line, Score
from scorekeeper.rules.notation import LONGEST_TEXT, STRAY_GAP, layout_problems, parse_layout
from scorekeeper.rules.parameters import Cancelling
from scorekeeper.rules.problems import BadLayout
from scorekeeper.rules.wording import count_word, listing, say

VALUES = "values"
PAIR = "pair"
GONE = "gone"


def score(layout: Layout, house: House, *, any_gaps: bool = False) -> Score:
    """Score one layout under one house.

    Raises BadLayout with every cell that the house cannot score, or when the grid is not the house's. With ``any_gaps``
    cards may have left in another way than in this house: people who misread its rules see the same empty places.
    """
    problems = layout_problems(layout, house)
    if any_gaps:
        problems = [problem for problem in problems if problem.code != STRAY_GAP]
    if problems:
        raise BadLayout(problems)
    columns = [tuple([card.rank for card in column]) for column in zip(*layout.rows, strict=True)]
    if (layout.hidden and house.ending.hidden != "counted") or not stay_apart(columns, house):
        return Score(layout, tuple(_lines(layout, house)))
    return Score(
        layout, tuple([line for column, ranks in enumerate(columns) for line in _column(ranks, column, house)[1]])
    )


def totals_as_written(house: House) -> Callable[[str], int]:
    """A function from layouts in notation to totals; it raises BadLayout as `parse_layout` does."""
    rows, apart = house.grid.rows, house.grid.columns + 1
    points = lru_cache(MOST_KNOWN)(lambda ranks: _column(ranks, 0, house)[0])

    def total(text: str) -> int:
        # Each row but the last ends with a slash, so every `apart`-th word is in the same column.
        words = text.split()
        *written, strokes = [tuple(words[column::apart]) for column in range(apart)]
        plain = strokes == ("/",) * (rows - 1) and len(words) == rows * apart - 1 and len(text) <= LONGEST_TEXT
        if plain and "." not in words and stay_apart(written, house):
            try:
                return sum([points(column) for column in written])
            except (KeyError, ValueError):
                pass  # wrong, or in a form that only the parser knows
        return score(parse_layout(text, house), house).total

    return total


# --- column by column -------------------------------------------------------------------------------------------------


def stay_apart(columns: Sequence[tuple[str, ...]], house: House) -> bool:
    """Whether each of these columns of ranks scores by itself: a quick check, and never a wrong yes."""
    return house.by_column and not may_show_four(columns, house.four_of_a_kind)


def column_points(ranks: tuple[str, ...], house: House) -> int | None:
    """The points of a column that scores by itself; None where a card is not in the house."""
    try:
        return _column(ranks, 0, house)[0]
    except (KeyError, ValueError):
        return None


MOST_KNOWN = 50_000
"""Columns whose lines are cached; about 25 megabytes."""

_known_columns: dict[object, tuple[int, tuple[Line, ...]]] = {}


def _column(ranks: tuple[str, ...], column: int, house: House) -> tuple[int, tuple[Line, ...]]:
    """The points and lines of a column that scores by itself, cached for all houses that score it the same.

    Raises KeyError or ValueError for a card that is not in the house.
    """
    values: Mapping[Any, int] = house.values
    key = ranks, column, tuple(map(values.get, ranks)), house.column_words
    found = _known_columns.get(key)
    if found is None:
        alone = Layout(tuple([(Card(Rank(rank)),) for rank in ranks]))
        lines = _column(ranks, 0, house)[1] if column else _lines(alone, house)
        lines = tuple([replace(line, cells=tuple([Cell(row, column) for row, _ in line.cells])) for line in lines])
        if len(_known_columns) >= MOST_KNOWN:
            _known_columns.clear()
        found = _known_columns[key] = sum([line.points for line in lines]), lines
    return found


def _lines(layout: Layout, house: House) -> Iterator[Line]:
    """From left to right: canceled cards of a column, then its values; bonuses at the end."""
    uncounted = layout.hidden if house.ending.hidden != "counted" else frozenset()
    gone = _empty(layout)
    out = uncounted | gone
    fours = list(four_of_a_kind(layout, house, out))
    in_fours = frozenset([cell for line in fours for cell in line.cells])
    shown = list(of_whole_layout(layout, house, out)) if house.bonuses else []
    replaced = frozenset([cell for bonus, line in shown if bonus.cards == "cancelled" for cell in line.cells])

    # Four of a kind either replaces its cards, or they score as usual but cancel nothing.
    fours_count = house.four_of_a_kind is not None and house.four_of_a_kind.cards == "counted"
    in_place, uncanceled = (frozenset(), out | in_fours) if fours_count else (in_fours, out)
    groups = [group for group in canceled_groups(layout, house, uncanceled) if not replaced.issuperset(group)]
    settled = {*gone, *replaced, *chain.from_iterable(groups)}
    settled.update(cell for cell in in_place if not _keeps_value(layout[cell], house))

    lines = [
        *_pair_lines(groups, in_place, layout, house),
        *_gone_lines(gone, layout.grid),
        *_values_lines(settled, uncounted, layout, house),
    ]
    lines.sort(key=lambda line: line.cells[0].column)
    lines += fours
    if house.bonuses:
        lines += [line for _, line in shown]
        lines += of_groups(groups, layout, house, gone)
        lines += exact_totals(sum(line.points for line in lines), layout, house)
    yield from lines


def _keeps_value(card: Card, house: House) -> bool:
    """Whether a card of four of a kind also scores: its pairs keep their values, or the lower of those and 0."""
    what = None if house.cancelling is None else house.cancelling.exceptions.get(card.rank)
    return what == "keep" or (what == "lower" and house.value(card) < 0)


def _gone_lines(gone: Collection[Cell], grid: Grid) -> Iterator[Line]:
    for cells in grid.lines(("column",)) if gone else ():
        empty = tuple([cell for cell in cells if cell in gone])
        if empty:
            yield Line(GONE, 0, empty, say("gone", count=count_word(len(empty)), points=0))


def _values_lines(
    settled: Collection[Cell], uncounted: Collection[Cell], layout: Layout, house: House
) -> Iterator[Line]:
    for cells in layout.grid.lines(("column",)):
        counting = tuple([cell for cell in cells if cell not in settled])
        if counting:
            yield _values_line(counting, uncounted, layout, house)


def _values_line(cells: tuple[Cell, ...], uncounted: Collection[Cell], layout: Layout, house: House) -> Line:
    hidden_points = 0 if house.ending.hidden == "counted" else house.ending.hidden
    points = 0
    cards: list[str] = []
    for cell in cells:
        card = layout[cell]
        face_down = cell in uncounted
        value = hidden_points if face_down else house.value(card)
        points += value
        if not face_down and str(value) == card.rank.face:
            # A seven worth seven needs no more words than `7`. Within a sum `−2` is in brackets.
            face = say("card.face", value=value)
            cards.append(f"({face})" if cards and value < 0 else face)
        else:
            # A card is named with its suit where single cards of that rank have other values than the rest.
            name = card.word if house.card_values and card.rank in house.suited_ranks else card.rank.word
            cards.append(say("hidden" if face_down else "card", name=name, value=value))
    text = cards[0] if len(cards) == 1 else say("cards", cards=" + ".join(cards), points=points)
    return Line(VALUES, points, cells, text)


# --- cards that cancel each other ----------------------------------------------------------------------------------


def canceled_groups(layout: Layout, house: House, excluded: Collection[Cell]) -> Iterator[tuple[Cell, ...]]:
    """Every group of cards that cancel each other, as their cells in reading order."""
    rule = house.cancelling
    if rule is None:
        return
    for line in layout.grid.lines(rule.where, rule.size):
        yield from _groups_in_line([cell for cell in line if cell not in excluded], layout, house, rule)


def leaving(layout: Layout, house: House, down: Collection[Cell]) -> frozenset[Cell]:
    """The cells whose cards leave the grid, because they match and none of them lies face ``down``.

    Matching cards that are still worth points stay: gone, they would be worth nothing.
    """
    rule = house.cancelling
    if rule is None or not rule.leave:
        return frozenset()
    groups = canceled_groups(layout, house, [*down, *_empty(layout)])
    zero = [group for group in groups if rule.exceptions.get(layout[group[0]].rank, rule.counts) in ("zero", 0)]
    return frozenset(chain.from_iterable(zero))


def without_leaving(layout: Layout, house: House) -> Layout:
    """The layout once the matching cards that lie face up have left it."""
    cells = leaving(layout, house, layout.hidden)
    if not cells:
        return layout
    gone = Card(Rank.GONE)
    rows = (
        tuple(gone if Cell(row, column) in cells else card for column, card in enumerate(cards))
        for row, cards in enumerate(layout.rows)
    )
    return Layout(tuple(rows), layout.hidden)


def _empty(layout: Layout) -> frozenset[Cell]:
    """The cells whose card has left."""
    rows = enumerate(layout.rows)
    return frozenset(
        [Cell(row, column) for row, cards in rows for column, card in enumerate(cards) if card.rank is Rank.GONE]
    )


def _groups_in_line(line: Sequence[Cell], layout: Layout, house: House, rule: Cancelling) -> Iterator[tuple[Cell, ...]]:
    if rule.same == "rank" and not rule.wild and len({layout[cell].rank for cell in line}) == len(line):
        return  # no two match
    alike: dict[object, list[Cell]] = {}
    wild = []
    for cell in line:
        card = layout[cell]
        if card.rank in rule.wild:
            wild.append(cell)
        else:
            # What two cards must share to cancel each other.
            same = house.value(card) if rule.same == "value" else card if rule.same == "card" else card.rank
            alike.setdefault(same, []).append(cell)

    loose = []
    for cells in alike.values():
        cancel = len(cells) // rule.size * rule.size
        if cancel and rule.leftover == "cancels":
            cancel = len(cells)
        if cancel:
            yield tuple(cells[:cancel])
        if cancel < len(cells):
            loose.append(cells[cancel:])
    if wild:
        yield from _with_wild(wild, loose, rule.size)


def _with_wild(wild: list[Cell], loose: Iterable[list[Cell]], size: int) -> Iterator[tuple[Cell, ...]]:
    """A wild card completes the fullest group that still lacks cards; wild cards left over match each other."""
    for cells in sorted(loose, key=len, reverse=True):
        lacking = size - len(cells)
        if lacking <= len(wild):
            yield tuple(sorted(cells + wild[:lacking]))
            del wild[:lacking]
    if len(wild) >= size:
        yield tuple(wild[: len(wild) // size * size])


def _pair_lines(
    groups: Iterable[tuple[Cell, ...]], in_fours: frozenset[Cell], layout: Layout, house: House
) -> Iterator[Line]:
    """The lines of canceled groups by column; four of a kind stand in place of the groups inside them."""
    explained: set[Cell] = set()
    for group in sorted(groups, key=lambda group: group[0].column):
        yield _pair_line(group, explained, layout, house, in_place=in_fours.issuperset(group))
        explained.update(group)


def _pair_line(
    group: tuple[Cell, ...], explained: Collection[Cell], layout: Layout, house: House, *, in_place: bool
) -> Line:
    """A canceled group in words; four of a kind may stand ``in_place`` of cards that do not keep their value."""
    rule = house.cancelling
    assert rule is not None
    ranks = [layout[cell].rank for cell in group]
    alike = len(set(ranks)) == 1
    counts = rule.exceptions.get(ranks[0], rule.counts) if alike else rule.counts
    if in_place and counts not in ("keep", "lower"):
        counts = "zero"
    # A card that cancels along two lines counts only once.
    own_values = sum(house.value(layout[cell]) for cell in group if cell not in explained)
    if counts == "zero":
        whole_column = len(group) == layout.grid.rows and len({cell.column for cell in group}) == 1
        sentence, points = "pair.column" if whole_column else "pair", 0
    elif counts == "keep":
        sentence, points = "pair.kept", own_values
    elif counts == "lower":
        sentence, points = "pair.lower", min(0, own_values)
    elif counts == "negative":
        sentence, points = "pair.negative", -own_values
    else:
        sentence, points = "pair.fixed", counts
    if alike:
        text = say(sentence, count=count_word(len(group)), plural=ranks[0].plural, points=points)
    else:
        text = say("pair.unlike", names=listing([rank.word for rank in ranks]), points=points)
    return Line(PAIR, points, group, text)
