"""Papers of a class: seats without a device, which the teacher enters, changes and removes.

Students write a number on the paper, the only link to a child, so numbers are never reused. Work is never changed
either: a changed paper gets newer answers, and a removed one is set aside.
"""

from collections.abc import Mapping

from scorekeeper.school.classes.class_session import Seat
from scorekeeper.school.classes.kept_classes import FULL, MOST_SEATS, KeptClass, changed_class, swap
from scorekeeper.school.classes.seats import add_work, next_number, own_fields, read_seats, set_aside
from scorekeeper.school.exercises.attempt import Done
from scorekeeper.school.exercises.question import AnswersRefused
from scorekeeper.store.columns import fingerprint
from scorekeeper.store.connection import Store
from scorekeeper.store.errors import StoreError
from scorekeeper.store.writes import Write


class PaperNotFound(StoreError):
    """The class has no paper with that number."""

    code = "class.paper_not_found"
    text = "There’s no paper with that number in this class."


class PaperChanged(StoreError):
    """The paper was entered, changed or removed after the form was loaded."""

    code = "class.paper_changed"

    def __init__(self, number: int) -> None:
        super().__init__(f"Paper {number} was saved from another page with different answers.")


def typed_on(paper: Seat) -> dict[int, Mapping[str, str]]:
    """Current text of a paper's answers by question index, from 0."""
    newest = {done.index: done.typed for done in paper.done}
    return {index: typed for index, typed in sorted(newest.items()) if typed}


def next_paper(store: Store, kept: KeptClass) -> int:
    """Number of the next paper."""
    return next_number(store.database, kept.id)


def save_paper(
    store: Store,
    key: str,
    number: int,
    variant: str,
    answers: Mapping[int, Mapping[str, str]],
    based_on: int,
    write: Write,
) -> None:
    """Enter the next paper, or replace the answers of an earlier one. Repeating the last write changes nothing.

    ``answers`` is the typed text by question index. ``based_on`` is the length of `Seat.done` when the form was loaded.
    Raises ClassNotFound, PaperNotFound, PaperChanged, and AnswersRefused without answers or in a full class.
    """
    with changed_class(store, key=key) as (database, kept):
        if kept.led_by == write.id:
            return
        if not answers:
            raise AnswersRefused({"": "This paper has no answers. Fill in all the boxes for at least one question."})
        questions = kept.session.sheet(variant).questions
        wanted = {index: own_fields(questions[index], typed) for index, typed in answers.items()}
        seat = next(iter(read_seats(database, kept.id, number)), None)
        if seat is not None:
            if len(seat.done) != based_on:
                raise PaperChanged(number)
            database.execute(
                "UPDATE class_seats SET variant = ? WHERE class = ? AND number = ?", [variant, kept.id, number]
            )
        else:
            if 1 <= number < next_number(database, kept.id):  # it was removed
                raise PaperChanged(number)
            if number != next_number(database, kept.id) or based_on:
                raise PaperNotFound
            if kept.students >= MOST_SEATS:
                raise AnswersRefused({"": FULL})
            database.execute(
                "INSERT INTO class_seats (class, number, name, variant) VALUES (?, ?, ?, ?)",
                [kept.id, number, f"Paper {number}", variant],
            )
        before = () if seat is None else typed_on(seat)
        changed = {index: wanted.get(index, {}) for index in sorted({*before, *wanted})}
        for index, typed in changed.items():
            content = fingerprint("work", index, "answer", typed)
            add_work(database, kept.id, number, Done(index, "answer", typed), f"{write.id}-{index}", content)
        swap(store, kept, kept.session, write)


def remove_paper(store: Store, key: str, number: int) -> None:
    """Set a paper aside, so that it no longer counts. Repeating it changes nothing.

    Raises ClassNotFound and PaperNotFound.
    """
    with changed_class(store, key=key) as (database, kept):
        if not 1 <= number < next_number(database, kept.id):
            raise PaperNotFound
        set_aside(database, kept.id, number)
