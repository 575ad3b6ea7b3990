"""Learn: a short lesson for each house, a screen at a time."""

from flask import Blueprint

bp = Blueprint("learn", __name__, url_prefix="/learn")

from scorekeeper.web.learn import views  # noqa: E402, F401  (registers the routes)
