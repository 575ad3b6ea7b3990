"""The referee's own pages: the way to each kind of quarrel; what may be done now; decks and the order of last turns."""

from flask import Blueprint

bp = Blueprint("referee", __name__, url_prefix="/referee")

from scorekeeper.web.referee import views  # noqa: E402, F401  (registers the routes)
