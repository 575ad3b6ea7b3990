"""What belongs to one release of the app: the one name that tags and phones know it by."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Flask, current_app

import scorekeeper
from scorekeeper import __version__, houses, paths
from scorekeeper.houses.loading import to_data
from scorekeeper.web.delivery import StaticFiles


@dataclass(frozen=True)
class Release:
    """A release by what it is made of: files, pages, program and built-in houses; another name after any change."""

    name: str
    """12 hexadecimal digits."""
    files: tuple[str, ...]
    """Every file under static/ that pages ask for; the icons are asked for by the phone itself."""


def init_app(app: Flask) -> None:
    """Name the release of this app, once its static files are read."""
    files: StaticFiles = app.extensions["scorekeeper_static"]
    app.extensions["scorekeeper_release"] = _of_this_program(files.digest, files.names)


def release() -> Release:
    """The release of the running app."""
    found: Release = current_app.extensions["scorekeeper_release"]
    return found


@cache
def _of_this_program(digest: str, files: tuple[str, ...]) -> Release:
    """A program does not change while it runs, however many apps it makes."""
    return release_of(digest, files, paths.asset_root() / "templates", Path(scorekeeper.__file__).parent)


def release_of(digest: str, files: Iterable[str], templates: Path, program: Path) -> Release:
    """The release with these static files, whose digest is given, these pages, and this program.

    An update of the program alone may tell more of a game than before: an open page must not hear that nothing changed.
    """
    whole = sha256(f"{__version__}\0{digest}\0".encode())
    for folder, kind in ((templates, "*.html"), (program, "*.py")):
        for file in sorted(folder.rglob(kind)):
            whole.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    for house in houses.built_in():
        whole.update(json.dumps(to_data(house), sort_keys=True).encode())
    wanted = tuple(name for name in files if not (name.startswith("icons/") and name.endswith(".png")))
    return Release(whole.hexdigest()[:12], wanted)
