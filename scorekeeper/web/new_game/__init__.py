"""A new game: choose a house, settle its open questions, seat the players."""

from flask import Blueprint

bp = Blueprint("new_game", __name__)

from scorekeeper.web.new_game import views  # noqa: E402, F401  (registers the routes)
