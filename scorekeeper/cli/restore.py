"""`scorekeeper restore`: back to what is in a backup."""

from __future__ import annotations

from pathlib import Path

import click

from scorekeeper.cli.backup import in_words
from scorekeeper.cli.telling import BadInput, FileName, tell


@click.command("restore")
@click.argument("file", type=FileName())
@click.option("--replace", is_flag=True, help="Put it in the place of the games that are there; those are kept beside.")
def restore_store(file: Path, replace: bool) -> None:
    """Go back to the games of a backup FILE, while no server runs.

    The backup is looked over first and stays as it is. It becomes the store of this folder or of the settings, as
    `scorekeeper serve` would use it.
    """
    from datetime import UTC, datetime

    from scorekeeper.store import StoreUnusable, one_command, one_server, restore
    from scorekeeper.web.config import BadSetting
    from scorekeeper.web.places import places

    try:
        here = places()
        with one_server(here.instance, here.store), one_command(here.store):
            done = restore(file, here.store, replace=replace, now=datetime.now(UTC))
    except FileExistsError as error:
        raise BadInput(
            [f"{error}; --replace puts the backup in its place, and keeps what is there now under another name"]
        ) from error
    except (BadSetting, StoreUnusable) as error:
        raise BadInput([str(error)]) from error
    tell(f"{here.store} is what it was in {file}: {in_words(done.contents)}")
    if done.forgotten:
        were = "1 class that was" if done.forgotten == 1 else f"{done.forgotten} classes that were"
        tell(f"Left out: {were} deleted since.")
    if done.replaced:
        tell(f"What was there before is kept as {done.replaced}, with its classes; delete it when you need it no more.")
    if not (here.instance / "secret_key").exists():
        tell(
            f"There is no {here.instance / 'secret_key'}: unless it is copied there too, phones keep their links but "
            "lose their list of games. See docs/backups.md."
        )
