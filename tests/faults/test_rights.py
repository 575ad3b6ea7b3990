"""A folder or a file that the server may not write: told at the start, with whose it is and the command that helps."""

from __future__ import annotations

import os
import pwd
import shlex
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import scorekeeper.web.serving  # noqa: F401  # while what Python is made of may be read
from scorekeeper.store.connection import Store
from tests.cli.running import by_click
from tests.faults.without_rights import NOBODY, without_rights
from tests.store.playing import begin

FILE = "scorekeeper.sqlite3"
WRONG: dict[str, Callable[[Path], Path]] = {
    "the folder": lambda home: home,
    "the file": lambda home: home / FILE,
    "the folder in which it would be made": lambda home: home.parent,
}


@pytest.fixture
def home() -> Iterator[Path]:
    """An instance folder with a store, where everybody may come."""
    folder = Path(tempfile.mkdtemp(prefix="the club's "))
    folder.chmod(0o777)
    home = folder / "instance"
    store = Store.open(home / FILE)
    begin(store)
    store.close()
    (home / "backups").mkdir()
    for place in (home, home / "backups"):
        place.chmod(0o777)
    (home / FILE).chmod(0o666)
    yield home
    for place in (folder, home):
        place.chmod(0o777)
    shutil.rmtree(folder)


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_it_is_told_at_the_start(home: Path, monkeypatch: pytest.MonkeyPatch, wrong: Callable[[Path], Path]) -> None:
    place = wrong(home)
    instance = home if place != home.parent else home.parent / "other"
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(instance))
    place.chmod(0o555 if place.is_dir() else 0o444)

    def serve() -> str:
        result = by_click("serve", "--certificate", "none", "--key", "none")  # so that it never gets further
        return f"{result.exit_code} {result.stdout}{result.stderr}"

    said = without_rights(serve)
    mine = os.geteuid() != 0
    owner = pwd.getpwuid(os.geteuid()).pw_name
    server = owner if mine else pwd.getpwuid(NOBODY).pw_name
    command = "chmod u+rwX" if mine else f"sudo chown -R {server}:"
    what = "folder" if place.is_dir() else "file"
    mode = "0555" if place.is_dir() else "0444"
    assert said == (
        f"2 error: the {what} {place} cannot be written: it belongs to {owner}, with mode {mode}. The server "
        f"runs as {server}, who must be able to write there: {command} {shlex.quote(str(place))}\n"
    )
