"""Where the files beside the code are: pages, static files, and the folder that keeps the games."""

import os
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def asset_root() -> Path:
    """The folder that holds ``templates/`` and ``static/``: the package of a wheel, or the top of a checkout.

    :raises RuntimeError: when neither has them, so that a broken build stops at the start, not at a page.
    """
    if (_PACKAGE / "templates").is_dir():
        return _PACKAGE
    checkout = checkout_root()
    if checkout is not None and (checkout / "templates").is_dir():
        return checkout
    raise RuntimeError(f"Scorekeeper is installed without its pages: no templates/ in {_PACKAGE} or above it")


def checkout_root() -> Path | None:
    """The top of the checkout that the code runs from, or nothing for an installed wheel."""
    return _PACKAGE.parent if (_PACKAGE.parent / "pyproject.toml").is_file() else None


def instance_path() -> str | None:
    """The folder that keeps the games: what SCOREKEEPER_INSTANCE says, else the checkout's ``instance/``.

    Nothing means Flask's own choice. It is not asked first, because it takes a checkout under ``sys.prefix``
    for an installed package and would keep the games in a folder that nobody finds.
    """
    named = os.environ.get("SCOREKEEPER_INSTANCE")
    if named:
        return str(Path(named).resolve())
    checkout = checkout_root()
    return str(checkout / "instance") if checkout else None
