"""The JSON that the pages' own scripts use, described at /openapi.json."""

from scorekeeper.web.api import boards, classes  # noqa: F401  (registers their endpoints)
from scorekeeper.web.api.links import add_links
from scorekeeper.web.api.views import api

add_links(api.paths)

__all__ = ["api"]
