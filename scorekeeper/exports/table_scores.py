"""The numbers in a table of scores: read, checked, and told apart from running totals.

Each problem says what to change, and in which row and column.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import NamedTuple

from scorekeeper.exports.table_cells import BadTable, Cell
from scorekeeper.rules import RuleError
from scorekeeper.rules.house import LONGEST_GAME, LONGEST_OPEN, MOST_POINTS, MOST_TYPED
from scorekeeper.rules.names import check_name, name_key
from scorekeeper.rules.problems import raise_any
from scorekeeper.rules.signs import plain_signs
from scorekeeper.rules.wording import capitalize_first, number, short

MOST_PROBLEMS = 12

NO_SCORES = "This table has no scores."

FEWEST_HOLES, FEWEST_RISES, SPREAD = 4, 5, 2.5
"""Scores that rise like this, and rarely fall, are taken for running totals; points would be, once in 500 games."""

_NO_SCORE = frozenset(("", "-", "x", "/"))

Points = Mapping[int, int]
"""Numbers by the index of the player."""

Scores = Mapping[int, Cell]
"""Cells with a number, by the index of the player."""


class Limits(NamedTuple):
    """The most that a game has."""

    holes: int
    points: int  # of one score, in either direction


OF_CARDS = Limits(LONGEST_GAME, MOST_POINTS)
OF_POINTS = Limits(LONGEST_OPEN, MOST_TYPED)


@dataclass
class Notes:
    """The problems of a table, and what is no score in it."""

    limits: Limits = OF_CARDS
    problems: list[RuleError] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def refuse(self, problem: str) -> None:
        self.problems.append(BadTable(capitalize_first(problem)))

    def leave_out(self, where: str, what: str) -> None:
        self.left_out.append(f"{capitalize_first(where)}: {short(what, 60)}")

    def raise_problems(self) -> None:
        raise_any(self.problems[:MOST_PROBLEMS])


def is_blank(cell: Cell) -> bool:
    """Whether a cell says that there is no score."""
    return plain_signs(cell.text).lower() in _NO_SCORE


def points_of(scores: Scores) -> dict[int, int]:
    return {index: cell.points for index, cell in scores.items() if cell.points is not None}


def numbers_in(cells: Iterable[tuple[int, Cell]], names: Sequence[str], where: str, notes: Notes) -> Scores:
    """The cells with a number; each other text is a problem."""
    scores = {}
    for index, cell in cells:
        if cell.points is not None:
            scores[index] = cell
        elif not is_blank(cell):
            told = f"{where}, {names[index]}: “{short(cell.text, 30)}” isn’t a whole number."
            notes.refuse(f"{told} Change {cell.where}.")
    return scores


# --- what makes a game ------------------------------------------------------------------------------------------------


def check_names(names: Sequence[str], cells: Sequence[Cell], notes: Notes) -> None:
    """Refuse names that no player can have, each where it stands."""
    had: set[str] = set()
    for name, cell in zip(names, cells, strict=True):
        if not name:
            continue  # told with its scores
        try:
            key = name_key(check_name(name))
        except RuleError as refused:
            notes.refuse(f"{refused.message} Change {cell.where}.")
            continue
        if cell.points is not None:
            notes.refuse(f"The name in {cell.where} is a number. Write the player’s name there.")
        elif key in had:
            notes.refuse(f"Two players are named {name}. Add an initial in {cell.where}.")
        had.add(key)


def check_numbers(holes: Sequence[tuple[int, str]], notes: Notes) -> None:
    """Refuse hole numbers that don't go up from 1, and too many. Each is told with its row."""
    last = 0
    for hole, where in holes:
        if hole == last:
            notes.refuse(f"Hole {hole} is there twice. Change {where}.")
        elif hole < last or (last == 0 and hole != 1):
            begins = f"is hole {hole} after hole {last}" if last else f"begins with hole {hole}"
            notes.refuse(f"Number the holes from 1, in order: {where} {begins}.")
            return
        elif last <= notes.limits.holes < hole:
            notes.refuse(f"A game has up to {notes.limits.holes} holes. Make two tables, the second from {where}.")
        last = hole


def check_range(scores: Scores, points: Points, names: Sequence[str], where: str, notes: Notes) -> None:
    """Refuse scores that are too large."""
    for index, score in points.items():
        if abs(score) > (most := notes.limits.points):
            limits = f"Scores go from {number(-most)} to {number(most)}."
            told = f"{where}, {names[index]}: {short(number(score), 30)} is too large. {limits}"
            notes.refuse(f"{told} Change {scores[index].where}.")


# --- running totals ---------------------------------------------------------------------------------------------------


def proven_running(holes: Sequence[Points], totals: Points) -> bool | None:
    """Whether the totals show that these are running totals, or that they are points; None if they don't tell."""
    sums = {index: sum(points.get(index, 0) for points in holes) for index in totals}
    last = {index: points[index] for points in holes for index in totals if index in points}
    if not totals or totals not in (sums, last):
        return None
    return totals != sums


def mostly_rises(holes: Sequence[Points]) -> bool:
    """Whether two scores of three go up or stay, as most running totals do."""
    steps = _steps(holes)
    return len(steps) > 0 and 3 * sum(step >= 0 for step in steps) >= 2 * len(steps)


def look_running(holes: Sequence[Points]) -> bool:
    """Whether scores go up far more often than points would, as running totals do."""
    steps = _steps(holes)
    ups, downs = sum(step > 0 for step in steps), sum(step < 0 for step in steps)
    if downs == 0:
        is_clear = ups >= FEWEST_RISES
    else:
        is_clear = ups - downs > SPREAD * sqrt(ups + downs) and 2 * sum(steps) > sum(map(abs, steps))
    return is_clear and len(holes) >= FEWEST_HOLES


def _steps(holes: Sequence[Points]) -> list[int]:
    """By how much each score is above that player's last one."""
    last: dict[int, int] = {}
    steps: list[int] = []
    for points in holes:
        steps += [score - last[index] for index, score in points.items() if index in last]
        last |= points
    return steps


def differences(holes: Sequence[Points]) -> list[Points]:
    """The points of each hole from running totals."""
    last: dict[int, int] = {}
    made: list[Points] = []
    for points in holes:
        made.append({index: score - last.get(index, 0) for index, score in points.items()})
        last |= points
    return made
