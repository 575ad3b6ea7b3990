"""`scorekeeper backup`: a complete copy of the store, made while a server runs or without one."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper.cli.telling import BadInput, FileName, tell

if TYPE_CHECKING:
    from scorekeeper.store import Contents


@click.command("backup")
@click.argument("file", type=FileName())
def back_up_store(file: Path) -> None:
    """Copy all games into a new FILE, also while a server runs.

    It is the store of this folder or of the settings, as `scorekeeper serve` would use it. A file that is there already
    is never overwritten.
    """
    # Here, because a layout is scored in less time than the store takes to load.
    from scorekeeper.store import Store, StoreUnusable, back_up, one_command
    from scorekeeper.web.config import BadSetting
    from scorekeeper.web.places import places

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
    """How much that is: `2 games, 31 hands, 1 class`."""
    counts = ((contents.games, "game"), (contents.hands, "hand"), (contents.classes, "class"))
    return ", ".join(f"{count:,} {one}{'' if count == 1 else 'es' if one == 'class' else 's'}" for count, one in counts)
