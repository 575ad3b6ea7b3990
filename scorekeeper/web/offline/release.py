"""What belongs to one release of the app, as a phone keeps it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from scorekeeper import __version__, houses
from scorekeeper.houses.loading import to_data


@dataclass(frozen=True)
class Release:
    """A release by what a visitor sees of it: files, pages and built-in houses. A change of any makes another name."""

    name: str
    """12 hexadecimal digits."""
    files: tuple[str, ...]
    """Every file under static/ that pages ask for; the icons are asked for by the phone itself."""


def release_of(digest: str, files: Iterable[str], templates: Path) -> Release:
    """The release with these static files, whose digest is given, and these pages."""
    whole = sha256(f"{__version__}\0{digest}\0".encode())
    for page in sorted(templates.rglob("*.html")):
        whole.update(page.relative_to(templates).as_posix().encode() + b"\0" + page.read_bytes())
    for house in houses.built_in():
        whole.update(json.dumps(to_data(house), sort_keys=True).encode())
    wanted = tuple(name for name in files if not (name.startswith("icons/") and name.endswith(".png")))
    return Release(whole.hexdigest()[:12], wanted)
