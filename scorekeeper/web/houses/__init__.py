"""The houses: what there is, each one's whole rule sheet, and the sheet of a game's own house."""

from flask import Blueprint

bp = Blueprint("houses", __name__)

from scorekeeper.web.houses import paper, views  # noqa: E402, F401  (registers the routes)
