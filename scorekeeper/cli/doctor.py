"""`scorekeeper doctor`: looks over everything that is kept, and says what to do about what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper.cli.telling import BadInput, FileName, tell

if TYPE_CHECKING:
    from scorekeeper.tally.examination import Finding
    from scorekeeper.web.config import Places


@click.command("doctor")
@click.argument("file", type=FileName(), required=False)
def look_over(file: Path | None) -> None:
    """Look over everything that is kept; changes nothing, and may be run beside a server.

    Without a FILE it is the store of this folder or of the settings, with its backups; with one it is that file alone,
    such as a backup. The exit is 2 if anything is wrong.
    """
    from scorekeeper.web.config import BadSetting, places

    try:
        here = None if file else places()
    except BadSetting as error:
        raise BadInput([str(error)]) from error
    path = here.store if here else file
    assert path is not None
    tell(f"Looking at {path}")
    problems: list[str] = []
    for finding in _one_by_one(path, here):
        _tell(finding)
        problems += _with_advice(finding)
    if problems:
        raise BadInput(problems)
    tell("All is well.")


def _one_by_one(path: Path, here: Places | None) -> Iterator[Finding]:
    """Each as it is made: a large store takes a while."""
    from datetime import UTC, datetime

    from scorekeeper.tally.examination import examine, examine_backups

    yield from examine(path, is_ours=here is not None)
    if here:
        yield examine_backups(here.store, datetime.now(UTC).date())


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
