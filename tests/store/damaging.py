"""What may have happened to the file of a store, or to the disk below it."""

import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path


def make_newer(file: Path) -> None:
    """As if a newer release had done a step in it."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('scorekeeper', 'm9999_of', '')"
        )
        connection.commit()


@contextmanager
def no_file_above(size: int) -> Iterator[None]:
    """As where the disk is full from there on."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
