"""The first page: go on with a game, begin one, look at old ones, settle a score."""

from flask import Blueprint

bp = Blueprint("start", __name__)

from scorekeeper.web.start import views  # noqa: E402, F401  (registers the routes)
