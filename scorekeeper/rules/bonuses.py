"""Points for several cards of a layout together: four of a kind, a run, an exact total.

Each bonus is a line of its own. The rule says whether its cards also score; `scoring` sees to that.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, combinations, pairwise

from scorekeeper.rules.cards import Rank
from scorekeeper.rules.house import House
from scorekeeper.rules.layout import Cell, Grid, Layout, Line
from scorekeeper.rules.parameters import Bonus, FourOfAKind
from scorekeeper.rules.wording import count_word, say, signed

FOUR_OF_A_KIND = "four-of-a-kind"
BONUS = "bonus"


# --- four of a kind ------------------------------------------------------------------------------------------------


def earns(rule: FourOfAKind | None) -> bool:
    """Whether four of a kind earns anything by that rule."""
    return rule is not None and bool(rule.points or rule.by_rank or rule.by_columns)


def may_show_four(columns: Sequence[tuple[str, ...]], rule: FourOfAKind | None) -> bool:
    """Whether columns of ranks may hold four of a kind: a quick check without false denials."""
    if rule is None or not earns(rule):
        return False
    if rule.pattern == "columns":
        if len(set(columns)) == len(columns):
            return False
        return any(len(set(column)) == 1 and columns.count(column) > 1 for column in columns)
    if rule.pattern == "any-pairs":
        return sum([len(set(column)) == 1 for column in columns]) >= 2
    return max(Counter(chain.from_iterable(columns)).values()) >= 4


def four_of_a_kind(layout: Layout, house: House, out: Collection[Cell] = ()) -> Iterator[Line]:
    """Every bonus for four matching cards; cells that are ``out`` are skipped."""
    rule = house.four_of_a_kind
    if rule is None or not may_show_four([tuple(card.rank for card in column) for column in layout.columns], rule):
        return
    ranks = {cell: layout[cell].rank for cell in layout.grid.cells() if cell not in out}
    ranks = {cell: rank for cell, rank in ranks.items() if rank not in rule.not_for}
    yield from (line for line in fours_among(ranks, layout.grid, rule) if line.points)


def fours_among(ranks: dict[Cell, Rank], grid: Grid, rule: FourOfAKind) -> Iterator[Line]:
    """Every four of a kind among these cards, as if no others matched."""
    if rule.pattern in ("columns", "any-pairs"):
        return _equal_columns(ranks, grid, rule)
    if rule.pattern in ("block", "end-block"):
        return _squares(ranks, grid, rule)
    return _loose(ranks, grid, rule)


def _four(sentence: str, cells: Sequence[Cell], ranks: dict[Cell, Rank], points: int) -> Line:
    first, second = ranks[cells[0]].plural, ranks[cells[-1]].plural
    text = say(
        sentence,
        plural=first,
        first=first,
        second=second,
        points=points,
        cards=count_word(len(cells)),
        count=count_word(len({c.column for c in cells})),
    )
    return Line(FOUR_OF_A_KIND, points, tuple(cells), text)


def _equal_columns(ranks: dict[Cell, Rank], grid: Grid, rule: FourOfAKind) -> Iterator[Line]:
    """Two columns, each of one rank; the same rank in both, unless the pattern takes any pairs."""
    for rank, columns in _columns_of_one_rank(ranks, grid, rule).items():
        together = _longest_run(columns) if rule.touching else columns
        if len(together) in rule.by_columns:
            yield _four("four.more-columns", _cells_of(together, grid), ranks, rule.by_columns[len(together)])
            continue
        points = rule.points if rank is None else rule.by_rank.get(rank, rule.points)
        pair = rule.pattern == "columns" or grid.rows == 2
        for two in _twos(columns, rule):
            yield _four(f"four.{rule.pattern if pair else 'any-columns'}", _cells_of(two, grid), ranks, points)


def _columns_of_one_rank(ranks: dict[Cell, Rank], grid: Grid, rule: FourOfAKind) -> dict[Rank | None, list[int]]:
    """Columns of equal cards that can earn the bonus together: by rank, or all of them where any pairs do."""
    found: dict[Rank | None, list[int]] = {}
    for column in range(grid.columns):
        in_column = {ranks.get(Cell(row, column)) for row in range(grid.rows)}
        rank = next(iter(in_column))
        if len(in_column) == 1 and rank is not None:
            found.setdefault(rank if rule.pattern == "columns" else None, []).append(column)
    return found


def _twos(columns: Sequence[int], rule: FourOfAKind) -> list[tuple[int, int]]:
    """The two columns of each bonus."""
    twos = combinations(columns, 2) if rule.six_alike == "each-pair" else pairwise(columns)
    fitting = [(left, right) for left, right in twos if right - left == 1 or not rule.touching]
    return fitting[:1] if rule.six_alike == "once" else fitting


def _cells_of(columns: Sequence[int], grid: Grid) -> list[Cell]:
    return [Cell(row, column) for column in columns for row in range(grid.rows)]


def _longest_run(columns: Sequence[int]) -> list[int]:
    """The longest stretch of neighbors; the leftmost of equally long ones."""
    runs: list[list[int]] = []
    for column in columns:
        if runs and runs[-1][-1] == column - 1:
            runs[-1].append(column)
        else:
            runs.append([column])
    return max(runs, key=len)


def _squares(ranks: dict[Cell, Rank], grid: Grid, rule: FourOfAKind) -> Iterator[Line]:
    """Four of a rank in a square of two by two, anywhere or at the left or right edge."""
    seen: set[Rank] = set()
    for row in range(grid.rows - 1):
        for column in range(grid.columns - 1):
            if rule.pattern == "end-block" and column not in (0, grid.columns - 2):
                continue
            cells = [Cell(row + down, column + right) for down in (0, 1) for right in (0, 1)]
            rank = ranks.get(cells[0])
            if rank is None or any(ranks.get(cell) is not rank for cell in cells):
                continue
            if rule.six_alike != "once" or rank not in seen:
                yield _four(f"four.{rule.pattern}", cells, ranks, rule.by_rank.get(rank, rule.points))
            seen.add(rank)


def _loose(ranks: dict[Cell, Rank], grid: Grid, rule: FourOfAKind) -> Iterator[Line]:
    """Four of a rank outside of columns: anywhere, or two in one row and two in another."""
    for rank in dict.fromkeys(ranks.values()):
        cells = [cell for cell in grid.cells() if ranks.get(cell) is rank]
        # Of more than four, cards in the same column make the bonus: the order of columns must not matter.
        columns = Counter(cell.column for cell in cells)
        cells.sort(key=lambda cell: columns[cell.column] == 1)
        if rule.pattern == "two-and-two":
            rows = [[cell for cell in cells if cell.row == row][:2] for row in range(grid.rows)]
            cells = [cell for row in rows if len(row) == 2 for cell in row]
        if len(cells) >= 4:
            points = rule.by_rank.get(rank, rule.points)
            yield _four(f"four.{rule.pattern}", sorted(cells[:4]), ranks, points)


# --- bonuses of a whole layout -------------------------------------------------------------------------------------


def of_whole_layout(layout: Layout, house: House, out: Collection[Cell]) -> Iterator[tuple[Bonus, Line]]:
    """The bonuses for one suit, a run and matching corners, each with its rule."""
    cells = layout.grid.cells()
    for bonus in house.bonuses:
        shows = {"one-suit": _one_suit, "run": _run}.get(bonus.pattern)
        if shows is not None and not out and shows(layout, house, bonus):
            yield bonus, _line(bonus, cells, count=count_word(len(cells)))
        elif bonus.pattern == "corners":
            bottom, right = layout.grid.rows - 1, layout.grid.columns - 1
            corners = (Cell(0, 0), Cell(0, right), Cell(bottom, 0), Cell(bottom, right))
            ranks = {layout[cell].rank for cell in corners}
            fits = len(ranks) == 1 and (not bonus.ranks or ranks.issubset(bonus.ranks))
            if fits and not any(cell in out for cell in corners):
                yield bonus, _line(bonus, corners, plural=layout[corners[0]].rank.plural)


def _one_suit(layout: Layout, house: House, bonus: Bonus) -> bool:
    suits = {card.suit for card in layout.cards() if card.rank in house.suited_ranks}
    jokers = any(card.rank is Rank.JOKER for card in layout.cards())
    return len(suits) == 1 and None not in suits and (bonus.jokers_wild or not jokers)


def _run(layout: Layout, house: House, bonus: Bonus) -> bool:
    """Whether the ranks are in sequence, as the house lists them; the ace is below the two."""
    order = [rank for rank in house.ranks if rank is not Rank.JOKER]
    cards = layout.cards()
    places = [order.index(card.rank) for card in cards if card.rank is not Rank.JOKER]
    if len(places) < len(cards) and not bonus.jokers_wild:
        return False
    return bool(places) and len(set(places)) == len(places) and max(places) - min(places) < len(cards)


def of_groups(
    groups: Sequence[tuple[Cell, ...]], layout: Layout, house: House, gone: Collection[Cell]
) -> Iterator[Line]:
    """The bonuses for canceled groups: enough of one rank, or all cards canceled."""
    size = house.cancelling.size if house.cancelling is not None else 2
    alike: dict[Rank, list[tuple[Cell, ...]]] = {}
    for group in groups:
        ranks = {layout[cell].rank for cell in group}
        if len(ranks) == 1:
            alike.setdefault(ranks.pop(), []).append(group)
    counts = {rank: sum(len(group) // size for group in found) for rank, found in alike.items()}
    all_canceled = len({cell for group in groups for cell in group} | set(gone)) == layout.grid.size
    for bonus in house.bonuses:
        if bonus.pattern == "all-cancelled" and all_canceled:
            yield _line(bonus, layout.grid.cells())
        elif bonus.pattern == "pairs":
            enough = (rank for rank in bonus.ranks or house.ranks if counts.get(rank, 0) >= bonus.pairs)
            rank = next(enough, None)
            if rank is not None:
                cells = sorted({cell for group in alike[rank] for cell in group})
                yield _line(bonus, cells, count=count_word(bonus.pairs), size=count_word(size), plural=rank.plural)


def exact_totals(total: int, layout: Layout, house: House) -> Iterator[Line]:
    """The change of a total that a bonus names exactly; the first that fits."""
    for bonus in house.bonuses:
        if bonus.pattern == "exact-total" and total == bonus.total:
            yield _line(bonus, layout.grid.cells(), points=bonus.points - total, total=total, becomes=bonus.points)
            return


def case_of(bonus: Bonus) -> str:
    """The sentence of this bonus in `wording.SENTENCES`, after `bonus.`: a single set has its own."""
    return "one-pair" if bonus.pattern == "pairs" and bonus.pairs == 1 else bonus.pattern


def _line(bonus: Bonus, cells: Sequence[Cell], **words: str | int) -> Line:
    filled = {"points": bonus.points, **words}
    text = say(f"bonus.{case_of(bonus)}", **filled)
    if bonus.others:
        text = say("bonus.others", text=text, others=signed(bonus.others))
    return Line(BONUS, int(filled["points"]), tuple(cells), text, bonus.others)
