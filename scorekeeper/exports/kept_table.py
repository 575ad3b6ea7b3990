"""What a table of scores says that people keep in a spreadsheet.

It has a row for each hole and a column for each player, or the other way round. What isn't understood is a problem that
names its row and column. What is no score is left out, which is told too.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from scorekeeper.exports import table_scores
from scorekeeper.exports.score_table import Row, Score, ScoreTable
from scorekeeper.exports.table_cells import BadTable, Cell, Cells, line_name
from scorekeeper.exports.table_headings import Kind, hole_in, is_date, is_total_of, kind_of
from scorekeeper.exports.table_scores import NO_SCORES, Notes, Points, Scores, points_of
from scorekeeper.rules.points import MOST_POINTS
from scorekeeper.rules.wording import capitalize_first, listing, short
from scorekeeper.tally.editing import LONGEST_TITLE, MOST_NAMES

NUMBERED = "Number the holes from 1 in the first column, and put the names in the first row."


def read_kept(rows: Sequence[Cells], running: bool | None = None) -> ScoreTable:
    """The table in these rows. Raises RuleError with every problem.

    ``running`` says whether it has running totals; with None, its numbers tell.
    """
    notes = Notes()
    above, (header, *lines) = _parted(rows)
    if not lines:
        raise BadTable(NO_SCORES)
    title = _title(above, notes)
    labels = _labels(header, lines)
    if labels.place is not None and _is_name(header[labels.place]) and labels.numbered:
        notes.leave_out(line_name(_at(labels.place, lines)), f"{header[labels.place].text} (numbers the holes)")
    players = _players(header, lines, labels, notes)
    sheet = _Sheet([header[place] for place in players], labels, notes)
    for line in lines:
        sheet.take(line, [line[place] for place in players])
    return sheet.table(title, running)


# --- where its parts are ----------------------------------------------------------------------------------------------


def _parted(rows: Sequence[Cells]) -> tuple[Sequence[Cells], Sequence[Cells]]:
    """The rows above the headings, and the rest with its headings first and a row for each hole."""
    start = _start(rows)
    table = _names_first(rows[start:])
    return rows[:start], _turned(table) if _is_down(table) else table


def _start(rows: Sequence[Cells]) -> int:
    """The index of the headings, or of the first scores if only names stand beside them. Raises BadTable."""
    first = next((index for index, row in enumerate(rows) if _has_numbers(row)), None)
    if first is None:
        has_holes = any(hole_in(row[0].text) is not None for row in rows[1:])
        raise BadTable(NO_SCORES if has_holes else f"No row has scores. {NUMBERED}")
    for index, row in enumerate(rows[: first + 1]):
        if _filled(row) > 1 and any(kind_of(cell.text) in (Kind.HOLES, Kind.PLAYERS) for cell in row):
            return index
    above = first - 1
    while above > 0 and hole_in(rows[above][0].text) is not None and _filled(rows[above - 1]) > 1:
        above -= 1  # a hole without scores
    has_names_beside = _is_name(rows[first][0]) and (above < 0 or _filled(rows[above]) == 1)
    if has_names_beside or _heads_holes(rows[first]):
        return first
    if above < 0:
        raise BadTable(f"No names are above {line_name(rows[first])}. {NUMBERED}")
    return above


def _is_down(table: Sequence[Cells]) -> bool:
    """Whether each player has a row."""
    header, *lines = table
    if kind_of(header[0].text) is Kind.PLAYERS:
        return not any(hole_in(line[0].text) is not None for line in lines)
    return _heads_holes(header) or (_is_name(header[0]) and any(map(_is_number, header[1:])))


def _names_first(rows: Sequence[Cells]) -> Sequence[Cells]:
    """The rows with the column headed Player, if there is one, as the first."""
    place = next((place for place, cell in enumerate(rows[0]) if kind_of(cell.text) is Kind.PLAYERS), 0)
    return [[row[place], *row[:place], *row[place + 1 :]] for row in rows]


def _turned(rows: Sequence[Cells]) -> Sequence[Cells]:
    return list(zip(*rows, strict=True))


def _filled(row: Cells) -> int:
    return sum(bool(cell.text) for cell in row)


def _has_numbers(row: Cells) -> bool:
    """Whether a row heads holes, or is one with anything written in it; a year beside a title is no score."""
    small = any(_is_number(cell) and abs(cell.points or 0) <= MOST_POINTS for cell in row[1:])
    return small or (hole_in(row[0].text) is not None and _filled(row) > 1)


def _is_number(cell: Cell) -> bool:
    return cell.points is not None or hole_in(cell.text) is not None


def _is_name(cell: Cell) -> bool:
    return bool(cell.text) and not _is_number(cell) and kind_of(cell.text) is None and not is_date(cell.text)


def _heads_holes(row: Cells) -> bool:
    """Whether a row heads columns of holes: 1, 2, 3."""
    fewest = 3 if _is_name(row[0]) else 1  # a player’s scores may begin with 1 and 2
    return not _is_number(row[0]) and _count_up(row[1:], fewest)


def _count_up(cells: Cells, fewest: int) -> bool:
    """Whether the numbers in cells are those of holes, from 1."""
    numbers = [hole for cell in cells if (hole := hole_in(cell.text)) is not None]
    return len(numbers) >= fewest and numbers == list(range(1, len(numbers) + 1))


def _title(above: Sequence[Cells], notes: Notes) -> str:
    """The first text that has a row to itself; all others above the table are left out."""
    texts = [" ".join(cell.text for cell in row if cell.text) for row in above]
    title = next((text for row, text in zip(above, texts, strict=True) if _filled(row) == 1), "")
    for row, text in zip(above, texts, strict=True):
        if text != title:
            notes.leave_out(line_name(row), text)
    return title[:LONGEST_TITLE]


# --- its columns ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Labels:
    """The cells that say which hole each row is."""

    place: int | None = None  # None where every column is a player's
    numbered: bool = False  # otherwise each row with scores is a hole
    free: bool = False  # they are dealers or the like

    def of(self, line: Cells) -> str:
        return "" if self.place is None else line[self.place].text


def _labels(header: Cells, lines: Sequence[Cells]) -> _Labels:
    named = (place for place, heading in enumerate(header) if kind_of(heading.text) is Kind.HOLES)
    place = next(named, 0)
    cells = _at(place, lines)
    if _is_name(header[place]) and any(cell.points is not None for cell in cells) and not _count_up(cells, 3):
        return _Labels()
    numbered = any(hole_in(cell.text) is not None for cell in cells)
    dated = any(is_date(cell.text) for cell in cells)
    return _Labels(place, numbered, free=kind_of(header[place].text) is Kind.ASIDE and not (numbered or dated))


def _players(header: Cells, lines: Sequence[Cells], labels: _Labels, notes: Notes) -> Sequence[int]:
    """The columns of players. Each other one is left out if that is safe, or a problem."""
    places = [
        place for place in range(len(header)) if place != labels.place and _has_scores(place, header, lines, notes)
    ]
    if len(places) > 2 and _adds_up_across(places, lines):
        last = places.pop()
        notes.leave_out(line_name(_at(last, lines)), f"{header[last].text or 'no heading'} (adds up the others)")
    for place in places:
        if not header[place].text:
            column = line_name(_at(place, lines))
            notes.refuse(f"{column} has scores but no name. Write the name in {header[place].where}.")
    if len(places) > MOST_NAMES:
        raise BadTable(f"A game has up to {MOST_NAMES} players. This table has {len(places)}.")
    if not places and not notes.problems:
        raise BadTable(f"{capitalize_first(line_name(header))} has no names. {NUMBERED}")
    return places


def _has_scores(place: int, header: Cells, lines: Sequence[Cells], notes: Notes) -> bool:
    """Whether a column has a player's scores."""
    heading, cells = header[place].text, _at(place, lines)
    filled = [cell for cell in cells if not table_scores.is_blank(cell)]
    is_total = any(is_total_of(heading, other.text) for other in header if other.text)
    if is_total or kind_of(heading) in (Kind.TOTAL, Kind.ASIDE):
        notes.leave_out(line_name(cells), heading)
    elif not filled:
        if heading:
            notes.leave_out(line_name(cells), f"{heading} (no scores)")
    elif len(filled) > 1 and all(cell.points is None for cell in filled):
        notes.refuse(
            f"{line_name(cells)}, “{short(heading, 30)}”, has no numbers. Write whole points, or name it Notes."
        )
    else:
        return True
    return False


def _at(place: int, lines: Sequence[Cells]) -> Cells:
    return [line[place] for line in lines]


def _adds_up_across(places: Sequence[int], lines: Sequence[Cells]) -> bool:
    """Whether the last of these columns is the sum of the others, in at least two rows."""
    *others, last = places
    sums = [(line[last].points, sum(line[place].points or 0 for place in others)) for line in lines]
    said = [(total, made) for total, made in sums if total is not None]
    return len(said) > 1 and all(total == made for total, made in said)


# --- its rows ---------------------------------------------------------------------------------------------------------


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
    labels: _Labels
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
        elif not self.labels.numbered and (self.labels.free or not label or is_date(label)):
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
        is_running = table_scores.never_falls(written) if told is None else told
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
        """The holes that nobody has a score on, or that aren't there."""
        scored = {hole.number for hole in self.holes if hole.scores}
        last = max(hole.number for hole in self.holes)
        empty = [str(number) for number in range(1, last + 1) if number not in scored]
        return [f"{'Hole' if len(empty) == 1 else 'Holes'} {listing(empty)}: no scores"] if empty else []
