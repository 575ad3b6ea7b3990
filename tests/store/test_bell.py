"""The bell of a store: who listens to a game or a class hears what was saved, and nothing else."""

from collections.abc import Callable

import pytest

from scorekeeper.school.classes.kept_classes import board_topic_of, delete_class, topic_of
from scorekeeper.store.connection import Store
from scorekeeper.tally import game_row
from scorekeeper.tally.deleting import delete_game, erase_game, put_back
from scorekeeper.tally.games import rematch
from scorekeeper.tally.sharing import choose_seat, renew_link
from tests.serving import await_that
from tests.store.playing import KINGS, Table, new_write
from tests.store.schooling import begin_lesson


class Ear:
    """Counts the rings for a topic."""

    def __init__(self, store: Store, topic: str) -> None:
        self.heard = 0
        self.leave = store.bell.listen(topic, self._hear)

    def _hear(self) -> None:
        self.heard += 1


@pytest.fixture
def hearing(store: Store) -> Store:
    """The store, once it hears what is changed in it."""
    store.hear_others()
    ear = Ear(store, "trial")

    def is_heard() -> bool:
        with store.write():
            store.ring("trial")
        return ear.heard > 0

    await_that(is_heard)
    return store


def test_each_change_of_a_game_is_heard(hearing: Store, table: Table) -> None:
    ear = Ear(hearing, game_row.topic_of(table.kept.id))

    def renew(which: str) -> None:
        table.key = renew_link(hearing, table.key, which, new_write()).edit_key  # type: ignore[arg-type]  # of the two

    changes: list[Callable[[], object]] = [
        lambda: table.enter(1, "Ann", KINGS),
        lambda: table.undo(),
        lambda: choose_seat(hearing, "phone-2", table.key, table.id("Bo")),
        lambda: rematch(hearing, table.key, new_write()),
        lambda: renew("view"),
        lambda: renew("edit"),
        lambda: delete_game(hearing, table.key, new_write()),
        lambda: put_back(hearing, table.key, new_write()),
        lambda: delete_game(hearing, table.key, new_write()),
        lambda: erase_game(hearing, table.key, new_write()),
    ]
    for number, change in enumerate(changes, 1):
        ear.heard = 0
        change()
        await_that(lambda: ear.heard > 0, f"change {number} was not heard")


def test_a_write_that_is_undone_is_not_heard(hearing: Store, table: Table) -> None:
    ear, other = Ear(hearing, game_row.topic_of(table.kept.id)), Ear(hearing, "other")

    def changed_mind() -> None:
        with hearing.write():
            table.enter(1, "Ann", KINGS)
            raise LookupError

    with pytest.raises(LookupError):
        changed_mind()
    with hearing.write():
        hearing.ring("other")
    await_that(lambda: other.heard == 1)
    assert ear.heard == 0


def test_who_has_left_hears_nothing_more(hearing: Store) -> None:
    left, stays = Ear(hearing, "topic"), Ear(hearing, "topic")
    left.leave()
    with hearing.write():
        hearing.ring("topic")
    await_that(lambda: stays.heard == 1)
    assert left.heard == 0


def test_students_hear_their_teacher_and_boards_hear_both(hearing: Store) -> None:
    lesson = begin_lesson(hearing, waits=True)
    student, board = Ear(hearing, topic_of(lesson.kept.id)), Ear(hearing, board_topic_of(lesson.kept.id))
    lesson.join("token-1")
    await_that(lambda: board.heard == 1)
    lesson.lead("begin")
    await_that(lambda: (student.heard, board.heard) == (1, 2))
    delete_class(hearing, lesson.key, new_write())
    await_that(lambda: (student.heard, board.heard) == (2, 3))
