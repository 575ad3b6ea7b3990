"""Score cards: what is written under each column, for what reaches over several of them, and for all together."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.houses.sheet.facts import fills_columns
from scorekeeper.rules import House, Layout, Line, Score
from scorekeeper.rules.bonuses import earns
from scorekeeper.rules.wording import count_word, listing, number
from scorekeeper.school.beliefs import Belief
from scorekeeper.school.slips import columns_with

COLUMN, ACROSS, POINTS = "column-", "across", "points"
"""The names of the entries of a card; a column's is followed by its number, from 1."""

ALL_ACROSS = "all its cards count together with cards of other columns: 0"
SOME_ACROSS = "the rest counts together with cards of other columns"
COUNTS_NOTHING = "A card that cancels with a card of another column counts nothing in its own."
LEFT_OVER = "Of {more} equal cards the first {size} cancel: left to right, upper row first."


@dataclass(frozen=True, slots=True)
class Tally:
    """What somebody writes on the score card of one layout."""

    columns: tuple[int, ...]
    across: int
    total: int

    def __getitem__(self, entry: str) -> int:
        """The points of an entry, by its name."""
        if entry == POINTS:
            return self.total
        return self.across if entry == ACROSS else self.columns[int(entry.removeprefix(COLUMN)) - 1]


def tally(layout: Layout, belief: Belief) -> Tally | None:
    """What somebody who believes that writes; None where the layout cannot be counted so."""
    return tallies_of((belief,), layout)[0]


@lru_cache(maxsize=256)
def tallies_of(found: tuple[Belief, ...], layout: Layout) -> tuple[Tally | None, ...]:
    """What somebody writes who holds each of these beliefs; a class fills in the same cards over and over."""
    return tuple(_tally(layout, belief) for belief in found)


def _tally(layout: Layout, belief: Belief) -> Tally | None:
    worked = belief.score(layout)
    if worked is None:
        return None
    total = worked.total if belief.slip is None else belief.slip(worked, belief.house)
    columns = columns_with(belief.slip, worked, belief.house)
    return Tally(columns, sum(line.points for line in worked.lines_across), total)


def entries(house: House) -> tuple[str, ...]:
    """The names of what is written on a card of this house: from left to right, and then all together.

    There is one for what reaches over several columns wherever such a thing can count anything: if it were only there
    for layouts that have it, it would give the answer away.
    """
    columns = [f"{COLUMN}{number + 1}" for number in range(house.grid.columns)]
    return (*columns, *([ACROSS] if counts_across(house) else []), POINTS)


def counts_across(house: House) -> bool:
    """Whether something that reaches over several columns can count other than 0."""
    if house.grid.columns == 1:
        return False
    return earns(house.four_of_a_kind) or bool(house.bonuses) or (_canceled_count(house) and cancels_across(house))


def _canceled_count(house: House) -> bool:
    """Whether some cards that cancel count other than 0."""
    rule = house.cancelling
    return rule is not None and {"zero", 0} != {"zero", 0, rule.counts, *rule.exceptions.values()}


def cancels_across(house: House) -> bool:
    """Whether cards of different columns can cancel each other."""
    return house.cancelling is not None and house.grid.columns > 1 and house.cancelling.where != ("column",)


def conventions(house: House) -> tuple[str, ...]:
    """What somebody who fills such a card in has to be told, a sentence each."""
    told, rule = [], house.cancelling
    if rule is not None and cancels_across(house):
        told.append(COUNTS_NOTHING)
        across = house.grid.lines([way for way in rule.where if way != "column"], rule.size + 1)
        if across and rule.leftover == "counts":
            told.append(LEFT_OVER.format(more=count_word(rule.size + 1), size=count_word(rule.size)))
    if counts_across(house):
        told.append(f"What {adds_across(house)} is written down by itself; 0 where there is nothing.")
    return tuple(told)


def adds_across(house: House) -> str:
    """What can count beside the columns, with its verb: `four of a kind adds`; nothing where nothing can."""
    there = []
    if earns(house.four_of_a_kind):
        there.append("two equal columns" if fills_columns(house) else "four of a kind")
    if house.bonuses:
        there.append("a bonus" if len(house.bonuses) == 1 else "bonuses")
    if cancels_across(house) and _canceled_count(house):
        there.append("cards that cancel over several columns")
    one = there in (["four of a kind"], ["a bonus"])
    return f"{listing(there)} {'adds' if one else 'add'}" if there else ""


def entry_name(entry: str) -> str:
    """An entry in words, as a label begins: `Column 2`, `Over several columns`, `All together`."""
    if entry == POINTS:
        return "All together"
    return "Over several columns" if entry == ACROSS else f"Column {entry.removeprefix(COLUMN)}"


def said(entry: str, points: int, house: House) -> str:
    """What an entry counts, within a sentence: `column 2 counts −2`."""
    if entry == ACROSS:
        return f"{adds_across(house)} {number(points)}"
    if entry == POINTS:
        return f"it is {number(points)} all together"
    return f"{entry_name(entry).lower()} counts {number(points)}"


def why(entry: str, worked: Score) -> str:
    """How an entry is worked out, by the score lines; without a full stop."""
    if entry == POINTS:
        return addition(worked)
    lines = list(lines_of(entry, worked))
    if not lines:
        return "nothing reaches over several columns: 0" if entry == ACROSS else ALL_ACROSS
    texts = [line.text for line in lines]
    if entry != ACROSS and len({cell for line in lines for cell in line.cells}) < worked.layout.grid.rows:
        texts.append(SOME_ACROSS)
    return "; ".join(texts)


def lines_of(entry: str, worked: Score) -> Iterator[Line]:
    """The score lines that an entry is the sum of; none where it is 0 because there are none."""
    for line in worked.lines:
        columns = {cell.column for cell in line.cells}
        if (ACROSS if len(columns) > 1 else f"{COLUMN}{columns.pop() + 1}") == entry:
            yield line


def addition(worked: Score) -> str:
    """The columns added up: `0 + 8 + (−2) = 6`."""
    return as_sum(summands(worked))


def summands(worked: Score) -> list[int]:
    """What is added up: every column, and what reaches over several of them."""
    return [*worked.column_points, *(line.points for line in worked.lines_across if line.points)]


def as_sum(points: list[int]) -> str:
    """Numbers as they are added up, with their sum.

    >>> as_sum([5, -2])
    '5 + (−2) = 3'
    """
    return f"{addends(points)} = {number(sum(points))}"


def addends(points: list[int]) -> str:
    """Numbers as they are added up, without their sum."""
    first, *rest = points
    return " + ".join([number(first), *(number(one) if one >= 0 else f"({number(one)})" for one in rest)])
