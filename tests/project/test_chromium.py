"""How `make test` comes by a browser."""

from __future__ import annotations

import stat
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.browser import chromium

FOUND = Path("/somewhere/chromium")
UPDATE = ["apt-get", "update", "-qq"]
INSTALL = ["apt-get", "install", "-y", "-qq", "--no-install-recommends"]


class Machine:
    """A machine on which some commands work."""

    def __init__(self, works: str) -> None:
        self.works = works
        self.asked: list[list[str]] = []
        self.has_browser = False

    def run(self, command: Sequence[str]) -> bool:
        self.asked.append(list(command))
        worked = self.works in command[0] or self.works in command
        self.has_browser = self.has_browser or (worked and "install" in command)
        return worked

    def present(self) -> Path | None:
        return FOUND if self.has_browser else None


def test_debians_package_is_taken_where_root_has_apt() -> None:
    machine = Machine(works="apt-get")
    assert chromium.get(machine.run, machine.present, root=True, apt="apt-get") == FOUND
    assert machine.asked == [UPDATE, [*INSTALL, "chromium-headless-shell"]]


def test_a_debian_without_the_one_that_has_no_window_gives_the_whole() -> None:
    machine = Machine(works="chromium")
    assert (
        chromium.get(
            lambda command: machine.run(command) or list(command) == UPDATE, machine.present, root=True, apt="apt-get"
        )
        == FOUND
    )
    assert machine.asked == [UPDATE, [*INSTALL, "chromium-headless-shell"], UPDATE, [*INSTALL, "chromium"]]


@pytest.mark.parametrize(
    ("root", "apt"),
    [pytest.param(False, "apt-get", id="not-root"), pytest.param(True, None, id="no-apt")],
)
def test_elsewhere_playwrights_own_is_downloaded(root: bool, apt: str | None) -> None:
    machine = Machine(works="playwright")
    assert chromium.get(machine.run, machine.present, root=root, apt=apt) == FOUND
    assert [command[1:] for command in machine.asked] == [["-m", "playwright", "install", "chromium"]]


def test_a_package_that_cannot_be_had_leads_to_the_download() -> None:
    machine = Machine(works="playwright")
    assert chromium.get(machine.run, machine.present, root=True, apt="apt-get") == FOUND
    assert {command[0] for command in machine.asked[:-1]} == {"apt-get"}
    assert machine.asked[-1][1:] == ["-m", "playwright", "install", "--with-deps", "chromium"]


def test_without_any_way_everything_tried_is_told() -> None:
    machine = Machine(works="nothing")
    with pytest.raises(chromium.NoBrowser, match=r"(?s)apt-get update.*playwright install"):
        chromium.get(machine.run, machine.present, root=True, apt="apt-get")


def executable(path: Path, script: str) -> Path:
    path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.mark.parametrize(
    ("script", "counts"),
    [
        pytest.param("echo Chromium 156.0", True, id="chromium"),
        pytest.param("echo Google Chrome 156.0", True, id="chrome"),
        pytest.param("echo 'Please install the snap' >&2; exit 1", False, id="wrapper-of-a-snap"),
        pytest.param("echo Firefox 150", False, id="another-browser"),
    ],
)
def test_an_installed_browser_counts_if_it_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, counts: bool
) -> None:
    browser = executable(tmp_path / "chromium", script)
    monkeypatch.delenv(chromium.NAMED_BY, raising=False)
    monkeypatch.setattr(chromium, "ELSEWHERE", ())
    monkeypatch.setenv("PATH", str(tmp_path))
    assert chromium.installed() == (browser if counts else None)


def test_a_named_browser_is_the_only_one_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    executable(tmp_path / "chromium", "echo Chromium 156.0")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv(chromium.NAMED_BY, str(tmp_path / "missing"))
    assert chromium.installed() is None
