"""Who sits at the table of a running game, in which order, and for how many holes."""

from flask import Blueprint

bp = Blueprint("table", __name__, url_prefix="/g/<key>")

from scorekeeper.web.table import views  # noqa: E402, F401  (registers the routes)
