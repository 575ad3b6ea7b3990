"""Score cards: the numbers under each column, across columns and for the total."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.houses.sheet.facts import fills_columns
from scorekeeper.rules import House, Layout, Line, Score
from scorekeeper.rules.bonuses import earns
from scorekeeper.rules.wording import capitalize_first, count_word, listing, number
from scorekeeper.school.diagnosis.beliefs import Belief
from scorekeeper.school.diagnosis.slips import columns_with

COLUMN, ACROSS, POINTS = "column-", "across", "points"
"""The names of the entries of a card; a column's number, from 1, follows its name."""

ALL_ACROSS = "its cards are scored with other columns, so 0"
SOME_ACROSS = "the rest is scored with other columns"
COUNTS_NOTHING = "A card that cancels with another column is worth 0 in its own."
LEFT_OVER = "Of {more} matching cards, the first {size} cancel, left to right, top row first."


@dataclass(frozen=True, slots=True)
class Tally:
    """The numbers on the score card of one layout."""

    columns: tuple[int, ...]
    across: int
    total: int

    def __getitem__(self, entry: str) -> int:
        """The points of an entry, by its name."""
        if entry == POINTS:
            return self.total
        return self.across if entry == ACROSS else self.columns[int(entry.removeprefix(COLUMN)) - 1]


def tally(layout: Layout, belief: Belief) -> Tally | None:
    """The score card under a belief; None where the layout cannot be scored that way."""
    return tallies_of((belief,), layout)[0]


@lru_cache(maxsize=256)
def tallies_of(found: tuple[Belief, ...], layout: Layout) -> tuple[Tally | None, ...]:
    """The score card under each belief, cached: a class fills in the same cards again and again."""
    return tuple(_tally(layout, belief) for belief in found)


def _tally(layout: Layout, belief: Belief) -> Tally | None:
    worked = belief.score(layout)
    if worked is None:
        return None
    total = worked.total if belief.slip is None else belief.slip(worked, belief.house)
    columns = columns_with(belief.slip, worked, belief.house)
    return Tally(columns, sum(line.points for line in worked.lines_across), total)


def entries(house: House) -> tuple[str, ...]:
    """The names of a card's entries in this house, from left to right, with the total last.

    The entry across columns is there wherever the house can score one. Shown only for hands that have it, it would
    give the answer away.
    """
    columns = [f"{COLUMN}{number + 1}" for number in range(house.grid.columns)]
    return (*columns, *([ACROSS] if counts_across(house) else []), POINTS)


def counts_across(house: House) -> bool:
    """Whether a line across columns can be worth other than 0."""
    if house.grid.columns == 1:
        return False
    return earns(house.four_of_a_kind) or bool(house.bonuses) or (_canceled_count(house) and cancels_across(house))


def _canceled_count(house: House) -> bool:
    """Whether some canceled cards are worth other than 0."""
    rule = house.cancelling
    return rule is not None and {"zero", 0} != {"zero", 0, rule.counts, *rule.exceptions.values()}


def cancels_across(house: House) -> bool:
    """Whether cards of different columns can cancel each other."""
    return house.cancelling is not None and house.grid.columns > 1 and house.cancelling.where != ("column",)


def conventions(house: House) -> tuple[str, ...]:
    """The instructions for filling in a card, a sentence each."""
    told, rule = [], house.cancelling
    if rule is not None and cancels_across(house):
        told.append(COUNTS_NOTHING)
        across = house.grid.lines([way for way in rule.where if way != "column"], rule.size + 1)
        if across and rule.leftover == "counts":
            told.append(LEFT_OVER.format(more=count_word(rule.size + 1), size=count_word(rule.size)))
    if counts_across(house):
        names, one = _across(house)
        own, there = ("gets its own line", "is") if one else ("get their own line", "are")
        told.append(f"{capitalize_first(names)} {own}. Write 0 if there {there} none.")
    return tuple(told)


def adds_across(house: House) -> str:
    """What can score beside the columns, with its verb: `four of a kind adds`; "" where nothing can."""
    names, one = _across(house)
    return f"{names} {'adds' if one else 'add'}" if names else ""


def _across(house: House) -> tuple[str, bool]:
    """What can score beside the columns, and whether it is one thing."""
    there = []
    if earns(house.four_of_a_kind):
        there.append("two matching columns" if fills_columns(house) else "four of a kind")
    if house.bonuses:
        there.append("a bonus" if len(house.bonuses) == 1 else "bonuses")
    if cancels_across(house) and _canceled_count(house):
        there.append("cards that cancel across columns")
    return listing(there), there in (["four of a kind"], ["a bonus"])


def entry_name(entry: str) -> str:
    """The label of an entry: `Column 2`, `Across columns`, `Total`."""
    if entry == POINTS:
        return "Total"
    return "Across columns" if entry == ACROSS else f"Column {entry.removeprefix(COLUMN)}"


def said(entry: str, points: int, house: House) -> str:
    """A clause with the points of an entry: `column 2 is −2`."""
    if entry == ACROSS:
        return f"{adds_across(house)} {number(points)}"
    if entry == POINTS:
        return f"the total is {number(points)}"
    return f"{entry_name(entry).lower()} is {number(points)}"


def why(entry: str, worked: Score) -> str:
    """The calculation of an entry from the score lines, without a full stop."""
    if entry == POINTS:
        return addition(worked)
    lines = list(lines_of(entry, worked))
    if not lines:
        return "no points across columns, so 0" if entry == ACROSS else ALL_ACROSS
    texts = [after_colon(line.text) for line in lines]
    if entry != ACROSS and len({cell for line in lines for cell in line.cells}) < worked.layout.grid.rows:
        texts.append(SOME_ACROSS)
    return _sentences(texts)


def sums_of(lines: Iterable[Line]) -> str:
    """Score lines to follow a colon, a sentence each, without the last full stop."""
    return _sentences([after_colon(line.text) for line in lines])


def after_colon(text: str) -> str:
    """A score line to follow a colon, without its own.

    >>> after_colon("two tens: the column is 0")
    'two tens, so the column is 0'
    """
    return text.replace(": ", ", so ")


def ended(text: str) -> str:
    """The text with a full stop, if there is one inside."""
    return f"{text}." if ". " in text else text


def _sentences(texts: list[str]) -> str:
    first, *others = texts
    return ". ".join([first, *map(capitalize_first, others)])


def lines_of(entry: str, worked: Score) -> Iterator[Line]:
    """The score lines that add up to an entry; none where it is an empty 0."""
    for line in worked.lines:
        columns = {cell.column for cell in line.cells}
        if (ACROSS if len(columns) > 1 else f"{COLUMN}{columns.pop() + 1}") == entry:
            yield line


def addition(worked: Score) -> str:
    """The columns added up: `0 + 8 + (−2) = 6`."""
    return as_sum(summands(worked))


def summands(worked: Score) -> list[int]:
    """The numbers to add up: every column, then the lines across columns."""
    return [*worked.column_points, *(line.points for line in worked.lines_across if line.points)]


def as_sum(points: list[int]) -> str:
    """A written addition with its sum.

    >>> as_sum([5, -2])
    '5 + (−2) = 3'
    """
    return f"{addends(points)} = {number(sum(points))}"


def addends(points: list[int]) -> str:
    """A written addition without its sum."""
    first, *rest = points
    return " + ".join([number(first), *(number(one) if one >= 0 else f"({number(one)})" for one in rest)])
