"""Copying a store into an empty one, of the same engine or the other: every row, and every row compared."""

from collections.abc import Iterator
from typing import Any, Final

from scorekeeper.store.connection import Database, Store
from scorekeeper.store.errors import StoreFailed

TABLES: Final = (
    *("game_houses", "games", "history", "retired_keys", "device_games", "seats"),
    *("houses", "house_versions", "device_houses", "gone_links"),
    *("practice", "sets", "classes", "class_seats", "class_tokens", "class_work"),
)
"""Every table, those first that others refer to."""

_AT_ONCE: Final = 200
"""Rows of one statement."""


def copy(source: Store, to: Store) -> Iterator[tuple[str, int]]:
    """Copy every table; each with its number of rows, once its rows are the same in both.

    All of it is kept when the last one was told, or nothing. Raises StoreFailed where there is anything in ``to``.
    """
    with source.read() as theirs, to.write() as ours:
        for table in TABLES:
            if _rows(ours, table)[1]:
                raise StoreFailed(f"{to.name} is not empty: its {table} has rows; copy into a new one")
        for table in TABLES:
            names, rows = _rows(theirs, table)
            for begin in range(0, len(rows), _AT_ONCE):
                some = rows[begin : begin + _AT_ONCE]
                places = f"({', '.join('?' * len(names))})"
                ours.execute(
                    f"INSERT INTO {table} ({', '.join(names)}) VALUES {', '.join([places] * len(some))}",
                    [value for row in some for value in row],
                )
            if names[0] == '"id"':
                to.number_on(ours, table)
            if _rows(ours, table) != (names, rows):
                raise StoreFailed(f"{to.name} holds other rows of {table} than {source.name} after they were copied")
            yield table, len(rows)


def _rows(database: Database, table: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """The names of the columns, and all rows: whatever a row refers to, in its own table too, comes before it."""
    found = database.execute(f"SELECT * FROM {table} ORDER BY 1, 2")
    return [f'"{column[0]}"' for column in found.description], list(found.fetchall())
