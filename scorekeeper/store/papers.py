"""What a class wrote on paper: seats that nobody sits on, brought in by the teacher in piles, mended one by one.

A number stands on a pile at home, and is the only way back to a child. So it never stands for another paper: rows that
were skipped and papers that were removed leave gaps. Nothing is ever changed in what was typed: a paper that is
corrected gets answers that count instead, and one that is removed is set aside, to be counted again if need be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.classroom import Done, NotNow, Pace, Seat
from scorekeeper.quiz.question import AnswersRefused
from scorekeeper.store.classes import FULL, MOST_SEATS, KeptClass, found_by_key
from scorekeeper.store.errors import IdReused, StoreError
from scorekeeper.store.seats import MOST_WORK, TooMuchWork, add_work, own_fields, read_seats
from scorekeeper.store.texts import fingerprint
from scorekeeper.store.values import Write

if TYPE_CHECKING:
    from sqlite_utils import Database

    from scorekeeper.classroom.papers import Paper
    from scorekeeper.store.connection import Store

LARGEST_PAPER = 999
"""The largest number of a paper, whatever was skipped or removed before it."""


class ClassFull(StoreError):
    """As many papers as a session takes."""

    code = "class.full"

    def __init__(self) -> None:
        super().__init__(FULL)


class PaperNotFound(StoreError):
    """The class has no paper of that number."""

    code = "class.paper_not_found"

    def __init__(self) -> None:
        super().__init__("this class has no paper of that number")


class PapersAgain(StoreError):
    """The very same papers were brought in before, and count; ``first`` and ``last`` are their numbers then."""

    code = "class.papers_again"

    def __init__(self, first: int, last: int) -> None:
        super().__init__(
            f"the very same answers are here already, as {paper_numbers(first, last)}: nothing was saved again"
        )
        self.first, self.last = first, last


class PapersMovedOn(StoreError):
    """Other papers were brought in since the form was loaded, so that these have other numbers now."""

    code = "class.papers_moved_on"

    def __init__(self, first: int) -> None:
        super().__init__(
            f"other papers were saved meanwhile, so these begin with Paper {first} now: "
            "mind the numbers on your pile, and save again"
        )
        self.first = first


@dataclass(frozen=True, slots=True)
class AddedPapers:
    """A class with papers that were brought in; ``first`` is the number of the first row, whatever stands in it."""

    kept: KeptClass
    first: int

    def number_of(self, paper: Paper) -> int:
        """The number of one of them in the class."""
        return self.first + paper.row - 1


@dataclass(frozen=True, slots=True)
class SavedPaper:
    """A paper of a class; one that is ``aside`` was removed, and counts for nothing."""

    seat: Seat
    aside: bool

    @property
    def answers(self) -> Mapping[int, Mapping[str, str]]:
        """What stands in the fields of each place that was answered, after all corrections."""
        newest = {done.place: done.typed for done in self.seat.done}
        return {place: typed for place, typed in sorted(newest.items()) if typed}


@dataclass(frozen=True, slots=True)
class Pile:
    """Papers that were brought in together, of which ``count`` still count."""

    first: int
    last: int
    count: int


def add_papers(
    store: Store, key: str, papers: Sequence[Paper], write: Write, *, first: int | None = None, again: bool = False
) -> AddedPapers:
    """Bring in what a class wrote on paper, a seat for each paper. The same write again changes nothing.

    ``first`` is the number that the teacher was told the first row would have. Raises ClassNotFound, NotNow where the
    class has phones, ClassFull, IdReused, PapersMovedOn where the first row has another number, PapersAgain for the
    very same papers unless they are to be there ``again``, and AnswersRefused for a sheet that the session does not
    have or an answer beyond its questions.
    """
    content = fingerprint(
        "papers",
        [
            [paper.row, paper.variant, [[place, typed] for place, typed in sorted(paper.typed.items())]]
            for paper in papers
        ],
    )
    found_by_key(store, store.database, key)  # builds the set, if need be, while others may write
    with store.write() as database:
        kept = _on_paper(store, database, key)
        row = database.execute(
            "SELECT content, first FROM class_papers WHERE class = ? AND write_id = ?", [kept.id, write.id]
        ).fetchone()
        if row is not None:
            if row[0] != content:
                raise IdReused
            return AddedPapers(kept, row[1])
        begins = _next_number(database, kept.id)
        if first is not None and first != begins:
            raise PapersMovedOn(begins)
        before = None if again else _pile_of(database, kept.id, content)
        if before is not None:
            raise PapersAgain(before.first, before.last)
        added = AddedPapers(kept, begins)
        last = max((added.number_of(paper) for paper in papers), default=begins)
        if kept.pupils + len(papers) > MOST_SEATS or last > LARGEST_PAPER:
            raise ClassFull
        database.execute(
            "INSERT INTO class_papers (class, write_id, content, first, last) VALUES (?, ?, ?, ?, ?)",
            [kept.id, write.id, content, begins, last],
        )
        for paper in papers:
            _add_paper(database, kept, added.number_of(paper), paper)
        database.execute(
            "UPDATE classes SET led = led + 1, joined = joined + ?, work = work + ? WHERE id = ?",
            [len(papers), sum(len(paper.typed) for paper in papers), kept.id],
        )
        return AddedPapers(found_by_key(store, database, key), begins)


def papers_of(store: Store, kept: KeptClass) -> tuple[SavedPaper, ...]:
    """Every paper of a class by its number, also those that were set aside."""
    with store.read() as database:
        return _papers(database, kept.id)


def next_paper(store: Store, kept: KeptClass) -> int:
    """The number that the next paper will have."""
    return _next_number(store.database, kept.id)


def last_pile(store: Store, kept: KeptClass) -> Pile | None:
    """The papers that were brought in together last and are not all removed; None where there are none."""
    return _last_pile(store.database, kept.id)


def correct_paper(store: Store, key: str, number: int, paper: Paper, write: Write) -> KeptClass:
    """Put other answers, or another sheet, in place of what is kept of a paper. The same write again changes nothing.

    Raises ClassNotFound, NotNow where the class has phones, PaperNotFound, TooMuchWork and AnswersRefused.
    """
    found_by_key(store, store.database, key)  # builds the set, if need be, while others may write
    with store.write() as database:
        kept = _on_paper(store, database, key)
        saved = _paper(database, kept.id, number)
        mark = f"{write.id}-"
        done = database.execute(
            "SELECT 1 FROM class_work WHERE class = ? AND seat = ? AND substr(write_id, 1, ?) = ?",
            [kept.id, number, len(mark), mark],
        ).fetchone()
        if done is not None:
            return kept
        wanted = _answers(kept, paper)
        was = saved.answers
        is_moved = paper.variant != saved.seat.variant
        places = [place for place in sorted({*was, *wanted}) if is_moved or was.get(place) != wanted.get(place)]
        for place in places:
            if sum(one.place == place for one in saved.seat.done) >= MOST_WORK:
                raise TooMuchWork
            _add_answer(database, kept.id, number, place, wanted.get(place, {}), f"{mark}{place}")
        if is_moved:
            database.execute(
                "UPDATE class_seats SET variant = ? WHERE class = ? AND number = ?", [paper.variant, kept.id, number]
            )
        if places or is_moved:
            database.execute("UPDATE classes SET led = led + 1, work = work + ? WHERE id = ?", [len(places), kept.id])
        return found_by_key(store, database, key)


def set_paper_aside(store: Store, key: str, number: int, *, aside: bool) -> KeptClass:
    """Remove a paper, so that nothing counts it, or count it again. Done already, it changes nothing.

    Raises ClassNotFound, NotNow where the class has phones, PaperNotFound, and ClassFull where there is no room again.
    """
    found_by_key(store, store.database, key)  # builds the set, if need be, while others may write
    with store.write() as database:
        kept = _on_paper(store, database, key)
        _paper(database, kept.id, number)
        if not aside and kept.pupils >= MOST_SEATS:
            raise ClassFull
        _set_aside(database, kept.id, number, number, aside=aside)
        return found_by_key(store, database, key)


def undo_pile(store: Store, key: str, first: int) -> tuple[KeptClass, int]:
    """Set aside what is left of the last pile, which begins with that number; gives how many papers those were.

    None where it is another one by now. Raises ClassNotFound, and NotNow where the class has phones.
    """
    found_by_key(store, store.database, key)  # builds the set, if need be, while others may write
    with store.write() as database:
        kept = _on_paper(store, database, key)
        pile = _last_pile(database, kept.id)
        if pile is None or pile.first != first:
            return kept, 0
        count = _set_aside(database, kept.id, pile.first, pile.last, aside=True)
        return found_by_key(store, database, key), count


def paper_numbers(first: int, last: int) -> str:
    """`Paper 3`, or `Papers 3 to 8`."""
    return f"Paper {first}" if first == last else f"Papers {first} to {last}"


# --- rows -------------------------------------------------------------------------------------------------------------


def _on_paper(store: Store, database: Database, key: str) -> KeptClass:
    kept = found_by_key(store, database, key)
    if kept.session.pace is not Pace.PAPER:
        raise NotNow("papers belong to a class that answered on paper")
    return kept


def _papers(database: Database, class_id: int) -> tuple[SavedPaper, ...]:
    rows = database.execute("SELECT number FROM class_seats WHERE class = ? AND aside", [class_id]).fetchall()
    aside = {number for (number,) in rows}
    return tuple(
        SavedPaper(kept.seat, kept.seat.number in aside) for kept in read_seats(database, class_id, also_aside=True)
    )


def _paper(database: Database, class_id: int, number: int) -> SavedPaper:
    found = next((one for one in _papers(database, class_id) if one.seat.number == number), None)
    if found is None:
        raise PaperNotFound
    return found


def _next_number(database: Database, class_id: int) -> int:
    """After all that there ever were, also those that were set aside."""
    row = database.execute("SELECT COALESCE(MAX(number), 0) FROM class_seats WHERE class = ?", [class_id]).fetchone()
    return int(row[0]) + 1


_COUNTED = (
    "SELECT COUNT(*) FROM class_seats s WHERE s.class = p.class AND s.number BETWEEN p.first AND p.last AND NOT aside"
)


def _last_pile(database: Database, class_id: int) -> Pile | None:
    row = database.execute(
        f"""
        SELECT first, last, ({_COUNTED}) AS count FROM class_papers p
        WHERE class = ? AND first IS NOT NULL AND count > 0 ORDER BY first DESC LIMIT 1
        """,
        [class_id],
    ).fetchone()
    return None if row is None else Pile(*row)


def _pile_of(database: Database, class_id: int, content: str) -> Pile | None:
    """The last pile with that very content of which something counts."""
    row = database.execute(
        f"""
        SELECT first, last, ({_COUNTED}) AS count FROM class_papers p
        WHERE class = ? AND content = ? AND first IS NOT NULL AND count > 0 ORDER BY first DESC LIMIT 1
        """,
        [class_id, content],
    ).fetchone()
    return None if row is None else Pile(*row)


def _set_aside(database: Database, class_id: int, first: int, last: int, *, aside: bool) -> int:
    changed: int = database.execute(
        "UPDATE class_seats SET aside = ? WHERE class = ? AND number BETWEEN ? AND ? AND aside <> ?",
        [aside, class_id, first, last, aside],
    ).rowcount
    if changed:
        # The sum of both is the version, which never falls.
        more = -changed if aside else changed
        database.execute(
            "UPDATE classes SET led = led + ?, joined = joined + ? WHERE id = ?",
            [1 + (changed if aside else 0), more, class_id],
        )
    return changed


def _answers(kept: KeptClass, paper: Paper) -> dict[int, dict[str, str]]:
    """What is kept of a paper, by place. Raises AnswersRefused."""
    sheet = kept.session.questions.sheet(paper.variant)
    if sheet is None or any(not 0 <= place < len(sheet.questions) for place in paper.typed):
        raise AnswersRefused({"papers": f"the set has no such sheet or question: {paper.variant}"})
    return {place: own_fields(sheet.questions[place], typed) for place, typed in sorted(paper.typed.items())}


def _add_paper(database: Database, kept: KeptClass, number: int, paper: Paper) -> None:
    answers = _answers(kept, paper)
    database.execute(
        "INSERT INTO class_seats (class, number, name, variant) VALUES (?, ?, ?, ?)",
        [kept.id, number, f"Paper {number}", paper.variant],
    )
    for place, typed in answers.items():
        _add_answer(database, kept.id, number, place, typed, f"paper-{place}")


def _add_answer(
    database: Database, class_id: int, number: int, place: int, typed: Mapping[str, str], write_id: str
) -> None:
    done = Done(place, "answer", typed)
    add_work(database, class_id, number, done, write_id, fingerprint("work", place, "answer", dict(typed)))
