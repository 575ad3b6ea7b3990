"""A store that is copied to the other engine and back."""

from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.store.copying import TABLES, copy
from scorekeeper.store.errors import StoreFailed
from scorekeeper.store.opening import open_store
from tests.postgresql import Cluster
from tests.store.club import fill, rows
from tests.store.empty import new_store
from tests.store.playing import begin


def test_every_row_goes_to_a_database_and_back_and_games_go_on(cluster: Cluster, tmp_path: Path) -> None:
    with (
        closing(new_store(tmp_path / "first.sqlite3")) as first,
        closing(cluster.new_store()) as database,
        closing(new_store(tmp_path / "second.sqlite3")) as second,
    ):
        fill(first)
        told = dict(copy(first, database))
        assert list(told) == list(TABLES) == [*dict(copy(database, second))]
        before = rows(first)
        assert set(before) - {"_sqlite_migrations"} == set(TABLES)
        assert told == {table: len(before[table]) for table in TABLES}
        assert all(told.values())
        assert all(rows(second)[table] == before[table] for table in TABLES)
        begin(database)  # under numbers of its own


def test_nothing_is_copied_over_what_is_there(cluster: Cluster, tmp_path: Path) -> None:
    with closing(new_store(tmp_path / "games.sqlite3")) as source, closing(cluster.new_store()) as to:
        begin(source)
        kept = begin(to).kept
        with pytest.raises(StoreFailed, match="isn't empty"):
            list(copy(source, to))
        assert open_store(to.address).database.execute("SELECT count(*) FROM games").fetchone() == (1,)
        assert kept.version == 1
