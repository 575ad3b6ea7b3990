"""The big screen: a game on a television or a projector, read from across the room."""

from flask import Blueprint

bp = Blueprint("screen", __name__, url_prefix="/g/<key>/screen")

from scorekeeper.web.screen import views  # noqa: E402, F401  (registers the routes)
