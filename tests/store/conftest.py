"""A store in a file of its own. Another store that keeps the contract is tested by making this return it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.store.connection import Store
from tests.store.empty import new_store
from tests.store.playing import Table, begin


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    kept = new_store(tmp_path / "games.sqlite3")
    yield kept
    kept.close()


@pytest.fixture
def table(store: Store) -> Table:
    """Ann, Bo and Cy, nine holes."""
    return begin(store)
