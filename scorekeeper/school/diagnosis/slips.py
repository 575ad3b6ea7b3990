"""Slips: wrong steps in scoring a layout under the right rules, which no changed house can stand for.

Each turns a score into a number. Slips in adding up have nothing to do with the rules.
"""

from collections.abc import Callable

from scorekeeper.rules import Card, Cell, House, Score
from scorekeeper.rules.bonuses import FOUR_OF_A_KIND
from scorekeeper.rules.layout import Line
from scorekeeper.rules.scoring import PAIR, VALUES

Slip = Callable[[Score, House], int]
"""The wrong total of a layout whose cards and pairs were read correctly."""


def without_minus(worked: Score, _house: House) -> int:
    return sum(abs(points) for points in worked.column_points) + sum(line.points for line in worked.lines_across)


def without_last_column(worked: Score, _house: House) -> int:
    return worked.total - worked.column_points[-1]


def third_goes_too(worked: Score, house: House) -> int:
    return worked.total - sum(house.value(worked.layout[cell]) for cell in _thirds(worked, house))


def _thirds(worked: Score, _house: House) -> list[Cell]:
    """The scored cards of a rank that has a canceled pair."""
    alike = {worked.layout[cell].rank for line in worked.lines if line.rule == PAIR for cell in line.cells}
    counted = [cell for line in worked.lines if line.rule == VALUES for cell in line.cells]
    return [cell for cell in counted if worked.layout[cell].rank in alike]


def one_color_only(worked: Score, house: House) -> int:
    return worked.total + _put_back(_two_colored(worked, house), worked, house)


def first_pair_only(worked: Score, house: House) -> int:
    return worked.total + _put_back(_later_pairs(worked, house), worked, house)


def _two_colored(worked: Score, house: House) -> list[Line]:
    """The pairs of a red and a black card. A card without a suit matches both colors."""
    return [
        line
        for line in _pairs_of(worked, house)
        if {_is_red(worked.layout[cell]) for cell in line.cells} == {True, False}
    ]


def _later_pairs(worked: Score, house: House) -> list[Line]:
    return _pairs_of(worked, house)[1:]


def _pairs_of(worked: Score, house: House) -> list[Line]:
    """The pairs that cancel; others keep their values, such as jokers in some houses."""
    return [line for line in worked.lines if line.rule == PAIR and not _keeps(worked.layout[line.cells[0]], house)]


def _keeps(card: Card, house: House) -> bool:
    """Whether a pair of such cards keeps its values."""
    return house.cancelling is not None and house.cancelling.exceptions.get(card.rank) == "keep"


def _is_red(card: Card) -> bool | None:
    return None if card.suit is None else card.suit.is_red


def _put_back(pairs: list[Line], worked: Score, house: House) -> int:
    """The points to add if these pairs do not cancel."""
    return sum(sum(house.value(worked.layout[cell]) for cell in line.cells) - line.points for line in pairs)


def four_is_the_hand(worked: Score, _house: House) -> int:
    return next((line.points for line in worked.lines if line.rule == FOUR_OF_A_KIND), worked.total)


def neighbors_too(worked: Score, house: House) -> int:
    return worked.total - sum(house.value(worked.layout[cell]) for cell in _neighbors(worked, house))


def _neighbors(worked: Score, house: House) -> list[Cell]:
    """Scored cards beside a card of their rank in the row, paired from the left."""
    counted = {cell for line in worked.lines if line.rule == VALUES for cell in line.cells}
    found: list[Cell] = []
    for cell in sorted(counted):
        beside = Cell(cell.row, cell.column + 1)
        if cell in found or beside not in counted or _keeps(worked.layout[cell], house):
            continue
        if worked.layout[cell].rank is worked.layout[beside].rank:
            found += [cell, beside]
    return found


def lowest_is_free(worked: Score, house: House) -> int:
    return worked.total - min(_counted(worked, house), default=0)


def highest_is_free(worked: Score, house: House) -> int:
    return worked.total - max(_counted(worked, house), default=0)


def one_more_each(worked: Score, house: House) -> int:
    return worked.total + len(_counted(worked, house))


def without_first_column(worked: Score, _house: House) -> int:
    return worked.total - worked.column_points[0]


def without_first_row(worked: Score, house: House) -> int:
    return worked.total - sum(_counted(worked, house, row=0))


def without_last_row(worked: Score, house: House) -> int:
    return worked.total - sum(_counted(worked, house, row=worked.layout.grid.rows - 1))


UNLISTED: tuple[Slip, ...] = (
    lowest_is_free,
    highest_is_free,
    one_more_each,
    without_first_column,
    without_first_row,
    without_last_row,
)
"""Ways to score that are no misread of a rule. A learner who scores so is told of none."""


def _counted(worked: Score, house: House, row: int | None = None) -> list[int]:
    """The values of the scored cards, of one row if told; also of pairs that keep their values."""
    kept = [line for line in worked.lines if line.rule == PAIR and _keeps(worked.layout[line.cells[0]], house)]
    scored = [line for line in worked.lines if line.rule == VALUES] + kept
    return [house.value(worked.layout[cell]) for line in scored for cell in line.cells if row in (None, cell.row)]


_TAKEN_OFF: dict[Slip, Callable[[Score, House], list[Cell]]] = {third_goes_too: _thirds, neighbors_too: _neighbors}
"""Slips that cancel scored cards, each with those cards."""

_PUT_BACK: dict[Slip, Callable[[Score, House], list[Line]]] = {
    one_color_only: _two_colored,
    first_pair_only: _later_pairs,
}
"""Slips that score canceled pairs, each with those pairs."""


def slipped_on(slip: Slip, worked: Score, house: House) -> frozenset[Cell]:
    """The cards that this slip scores differently."""
    if slip in _TAKEN_OFF:
        return frozenset(_TAKEN_OFF[slip](worked, house))
    if slip in _PUT_BACK:
        return frozenset(cell for line in _PUT_BACK[slip](worked, house) for cell in line.cells)
    if slip is four_is_the_hand:
        four = {cell for line in worked.lines if line.rule == FOUR_OF_A_KIND for cell in line.cells}
        return frozenset(worked.layout.grid.cells()) - four if four else frozenset()
    last = len(worked.column_points) - 1
    columns = [
        column
        for column, points in enumerate(worked.column_points)
        if (points < 0 if slip is without_minus else column == last)
    ]
    return frozenset(cell for cell in worked.layout.grid.cells() if cell.column in columns)


def columns_with(slip: Slip | None, worked: Score, house: House) -> tuple[int, ...]:
    """The points under each column with this slip. Slips in adding up change none."""
    columns = list(worked.column_points)
    for cell in _TAKEN_OFF[slip](worked, house) if slip in _TAKEN_OFF else ():
        columns[cell.column] -= house.value(worked.layout[cell])
    for line in _PUT_BACK[slip](worked, house) if slip in _PUT_BACK else ():
        columns[line.cells[0].column] += _put_back([line], worked, house)
    return tuple(columns)


def adding_slip(right: int, given: int) -> str:
    """Where to look if a slip in adding up explains a wrong number; "" if none does.

    >>> adding_slip(27, 37)
    'It’s off by ten'
    >>> adding_slip(27, 72)
    'Check the order of the digits'
    """
    if abs(given - right) == 10:
        return "It’s off by ten"
    if abs(given - right) in (1, 2):
        return "Nearly"
    if abs(right) < 100 and given == turned(right) != right:
        return "Check the order of the digits"
    if given == -right != right:
        return "Check whether it’s above or below 0"
    return ""


def turned(number: int) -> int:
    """The number with its digits turned.

    >>> turned(-27), turned(20)
    (-72, 2)
    """
    return int(str(abs(number))[::-1]) * (-1 if number < 0 else 1)
