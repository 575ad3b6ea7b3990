"""The files of static/, served under a hash of all their contents, so that browsers may keep them for a year."""

import posixpath
from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Response, abort

from scorekeeper.web.delivery.compression import compress_file
from scorekeeper.web.delivery.minifying import minified

# Listed here because each machine's own table differs.
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript",  # modules are always UTF-8
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_A_YEAR = 365 * 24 * 60 * 60


class StaticFiles:
    """All files of static/, read once. A change to any of them changes the digest in every address."""

    def __init__(self, folder: Path) -> None:
        self._files: dict[str, bytes] = {}
        digest = sha256()
        for path in sorted(folder.rglob("*")):
            if path.suffix not in TYPES or not path.is_file():
                continue
            name = path.relative_to(folder).as_posix()
            plain = path.read_bytes()
            digest.update(f"{name}\0{len(plain)}\0".encode() + plain)
            self._files[name] = plain
        self.digest = digest.hexdigest()[:12]

    @property
    def names(self) -> tuple[str, ...]:
        """Every file, by its path under static/."""
        return tuple(self._files)

    def text(self, name: str) -> str:
        """A script or style as it is sent."""
        return self._sent(name).decode("utf-8")

    @cache  # noqa: B019  one per app, whose files never change
    def _sent(self, name: str) -> bytes:
        return minified(name, self._files[name])

    def answer(self, filename: str) -> Response:
        """The file, cached for a year, because its address contains its hash."""
        if filename not in self._files:
            abort(404)
        response = Response(self._sent(filename), content_type=TYPES[posixpath.splitext(filename)[1]])
        compress_file(response)
        return lasting(response)


def lasting(response: Response) -> Response:
    """An answer that never changes at its address."""
    response.cache_control.max_age = _A_YEAR
    response.cache_control.immutable = True
    return response
