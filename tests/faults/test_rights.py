"""A folder or a file that the server may not write: told at the start, with the command that helps."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import scorekeeper.server.worker  # noqa: F401  # while what Python is made of may be read
from scorekeeper.store.opening import open_store
from tests.cli.running import by_click
from tests.store.playing import begin

FILE = "scorekeeper.sqlite3"
NOBODY = 65534
WRONG: dict[str, Callable[[Path], Path]] = {
    "the folder": lambda home: home,
    "the file": lambda home: home / FILE,
}


@pytest.fixture
def home() -> Iterator[Path]:
    """An instance folder with a store, open to all users."""
    folder = Path(tempfile.mkdtemp(prefix="the club's "))
    folder.chmod(0o777)
    home = folder / "instance"
    store = open_store(home / FILE)
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


def without_rights(do: Callable[[], str]) -> str:
    """What it says, done in a child of this process; the rights of root, to whom every file is open, are given up."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            told = do()
        except BaseException as error:
            told = f"it ended by {error!r}"
        os.write(writing, told.encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as said:
        told = said.read().decode()
    os.waitpid(child, 0)
    return told


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_it_is_told_at_the_start(home: Path, monkeypatch: pytest.MonkeyPatch, wrong: Callable[[Path], Path]) -> None:
    place = wrong(home)
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(home))
    place.chmod(0o555 if place.is_dir() else 0o444)

    def serve() -> str:
        result = by_click("serve", "--certificate", "none", "--key", "none")  # so that it never gets further
        return f"{result.exit_code} {result.stdout}{result.stderr}"

    said = without_rights(serve)
    assert said.startswith(f"2 error: The user who runs the server can't write to {place}. Give that user")
