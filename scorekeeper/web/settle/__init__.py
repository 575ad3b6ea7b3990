"""Settle a score: one layout, one house, and why it counts what it counts."""

from flask import Blueprint

bp = Blueprint("settle", __name__)

from scorekeeper.web.settle import views  # noqa: E402, F401  (registers the routes)
