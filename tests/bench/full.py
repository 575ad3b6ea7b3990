"""Stores as they are after years: very many games, each of nine holes and four players."""

import atexit
import shutil
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp

from scorekeeper.store.backups import backups
from scorekeeper.store.columns import digest
from scorekeeper.store.connection import Store
from scorekeeper.store.files import backups_of
from scorekeeper.store.opening import open_store
from scorekeeper.tally.values import SettleHole
from tests.bench.hall import HANDS
from tests.store.playing import begin, cards, file_of

HANDS_OF_A_GAME = 36
"""Nine holes of four."""

_COPIED = {
    # What is another value in copy n of the game that was played, which is number 1.
    "games": {
        "id": "1 + n",
        "uid": "key('uid', n)",
        "edit_key": "key('edit', n)",
        "view_key": "key('view', n)",
        "edit_digest": "digest(key('edit', n))",
        "view_digest": "digest(key('view', n))",
    },
    "history": {"id": "NULL", "game": "1 + n", "write_id": "write_id || ' ' || n"},
}


def full_store(path: Path, hands: int) -> Store:
    """A store with that many hands, opened. A server on it finds that today's backup is there, and makes none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(_built(hands), path)
    folder = backups_of(path)
    folder.mkdir(exist_ok=True)
    shutil.copyfile(_built(1), folder / f"{path.stem}-{datetime.now(UTC):%Y-%m-%d}.sqlite3")
    assert backups(path)
    return open_store(path)


def edit_keys(store: Store, number: int) -> list[str]:
    """Up to `number` of its games, from all over the file."""
    keys = [key for (key,) in store.database.execute("SELECT edit_key FROM games ORDER BY id").fetchall()]
    return keys[:: max(1, len(keys) // number)][:number]


@cache
def _built(hands: int) -> Path:
    """The file, made once in this process."""
    folder = Path(mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = folder / "full.sqlite3"
    store = open_store(path)
    table = begin(store, "Ann", "Bo", "Cy", "Di")
    for hole in range(1, 10):
        entered = [table.hand(hole, name, cards(hand)) for name, hand in zip(table.names, HANDS, strict=True)]
        table.change(*entered, SettleHole(hole, confirmed=True))
    _copy(store, -(-hands // HANDS_OF_A_GAME))
    store.close()
    return path


def _copy(store: Store, games: int) -> None:
    """Copies of the game, made within the file: through the front door a million hands take an hour."""
    connection = file_of(store).database.conn
    connection.create_function("key", 2, lambda word, n: sha256(f"{word} {n}".encode()).hexdigest()[:22])
    connection.create_function("digest", 1, digest)
    with store.write() as database:
        database.execute(
            "CREATE TEMP TABLE copies AS WITH RECURSIVE copies (n) AS "
            "(SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < ?) SELECT n FROM copies WHERE ? > 1",
            [games - 1, games],
        )
        for table, copied in _COPIED.items():
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})").fetchall()]
            values = ", ".join(copied.get(column, f'"{column}"') for column in columns)
            own = "id" if table == "games" else "game"
            database.execute(f"INSERT INTO {table} SELECT {values} FROM copies, {table} WHERE {table}.{own} = 1")
        database.execute("INSERT INTO device_games SELECT 'device ' || (n % 5000), 1 + n, 1 FROM copies")
