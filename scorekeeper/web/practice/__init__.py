"""Practice: a house, a rule of it or all, and one question after the other."""

from flask import Blueprint

bp = Blueprint("practice", __name__, url_prefix="/practice")

from scorekeeper.web.practice import views  # noqa: E402, F401  (registers the routes)
