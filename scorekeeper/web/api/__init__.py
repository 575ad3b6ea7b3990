"""The JSON that the pages' own scripts use, described at /openapi.json."""

from scorekeeper.web.api import boards, classes  # noqa: F401  (registers their endpoints)
from scorekeeper.web.api.views import api

__all__ = ["api"]
