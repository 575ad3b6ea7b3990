"""Finding a game among few and among very many; what a durable write costs; writers that are killed."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

from scorekeeper.store import SettleHole, Store, find_game
from tests.store.killing import entered_numbers, killed_often
from tests.store.playing import KINGS, Table, begin

HANDS_OF_A_GAME = 36  # nine holes of four
FEW, MANY = 1_000, 1_000_000
GAMES_A_PASS = 25  # fewer than a store keeps built, and each found once: none of them is in memory yet

COPIES = """
INSERT INTO games SELECT id + n, hex(randomblob(16)), hex(randomblob(16)), title, house, holes_planned,
    first_dealer + 4 * n, NULL, version, created_at, changed_at FROM games, copies WHERE id = 1;
INSERT INTO players SELECT id + 4 * n, game + n, seat, name, joined, "left" FROM players, copies WHERE game = 1;
INSERT INTO holes SELECT game + n, number, dealer + 4 * n, ender, ender_known, confirmed, warnings_accepted, playoff
    FROM copies, holes WHERE game = 1;
INSERT INTO layouts SELECT game + n, hole, player + 4 * n, cards, points, version FROM copies, layouts WHERE game = 1;
INSERT INTO history SELECT NULL, game + n, write_id || ' ' || n, content, device, at, kind, parts, of_change
    FROM copies, history WHERE game = 1;
INSERT INTO device_games SELECT 'device ' || (n % 5000), 1 + n, 1 FROM copies
"""


def full_store(path: Path, hands: int) -> Store:
    """A store with that many hands, in games of nine holes."""
    store = Store.open(path)
    table = begin(store, "Ann", "Bo", "Cy", "Di")
    for hole in range(1, 10):
        table.change(*(table.hand(hole, name, KINGS) for name in table.names), SettleHole(hole, confirmed=True))
    games = -(-hands // HANDS_OF_A_GAME)
    with store.write() as database:
        # Copies of the game that was played: played through the front door, a million hands take an hour.
        database.execute(
            "CREATE TEMP TABLE copies AS SELECT value AS n FROM json_each(?)", [str(list(range(1, games)))]
        )
        for statement in COPIES.split(";"):
            database.execute(statement)
    return store


def microseconds(calls: Iterator[Callable[[], object]]) -> float:
    """The middle time of these calls."""
    times = []
    for call in calls:
        started = perf_counter()
        call()
        times.append(perf_counter() - started)
    return median(times) * 1e6


def times(store: Store) -> dict[str, float]:
    """Microseconds: a game built from the file, found again, changed."""
    dice = random.Random(1)
    keys = [key for (key,) in store.database.execute("SELECT edit_key FROM games").fetchall()]
    table = Table(store, keys[0])

    def passes() -> Iterator[Callable[[], object]]:
        for _ in range(40):
            fresh = Store.open(store.path)
            find_game(fresh, keys[0])  # what a connection does once
            for key in dice.sample(keys[1:], GAMES_A_PASS):
                yield partial(find_game, fresh, key)
            fresh.close()

    return {
        "built": microseconds(passes()),
        "found again": microseconds(partial(find_game, store, keys[0]) for _ in range(2000)),
        "changed": microseconds(
            partial(table.change, SettleHole(1, confirmed=bool(number % 2))) for number in range(400)
        ),
    }


def measures() -> Iterator[tuple[str, float, str, str]]:
    """Times as ratios, with the times themselves beside them; and the entries that a kill lost."""
    with tempfile.TemporaryDirectory() as folder:
        few_store = full_store(Path(folder) / "few.sqlite3", FEW)
        many_store = full_store(Path(folder) / "many.sqlite3", MANY)
        few, many = times(few_store), times(many_store)
        for what in ("built", "found again", "changed"):
            yield f"a game {what}, among {MANY:,} hands", many[what], "us", ""
            yield f"  against {FEW:,} hands", many[what] / few[what], "times", "at most 1.2"
        few_store.close()
        many_store.close()
        with_kills = begin(Store.open(Path(folder) / "killed.sqlite3"))
        sent = killed_often(with_kills, 200)
        kept = entered_numbers(with_kills)
        yield f"entries lost or doubled by 200 kills, of {len(sent):,}", abs(len(sent) - len(kept)), "", "0"
        with_kills.store.close()
