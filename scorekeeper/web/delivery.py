"""Delivery of answers: static files under a hash of their contents, and compression.

Scripts and styles are sent without comments or extra whitespace. Browsers get Brotli over https and on this machine,
and gzip over plain http. The release names all files together for tags and phones.
"""

import gzip
import posixpath
import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal, NamedTuple

import brotli
import deflate
import rjsmin
from flask import Flask, Response, abort, current_app, request
from markupsafe import Markup
from werkzeug.http import parse_accept_header

import scorekeeper
from scorekeeper import __version__, paths

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
COMPRESSIBLE = {
    "application/javascript",
    "application/json",
    "application/manifest+json",
    "image/svg+xml",
    "text/css",
    "text/csv",
    "text/html",
    "text/javascript",
    "text/plain",
}
SMALLEST = 600
"""Bytes. A smaller answer fits into one packet."""

_IMPORTS = re.compile(rb'(?:^|[;\n])import\b[^"();]*"(\.[^"]+)"')
"""In scripts as they are sent."""
_STYLE_COMMENTS = re.compile(rb'("[^"\n]*")|/\*.*?\*/', re.DOTALL)
_STYLE_BLANKS = re.compile(rb'("[^"\n]*")|\s*([{},;])\s*|(?<=:) |(?<=\s)\s+')

SHELL: Final = "js/shell/app.js"
"""The script of every page: templates/base.html."""

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
            plain = sent(path)
            digest.update(f"{name}\0{len(plain)}\0".encode() + plain)
            self._files[name] = plain
        self.digest = digest.hexdigest()[:12]

    @property
    def names(self) -> tuple[str, ...]:
        """Every file, by its path under static/."""
        return tuple(self._files)

    @cache  # noqa: B019  one per app, whose files never change
    def tags(self, root: str, *names: str) -> Markup:
        """Script tags, preceded by modulepreload links for all imports but the shell's, which each page has already.

        ``root`` is the path of the app: "" on its own host.
        """
        scripts = [f"js/{name}.js" for name in names]
        shell = {SHELL, *self._imports([SHELL])} if SHELL not in scripts else set()
        imports = [name for name in self._imports(scripts) if name not in shell]
        # Low priority, so that the first paint doesn't wait: 0.3 s on a slow phone over https.
        preload = Markup('<link rel="modulepreload" fetchpriority="low" href="{}">')
        script = Markup('<script type="module" src="{}"></script>')
        tags = [*((preload, name) for name in imports), *((script, name) for name in scripts)]
        return Markup("\n").join(tag.format(f"{root}/static/{self.digest}/{name}") for tag, name in tags)

    def _imports(self, scripts: list[str]) -> list[str]:
        """All modules that they import, and these import, and so on."""
        found, left = dict.fromkeys(scripts), list(scripts)
        while left:
            name = left.pop(0)
            for address in _IMPORTS.findall(self._files[name]):
                module = posixpath.normpath(posixpath.join(posixpath.dirname(name), address.decode()))
                if module not in found:
                    found[module] = None
                    left.append(module)
        return list(found)[len(scripts) :]

    def sheets(self, root: str, *names: str) -> Markup:
        """Links to style sheets, in that order."""
        link = Markup('<link rel="stylesheet" href="{}">')
        return Markup("\n").join(link.format(f"{root}/static/{self.digest}/css/{name}.css") for name in names)

    def answer(self, filename: str) -> Response:
        """The file, cached for a year, because its address contains its hash."""
        plain = self._files.get(filename)
        if plain is None:
            abort(404)
        response = Response(plain, content_type=TYPES[posixpath.splitext(filename)[1]])
        if response.mimetype in COMPRESSIBLE and len(plain) >= SMALLEST:
            response.vary.add("Accept-Encoding")
            if encoding := _wanted(request.headers.get("Accept-Encoding")):
                response.set_data(_smallest(plain, encoding))
                response.content_encoding = encoding
        response.cache_control.max_age = _A_YEAR
        response.cache_control.immutable = True
        return response


def init_app(app: Flask, folder: Path) -> None:
    """Serve the folder as endpoint `static`, compress what the app makes, and name the release of it all."""
    files = StaticFiles(folder)
    app.extensions["scorekeeper_static"] = files
    app.extensions["scorekeeper_release"] = _of_this_program(files.digest, files.names)
    app.add_template_global(lambda *names: files.tags(request.script_root, *names), "scripts")
    app.add_template_global(lambda *names: files.sheets(request.script_root, *names), "styles")
    app.add_url_rule(f"/static/{files.digest}/<path:filename>", "static", files.answer)
    app.after_request(_compress)


def sent(path: Path) -> bytes:
    """What is sent for a file: scripts and styles without comments or extra whitespace."""
    plain = path.read_bytes()
    if path.suffix == ".js":
        return bytes(rjsmin.jsmin(plain))
    if path.suffix == ".css":  # rcssmin removes the space in `td :is(a, b)` within a layer
        return _STYLE_BLANKS.sub(rb"\1\2", _STYLE_COMMENTS.sub(rb"\1", plain))
    return plain


@lru_cache(maxsize=64)
def _wanted(header: str | None) -> Literal["br", "gzip"] | None:
    """The supported encoding that the request prefers."""
    accepted = parse_accept_header(header)
    if accepted["br"] > 0 and accepted["br"] >= accepted["gzip"]:
        return "br"
    return "gzip" if accepted["gzip"] > 0 else None


@lru_cache(maxsize=1024)
def _smallest(plain: bytes, encoding: Literal["br", "gzip"]) -> bytes:
    """The smallest compression; it takes milliseconds, so it runs once, at the first request."""
    return bytes(brotli.compress(plain, quality=11)) if encoding == "br" else bytes(deflate.gzip_compress(plain, 12))


def _compress(response: Response) -> Response:
    if response.mimetype not in COMPRESSIBLE or response.content_encoding or request.endpoint == "static":
        return response
    response.vary.add("Accept-Encoding")
    encoding = _wanted(request.headers.get("Accept-Encoding"))
    if encoding is None or response.is_streamed or response.status_code in (204, 206, 304):
        return response
    plain = response.get_data()
    if len(plain) >= SMALLEST:
        # Quick levels: a scorecard takes 0.05 ms as gzip, 0.15 ms as Brotli, whose quicker levels are larger than gzip.
        small = brotli.compress(plain, quality=5) if encoding == "br" else gzip.compress(plain, 3, mtime=0)
        response.set_data(small)
        response.content_encoding = encoding
        tag, weak = response.get_etag()
        if tag and not weak:
            response.set_etag(tag, weak=True)  # the same answer, but other bytes
    return response


def made_file(name: str, content_type: str, of: str, make: Callable[[], bytes], how: str = "inline") -> Response:
    """A generated file, or a 304 without making it if the browser has it.

    ``of`` identifies its contents, apart from the release, which may format files differently.
    """
    response = Response(content_type=content_type)
    response.set_etag(sha256(f"{__version__} {of}".encode()).hexdigest()[:24])
    response.cache_control.private = True
    response.cache_control.no_cache = True  # cache it, but check each time
    response.headers["Content-Disposition"] = f'{how}; filename="{name}"'
    response.make_conditional(request)
    if response.status_code == 200:
        response.set_data(make())
    return response


class Release(NamedTuple):
    """A release, named by a hash of its files, pages, program and built-in houses."""

    name: str  # 12 hexadecimal digits
    files: tuple[str, ...]  # files under static/ for pages; the phone fetches icons itself


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
    for folder, kind in ((templates, "*.html"), (program, "*.py"), (program, "*.toml")):
        for file in sorted(folder.rglob(kind)):
            whole.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    wanted = tuple(name for name in files if not (name.startswith("icons/") and name.endswith(".png")))
    return Release(whole.hexdigest()[:12], wanted)
