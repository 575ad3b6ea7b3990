"""The JSON API for our own scripts."""

from scorekeeper.web.api import begin_api, class_json  # noqa: F401  (each registers its endpoints)
from scorekeeper.web.api.game_api import api

__all__ = ["api"]
