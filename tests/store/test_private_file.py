"""The store holds every link there is: nobody but its owner reads it, on a machine that others use too."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from scorekeeper import houses
from scorekeeper.store import Store, create_game
from scorekeeper.store.whole_files import give_to_owner
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


def test_an_administrator_gives_nobody_what_a_link_leads_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as somebody else's file, where the server's user put a link in the place of a draft."""
    link = tmp_path / "draft"
    link.symlink_to(tmp_path / "somebody else's")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    give_to_owner(link, tmp_path)  # whoever follows it finds nothing there, which would be an error
    assert link.readlink() == (tmp_path / "somebody else's")
