"""A table of scores, read back as a game: our own CSV file, or one that people keep in a spreadsheet.

A table has a row for each hole and a column for each player, or the other way round. Its scores become hands entered by
number. Our own file also says which rules, cards and enders; a hand has its cards again if they make its points.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from scorekeeper.rules import ByHand, Entry, Game, Hole, House, Player, RuleError, parse_layout, score
from scorekeeper.rules.names import cleaned
from scorekeeper.rules.problems import raise_any
from scorekeeper.rules.signs import plain_signs
from scorekeeper.rules.wording import short
from scorekeeper.tally.editing import LAST_HOLE, LONGEST_REASON, LONGEST_TITLE, MOST_NAMES

SEPARATORS = "\t;,"

TOTAL = re.compile(
    "totals?|sum|score|points|result|summe|gesamt(summe|punkte)?|endstand|ergebnis|punkte", re.IGNORECASE
)
"""Headings of a row or column that adds up."""

ASIDE = re.compile(
    "dealer|date|time|rank|place|winner|par|notes?|remarks?|geber|datum|zeit|rang|platz|sieger|notiz(en)?|bemerkung",
    re.IGNORECASE,
)
"""Headings of a row or column that is no player and no hole."""

NO_SCORE = frozenset(("", "-", "x", "/"))

HOLE = re.compile(r"(?:hole|round|deal|loch|runde|spiel|no|nr|[hlr])?[.:#\s]*([0-9]{1,2})\.?", re.IGNORECASE)
POINTS = re.compile(r"([+-]?[0-9]{1,6})(?:[.,]0+)?")

MOST_ROWS, MOST_COLUMNS = 300, 1_000

MOST_PROBLEMS = 12

NUMBERED = "Number the holes from 1 in the first column, and put the names in the first row."

DIFFERS = "As in the imported table"
"""The reason for points by hand where these rules alone make other points."""


class BadTable(RuleError):
    """A table that can't be read; says where and why."""

    code = "score_table.bad"


@dataclass(frozen=True)
class Score:
    """A player's score on a hole."""

    points: int
    raw: int  # before what the rules add, where the table says so
    cards: str = ""
    reason: str = ""  # of points by hand


@dataclass(frozen=True)
class Row:
    """A hole in a table; its scores are by the index of the player."""

    number: int
    scores: Mapping[int, Score]
    dealer: str = ""
    ender: str | None = ""  # "" for not known, None for no one
    is_extra: bool = False
    counts: bool = True


@dataclass(frozen=True)
class ScoreTable:
    names: tuple[str, ...]
    holes: tuple[Row, ...]
    totals: Mapping[int, int]  # as the table says them, by the index of the player
    title: str = ""
    rules: str = ""  # the key of the rules, where the table names them
    readings: Mapping[str, str] = field(default_factory=dict)


def is_table(text: str) -> bool:
    """Whether a text has several rows, the first of which has columns.

    >>> is_table("Hole;Ann;Bo\\n1;3;5"), is_table('{"format": "a, b"}\\n'), is_table("hello")
    (True, False, False)
    """
    rows = text.strip().split("\n")
    return len(rows) > 1 and not rows[0].startswith(("{", "[")) and any(mark in rows[0] for mark in SEPARATORS)


def read_table(text: str) -> ScoreTable:
    """The table in a text. Raises RuleError with every problem."""
    rows = _rows(text)
    if not rows:
        raise BadTable("This table is empty.")
    return _own(rows) if rows[0][:3] == ["Hole", "Dealer", "Ended by"] else _plain(rows)


def _rows(text: str) -> list[list[str]]:
    """The cells of all rows with any, each row as long as the longest."""
    text = re.sub(r"\Asep=.\n", "", text)  # a line for Excel alone
    first = text.strip("\n").split("\n")[0]
    separator = max(SEPARATORS, key=first.count)
    try:
        read = [[_cell(cell) for cell in row] for row in csv.reader(io.StringIO(text), delimiter=separator)]
    except csv.Error:
        raise BadTable("A quote in this table isn’t closed. Save it again as CSV.") from None
    filled = [row for row in read if any(row)]
    longest = max(map(len, filled), default=0)
    if len(filled) > MOST_ROWS or longest > MOST_COLUMNS:
        raise BadTable(f"This table is too large: {len(filled):,} rows of {longest:,} columns.")
    return [row + [""] * (longest - len(row)) for row in filled]


def _cell(text: str) -> str:
    """A cell without the apostrophe that disarms a formula."""
    return cleaned(text).removeprefix("'")


# --- a table that people keep -----------------------------------------------------------------------------------------


def _plain(rows: Sequence[Sequence[str]]) -> ScoreTable:
    title = ""
    while len(rows) > 1 and sum(map(bool, rows[0])) == 1:  # a row above the names
        title, rows = title or "".join(rows[0])[:LONGEST_TITLE], rows[1:]
    header, *lines = _holes_down(rows)
    columns = [column for column, name in enumerate(header) if column and name and not _heads(name, TOTAL, ASIDE)]
    names = tuple(header[column] for column in columns)
    problems: list[RuleError] = []
    holes: list[Row] = []
    totals: dict[int, int] = {}
    for line in lines:
        number = _hole(line[0])
        cells = [(index, names[index], line[column]) for index, column in enumerate(columns)]
        if number is not None:
            found = _numbers(cells, f"Hole {number}", problems)
            holes.append(Row(number, {index: Score(points, points) for index, points in found}))
        elif not line[0] or _heads(line[0], TOTAL):
            totals |= _numbers(cells, "Total", problems)
        elif not _heads(line[0], ASIDE):
            problems.append(BadTable(f"“{short(line[0], 30)}” isn’t a hole number, a total or a name."))
    numbers = [hole.number for hole in holes]
    if not names or numbers[:1] != [1] or numbers != sorted(numbers):  # scores in the place of hole numbers
        raise BadTable(NUMBERED)
    return _checked(ScoreTable(names, tuple(holes), totals, title), problems)


def _holes_down(rows: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """The rows so that each hole is one, whether it was a row or a column."""
    across = sum(_hole(cell) is not None for cell in rows[0][1:])
    down = sum(_hole(row[0]) is not None for row in rows[1:])
    return list(zip(*rows, strict=True)) if across > down else rows


def _numbers(cells: Iterable[tuple[int, str, str]], where: str, problems: list[RuleError]) -> Iterator[tuple[int, int]]:
    """The numbers in cells, each with the index of its player; other texts become problems."""
    for index, name, text in cells:
        plain = plain_signs(text)
        if match := POINTS.fullmatch(plain):
            yield index, int(match[1])
        elif plain.lower() not in NO_SCORE:
            problems.append(BadTable(f"{where}, {name}: “{short(text, 30)}” isn’t a whole number."))


def _hole(text: str) -> int | None:
    match = HOLE.fullmatch(plain_signs(text))
    return None if match is None else int(match[1])


def _heads(text: str, *kinds: re.Pattern[str]) -> bool:
    return any(kind.fullmatch(text.strip(" :.=")) for kind in kinds)


def _checked(table: ScoreTable, problems: list[RuleError]) -> ScoreTable:
    """The table without the empty holes at its end. Raises RuleError for one that is no game."""
    numbers = [hole.number for hole in table.holes]
    twice = sorted(number for number in set(numbers) if numbers.count(number) > 1)
    problems += [BadTable(f"Hole {number} is there twice.") for number in twice]
    last = max((hole.number for hole in table.holes if hole.scores), default=0)
    if not last and not problems:
        problems.append(BadTable("This table has no scores."))
    if last > LAST_HOLE or len(table.names) > MOST_NAMES:
        problems.append(BadTable(f"A game has up to {LAST_HOLE} holes and {MOST_NAMES} players. This table has more."))
    raise_any(problems[:MOST_PROBLEMS])
    return replace(table, holes=tuple(hole for hole in table.holes if hole.scores))


# --- our own file -----------------------------------------------------------------------------------------------------


def _own(rows: Sequence[Sequence[str]]) -> ScoreTable:
    """What `game_csv` wrote, perhaps saved again by a spreadsheet."""
    header = rows[0]
    names = tuple(name.removesuffix(" score") for name in header if name.endswith(" score"))
    problems: list[RuleError] = []
    holes: list[Row] = []
    table = ScoreTable(names, (), {})
    for cells in rows[1:]:
        row = dict(zip(header, cells, strict=True))
        if (number := _hole(cells[0])) is not None:
            holes.append(_own_hole(number, row, names, problems))
        elif cells[0] == "Total":
            table = replace(table, totals=_of_each(names, "total", row, "Total", problems))
        elif cells[0] == "Title":
            table = replace(table, title=cells[1])
        elif cells[0] == "Rules":
            table = replace(table, rules=cells[2])
        elif cells[0] == "Option":
            table = replace(table, readings={**table.readings, cells[1]: cells[2]})
    return _checked(replace(table, holes=tuple(holes)), problems)


def _own_hole(number: int, row: Mapping[str, str], names: Sequence[str], problems: list[RuleError]) -> Row:
    where = f"Hole {number}"
    raw = _of_each(names, "raw", row, where, problems)
    scores = {
        index: Score(
            points,
            raw.get(index, points),
            row.get(f"{names[index]} cards", ""),
            row.get(f"{names[index]} reason", ""),
        )
        for index, points in _of_each(names, "score", row, where, problems).items()
    }
    ender, remark = row["Ended by"], row.get("Remark", "")
    return Row(
        number,
        scores,
        row["Dealer"],
        None if ender == "nobody" else ender,
        "extra hole" in remark,
        "not yet counted" not in remark,
    )


def _of_each(
    names: Sequence[str], what: str, row: Mapping[str, str], where: str, problems: list[RuleError]
) -> dict[int, int]:
    """The numbers in one column of each player, by the index of the player."""
    cells = ((index, name, row.get(f"{name} {what}", "")) for index, name in enumerate(names))
    return dict(_numbers(cells, where, problems))


# --- the game ---------------------------------------------------------------------------------------------------------


def game_of(table: ScoreTable, house: House) -> Game:
    """The finished game of a table under these rules, with the points of the table on every hole."""
    players = tuple(Player(number, name) for number, name in enumerate(table.names, start=1))
    ids = {player.name: player.id for player in players}
    holes = tuple(_played(row, ids, house) for row in table.holes)
    planned = max((hole.number for hole in holes if not hole.playoff), default=0)
    game = Game(house, players, planned, holes[0].dealer, holes)
    return replace(game, holes=tuple(_as_told(hole, row, game) for hole, row in zip(holes, table.holes, strict=True)))


def _played(row: Row, ids: Mapping[str, int], house: House) -> Hole:
    entries = {index + 1: _entry(told, house) for index, told in row.scores.items()}
    ender = ids.get(row.ender or "")
    return Hole(
        row.number,
        ids.get(row.dealer, (row.number - 1) % len(ids) + 1),
        entries,
        ender if ender in entries else None,
        ender_known=ender in entries or row.ender is None,
        confirmed=row.counts,
        warnings_accepted=True,
        playoff=tuple(entries) if row.is_extra else (),
    )


def _entry(told: Score, house: House) -> Entry:
    """The cards if they make these points, otherwise the number."""
    with suppress(RuleError):
        layout = parse_layout(told.cards, house)
        if score(layout, house).total == told.raw:
            return Entry(layout)
    return Entry(points=told.raw)


def _as_told(hole: Hole, row: Row, game: Game) -> Hole:
    """The hole with points by hand wherever the rules make others than the table says."""
    result = game.result(hole.number)
    scores = {} if result is None else {player.name: player.score for player in result.players}
    by_hand = {}
    for index, told in row.scores.items():
        player = game.players[index]
        if missing := told.points - scores[player.name]:
            by_hand[player.id] = ByHand(missing, cleaned(told.reason)[:LONGEST_REASON] or DIFFERS)
    return replace(hole, by_hand=by_hand)


def wrong_totals(table: ScoreTable, game: Game) -> dict[str, tuple[int, int]]:
    """By name, the total that the table says and that of its holes, where they differ."""
    made = {standing.player.id: standing.total for standing in game.standings}
    said = ((game.players[index], total) for index, total in table.totals.items())
    return {player.name: (total, made[player.id]) for player, total in said if total != made[player.id]}
