"""What a class wrote on paper: seats that nobody sits on, entered, corrected and removed by the teacher one by one.

A number stands on a paper at home, and is the only way back to a child: it is never given again. What was typed is
never changed either: a paper that is corrected gets answers that count instead, and one that is removed is set aside.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.school.classes import FULL, MOST_SEATS, KeptClass, found_by_key
from scorekeeper.school.question import AnswersRefused
from scorekeeper.school.seats import MOST_WORK, TooMuchWork, add_work, own_fields, read_seats
from scorekeeper.school.session import NotNow, Pace
from scorekeeper.school.work import Done, Seat
from scorekeeper.store.columns import fingerprint
from scorekeeper.store.errors import StoreError
from scorekeeper.store.writes import Write

if TYPE_CHECKING:
    from sqlite_utils import Database

    from scorekeeper.store.connection import Store


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


class PaperChanged(StoreError):
    """The paper of that number was entered, corrected or removed since the form was loaded."""

    code = "class.paper_changed"

    def __init__(self, number: int) -> None:
        super().__init__(f"Paper {number} was saved from another page meanwhile, with other answers")


@dataclass(frozen=True, slots=True)
class Paper:
    """What stands on a paper: which sheet it is, and what was typed at each place, from 0, that was answered."""

    variant: str
    typed: Mapping[int, Mapping[str, str]]


def paper_of(seat: Seat) -> Paper:
    """A paper as it is kept, after all corrections."""
    newest = {done.place: done.typed for done in seat.done}
    return Paper(seat.variant, {place: typed for place, typed in sorted(newest.items()) if typed})


def next_paper(store: Store, kept: KeptClass) -> int:
    """The number that the next paper will have."""
    return _next_number(store.database, kept.id)


def save_paper(store: Store, key: str, number: int, paper: Paper, based_on: int, write: Write) -> KeptClass:
    """Enter the next paper, or put other answers in place of those of an earlier one. The same write is done once.

    ``based_on`` says how much was done on it (`Seat.done`) where the form was loaded. Raises ClassNotFound, NotNow
    where the class has phones, PaperNotFound, PaperChanged, ClassFull, TooMuchWork, and AnswersRefused where nothing
    was answered, and for a sheet or a question that the set does not have.
    """
    found_by_key(store, store.database, key)  # builds the set, if need be, while others may write
    with store.write() as database:
        kept = _on_paper(store, database, key)
        if _is_done(database, kept.id, number, write):
            return kept
        wanted = _answers(kept, paper)
        seat = _seat(database, kept.id, number)
        if seat is None:
            _check_next(database, kept, number, based_on)
            seat, changed = _add_seat(database, kept.id, number, paper.variant), wanted
        elif len(seat.done) != based_on:
            raise PaperChanged(number)
        else:
            before = paper_of(seat)
            is_moved = before.variant != paper.variant  # the same words answer another question there
            places = [
                place
                for place in sorted({*before.typed, *wanted})
                if is_moved or before.typed.get(place) != wanted.get(place)
            ]
            changed = {place: wanted.get(place, {}) for place in places}
        for place, typed in changed.items():
            if sum(done.place == place for done in seat.done) >= MOST_WORK:
                raise TooMuchWork
            content = fingerprint("work", place, "answer", dict(typed))
            add_work(database, kept.id, number, Done(place, "answer", typed), f"{write.id}-{place}", content)
        database.execute(
            "UPDATE class_seats SET variant = ? WHERE class = ? AND number = ?", [paper.variant, kept.id, number]
        )
        database.execute("UPDATE classes SET led = led + 1, work = work + ? WHERE id = ?", [len(changed), kept.id])
        return found_by_key(store, database, key)


def remove_paper(store: Store, key: str, number: int) -> KeptClass:
    """Set a paper aside, so that nothing shows or counts it. Done already, it changes nothing.

    Raises ClassNotFound, NotNow where the class has phones, and PaperNotFound.
    """
    found_by_key(store, store.database, key)  # builds the set, if need be, while others may write
    with store.write() as database:
        kept = _on_paper(store, database, key)
        if not 1 <= number < _next_number(database, kept.id):
            raise PaperNotFound
        removed = database.execute(
            "UPDATE class_seats SET aside = 1 WHERE class = ? AND number = ? AND NOT aside", [kept.id, number]
        )
        if removed.rowcount:
            # The sum of both is the version, which never falls.
            database.execute("UPDATE classes SET led = led + 2, joined = joined - 1 WHERE id = ?", [kept.id])
        return found_by_key(store, database, key)


# --- rows -------------------------------------------------------------------------------------------------------------


def _on_paper(store: Store, database: Database, key: str) -> KeptClass:
    kept = found_by_key(store, database, key)
    if kept.session.pace is not Pace.PAPER:
        raise NotNow("papers belong to a class that answered on paper")
    return kept


def _seat(database: Database, class_id: int, number: int) -> Seat | None:
    return next((kept.seat for kept in read_seats(database, class_id) if kept.seat.number == number), None)


def _next_number(database: Database, class_id: int) -> int:
    """After all that there ever were, also those that were removed."""
    row = database.execute("SELECT COALESCE(MAX(number), 0) FROM class_seats WHERE class = ?", [class_id]).fetchone()
    return int(row[0]) + 1


def _check_next(database: Database, kept: KeptClass, number: int, based_on: int) -> None:
    """Raise for a number that is not that of the next paper: it was removed, or there never was one."""
    begins = _next_number(database, kept.id)
    if 1 <= number < begins:
        raise PaperChanged(number)
    if number != begins or based_on:
        raise PaperNotFound
    if kept.pupils >= MOST_SEATS:
        raise ClassFull


def _is_done(database: Database, class_id: int, number: int, write: Write) -> bool:
    mark = f"{write.id}-"
    row = database.execute(
        "SELECT 1 FROM class_work WHERE class = ? AND seat = ? AND substr(write_id, 1, ?) = ?",
        [class_id, number, len(mark), mark],
    ).fetchone()
    return row is not None


def _answers(kept: KeptClass, paper: Paper) -> dict[int, dict[str, str]]:
    """What is kept of a paper, by place. Raises AnswersRefused."""
    sheet = kept.session.questions.sheet(paper.variant)
    if sheet is None or any(not 0 <= place < len(sheet.questions) for place in paper.typed):
        raise AnswersRefused({"": f"the set has no such sheet or question: {paper.variant}"})
    if not paper.typed:
        raise AnswersRefused({"": "nothing was answered on this paper: fill in all boxes of a question"})
    return {place: own_fields(sheet.questions[place], typed) for place, typed in sorted(paper.typed.items())}


def _add_seat(database: Database, class_id: int, number: int, variant: str) -> Seat:
    name = f"Paper {number}"
    database.execute(
        "INSERT INTO class_seats (class, number, name, variant) VALUES (?, ?, ?, ?)", [class_id, number, name, variant]
    )
    database.execute("UPDATE classes SET joined = joined + 1 WHERE id = ?", [class_id])
    return Seat(number, name, variant)
