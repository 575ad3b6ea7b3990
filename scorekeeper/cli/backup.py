"""`scorekeeper backup`: a complete copy of the store; `scorekeeper restore`: back to what is in one."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper.cli.telling import BadInput, FileName, tell

if TYPE_CHECKING:
    from scorekeeper.store.soundness import Contents


@click.command("backup")
@click.argument("file", type=FileName())
def back_up_store(file: Path) -> None:
    """Copy all games into a new FILE, also while a server runs.

    It is the store of this folder or of the settings, as `scorekeeper serve` would use it. A file that is there already
    is never overwritten.
    """
    # Here, because a layout is scored in less time than the store takes to load.
    from scorekeeper.store.backups import back_up
    from scorekeeper.store.connection import Store
    from scorekeeper.store.errors import StoreUnusable
    from scorekeeper.store.files import one_command
    from scorekeeper.web.config import BadSetting, places

    try:
        here = places().store
        if not here.is_file():
            raise BadInput([f"there are no games to copy: {here} is not there"])
        with one_command(here), closing(Store(here)) as store:  # as it is: also what is wanted before an upgrade
            copied = back_up(store, file)
    except FileExistsError as error:
        raise BadInput([f"{file} is there already, and is left as it is; name another file"]) from error
    except (BadSetting, StoreUnusable) as error:
        raise BadInput([str(error)]) from error
    tell(f"{file}: {in_words(copied)}")
    tell("Whoever has this file can open and change every game in it; it is readable by you alone.")
    if copied.classes:
        tell("What pupils did is in it as well. Deleting a class does not reach this copy: delete the file yourself.")


def in_words(contents: Contents) -> str:
    """How much that is: `2 games, 1 class`."""
    counts = ((contents.games, "game"), (contents.classes, "class"))
    return ", ".join(f"{count:,} {one}{'' if count == 1 else 'es' if one == 'class' else 's'}" for count, one in counts)


@click.command("restore")
@click.argument("file", type=FileName())
@click.option("--replace", is_flag=True, help="Put it in the place of the games that are there; those are kept beside.")
def restore_store(file: Path, replace: bool) -> None:
    """Go back to the games of a backup FILE, while no server runs.

    The backup is looked over first and stays as it is. It becomes the store of this folder or of the settings, as
    `scorekeeper serve` would use it.
    """
    from datetime import UTC, datetime

    from scorekeeper.store.errors import StoreUnusable
    from scorekeeper.store.files import one_command, one_server
    from scorekeeper.store.restoring import restore
    from scorekeeper.web.config import BadSetting, places

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
