"""The name of the running release, which tags and phones know it by."""

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from flask import Flask, current_app

import scorekeeper
from scorekeeper import __version__, paths
from scorekeeper.web.delivery.static_files import StaticFiles


class Release(NamedTuple):
    """A release, named by a hash of its files, pages, program and built-in houses."""

    name: str  # 12 hexadecimal digits
    files: tuple[str, ...]  # files under static/ for pages; the phone fetches icons itself


def init_app(app: Flask, files: StaticFiles) -> None:
    """Name the release of the app."""
    app.extensions["scorekeeper_release"] = _of_this_program(files.digest, files.names)


def release() -> Release:
    found: Release = current_app.extensions["scorekeeper_release"]
    return found


@cache
def _of_this_program(digest: str, files: tuple[str, ...]) -> Release:
    """The release of the running program, computed once."""
    return release_of(digest, files, paths.asset_root() / "templates", Path(scorekeeper.__file__).parent)


def release_of(digest: str, files: Iterable[str], templates: Path, program: Path) -> Release:
    """The release with these static files (and their digest), templates and program.

    The program counts too: after an update, an open page must not get "not modified".
    """
    whole = sha256(f"{__version__}\0{digest}\0".encode())
    for folder, kind in ((templates, "*.html"), (program, "*.py"), (program, "*.toml"), (program, "*.typ")):
        for file in sorted(folder.rglob(kind)):
            whole.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    wanted = tuple(name for name in files if not (name.startswith("icons/") and name.endswith(".png")))
    return Release(whole.hexdigest()[:12], wanted)
