"""Tables of scores, read back: what `game_csv` wrote, perhaps saved again by a spreadsheet, or what people keep."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorekeeper.exports import table_scores
from scorekeeper.exports.kept_table import read_kept
from scorekeeper.exports.score_table import Row, Score, ScoreTable
from scorekeeper.exports.table_cells import BadTable, Cell, Cells, cells_of, line_name
from scorekeeper.exports.table_headings import Kind, hole_in, kind_of
from scorekeeper.exports.table_scores import NO_SCORES, OF_CARDS, Limits, Notes, Scores, points_of


def read_table(text: str, running: bool | None = None, limits: Limits = OF_CARDS) -> ScoreTable:
    """The table in a text. Raises RuleError with every problem.

    ``running`` says whether it has running totals; with None, its numbers tell. ``limits`` are those of the game.
    """
    rows = cells_of(text)
    if not rows:
        raise BadTable("This table is empty.")
    if len(rows[0]) < 2:
        raise BadTable("This table has one column. Keep the holes in the first column and each player in another.")
    first, *others = (cell.text for cell in rows[0][:3])
    is_ours = kind_of(first) is Kind.HOLES and others == ["Dealer", "Ended by"]
    return _own(rows, limits) if is_ours else read_kept(rows, running, limits)


def _own(rows: Sequence[Cells], limits: Limits) -> ScoreTable:
    """Our own file."""
    header = rows[0]
    players = [cell for cell in header if cell.text.endswith(" score")]
    names = tuple(cell.text.removesuffix(" score") for cell in players)
    notes = Notes(limits)
    holes: list[tuple[Row, str]] = []
    table = ScoreTable(names, (), {})
    for cells in rows[1:]:
        first, second, third = (cell.text for cell in cells[:3])
        row = {heading.text: cell for heading, cell in zip(header, cells, strict=True)}
        if (number := hole_in(first)) is not None:
            holes.append((_own_hole(number, row, names, notes), line_name(cells)))
        elif first == "Total":
            table = replace(table, totals=points_of(_of_each(names, "total", row, "Total", notes)))
        elif first == "Title":
            table = replace(table, title=second)
        elif first == "Rules":
            table = replace(table, rules=third)
        elif first == "Option":
            table = replace(table, readings={**table.readings, second: third})
    table_scores.check_names(names, players, notes)
    table_scores.check_numbers([(row.number, where) for row, where in holes if not row.is_extra], notes)
    scored = tuple(row for row, _ in holes if row.scores)
    if not scored and not notes.problems:
        notes.refuse(NO_SCORES)
    notes.raise_problems()
    return replace(table, holes=scored)


def _own_hole(number: int, row: Mapping[str, Cell], names: Sequence[str], notes: Notes) -> Row:
    where = f"Hole {number}"
    raw = points_of(_of_each(names, "raw", row, where, notes))
    score = _of_each(names, "score", row, where, notes)
    points = points_of(score)
    table_scores.check_range(score, points, names, where, notes)
    scores = {
        index: Score(
            told, raw.get(index, told), _text(row, f"{names[index]} cards"), _text(row, f"{names[index]} reason")
        )
        for index, told in points.items()
    }
    ender, remark = _text(row, "Ended by"), _text(row, "Remark")
    return Row(
        number,
        scores,
        _text(row, "Dealer"),
        None if ender == "nobody" else ender,
        "extra hole" in remark,
        "not yet counted" not in remark,
    )


def _text(row: Mapping[str, Cell], heading: str) -> str:
    return row[heading].text if heading in row else ""


def _of_each(names: Sequence[str], what: str, row: Mapping[str, Cell], where: str, notes: Notes) -> Scores:
    """The numbers in one column of each player, by the index of the player."""
    cells = [(index, row[f"{name} {what}"]) for index, name in enumerate(names) if f"{name} {what}" in row]
    return table_scores.numbers_in(cells, names, where, notes)
