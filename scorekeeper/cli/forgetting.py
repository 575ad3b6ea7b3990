"""`scorekeeper forget-classes`: what the running server does by itself, for whoever wants it done now."""

from __future__ import annotations

import click

from scorekeeper.cli.telling import BadInput, tell

USUAL, LONGEST = 30, 36_500


@click.command("forget-classes")
@click.option(
    "--older-than",
    "days",
    type=click.IntRange(0, LONGEST),
    default=USUAL,
    show_default=True,
    metavar="DAYS",
    help="How old a class is that is deleted; 0 deletes all of them.",
)
def forget_classes(days: int) -> None:
    """Delete the classes of long ago, with everything that their pupils did.

    The sets of exercises stay. Run it beside a running server or without one; it is for the store of this folder or of
    the settings, as `scorekeeper serve` is.
    """
    # Here, because a layout is scored in less time than the web takes to load.
    from datetime import UTC, datetime, timedelta

    from scorekeeper.store import StoreUnusable, forget_old_classes, one_command
    from scorekeeper.web import create_app
    from scorekeeper.web.config import BadSetting
    from scorekeeper.web.db import store
    from scorekeeper.web.places import places

    try:
        with one_command(places().store), create_app().app_context():
            kept = store()
            count = forget_old_classes(kept, datetime.now(UTC), timedelta(days=days))
            kept.close()
    except (BadSetting, StoreUnusable) as error:
        raise BadInput([str(error)]) from error
    classes = "1 class" if count == 1 else f"{count} classes"
    tell(f"{classes} of {days} day{'' if days == 1 else 's'} ago or more deleted from {kept.path}")
