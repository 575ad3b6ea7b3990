"""Where the parts of a table are that people keep: titles, headings, the numbers of holes, and the players."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.exports.table_cells import BadTable, Cell, Cells, line_name
from scorekeeper.exports.table_headings import Kind, hole_in, is_date, is_total_of, kind_of
from scorekeeper.exports.table_scores import NO_SCORES, Notes, is_blank
from scorekeeper.rules.house import MOST_POINTS
from scorekeeper.rules.wording import capitalize_first, short
from scorekeeper.tally.editing import LONGEST_TITLE, MOST_NAMES

NUMBERED = "Number the holes from 1 in the first column, and put the names in the first row."


@dataclass(frozen=True)
class Grid:
    """A table below its titles, turned so that each hole is a line and each player a column."""

    above: Sequence[Cells]
    header: Cells
    lines: Sequence[Cells]

    def column(self, place: int) -> Cells:
        """The cells of a column below its heading."""
        return [line[place] for line in self.lines]

    def name(self, place: int) -> str:
        """A column as the spreadsheet calls it, which is a row where the table was turned."""
        return line_name([self.header[place], *self.column(place)])


def grid_of(rows: Sequence[Cells]) -> Grid:
    """The table in these rows. Raises BadTable if there are no scores or no names."""
    start = _start(rows)
    table = _names_first(rows[start:])
    header, *lines = _turned(table) if _is_down(table) else table
    if not lines:
        raise BadTable(NO_SCORES)
    return Grid(rows[:start], header, lines)


# --- its headings -----------------------------------------------------------------------------------------------------


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
    while above > 0 and (_is_number(rows[above][0]) or is_date(rows[above][0].text)):
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
    corner, *cells = row
    is_plain = not corner.text or kind_of(corner.text) in (Kind.HOLES, Kind.PLAYERS)
    fewest = 1 if is_plain else 3  # a player’s scores may begin with 1 and 2
    numbers = [cell for cell in cells if cell.points is not None]
    are_holes = all(hole_in(cell.text) is not None for cell in numbers)
    return are_holes and not is_date(corner.text) and not _is_number(corner) and _count_up(cells, fewest)


def _count_up(cells: Cells, fewest: int) -> bool:
    """Whether the numbers in cells are those of holes, from 1."""
    numbers = [hole for cell in cells if (hole := hole_in(cell.text)) is not None]
    return len(numbers) >= fewest and numbers == list(range(1, len(numbers) + 1))


def title_of(grid: Grid, notes: Notes) -> str:
    """The first text that has a row to itself; all others above the table are left out."""
    texts = [" ".join(cell.text for cell in row if cell.text) for row in grid.above]
    title = next((text for row, text in zip(grid.above, texts, strict=True) if _filled(row) == 1), "")
    for row, text in zip(grid.above, texts, strict=True):
        if text != title:
            notes.leave_out(line_name(row), text)
    return title[:LONGEST_TITLE]


# --- its columns ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Labels:
    """The cells that say which hole each row is."""

    place: int | None = None  # None where every column is a player's
    numbered: bool = False
    dated: bool = False
    free: bool = False  # they are dealers or the like

    def of(self, line: Cells) -> str:
        return "" if self.place is None else line[self.place].text

    def head_hole(self, label: str) -> bool:
        """Whether a row with this label is a hole, in a table that doesn't number them."""
        return not self.numbered and (self.free or (is_date(label) if self.dated else not label))


def labels_of(grid: Grid, notes: Notes) -> Labels:
    named = (place for place, heading in enumerate(grid.header) if kind_of(heading.text) is Kind.HOLES)
    place = next(named, 0)
    heading, cells = grid.header[place], grid.column(place)
    if _is_name(heading) and any(cell.points is not None for cell in cells) and not _count_up(cells, 3):
        return Labels()
    numbered = any(hole_in(cell.text) is not None for cell in cells)
    dated = any(is_date(cell.text) for cell in cells)
    if numbered and _is_name(heading):
        notes.leave_out(grid.name(place), f"{heading.text} (numbers the holes)")
    is_free = kind_of(heading.text) is Kind.ASIDE and not (numbered or dated)
    return Labels(place, numbered, dated, is_free)


def players_of(grid: Grid, labels: Labels, notes: Notes) -> Sequence[int]:
    """The columns of players. Each other one is left out if that is safe, or a problem."""
    places = [place for place in range(len(grid.header)) if place != labels.place and _has_scores(place, grid, notes)]
    if len(places) > 2 and _adds_up_across(places, grid.lines):
        last = places.pop()
        notes.leave_out(grid.name(last), f"{grid.header[last].text or 'no heading'} (adds up the others)")
    for place in places:
        if not grid.header[place].text:
            where = grid.header[place].where
            notes.refuse(f"{grid.name(place)} has scores but no name. Write the name in {where}.")
    if len(places) > MOST_NAMES:
        raise BadTable(f"A game has up to {MOST_NAMES} players. This table has {len(places)}.")
    if not places and not notes.problems:
        raise BadTable(f"{capitalize_first(line_name(grid.header))} has no names. {NUMBERED}")
    return places


def _has_scores(place: int, grid: Grid, notes: Notes) -> bool:
    """Whether a column has a player's scores."""
    heading, name = grid.header[place].text, grid.name(place)
    filled = [cell for cell in grid.column(place) if not is_blank(cell)]
    is_total = any(is_total_of(heading, other.text) for other in grid.header if other.text)
    if is_total or kind_of(heading) in (Kind.TOTAL, Kind.ASIDE):
        notes.leave_out(name, heading)
    elif not filled:
        if heading:
            notes.leave_out(name, f"{heading} (no scores)")
    elif len(filled) > 1 and all(cell.points is None for cell in filled):
        notes.refuse(f"{name}, “{short(heading, 30)}”, has no numbers. Write whole points, or name it Notes.")
    else:
        return True
    return False


def _adds_up_across(places: Sequence[int], lines: Sequence[Cells]) -> bool:
    """Whether the last of these columns is the sum of the others, in at least two rows."""
    *others, last = places
    sums = [(line[last].points, sum(line[place].points or 0 for place in others)) for line in lines]
    said = [(total, made) for total, made in sums if total is not None]
    return len(said) > 1 and all(total == made for total, made in said)
