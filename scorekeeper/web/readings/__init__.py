"""The readings that a table plays by: all of them, and what another one would make of the game."""

from flask import Blueprint

bp = Blueprint("readings", __name__, url_prefix="/g/<key>")

from scorekeeper.web.readings import views  # noqa: E402, F401  (registers the routes)
