"""The shapes in which spreadsheets export a table of scores: each is understood, or refused by row and column."""

from dataclasses import dataclass

import pytest

from scorekeeper import houses
from scorekeeper.exports.score_table import ScoreTable, game_of, wrong_totals
from scorekeeper.exports.table_reading import read_table
from scorekeeper.houses.file_text import text_of
from scorekeeper.rules import RuleError

PENALTY = houses.get("penalty")

ANN_AND_BO = ((3, 5), (4, -1))


@dataclass(frozen=True)
class Shape:
    text: str
    points: tuple[tuple[int | None, ...], ...] = ANN_AND_BO  # a row for each hole
    left_out: tuple[str, ...] = ()
    names: tuple[str, ...] = ("Ann", "Bo")
    totals: tuple[int, ...] = ()
    title: str = ""


UNDERSTOOD = {
    "Excel in German": Shape("Loch;Ann;Bo\n1;3,0;5,00\n2;4,0;-1,0\nSumme;7,0;4,0\n", totals=(7, 4)),
    "LibreOffice with tabs": Shape("Round\tAnn\tBo\n1\t3\t5\n2\t4\t-1\n"),
    "Google Sheets with quotes": Shape('"Hole","Ann","Bo"\n"1","3","5"\n"2","4","-1"\n'),
    "decimal commas in quotes": Shape('Hole,Ann,Bo\n1,"3,0","5,0"\n2,"4,0","-1,0"\n'),
    "headed Runde, added up as Gesamt": Shape("Runde;Ann;Bo\n1;3;5\n2;4;-1\nGesamt:;7;4\n", totals=(7, 4)),
    "added up as Σ": Shape("Hole,Ann,Bo\n1,3,5\n2,4,-1\nΣ,7,4\n", totals=(7, 4)),
    "added up without a word": Shape(
        "Hole,Ann,Bo\n1,3,5\n2,4,-1\n,7,4\n", left_out=("Row 4: no heading (adds up the holes)",), totals=(7, 4)
    ),
    "added up in another word": Shape(
        "Hole,Ann,Bo\n1,3,5\n2,4,-1\nAltogether,7,4\n",
        left_out=("Row 4: Altogether (adds up the holes)",),
        totals=(7, 4),
    ),
    "negative totals": Shape("Hole,Ann,Bo\n1,-3,-5\n2,2,1\nTotal,-1,-4\n", ((-3, -5), (2, 1)), totals=(-1, -4)),
    "names down": Shape("Name,1,2,Total\nAnn,3,4,7\nBo,5,-1,4\n", totals=(7, 4)),
    "names down under no word": Shape("\t1\t2\nAnn\t3\t4\nBo\t5\t-1\n"),
    "names down, holes named": Shape("Player,Hole 1,Hole 2\nAnn,3,4\nBo,5,-1\n"),
    "names down beside ranks": Shape(
        "Rank,Player,R1,R2,Total\n1,Ann,3,4,7\n2,Bo,5,-1,4\n", left_out=("Column A: Rank",), totals=(7, 4)
    ),
    "names down without headings": Shape("Ann,3,4\nBo,5,-1\n"),
    "names down, days across": Shape("Name;12.5.2024;19.5.2024\nAnn;3;4\nBo;5;-1\n"),
    "names down in teams": Shape("Name,Team,1,2\nAnn,Red,3,4\nBo,Blue,5,-1\n", left_out=("Column B: Team",)),
    "names alone above the scores": Shape("Ann,Bo\n3,5\n4,-1\n"),
    "a day for each hole": Shape("Date,Ann,Bo\n2024-05-12,3,5\n2024-05-19,4,-1\nTotal,7,4\n", totals=(7, 4)),
    "a day whose scores are the sum": Shape(
        "Date,Ann\n2024-05-12,3\n2024-05-19,4\n2024-05-26,7\n", ((3,), (4,), (7,)), names=("Ann",)
    ),
    "days of one player": Shape("Date,Ann\n2024-05-12,1\n2024-05-19,2\n", ((1,), (2,)), names=("Ann",)),
    "the first days without scores": Shape(
        "Date,Ann,Bo\n2024-05-05,,\n2024-05-06,,\n2024-05-12,3,5\n2024-05-19,4,-1\n",
        left_out=("Row 2: 2024-05-05", "Row 3: 2024-05-06"),
    ),
    "one player who missed the first hole": Shape(
        ",Ann\n1,\n2,3\n3,4\n", ((3,), (4,)), left_out=("Hole 1: no scores",), names=("Ann",)
    ),
    "the dealer of each hole alone": Shape("Dealer,Ann,Bo\nBo,3,5\nAnn,4,-1\n"),
    "blank lines": Shape("Hole,Ann,Bo\n\n1,3,5\n\n\n2,4,-1\n\nTotal,7,4\n", totals=(7, 4)),
    "lines above": Shape(
        "Friday;;\nDatum;12.5.2024;\n;;\nLoch;Ann;Bo\n1;3;5\n2;4;-1\n",
        left_out=("Row 2: Datum 12.5.2024",),
        title="Friday",
    ),
    "a title without separators": Shape("Friday, at home\nLoch;Ann;Bo\n1;3;5\n2;4;-1\n", title="Friday, at home"),
    "a title that looks like a hole": Shape("Runde 3\nLoch;Ann;Bo\n1;3;5\n2;4;-1\n", title="Runde 3"),
    "a year beside the title": Shape(
        "Golf;2024;\nPlayers;Ann;Bo\nLoch;Ann;Bo\n1;3;5\n2;4;-1\n",
        left_out=("Row 1: Golf 2024", "Row 3: Loch"),
    ),
    "empty cells": Shape(
        "Hole,Ann,Bo\n1,,5\n2,4,x\n3,,\n4,3,–\n5,,\n",
        ((None, 5), (4, None), (3, None)),
        left_out=("Holes 3 and 5: no scores",),
    ),
    "the first hole without scores": Shape("Hole,Ann,Bo\n1,,\n2,3,5\n3,4,-1\n", left_out=("Hole 1: no scores",)),
    "a player without scores": Shape("Hole,Ann,Bo,Cy\n1,3,5,\n2,4,-1,\n", left_out=("Column D: Cy (no scores)",)),
    "notes and other columns": Shape(
        "Hole,Par,Ann,Bo,Notes\n1,4,3,5,rain\n2,3,4,-1,\n", left_out=("Column B: Par", "Column E: Notes")
    ),
    "running totals beside points": Shape(
        "Hole,Ann,Ann total,Bo,Bo (Total)\n1,3,3,5,5\n2,4,7,-1,4\n",
        left_out=("Column C: Ann total", "Column E: Bo (Total)"),
    ),
    "a column that adds up the row": Shape(
        "Hole,Ann,Bo,All\n1,3,5,8\n2,4,-1,3\n", left_out=("Column D: All (adds up the others)",)
    ),
    "subtotals": Shape(
        "Hole,Ann,Bo\n1,3,5\n2,4,-1\nFront,7,4\n3,2,2\n4,1,1\nBack,3,3\nTotal,10,7\n",
        (*ANN_AND_BO, (2, 2), (1, 1)),
        left_out=("Row 4: Front (adds up the holes)", "Row 7: Back (adds up the holes)"),
        totals=(10, 7),
    ),
    "a row for the start": Shape("Round,Ann,Bo\n0,0,0\n1,3,5\n2,4,-1\n", left_out=("Row 2: the start, at 0",)),
    "every minus": Shape("Hole,Ann,Bo\n1,−3,(12)\n2,- 4,–1\n", ((-3, -12), (-4, -1))),
    "points with their unit": Shape("Hole,Ann,Bo\n1,3 pts,5 P.\n2,4 Punkte,-1\n"),
    "names with commas": Shape('Hole,"Lee, Ann","Ray, Bo"\n1,3,5\n2,4,-1\n', names=("Lee, Ann", "Ray, Bo")),
    "one player": Shape(",Ann\n1,3\n2,4\n", ((3,), (4,)), names=("Ann",)),
    "thirteen players": Shape(
        "Hole," + ",".join("ABCDEFGHIJKLM") + "\n1" + ",3" * 13 + "\n2" + ",4" * 13 + "\n",
        ((3,) * 13, (4,) * 13),
        names=tuple("ABCDEFGHIJKLM"),
    ),
    "thirty-six rounds": Shape(
        "Runde;Ann;Bo\n" + "".join(f"{hole};3;{hole % 5}\n" for hole in range(1, 37)),
        tuple((3, hole % 5) for hole in range(1, 37)),
    ),
}


def points(table: ScoreTable) -> tuple[tuple[int | None, ...], ...]:
    players = range(len(table.names))
    scores = [{index: score.points for index, score in hole.scores.items()} for hole in table.holes]
    return tuple(tuple(row.get(index) for index in players) for row in scores)


@pytest.mark.parametrize("shape", UNDERSTOOD.values(), ids=UNDERSTOOD)
def test_a_table_is_understood_and_what_is_left_out_is_told(shape: Shape) -> None:
    table = read_table(shape.text)
    assert (table.names, points(table)) == (shape.names, shape.points)
    assert (table.left_out, table.title, table.is_running) == (shape.left_out, shape.title, False)
    assert table.totals == dict(enumerate(shape.totals))
    assert wrong_totals(table, game_of(table, PENALTY)) == {}


@pytest.mark.parametrize("shape", UNDERSTOOD.values(), ids=UNDERSTOOD)
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_table_is_understood_as_each_program_saves_it(shape: Shape, encoding: str) -> None:
    saved = shape.text.replace("\n", "\r\n").encode(encoding)
    assert points(read_table(text_of(saved))) == shape.points


RUNNING = "Hole,Ann,Bo\n1,3,5\n2,7,6\n3,8,6\n4,9,9\n"
OF_HOLES = ((3, 5), (4, 1), (1, 0), (1, 3))


@pytest.mark.parametrize(
    ("text", "asked", "is_running", "may_be_either"),
    [
        pytest.param(RUNNING, None, True, True, id="numbers that never go down"),
        pytest.param(f"{RUNNING}Total,9,9\n", None, True, False, id="totals like the last hole"),
        pytest.param(f"{RUNNING}Total,27,26\n", None, False, False, id="totals that add up"),
        pytest.param(RUNNING, False, False, True, id="said to be points"),
        pytest.param("Hole,Ann,Bo\n1,3,5\n2,7,6\n", None, False, True, id="too few to tell"),
        pytest.param("Hole,Ann,Bo\n1,3,5\n2,7,6\n", True, True, True, id="said to be running totals"),
        pytest.param("Hole,Ann\n1,3\n2,7\n3,2\n4,9\n5,9\n", None, False, True, id="numbers that go down"),
        pytest.param("Hole,Ann\n1,9\n2,7\n3,8\n4,2\n", None, False, False, id="numbers that mostly go down"),
    ],
)
def test_running_totals_are_told_from_points(
    text: str, asked: bool | None, is_running: bool, may_be_either: bool
) -> None:
    table = read_table(text, asked)
    assert (table.is_running, table.may_be_either) == (is_running, may_be_either)
    if is_running:
        assert points(table) == OF_HOLES[: len(table.holes)]
        assert wrong_totals(table, game_of(table, PENALTY)) == {}


def test_running_totals_may_go_down_now_and_then() -> None:
    made = [(3, 5), (4, 9), (-2, 8), (10, 2), (6, 7), (5, 0), (8, -1), (9, 4), (2, 3)]
    sums = [(sum(ann for ann, _ in made[:hole]), sum(bo for _, bo in made[:hole])) for hole in range(1, 10)]
    table = read_table("Hole,Ann,Bo\n" + "".join(f"{hole},{ann},{bo}\n" for hole, (ann, bo) in enumerate(sums, 1)))
    assert table.is_running
    assert points(table) == tuple(made)


def test_running_totals_go_on_from_the_last_one_that_is_there() -> None:
    table = read_table("Hole,Ann,Bo\n1,3,5\n2,,6\n3,1,\nTotal,1,6\n")
    assert table.is_running
    assert points(table) == ((3, 5), (None, 1), (-2, None))


FROM_ONE = "Number the holes from 1 in the first column, and put the names in the first row."

REFUSED = {
    "letters": ("Hole,Ann,Bo\n1,3,five\n2,4,1\n", "Hole 1, Bo: “five” isn’t a whole number. Change row 2, column C."),
    "letters in names down": (
        "Name,1,2\nAnn,3,4\nBo,5,one\n",
        "Hole 2, Bo: “one” isn’t a whole number. Change row 3, column C.",
    ),
    "letters below blank lines": (
        "Friday,,\n\nHole,Ann,Bo\n\n1,3,5\n2,4,l\n",
        "Hole 2, Bo: “l” isn’t a whole number. Change row 6, column C.",
    ),
    "letters in a total": (
        "Hole,Ann\n1,3\n2,4\nTotal,?\n",
        "Total, Ann: “?” isn’t a whole number. Change row 4, column B.",
    ),
    "half a point": (
        "Loch;Ann;Bo\n1;3,5;5\n",
        "Hole 1, Ann: “3,5” isn’t a whole number. Change row 2, column B.",
    ),
    "thousands": (
        "Loch;Ann;Bo\n1;1.200;5\n",
        "Hole 1, Ann: “1.200” isn’t a whole number. Change row 2, column B.",
    ),
    "ten digits": (
        "Hole,Ann\n1,1234567890\n",
        "Hole 1, Ann: 1234567890 is too large. Scores go from −999 to 999. Change row 2, column B.",
    ),
    "the same name twice": (
        "Hole,Ann,Bo,ann\n1,3,5,1\n",
        "Two players are named ann. Add an initial in row 1, column D.",
    ),
    "a name too long": (
        f"Hole,{'A' * 41}\n1,3\n",
        "Names can have up to 40 characters. This one has 41. Change row 1, column B.",
    ),
    "a number for a name": (
        "Hole,Ann,7\n1,3,5\n",
        "The name in row 1, column C is a number. Write the player’s name there.",
    ),
    "scores without a name": (
        "Hole,Ann,\n1,3,5\n2,4,1\n",
        "Column C has scores but no name. Write the name in row 1, column C.",
    ),
    "scores of one hole without a name": (
        "Hole,Ann,\n1,3,5\n",
        "Column C has scores but no name. Write the name in row 1, column C.",
    ),
    "scores in a row without a name": (
        "Name,1,2\nAnn,3,4\n,5,2\n",
        "Row 3 has scores but no name. Write the name in row 3, column A.",
    ),
    "scores without a hole": (
        "Hole,Ann,Bo\n1,3,5\n2,4,1\n,7,9\n",
        "Row 4 has scores but no hole number. Number it, or name it Total.",
    ),
    "a row that is nothing known": (
        "Hole,Ann,Bo\n1,3,5\nHandicap,4,1\n",
        "“Handicap” isn’t a hole number, a total or a name. Number row 3, or delete it.",
    ),
    "scores without a day": (
        "Date,Ann,Bo\n2024-05-12,3,5\n,4,1\n",
        "Row 3 has scores but no hole number. Number it, or name it Total.",
    ),
    "a row that is no day": (
        "Date,Ann,Bo\n2024-05-12,3,5\nHandicap,4,1\n",
        "“Handicap” isn’t a hole number, a total or a name. Number row 3, or delete it.",
    ),
    "a column of words": (
        "Hole,Ann,Wind\n1,3,strong\n2,4,weak\n",
        "Column C, “Wind”, has no numbers. Write whole points, or name it Notes.",
    ),
    "two rounds of holes": (
        "Hole,Ann\n1,3\n2,4\n1,2\n",
        "Number the holes from 1, in order: row 4 is hole 1 after hole 2.",
    ),
    "the last nine alone": (
        "Hole,Ann\n10,3\n11,4\n",
        "Number the holes from 1, in order: row 2 begins with hole 10.",
    ),
    "the last nine alone, names down": (
        "Name,10,11\nAnn,3,4\n",
        "Number the holes from 1, in order: column B begins with hole 10.",
    ),
    "a hole twice": ("Hole,Ann\n1,3\n2,4\n2,2\n", "Hole 2 is there twice. Change row 4."),
    "forty rounds": (
        "Runde;Ann\n" + "".join(f"{hole};3\n" for hole in range(1, 41)),
        "A game has up to 36 holes. Make two tables, the second from row 38.",
    ),
    "names in two rows": (
        "Hole,Ann,,Bo\n,Points,Total,Points\n1,3,3,5\n",
        "Column C has scores but no name. Write the name in row 1, column C.",
    ),
    "no names": ("Hole,Points\n1,3\n2,4\n", f"Row 1 has no names. {FROM_ONE}"),
    "numbers alone": ("1,3,5\n2,4,1\n", f"No names are above row 1. {FROM_ONE}"),
    "totals alone": ("Rank,Player,Score\n1,Ann,12\n2,Bo,15\n", f"This table has totals but no holes. {FROM_ONE}"),
    "one column": (
        "Ann\n3\n5\n",
        "This table has one column. Keep the holes in the first column and each player in another.",
    ),
    "an open quote": (
        'Hole,Ann\n1,3\n2,"4\n',
        "Row 3 has a stray quote or an endless cell. Delete it, or save the table again as CSV.",
    ),
    "our own file, changed": (
        "Hole,Dealer,Ended by,Remark,Ann cards,Ann raw,Ann penalty,Ann score,Ann total,Confirmed\n1,Ann,,,,3,,x3,3,\n",
        "Hole 1, Ann: “x3” isn’t a whole number. Change row 2, column H.",
    ),
}


@pytest.mark.parametrize(("text", "said"), REFUSED.values(), ids=REFUSED)
def test_what_is_not_understood_is_named_by_row_and_column(text: str, said: str) -> None:
    with pytest.raises(RuleError) as refused:
        read_table(text)
    assert [problem.message for problem in refused.value.problems] == [said]
