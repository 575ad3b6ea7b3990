"""The store holds every link there is: nobody but its owner reads it, on a machine that others use too."""

from __future__ import annotations

import stat
from pathlib import Path

from scorekeeper import houses
from scorekeeper.store import Store, create_game
from tests.store.playing import new_write


def modes(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir() if file.is_file()}


def write(store: Store) -> None:
    create_game(store, house=houses.get("two-joker"), players=["Ann", "Bo"], holes=9, first_dealer=0, write=new_write())


def test_a_new_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "games.sqlite3")
    write(store)
    assert set(modes(tmp_path).values()) == {0o600}
    assert "games.sqlite3-wal" in modes(tmp_path)
    store.close()


def test_a_file_that_its_owner_let_others_read_stays_so(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    Store.open(file).close()
    file.chmod(0o640)
    store = Store.open(file)
    write(store)
    assert set(modes(tmp_path).values()) == {0o640}
    store.close()
