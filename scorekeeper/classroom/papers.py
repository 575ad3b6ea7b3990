"""What a class wrote on paper, typed in or brought as a table; whose papers they are is never kept."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scorekeeper.quiz.question import AnswersRefused, ChoiceField, Question
from scorekeeper.quiz.set_codes import letter_of
from scorekeeper.quiz.sets import QuestionSet, Sheet
from scorekeeper.rules import RuleError
from scorekeeper.rules.wording import listing, short

MOST_PAPERS = 120
"""As many as a session has seats."""

MOST_BYTES, LONGEST_CELL, LONGEST_TOLD = 100_000, 80, 40
"""Of a table, of one cell, and of what of a cell is repeated in a reason."""

MOST_PROBLEMS = 30
"""So many are told; whoever mends those sees the others."""

PUPIL, SHEET = "pupil", "sheet"
"""What the first two columns are called. The first one is whatever the teacher needs to tell papers apart."""

_PARTED_BY = ",;\t"
_NO_ANSWER = "-?\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}"
"""What is written where nothing was answered. Signs alone are no number, and no words of a choice."""

_FORMULAS = ("=", "@")
_NO_TABLES = {b"PK\x03\x04": "workbook", b"\xd0\xcf\x11\xe0": "workbook", b"%PDF": "PDF"}
"""How files begin that people choose in place of a table: workbooks as archives, those of old, and what is printed."""

_BOX = re.compile(r"(?P<row>\d{1,3})\.(?P<column>sheet|[A-Z]{1,2}\.[a-z0-9-]{1,30})")


@dataclass(frozen=True)
class Paper:
    """One paper: the variant of its sheet, and what stood in the fields of each place, from 0, that was answered.

    A question with several boxes is answered once all of them are filled in; ``partly`` are the places of those of
    which some were. ``row`` is where it lies in its pile, from 1: rows on which nothing was answered are counted too.
    """

    variant: str
    typed: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    partly: tuple[int, ...] = ()
    row: int = 1


class Problem(RuleError):
    """What is wrong, and where: the row as a spreadsheet or a form counts it, from 1, and what the column is called.

    ``row`` is 0 where it is about all of them, and ``column`` "" likewise.
    """

    code = "papers.problem"

    def __init__(self, row: int, column: str, reason: str) -> None:
        where = ", ".join([f"row {row}"] * bool(row) + [column] * bool(column))
        super().__init__(f"{where}: {reason}" if where else reason)
        self.row, self.column, self.reason = row, column, reason


class BadPapers(RuleError):
    """Papers that cannot be taken, with everything that is wrong with them, row by row. None of them is.

    ``unknown`` are the headings of columns that mean nothing here: the table can be read without these columns.
    """

    code = "papers.bad"

    def __init__(self, problems: Sequence[Problem], unknown: Sequence[str] = ()) -> None:
        self.unknown = tuple(unknown)
        told = tuple(sorted(problems, key=lambda problem: problem.row))[:MOST_PROBLEMS]
        if len(problems) > len(told):
            told = (*told, Problem(0, "", f"and {len(problems) - len(told)} more"))
        super().__init__("; ".join(problem.message for problem in told))
        self._problems = told

    @property
    def problems(self) -> tuple[Problem, ...]:
        return self._problems


def paper_columns(questions: QuestionSet) -> tuple[str, ...]:
    """What the columns of a table are called: `pupil`, `sheet`, then a letter for each question with one box, and for
    others a letter with each box, such as `B.column-1`."""
    found: list[str] = [PUPIL, SHEET]
    for place in range(questions.size):
        asked = [sheet.questions[place] for sheet in questions.sheets]
        if all(len(question.fields) == 1 for question in asked):
            found.append(letter_of(place))
        else:
            boxes = dict.fromkeys(box.name for question in asked for box in question.fields)
            found += [f"{letter_of(place)}.{box}" for box in boxes]
    return tuple(found)


def box_label(questions: QuestionSet, column: str, variant: str = "") -> str:
    """What a column is called by people: `B`, or with the label of the box where the question has several, as it stands
    on the sheet of that variant; without one, as on all of them."""
    letter, _, name = column.partition(".")
    asked = {sheet.variant: dict(sheet.lettered).get(letter) for sheet in questions.sheets}
    there = [question for question in asked.values() if question is not None]
    if not name or all(len(question.fields) == 1 for question in there):
        return letter
    chosen = asked.get(variant)
    for among in [chosen] if chosen is not None else [], there:
        labels = dict.fromkeys(
            box.label.rstrip("?") for question in among for box in question.fields if box.name == name
        )
        if labels:
            return f"{letter}, {' / '.join(labels)}"
    return letter


def column_choices(questions: QuestionSet, column: str) -> tuple[str, ...]:
    """The words of all choices that a column can have, on whichever sheet; none where something is to be typed."""
    letter, _, name = column.partition(".")
    asked = [dict(sheet.lettered).get(letter) for sheet in questions.sheets]
    boxes = [box for question in asked if question is not None for box in question.fields if name in ("", box.name)]
    choices = [box.choices for box in boxes if isinstance(box, ChoiceField)]
    if len(choices) < len(boxes):
        return ()
    return tuple(dict.fromkeys(choice.text for offered in choices for choice in offered))


def cells_of(questions: QuestionSet, variant: str, answers: Mapping[int, Mapping[str, str]]) -> dict[str, str]:
    """What stands on a paper, by columns: as `papers_of_form` and `read_papers` would read it again."""
    columns = paper_columns(questions)
    sheet = questions.sheet(variant)
    assert sheet is not None, f"the set has no sheet {variant}"
    found: dict[str, str] = {}
    for place, typed in answers.items():
        for box in sheet.questions[place].fields:
            text = typed.get(box.name, "")
            if isinstance(box, ChoiceField):
                text = next((one.text for one in box.choices if one.key == text), text)
            letter = letter_of(place)
            found[letter if letter in columns else f"{letter}.{box.name}"] = text
    return found


def text_of_table(content: bytes) -> str:
    """The text of a file, in whichever way spreadsheets write one. Raises BadPapers for a workbook."""
    known = next((kind for start, kind in _NO_TABLES.items() if content.startswith(start)), None)
    if known is not None:
        reason = f"this is a {known}, not a table of text: save it as CSV and choose that file"
        raise BadPapers([Problem(0, "", reason)])
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):  # as some spreadsheets write "Unicode text"
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def read_papers(questions: QuestionSet, text: str, leave_out: Collection[str] = ()) -> tuple[Paper, ...]:
    """The papers of a table with a heading for each column, parted by commas, semicolons or tabs.

    The first column is whose paper it is, and is read no further, unless it has the heading of another one. One called
    `sheet` says which sheet it is; it may be missing where the set has only one. Empty cells and dashes were not
    answered, and rows without any answer are no papers: they are counted all the same, so that a paper is called after
    its row, the first one below the headings being row 1. Columns whose headings are to be ``leave_out`` are passed
    over. Raises BadPapers.
    """
    rows = _rows(text)
    problems: list[Problem] = []
    first, head = rows[0]
    left_out = {heading.casefold() for heading in leave_out}
    columns, unknown = _columns(questions, first, head, problems, left_out)
    if SHEET not in columns.values() and len(questions.sheets) > 1:
        problems.append(Problem(first, "", f"a column {SHEET!r} has to say which sheet each paper is"))
    if problems:
        raise BadPapers(problems, unknown)
    papers: list[tuple[int, dict[str, str]]] = []
    passed_over = {place for place, heading in enumerate(head) if not place or _heading(heading)}
    for number, row in rows[1:]:
        cells = {name: row[place].strip() for place, name in columns.items() if place < len(row)}
        if any(cell.strip() and place not in passed_over for place, cell in enumerate(row)):
            problems.append(Problem(number, "", "something stands in a column without a heading"))
        papers.append((number, cells))
    return _read(questions, papers, problems, before=first)


def papers_of_form(questions: QuestionSet, form: Mapping[str, str]) -> tuple[Paper, ...]:
    """The papers of a form: `row.letter.field` is what was typed in a box, and `row.sheet` which sheet it is, where the
    set has several. Rows are numbered from 1, and a paper is called after its row; other fields, and rows without any
    answer, are passed over.

    Raises BadPapers.
    """
    rows: dict[int, dict[str, str]] = {}
    for name, typed in form.items():
        box = _BOX.fullmatch(name)
        if box is not None:
            rows.setdefault(int(box["row"]), {})[box["column"]] = typed.strip()
    return _read(questions, sorted(rows.items()), [])


# --- the table --------------------------------------------------------------------------------------------------------


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """The rows that are not empty, with their numbers from 1. Raises BadPapers."""
    text = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    if len(text.encode(errors="replace")) > MOST_BYTES:
        raise BadPapers([Problem(0, "", f"the table is longer than {MOST_BYTES // 1000} kB")])
    strange = next((sign for sign in text if unicodedata.category(sign) in ("Cc", "Cs") and sign not in "\t\r\n"), None)
    if strange is not None:
        line = text[: text.index(strange)].count("\n") + 1
        raise BadPapers([Problem(line, "", f"this is no text: it holds the sign U+{ord(strange):04X}")])
    heading, _, rest = text.partition("\n")
    told = heading.strip().lower().startswith("sep=")  # as some spreadsheets begin a table
    sample = rest.partition("\n")[0] if told else heading
    parted_by = max(_PARTED_BY, key=sample.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=parted_by, strict=True)
    found: list[tuple[int, list[str]]] = []
    number = 0
    try:
        for number, row in enumerate(reader, start=1):
            if any(cell.strip() for cell in row) and not (number == 1 and told):
                found.append((number, row))
            if len(found) > MOST_PAPERS + 1:  # and the headings
                raise BadPapers([Problem(number, "", f"a class has at most {MOST_PAPERS} papers")])
    except csv.Error:
        unclosed = Problem(number + 1, "", "a quotation mark is never closed, or stands where none can")
        raise BadPapers([unclosed]) from None
    if not found:
        raise BadPapers([Problem(0, "", "the table is empty")])
    return found


def _heading(typed: str) -> str:
    return " ".join(typed.split())


def _columns(
    questions: QuestionSet, number: int, head: Sequence[str], problems: list[Problem], left_out: Collection[str]
) -> tuple[dict[int, str], list[str]]:
    """What is read, by the places of the columns: `sheet`, letters, and letters with the name of a box. And the
    headings that are none of these."""
    names = {name.lower(): name for name in _names(questions)}
    found: dict[int, str] = {}
    unknown: list[str] = []
    for place, typed in enumerate(head):
        heading = _heading(typed)
        name = names.get(heading.lower())
        if name is None:
            if heading and place and heading.casefold() not in left_out:
                letters = listing(list(dict.fromkeys((letter_of(0), letter_of(questions.size - 1)))))
                reason = f"no question of this set is called so: the first and the last are {letters}"
                problems.append(Problem(number, _told(heading), reason))
                if len(heading) <= LONGEST_CELL:
                    unknown.append(heading)
        elif name in found.values():
            problems.append(Problem(number, name, "there are two columns of this name"))
        else:
            found[place] = name
    if not problems and set(found.values()) <= {SHEET}:
        problems.append(
            Problem(number, "", "the first row has to name the columns: pupil, then a letter for each question")
        )
    # Where no heading is known it is no table of ours, whatever is left out of it.
    return found, list(dict.fromkeys(unknown)) if set(found.values()) - {SHEET} else []


def _names(questions: QuestionSet) -> Iterator[str]:
    yield SHEET
    for place in range(questions.size):
        letter = letter_of(place)
        yield letter
        yield from (f"{letter}.{box.name}" for sheet in questions.sheets for box in sheet.questions[place].fields)


# --- what stands in the cells -----------------------------------------------------------------------------------------


def _read(
    questions: QuestionSet, rows: Sequence[tuple[int, Mapping[str, str]]], problems: list[Problem], before: int = 0
) -> tuple[Paper, ...]:
    """The papers of these rows, by their numbers, of which the first one has the number after ``before``."""
    papers: list[Paper] = []
    for number, typed in rows:
        cells = {name: cell for name, cell in typed.items() if name == SHEET or cell.strip(_NO_ANSWER)}
        if not cells.keys() - {SHEET}:
            continue
        sheet = _sheet(questions, number, cells.get(SHEET, ""), problems)
        if sheet is not None:
            papers.append(replace(_paper(sheet, number, cells, problems), row=number - before))
    if len(papers) > MOST_PAPERS:
        problems.append(Problem(0, "", f"a class has at most {MOST_PAPERS} papers"))
    if not papers and not problems:
        problems.append(Problem(0, "", "nothing was answered on any paper"))
    if problems:
        raise BadPapers(problems)
    return tuple(papers)


def _sheet(questions: QuestionSet, number: int, typed: str, problems: list[Problem]) -> Sheet | None:
    variants = [sheet.variant for sheet in questions.sheets]
    if not typed and len(variants) == 1:
        return questions.sheets[0]
    sheet = questions.sheet(typed.upper()) if len(typed) <= LONGEST_CELL else None
    if sheet is None:
        missing = f"this set has no sheet {_told(typed)!r}" if typed else "it is not said which sheet this is"
        problems.append(Problem(number, SHEET, f"{missing}: {listing(variants)}"))
    return sheet


def _paper(sheet: Sheet, number: int, cells: Mapping[str, str], problems: list[Problem]) -> Paper:
    typed: dict[int, Mapping[str, str]] = {}
    partly: list[int] = []
    by_letter = {letter: (place, question) for place, (letter, question) in enumerate(sheet.lettered)}
    filled: dict[str, dict[str, tuple[str, str]]] = {}
    for column, cell in cells.items():
        if column != SHEET:
            letter, _, name = column.partition(".")
            filled.setdefault(letter, {})[name] = (column, cell)
    for letter, boxes in filled.items():
        if letter not in by_letter:
            problems.append(Problem(number, letter, "this set has no question of that letter"))
            continue
        place, question = by_letter[letter]
        found = _answer(question, number, boxes, problems)
        if len(found) == len(question.fields):
            typed[place] = found
        elif found:
            partly.append(place)
    return Paper(sheet.variant, dict(sorted(typed.items())), tuple(sorted(partly)))


def _answer(
    question: Question, number: int, boxes: Mapping[str, tuple[str, str]], problems: list[Problem]
) -> dict[str, str]:
    """What stood in the boxes of a question, by the names of its fields; a reason for each that cannot be read."""
    fields = {one.name: one for one in question.fields}
    found: dict[str, str] = {}
    columns: dict[str, str] = {}
    for name, (column, cell) in boxes.items():
        box = fields.get(name) if name else next(iter(fields.values())) if len(fields) == 1 else None
        if box is None:
            there = listing([f"{column}.{one}" for one in fields])
            reason = "this sheet has no such box" if name else f"on this sheet that is {there}"
            problems.append(Problem(number, column, reason))
        elif box.name in found:
            problems.append(Problem(number, column, "this box stands in another column already"))
        elif len(cell) > LONGEST_CELL:
            problems.append(Problem(number, column, f"an answer has at most {LONGEST_CELL} characters"))
        elif cell.startswith(_FORMULAS):
            problems.append(Problem(number, column, f"{_told(cell)!r} is a formula, and not an answer"))
        else:
            found[box.name] = _key(box, cell) if isinstance(box, ChoiceField) else cell
            columns[box.name] = column
    for name, reason in _refused(question, found).items():
        cell, box = _told(found[name]), fields[name]
        told = reason if repr(cell) in reason else f"{reason} ({cell})"
        if isinstance(box, ChoiceField):
            told = f"{told}: choose {' or '.join(repr(_told(one.text)) for one in box.choices)}"
        problems.append(Problem(number, columns[name], told))
    return found


def _refused(question: Question, found: Mapping[str, str]) -> Mapping[str, str]:
    """A reason for each box that is filled in and cannot be read."""
    if len(found) == len(question.fields):
        try:
            question.read(found)
        except AnswersRefused as refused:
            return refused.reasons
        return {}
    return {name: reason for name, reason in question.read_each(found)[1].items() if name in found}


def _key(box: ChoiceField, cell: str) -> str:
    """The choice that was written down: its text as it stands on the sheet, or its key."""
    said = cell.casefold()
    return next((one.key for one in box.choices if said in (one.text.casefold(), one.key.casefold())), cell)


def _told(text: str) -> str:
    return short(text, LONGEST_TOLD)
