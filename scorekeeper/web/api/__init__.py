"""The JSON that the pages' own scripts use."""

from scorekeeper.web.api import class_json  # noqa: F401  (registers its endpoints)
from scorekeeper.web.api.game_api import api

__all__ = ["api"]
