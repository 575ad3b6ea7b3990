"""Playing a game: entering a hole, the scorecard, scores explained, and the history."""

from flask import Blueprint

bp = Blueprint("play", __name__, url_prefix="/g/<key>")

from scorekeeper.web.play import pages  # noqa: E402, F401  (registers the routes)
