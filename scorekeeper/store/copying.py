"""Copy a store into an empty one, of either engine, and compare every row."""

from collections.abc import Iterator
from typing import Any, Final

from scorekeeper.store.connection import Database, Store
from scorekeeper.store.errors import StoreFailed

TABLES: Final = (
    *("game_houses", "games", "history", "retired_keys", "device_games", "seats"),
    *("houses", "house_versions", "device_houses", "gone_links"),
    *("practice", "sets", "classes", "class_seats", "class_tokens", "class_work"),
)
"""All tables; those that others refer to come first."""

_AT_ONCE: Final = 200
"""Rows per statement."""


def copy(source: Store, to: Store) -> Iterator[tuple[str, int]]:
    """Copy every table; yields its name and number of rows once the copy matches.

    Everything is saved after the last table, or nothing. Raises StoreFailed if ``to`` is not empty.
    """
    with source.read() as theirs, to.write() as ours:
        for table in TABLES:
            if _rows(ours, table)[1]:
                raise StoreFailed(f"{to.name} isn't empty: its table {table} has rows. Choose a new file or database.")
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
                raise StoreFailed(
                    f"Table {table} in {to.name} differs from {source.name} after the copy. Don't use the copy."
                )
            yield table, len(rows)


def _rows(database: Database, table: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """Column names and all rows, ordered so that a row follows those it refers to."""
    found = database.execute(f"SELECT * FROM {table} ORDER BY 1, 2")
    return [f'"{column[0]}"' for column in found.description], list(found.fetchall())
