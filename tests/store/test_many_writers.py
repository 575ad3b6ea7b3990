"""Several threads and processes at one store, and writers that are killed in the middle."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from itertools import count
from typing import Any, TypeVar

import pytest

from scorekeeper.store.connection import Store
from scorekeeper.store.opening import open_store
from scorekeeper.tally.changing import change
from scorekeeper.tally.deleting import delete_game, erase_game
from scorekeeper.tally.game_errors import Conflict, GameNotFound
from scorekeeper.tally.game_row import state_of
from scorekeeper.tally.history import history
from scorekeeper.tally.values import Changed
from tests.serving import await_that
from tests.store import writer
from tests.store.killing import entered_numbers, killed_often
from tests.store.playing import FIVES, Table, new_write, points

T = TypeVar("T")


def at_once(calls: Sequence[Callable[[], T]]) -> list[T]:
    """What each call answers, each in a thread of its own, all started at the same moment."""
    start = threading.Barrier(len(calls))

    def run(call: Callable[[], T]) -> T:
        start.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return [done.result() for done in [pool.submit(run, call) for call in calls]]


def test_two_programs_at_one_file_lose_nothing(table: Table) -> None:
    """Each has a store of its own, as two processes have."""
    with closing(open_store(table.store.address)) as other:
        one, two = at_once(
            [lambda: writer.replaced(table.store, table.key, 0, 40), lambda: writer.replaced(other, table.key, 100, 40)]
        )
    assert len(one) == len(two) == 40
    assert sorted_pairs(one + two) == sorted_pairs(kept_pairs(table))


def kept_pairs(table: Table) -> list[tuple[int | None, int]]:
    """What each accepted write replaced and wrote; each replaced just what the one before it had written."""
    pairs: list[Any] = [
        (one.parts[-1].before, one.parts[-1].after)
        for one in reversed(history(table.store, table.key))
        if one.kind == "hand"
    ]
    assert [before for before, _ in pairs] == [None, *(after for _, after in pairs[:-1])]
    assert table.entry(1, "Ann") == points(pairs[-1][1])
    return pairs


def sorted_pairs(pairs: Sequence[tuple[int | None, int]]) -> list[tuple[int | None, int]]:
    return sorted(pairs, key=lambda pair: pair[1])


def test_a_game_that_is_played_at_two_servers_can_be_undone_and_deleted(table: Table) -> None:
    def plays(store: Store, name: str) -> None:
        here = Table(store, table.key, name)
        for number in count():
            try:
                with suppress(Conflict):  # as after an undo
                    here.enter(1, name, points(number % 100))
                if number % 3 == 2:
                    here.undo()
            except GameNotFound:
                return

    def deletes(store: Store) -> None:
        await_that(lambda: state_of(store, table.key).version > 20)
        delete_game(store, table.key, new_write())

    with closing(open_store(table.store.address)) as other:
        people = [lambda: plays(table.store, "Ann"), lambda: plays(other, "Bo"), lambda: plays(other, "Cy")]
        at_once([*people, lambda: deletes(table.store)])
        assert erase_game(table.store, table.key, new_write())
        assert other.database.execute("SELECT count(*) FROM history").fetchone() == (0,)


def test_the_same_write_from_eight_threads_is_done_once(table: Table) -> None:
    edits, write = [table.hand(1, "Ann", FIVES)], new_write()
    calls: list[Callable[[], Changed]] = [lambda: change(table.store, table.key, edits, write)] * 8
    answers = at_once(calls)
    assert sorted(answer.repeated for answer in answers) == [False] + [True] * 7
    assert {answer.kept.version for answer in answers} == {2}


@pytest.mark.long
def test_a_writer_killed_in_the_middle_loses_and_doubles_nothing(table: Table) -> None:
    """`make bench` kills 200."""
    sent = killed_often(table, 10)
    assert len(sent) > 10
    assert entered_numbers(table) == sent
