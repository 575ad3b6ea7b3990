"""`scorekeeper doctor`: looks over everything that is kept, and says what to do about what is wrong."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path
from shutil import disk_usage
from typing import TYPE_CHECKING, Any

import click

from scorekeeper.cli.telling import BadInput, FileName, json_option, print_json, tell

if TYPE_CHECKING:
    from scorekeeper.store import Finding
    from scorekeeper.web.places import Places

ROOM = 100_000_000
"""Bytes on a disk below which somebody should make room, besides those for a backup."""


@click.command("doctor")
@click.argument("file", type=FileName(), required=False)
@json_option
def look_over(file: Path | None, as_json: bool) -> None:
    """Look over everything that is kept; changes nothing, and may be run beside a server.

    Without a FILE it is the store of this folder or of the settings, with its backups and what else it needs; with one
    it is that file alone, such as a backup. The exit is 2 if anything is wrong.
    """
    from scorekeeper.web.config import BadSetting
    from scorekeeper.web.places import places

    try:
        here = None if file else places()
    except BadSetting as error:
        raise BadInput([str(error)]) from error
    path = here.store if here else file
    assert path is not None
    findings = []
    if not as_json:
        tell(f"Looking at {path}")
    for finding in _one_by_one(path, here):
        findings.append(finding)
        if not as_json:
            _tell(finding)
    if as_json:
        fine = all(finding.is_fine for finding in findings)
        print_json({"file": str(path), "fine": fine, "findings": [_data(finding) for finding in findings]})
    problems = [problem for finding in findings for problem in _with_advice(finding)]
    if problems:
        raise BadInput(problems)
    if not as_json:
        tell("All is well.")


def _one_by_one(path: Path, here: Places | None) -> Iterator[Finding]:
    """Each as it is made: a large store takes a while."""
    from scorekeeper.store import examine

    yield from examine(path, is_ours=here is not None)
    if here:
        yield from _around(here)


def _tell(finding: Finding) -> None:
    """A line; what is wrong follows at the end, as every command lists problems."""
    tell(f"{'fine ' if finding.is_fine else 'WRONG'}  {finding.what}")
    if finding.note:
        tell(click.wrap_text(f"note: {finding.note}", 100, "       ", "       "))


def _with_advice(finding: Finding) -> Iterator[str]:
    """What is wrong, and after the last of it what to do about all of it."""
    yield from finding.problems[:-1]
    for last in finding.problems[-1:]:
        yield f"{last}. What to do: {finding.remedy}" if finding.remedy else last


def _data(finding: Finding) -> dict[str, Any]:
    return {
        "key": finding.key,
        "what": finding.what,
        "fine": finding.is_fine,
        "problems": list(finding.problems),
        "remedy": finding.remedy,
        "note": finding.note,
    }


# --- what belongs to the file -----------------------------------------------------------------------------------------


def _around(here: Places) -> Iterator[Finding]:
    """What lies around the store: its backups, the key that signs cookies, and room on the disk."""
    from datetime import UTC, datetime

    from scorekeeper.store import examine_backups

    yield examine_backups(here.store, datetime.now(UTC).date())
    yield _secret_key(here.instance / "secret_key")
    yield _readers(here.store)
    yield _room(here.store)


def _secret_key(file: Path) -> Finding:
    from scorekeeper.store import Finding
    from scorekeeper.web.config import BadSetting, from_environment, read_secret_key

    if from_environment()["SECRET_KEY"]:
        return Finding("secret_key", "the key that signs the cookies of phones, which a setting names")
    what = f"the key in {file}, which signs the cookies of phones"
    if not file.exists():
        return Finding("secret_key", what, note="it is not there; a server makes one where no setting names another")
    try:
        read_secret_key(file)
    except BadSetting as error:
        return Finding("secret_key", what, (str(error),))
    mode = stat.S_IMODE(file.stat().st_mode)
    if mode & 0o077:
        problem = f"others on this machine can read {file}, and sign cookies with it"
        return Finding("secret_key", what, (problem,), f"chmod 600 {file}")
    return Finding("secret_key", what)


def _readers(store: Path) -> Finding:
    from scorekeeper.store import Finding

    others = store.exists() and bool(stat.S_IMODE(store.stat().st_mode) & stat.S_IROTH)
    reachable = all(
        bool(folder.stat().st_mode & stat.S_IXOTH) for folder in store.absolute().parents if folder.exists()
    )
    note = f"every user of this machine can read all links in it; if that is too many: chmod 700 {store.parent}"
    return Finding("readers", "who can read the file", note=note if others and reachable else "")


def _room(store: Path) -> Finding:
    from scorekeeper.store import Finding

    try:
        free = disk_usage(store.parent).free
    except OSError as error:
        return Finding("room", "room on the disk", (f"{store.parent} cannot be looked at: {error.strerror}",))
    size = store.stat().st_size if store.exists() else 0
    what = f"{free // 1_000_000:,} MB are free on the disk"
    if free < size + ROOM:
        needed = (size + ROOM) // 1_000_000
        return Finding("room", what, (f"the next backup and a few more games need {needed:,} MB",), "make room")
    return Finding("room", what)
