"""The end of a game: who won, how it went, breaking a tie, playing again, and taking the result along."""

from flask import Blueprint

bp = Blueprint("end", __name__, url_prefix="/g/<key>")

from scorekeeper.web.end import views  # noqa: E402, F401  (registers the routes)
