"""Finding a game among few and among very many; what a durable write costs; writers that are killed."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

from scorekeeper.store.connection import Store
from scorekeeper.tally.read_game import find_game
from scorekeeper.tally.values import SettleHole
from tests.bench.full import edit_keys, full_store
from tests.bench.rows import Effort, Row
from tests.store.killing import entered_numbers, killed_often
from tests.store.playing import Table, begin

FEW, MANY = 1_000, 1_000_000
GAMES_A_PASS = 25  # fewer than a store keeps built, and each found once: none of them is in memory yet


Call = Callable[[], object]


def microseconds(calls: Iterator[tuple[Call, Call]]) -> tuple[float, float]:
    """The middle time of the first of each two calls, and of the second; by turns, for the disk is not ours alone."""
    times: tuple[list[float], list[float]] = ([], [])
    for pair in calls:
        for call, taken in zip(pair, times, strict=True):
            started = perf_counter()
            call()
            taken.append(perf_counter() - started)
    first, second = (median(taken) * 1e6 for taken in times)
    return first, second


def built(store: Store, passes: int) -> Iterator[Call]:
    """A game is built from the file, over and over."""
    dice = random.Random(1)
    keys = [key for (key,) in store.database.execute("SELECT edit_key FROM games").fetchall()]
    for _ in range(passes):
        fresh = Store.open(store.path)
        find_game(fresh, keys[0])  # what a connection does once
        for key in dice.sample(keys[1:], GAMES_A_PASS):
            yield partial(find_game, fresh, key)
        fresh.close()


def found_again(store: Store, number: int) -> Iterator[Call]:
    (key,) = edit_keys(store, 1)
    yield from [partial(find_game, store, key)] * number


def changed(store: Store, number: int) -> Iterator[Call]:
    table = Table(store, edit_keys(store, 1)[0])
    for turn in range(number):
        yield partial(table.change, SettleHole(1, confirmed=bool(turn % 2)))


def measures(effort: Effort = Effort.USUAL) -> Iterator[Row]:
    """Times as ratios, with the times themselves beside them; and the entries that a kill lost."""
    many, kills = effort.choose(quick=2_000, usual=MANY), effort.choose(quick=3, usual=200)
    with tempfile.TemporaryDirectory() as folder:
        few_store = full_store(Path(folder) / "few.sqlite3", FEW)
        many_store = full_store(Path(folder) / "many.sqlite3", many)
        pairs = (
            ("built", built, effort.choose(quick=1, usual=40)),
            ("found again", found_again, effort.choose(quick=10, usual=2000)),
            ("changed", changed, effort.choose(quick=10, usual=400)),
        )
        for what, calls, number in pairs:
            few_time, many_time = microseconds(zip(calls(few_store, number), calls(many_store, number), strict=True))
            yield Row(f"a game {what}, among {many:,} hands", many_time, "us")
            yield Row(f"  against {FEW:,} hands", many_time / few_time, "times", "at most 1.2")
        few_store.close()
        many_store.close()
        with_kills = begin(Store.open(Path(folder) / "killed.sqlite3"))
        sent = killed_often(with_kills, kills)
        kept = entered_numbers(with_kills)
        lost = sum(one != other for one, other in zip(sent, kept, strict=False)) + abs(len(sent) - len(kept))
        yield Row(
            f"entries lost or doubled by kill -9, {kills} times in {len(sent):,} writes", lost, "", "0", design=True
        )
        with_kills.store.close()
