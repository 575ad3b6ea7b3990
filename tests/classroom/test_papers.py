"""Papers of a class: a table or a form in, answers by sheet out, or a reason for every cell that cannot be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import pytest

from scorekeeper.classroom import Pace, Seat
from scorekeeper.classroom.board import board
from scorekeeper.classroom.papers import (
    MOST_BYTES,
    MOST_PAPERS,
    MOST_PROBLEMS,
    BadPapers,
    Paper,
    box_label,
    paper_columns,
    papers_of_form,
    read_papers,
    text_of_table,
)
from scorekeeper.classroom.work import Done
from scorekeeper.quiz.questions import from_data
from scorekeeper.quiz.questions.score import POINTS
from scorekeeper.quiz.sets import QuestionSet
from scorekeeper.store import MOST_SEATS
from tests.classroom.classes import FIRST, FIVES, MOVE, SECOND, TWOS, WORKSHEET, session

ONE = session(Pace.PAPER, FIRST, phase="ended").questions
TWO = session(Pace.PAPER, FIRST, SECOND, phase="ended").questions

COLUMNS = from_data(WORKSHEET, {"kind": "columns", "layout": TWOS})
MIXED = session(Pace.PAPER, [FIVES, COLUMNS, MOVE], phase="ended").questions

NO_SEVEN = (
    "there is no choice 'seven': "
    "choose 'Yes' or 'No: nobody passes' or \"No: it is another player's turn\" "
    "or 'No: face-down cards are not looked at'"
)
NO_NUMBER = "a number has digits only, with a minus before it if it is below 0"
NO_SUCH_COLUMN = "no question of this set is called so: the first and the last are A and C"
NO_HEADING = "something stands in a column without a heading"
UNCLOSED = "a quotation mark is never closed, or stands where none can"


def points(*answers: str | None) -> dict[int, Mapping[str, str]]:
    return {place: {POINTS: one} for place, one in enumerate(answers) if one is not None}


def problems(refused: BadPapers) -> list[tuple[int, str, str]]:
    return [(one.row, one.column, one.reason) for one in refused.problems]


# --- tables -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "typed"),
    # None stands for a row without a paper: whichever follows is called after its own row.
    [
        pytest.param("pupil,A,B,C\nAnn,20,3,44\n", [points("20", "3", "44")], id="commas"),
        pytest.param(
            "pupil;A;B;C\r\nAnn;20;3;44\r\n", [points("20", "3", "44")], id="semicolons, as Windows ends lines"
        ),
        pytest.param("pupil\tA\tB\tC\nAnn\t20\t3\t44", [points("20", "3", "44")], id="tabs, no line end"),
        pytest.param("\ufeffpupil,A,B,C\nAnn,20,3,44\n", [points("20", "3", "44")], id="with a mark at its start"),
        pytest.param("sep=;\npupil;A;B;C\nAnn;20;3;44\n", [points("20", "3", "44")], id="which says what parts it"),
        pytest.param("pupil,A,B,C\nAnn,-20,−3,0\n", [points("-20", "−3", "0")], id="below zero, with either minus"),
        pytest.param(
            "pupil,A,B,C\nAnn,20,,44\nBen,,,1\n", [points("20", None, "44"), points(None, None, "1")], id="empty"
        ),
        pytest.param("pupil,A,B,C\nAnn, 20 ,3\n", [points("20", "3")], id="blanks, and a short row"),
        pytest.param('pupil,A\n"Ann, called ""A""",20\n', [points("20")], id="names with quotes and commas"),
        pytest.param('pupil,A\n"Ann\nand Ben",20\n', [points("20")], id="names over two lines"),
        pytest.param("pupil,C,A\nAnn,44,20\n", [points("20", None, "44")], id="columns in another order"),
        pytest.param("Name,a,b.points\nAnn,20,3\n", [points("20", "3")], id="small letters, and the name of the box"),
        pytest.param("A,B\n20,3\n", [points("20", "3")], id="nobody's name"),
        pytest.param(",A\n,20\n", [points("20")], id="no heading over names"),
        pytest.param("pupil,A,,\nAnn,20,,\n", [points("20")], id="empty columns behind"),
        pytest.param("\n\npupil,A\n\nAnn,20\n,\n", [None, points("20")], id="empty lines"),
        pytest.param("pupil,A\nAnn,20\nBen,\n", [points("20")], id="who answered nothing handed in no paper"),
        pytest.param(
            "pupil,A\nAnn,\nBen,20\nCy,\nDi,3\n", [None, points("20"), None, points("3")], id="rows are counted"
        ),
        pytest.param(
            "pupil,A,B,C\nAnn,-,?,44\nBen,–,—,−\nCy,--,-3,-\n",
            [points(None, None, "44"), None, points(None, "-3")],
            id="the marks for no answer",
        ),
        pytest.param("pupil,A\n=cmd|' /C calc'!A0,20\n", [points("20")], id="a formula for a name is never read"),
    ],
)
def test_a_table_is_read(text: str, typed: Sequence[Mapping[int, Mapping[str, str]] | None]) -> None:
    expected = tuple(Paper("A1", one, row=row) for row, one in enumerate(typed, start=1) if one is not None)
    assert read_papers(ONE, text) == expected


@pytest.mark.parametrize(
    ("text", "unknown", "typed"),
    [
        pytest.param("first,last,A,B\nAnn,Zebra,20,3\n", ("last",), points("20", "3"), id="a second name"),
        pytest.param("name,A,class,B\nAnn,20,7b,3\n", ("class",), points("20", "3"), id="a class within"),
        pytest.param("n,Class ,A,NOTE  2\nAnn,7b,20,late\n", ("Class", "NOTE 2"), points("20"), id="two, in capitals"),
        pytest.param("n,A,x,x\nAnn,20,1,2\n", ("x",), points("20"), id="two of one name"),
    ],
)
def test_columns_that_mean_nothing_here_can_be_left_out_by_name(
    text: str, unknown: tuple[str, ...], typed: Mapping[int, Mapping[str, str]]
) -> None:
    with pytest.raises(BadPapers) as refused:
        read_papers(ONE, text)
    assert refused.value.unknown == unknown
    assert read_papers(ONE, text, leave_out=unknown) == (Paper("A1", typed),)
    assert read_papers(ONE, text, leave_out=[one.swapcase() for one in unknown]) == (Paper("A1", typed),)
    with pytest.raises(BadPapers):
        read_papers(ONE, text, leave_out=["something else"])


def test_a_table_of_something_else_is_not_offered_without_its_columns() -> None:
    for text in ("name,town\nAnn,Bern\n", "pupil,sheet,town\nAnn,A1,Bern\n"):
        with pytest.raises(BadPapers) as refused:
            read_papers(ONE, text)
        assert refused.value.unknown == ()


def test_each_paper_says_which_sheet_it_is() -> None:
    found = read_papers(TWO, "pupil,sheet,A\nAnn,A2,19\nBen,a1 ,20\n")
    assert found == (Paper("A2", points("19")), Paper("A1", points("20"), row=2))


def test_nothing_is_kept_of_whose_paper_it_is() -> None:
    found = read_papers(TWO, "pupil,sheet,A\nAnn Zebra,A2,19\n")
    assert "Zebra" not in repr([asdict(paper) for paper in found])


def test_questions_with_several_boxes_and_choices() -> None:
    assert paper_columns(MIXED) == ("pupil", "sheet", "A", "B.column-1", "B.column-2", "B.column-3", "B.points", "C")
    head = ",".join(paper_columns(MIXED))
    whole, partly, by_key, alone = read_papers(
        MIXED, f"{head}\n1,,44,0,3,0,3,yes\n2,,44,0,,0,3,\n3,A1,,,,,,look.never\n4,,,,,,-5,\n"
    )
    written = {"column-1": "0", "column-2": "3", "column-3": "0", "points": "3"}
    assert whole == Paper("A1", {0: {POINTS: "44"}, 1: written, 2: {"legal": "yes"}})
    assert partly == Paper("A1", {0: {POINTS: "44"}}, partly=(1,), row=2)
    assert by_key == Paper("A1", {2: {"legal": "look.never"}}, row=3)
    assert alone == Paper("A1", {}, partly=(1,), row=4)


def test_what_was_read_is_what_the_board_shows() -> None:
    one = session(Pace.PAPER, FIRST, SECOND, phase="ended")
    found = read_papers(one.questions, "pupil,sheet,A,B,C\n1,A1,20,-5,\n2,A2,19,25,27\n")
    seats = [
        Seat(
            number,
            f"Paper {number}",
            paper.variant,
            tuple(Done(place, "answer", typed) for place, typed in paper.typed.items()),
        )
        for number, paper in enumerate(found, start=1)
    ]
    assert [(row.name, row.cells) for row in board(one, seats, own=True).rows] == [
        ("Paper 1", ("right", "wrong", "empty")),
        ("Paper 2", ("right", "right", "wrong")),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("", [(0, "", "the table is empty")], id="nothing"),
        pytest.param("\n \n,,\n", [(0, "", "the table is empty")], id="nothing but commas"),
        pytest.param("pupil,A\n", [(0, "", "nothing was answered on any paper")], id="headings only"),
        pytest.param("pupil,A\nAnn,2.5\n", [(2, "A", "points are whole numbers (2.5)")], id="half a point"),
        pytest.param("pupil,A,B\nAnn,20,1e3\n", [(2, "B", f"{NO_NUMBER} (1e3)")], id="an exponent"),
        pytest.param("pupil,A\nAnn,=-2\n", [(2, "A", "'=-2' is a formula, and not an answer")], id="a formula"),
        pytest.param("pupil,A\nAnn,@SUM(1)\n", [(2, "A", "'@SUM(1)' is a formula, and not an answer")], id="another"),
        pytest.param(
            "pupil,A\nAnn,12345\n", [(2, "A", "no layout counts that much: at most 4 digits (12345)")], id="too much"
        ),
        pytest.param(
            f"pupil,A\nAnn,{'9' * 81}\n", [(2, "A", "an answer has at most 80 characters")], id="far too much"
        ),
        pytest.param("pupil,A,D\nAnn,20,1\n", [(1, "D", NO_SUCH_COLUMN)], id="a letter that there is not"),
        pytest.param("pupil,A,B.total\nAnn,20,1\n", [(1, "B.total", NO_SUCH_COLUMN)], id="a box that there is not"),
        pytest.param("pupil,A,a\nAnn,20,1\n", [(1, "A", "there are two columns of this name")], id="a column twice"),
        pytest.param(
            "pupil,A,A.points\nAnn,20,1\n",
            [(2, "A.points", "this box stands in another column already")],
            id="a box twice",
        ),
        pytest.param("Ann,20,3\n", [(1, "20", NO_SUCH_COLUMN), (1, "3", NO_SUCH_COLUMN)], id="no headings"),
        pytest.param(
            "Ann\nBen\n",
            [(1, "", "the first row has to name the columns: pupil, then a letter for each question")],
            id="names alone",
        ),
        pytest.param("pupil,A\nAnn,20,3\n", [(2, "", NO_HEADING)], id="more cells than headings"),
        pytest.param("pupil,A,,B\nAnn,20,x,3\n", [(2, "", NO_HEADING)], id="a heading is missing"),
        pytest.param(
            "pupil,sheet,A\nAnn,A3,20\n",
            [(2, "sheet", "this set has no sheet 'A3': A1")],
            id="a sheet that there is not",
        ),
        pytest.param('pupil,A\n"Ann,20\n', [(2, "", UNCLOSED)], id="an open quotation mark"),
        pytest.param('pupil,A\nAnn,"2"0\n', [(2, "", UNCLOSED)], id="a quotation mark within"),
        pytest.param("pupil,A\nAnn,2\x000\n", [(2, "", "this is no text: it holds the sign U+0000")], id="a zero byte"),
        pytest.param("pupil,A\nAnn,\ud800\n", [(2, "", "this is no text: it holds the sign U+D800")], id="half a sign"),
        pytest.param(
            "pupil,A\nAnn,<script>alert(1)</script>\n",
            [(2, "A", f"{NO_NUMBER} (<script>alert(1)</script>)")],
            id="markup",
        ),
        pytest.param(
            "pupil,A,B\nAnn,x,y\nBen,1,z\n",
            [(2, "A", f"{NO_NUMBER} (x)"), (2, "B", f"{NO_NUMBER} (y)"), (3, "B", f"{NO_NUMBER} (z)")],
            id="all that is wrong",
        ),
        pytest.param(
            "pupil,A\nAnn,x\nBen,1,2\nCy,y\n",
            [(2, "A", f"{NO_NUMBER} (x)"), (3, "", NO_HEADING), (4, "A", f"{NO_NUMBER} (y)")],
            id="in the order of the rows",
        ),
    ],
)
def test_what_cannot_be_read_is_told_with_its_row_and_column(text: str, found: list[tuple[int, str, str]]) -> None:
    with pytest.raises(BadPapers) as refused:
        read_papers(ONE, text)
    assert problems(refused.value) == found


@pytest.mark.parametrize(
    ("questions", "text", "found"),
    [
        pytest.param(
            TWO,
            "pupil,A\nAnn,20\n",
            [(1, "", "a column 'sheet' has to say which sheet each paper is")],
            id="no column for the sheet",
        ),
        pytest.param(
            TWO,
            "pupil,sheet,A\nAnn,,20\n",
            [(2, "sheet", "it is not said which sheet this is: A1 and A2")],
            id="no sheet",
        ),
        pytest.param(
            TWO,
            "pupil,sheet,A\nAnn,=A1,20\n",
            [(2, "sheet", "this set has no sheet '=A1': A1 and A2")],
            id="a formula for a sheet",
        ),
        pytest.param(
            MIXED,
            "pupil,B\nAnn,3\n",
            [(2, "B", "on this sheet that is B.column-1, B.column-2, B.column-3 and B.points")],
            id="a letter for several boxes",
        ),
        pytest.param(
            MIXED,
            "pupil,C\nAnn,seven\n",
            [(2, "C", NO_SEVEN)],
            id="no such choice",
        ),
    ],
)
def test_what_is_wrong_with_sheets_and_boxes(
    questions: QuestionSet, text: str, found: list[tuple[int, str, str]]
) -> None:
    with pytest.raises(BadPapers) as refused:
        read_papers(questions, text)
    assert problems(refused.value) == found


WORKBOOK = "this is a workbook, not a table of text: save it as CSV and choose that file"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        pytest.param(b"PK\x03\x04\x14\x00\x06\x00 xl/workbook.xml", WORKBOOK, id="a workbook"),
        pytest.param(b"PK\x03\x04 mimetypeapplication/vnd.oasis.opendocument.spreadsheet", WORKBOOK, id="an open one"),
        pytest.param(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00", WORKBOOK, id="an old one"),
        pytest.param(b"%PDF-1.7\n%\xe2\xe3", WORKBOOK.replace("workbook", "PDF"), id="a PDF"),
        pytest.param(b" \r\n", "the table is empty", id="nothing"),
    ],
)
def test_a_file_that_is_no_table_of_text_is_told_what_it_is(content: bytes, told: str) -> None:
    with pytest.raises(BadPapers) as refused:
        read_papers(ONE, text_of_table(content))
    assert problems(refused.value) == [(0, "", told)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_table_may_be_written_as_spreadsheets_write_them(encoding: str) -> None:
    assert text_of_table("pupil;A\r\nZoë;-2\r\n".encode(encoding)) == "pupil;A\r\nZoë;-2\r\n"


def test_the_boxes_have_names_for_people() -> None:
    assert [box_label(MIXED, column) for column in paper_columns(MIXED)[2:]] == [
        "A",
        "B, Column 1",
        "B, Column 2",
        "B, Column 3",
        "B, All together",
        "C",
    ]
    assert [box_label(MIXED, column) for column in ("A.points", "sheet", "Z.points")] == ["A", "sheet", "Z"]


def test_a_box_that_has_another_name_on_another_sheet_is_called_as_on_that_paper() -> None:
    winner: Mapping[str, Any] = {"kind": "winner", "ender": None, "before": []}
    players = [[["Eve", FIVES], ["Ann", TWOS]], [["Ben", FIVES], ["Ann", TWOS]]]
    asked = [[from_data(WORKSHEET, {**winner, "players": one})] for one in players]
    questions = session(Pace.PAPER, *asked, phase="ended").questions
    assert box_label(questions, "A.points-1", "A2") == "A, Points of Ben"
    assert box_label(questions, "A.points-1") == "A, Points of Eve / Points of Ben"
    assert box_label(questions, "A.points-2") == "A, Points of Ann"
    assert box_label(questions, "A.wins") == "A, Who wins the hole"


def test_a_table_is_bounded() -> None:
    assert MOST_PAPERS == MOST_SEATS
    rows = "Ann,20\n"
    assert len(read_papers(ONE, "pupil,A\n" + rows * MOST_PAPERS)) == MOST_PAPERS
    too_much = [
        ("pupil,A\n" + rows * (MOST_PAPERS + 1), (MOST_PAPERS + 2, "", f"a class has at most {MOST_PAPERS} papers")),
        ("pupil,A\n" + "x" * MOST_BYTES, (0, "", "the table is longer than 100 kB")),
        ("pupil,A\n" + "\N{MINUS SIGN}" * (MOST_BYTES // 3), (0, "", "the table is longer than 100 kB")),
    ]
    for text, found in too_much:
        with pytest.raises(BadPapers) as refused:
            read_papers(ONE, text)
        assert problems(refused.value) == [found]


def test_so_many_problems_are_told_and_how_many_more_there_are() -> None:
    with pytest.raises(BadPapers) as refused:
        read_papers(ONE, "pupil,A\n" + "Ann,x\n" * 50)
    found = refused.value.problems
    assert len(found) == MOST_PROBLEMS + 1
    assert found[-1].message == "and 20 more"
    assert found[0].message.startswith("row 2, A: a number has digits only")
    assert refused.value.message.startswith(found[0].message)


# --- forms ------------------------------------------------------------------------------------------------------------


def test_a_form_is_read_by_row_letter_and_field() -> None:
    form = {
        "csrf_token": "x",
        "1.sheet": "A2",
        "1.A.points": " 19 ",
        "1.B.points": "",
        "1.C.points": "−2",
        "2.sheet": "A1",
        "2.A.points": "",
        "10.sheet": "A1",
        "10.A.points": "20",
        "rows": "10",
        "write": "01J",
    }
    assert papers_of_form(TWO, form) == (
        Paper("A2", points("19", None, "−2")),
        Paper("A1", points("20"), row=10),
    )


def test_a_set_of_one_sheet_asks_for_none() -> None:
    assert papers_of_form(ONE, {"1.A.points": "20"}) == (Paper("A1", points("20")),)


@pytest.mark.parametrize(
    ("form", "found"),
    [
        pytest.param({}, [(0, "", "nothing was answered on any paper")], id="nothing"),
        pytest.param({"1.sheet": "A1"}, [(0, "", "nothing was answered on any paper")], id="a sheet and no answer"),
        pytest.param(
            {"3.sheet": "A1", "3.A.points": "2,5"}, [(3, "A.points", "points are whole numbers (2,5)")], id="half"
        ),
        pytest.param(
            {"1.A.points": "20"}, [(1, "sheet", "it is not said which sheet this is: A1 and A2")], id="no sheet"
        ),
        pytest.param(
            {"1.sheet": "B1", "1.A.points": "20"},
            [(1, "sheet", "this set has no sheet 'B1': A1 and A2")],
            id="no such sheet",
        ),
        pytest.param(
            {"1.sheet": "A1", "1.Z.points": "20"},
            [(1, "Z", "this set has no question of that letter")],
            id="no such question",
        ),
        pytest.param(
            {"1.sheet": "A1", "1.A.wins": "20"}, [(1, "A.wins", "this sheet has no such box")], id="no such box"
        ),
        pytest.param(
            {"1.sheet": "A1", "1.A.points": "=2"},
            [(1, "A.points", "'=2' is a formula, and not an answer")],
            id="a formula",
        ),
        pytest.param(
            {
                f"{row}.{box}": typed
                for row in range(1, MOST_PAPERS + 2)
                for box, typed in (("sheet", "A1"), ("A.points", "1"))
            },
            [(0, "", f"a class has at most {MOST_PAPERS} papers")],
            id="too many",
        ),
    ],
)
def test_what_cannot_be_read_of_a_form(form: Mapping[str, str], found: list[tuple[int, str, str]]) -> None:
    with pytest.raises(BadPapers) as refused:
        papers_of_form(TWO, form)
    assert problems(refused.value) == found
