"""What a table of scores says that people keep in a spreadsheet.

It has a row for each hole and a column for each player, or the other way round. What isn't understood is a problem that
names its row and column. What is no score is left out, which is told too.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from scorekeeper.exports import table_scores
from scorekeeper.exports.score_table import Row, Score, ScoreTable
from scorekeeper.exports.table_cells import Cells, line_name
from scorekeeper.exports.table_grid import NUMBERED, Labels, grid_of, labels_of, players_of, title_of
from scorekeeper.exports.table_headings import Kind, hole_in, is_date, kind_of
from scorekeeper.exports.table_scores import NO_SCORES, OF_CARDS, Limits, Notes, Points, Scores, points_of
from scorekeeper.rules.wording import listing, short


def read_kept(rows: Sequence[Cells], running: bool | None = None, limits: Limits = OF_CARDS) -> ScoreTable:
    """The table in these rows. Raises RuleError with every problem.

    ``running`` says whether it has running totals; with None, its numbers tell.
    """
    notes = Notes(limits)
    grid = grid_of(rows)
    title, labels = title_of(grid, notes), labels_of(grid, notes)
    players = players_of(grid, labels, notes)
    sheet = _Sheet([grid.header[place] for place in players], labels, notes)
    for line in grid.lines:
        sheet.take(line, [line[place] for place in players])
    return sheet.table(title, running)


@dataclass(frozen=True)
class _Hole:
    number: int
    where: str
    scores: Scores

    @cached_property
    def points(self) -> Points:
        return points_of(self.scores)


@dataclass
class _Sheet:
    """The rows of a table, taken one after the other."""

    players: Cells  # their names
    labels: Labels
    notes: Notes
    holes: list[_Hole] = field(default_factory=list)
    totals: dict[int, int] = field(default_factory=dict)
    sums: Points = field(default_factory=dict)  # of a last row that only adds up
    added: int = 0  # holes above the last row that adds up

    @property
    def names(self) -> list[str]:
        return [cell.text for cell in self.players]

    def take(self, line: Cells, cells: Cells) -> None:
        """Read a row as a hole or a total, or leave it out."""
        label, where = self.labels.of(line), line_name(line)
        kind, hole = kind_of(label), hole_in(label)
        said = points_of(dict(enumerate(cells)))
        if self.labels.numbered and hole is not None:
            self._take_hole(hole, where, cells)
        elif kind is Kind.TOTAL:
            self.totals |= points_of(table_scores.numbers_in(enumerate(cells), self.names, "Total", self.notes))
        elif kind is Kind.ASIDE or not said:
            self.notes.leave_out(where, label or " ".join(cell.text for cell in cells if cell.text))
        elif not is_date(label) and (self._is_sum(said, 0) or self._is_sum(said, self.added)):
            self.sums, self.added = said, len(self.holes)
            self.notes.leave_out(where, f"{label or 'no heading'} (adds up the holes)")
        elif self.labels.head_hole(label):
            self._take_hole(len(self.holes) + 1, where, cells)
        elif label:
            wrong = f"“{short(label, 30)}” isn’t a hole number, a total or a name."
            self.notes.refuse(f"{wrong} Number {where}, or delete it.")
        else:
            self.notes.refuse(f"{where} has scores but no hole number. Number it, or name it Total.")

    def _take_hole(self, number: int, where: str, cells: Cells) -> None:
        scores = table_scores.numbers_in(enumerate(cells), self.names, f"Hole {number}", self.notes)
        if number == 0 and not any(points_of(scores).values()):
            self.notes.leave_out(where, "the start, at 0")
        else:
            self.holes.append(_Hole(number, where, scores))
            self.sums = {}

    def _is_sum(self, said: Points, start: int) -> bool:
        """Whether a row adds up the holes from there on."""
        holes = [hole.points for hole in self.holes[start:]]
        made = all(sum(points.get(index, 0) for points in holes) == total for index, total in said.items())
        return made and len(holes) > 1 and any(said.values())

    def table(self, title: str, running: bool | None) -> ScoreTable:
        """The game in the rows taken. Raises RuleError with every problem."""
        written, totals = [hole.points for hole in self.holes], self.totals or self.sums
        proven = table_scores.proven_running(written, totals)
        told = proven if running is None else running
        is_running = table_scores.look_running(written) if told is None else told
        points = table_scores.differences(written) if is_running else written
        self._check(points)
        rows = [
            Row(hole.number, {index: Score(score, score) for index, score in scores.items()})
            for hole, scores in zip(self.holes, points, strict=True)
            if scores
        ]
        return ScoreTable(
            tuple(self.names),
            tuple(rows),
            totals,
            title,
            is_running=is_running,
            may_be_either=proven is None and (running is not None or table_scores.mostly_rises(written)),
            left_out=(*self.notes.left_out, *self._without_scores()),
        )

    def _check(self, points: Sequence[Points]) -> None:
        table_scores.check_names(self.names, self.players, self.notes)
        table_scores.check_numbers([(hole.number, hole.where) for hole in self.holes], self.notes)
        for hole, scores in zip(self.holes, points, strict=True):
            table_scores.check_range(hole.scores, scores, self.names, f"Hole {hole.number}", self.notes)
        if not any(points) and not self.notes.problems:
            self.notes.refuse(f"This table has totals but no holes. {NUMBERED}" if self.totals else NO_SCORES)
        self.notes.raise_problems()

    def _without_scores(self) -> list[str]:
        """The holes without any score, or that aren't there."""
        scored = {hole.number for hole in self.holes if hole.scores}
        last = max(hole.number for hole in self.holes)
        empty = [str(number) for number in range(1, last + 1) if number not in scored]
        return [f"{'Hole' if len(empty) == 1 else 'Holes'} {listing(empty)}: no scores"] if empty else []
