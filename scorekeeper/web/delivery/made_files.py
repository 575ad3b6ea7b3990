"""Files that the app makes when they are asked for, such as PDFs and tables."""

from collections.abc import Callable
from hashlib import sha256

from flask import Response, request

from scorekeeper import __version__


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
