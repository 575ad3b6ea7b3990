"""A store of either engine for every test, but for those of the file alone, which are marked `file_only`."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.store.connection import Store
from tests.store.empty import new_store
from tests.store.playing import Table, begin


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "store" in metafunc.fixturenames:
        is_of_file = metafunc.definition.get_closest_marker("file_only")
        metafunc.parametrize("store", ["file"] if is_of_file else ["file", "postgresql"], indirect=True)


@pytest.fixture
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    is_file = request.param == "file"
    kept = new_store(tmp_path / "games.sqlite3") if is_file else request.getfixturevalue("cluster").emptied_store()
    yield kept
    kept.close()


@pytest.fixture
def table(store: Store) -> Table:
    """Ann, Bo and Cy, nine holes."""
    return begin(store)
