"""Folders of the pages, the static files and the games."""

import os
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def asset_root() -> Path:
    """The folder with ``templates/`` and ``static/``: the installed package, or the top of a checkout.

    :raises RuntimeError: if neither has them, so that a broken build fails at the start.
    """
    if (_PACKAGE / "templates").is_dir():
        return _PACKAGE
    checkout = checkout_root()
    if checkout is not None and (checkout / "templates").is_dir():
        return checkout
    raise RuntimeError(f"Scorekeeper is installed without its pages: no templates/ in {_PACKAGE} or above it.")


def checkout_root() -> Path | None:
    """The top of the checkout, or None for an installed package."""
    return _PACKAGE.parent if (_PACKAGE.parent / "pyproject.toml").is_file() else None


def instance_path() -> str | None:
    """The folder of the games: SCOREKEEPER_INSTANCE, or the checkout's ``instance/``.

    None means Flask's choice. Flask can't choose for a checkout: under ``sys.prefix`` it would take it for an installed
    package and hide the games in an unexpected folder.
    """
    named = os.environ.get("SCOREKEEPER_INSTANCE")
    if named:
        return str(Path(named).resolve())
    checkout = checkout_root()
    return str(checkout / "instance") if checkout else None
