"""Playing a game: entering a hole, the scorecard, why a score is what it is, and what was changed."""

from flask import Blueprint

bp = Blueprint("play", __name__, url_prefix="/g/<key>")

from scorekeeper.web.play import pages  # noqa: E402, F401  (registers the routes)
