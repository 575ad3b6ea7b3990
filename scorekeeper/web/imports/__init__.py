"""Bringing a game in that was downloaded as JSON, here or elsewhere."""

from flask import Blueprint

bp = Blueprint("imports", __name__)

from scorekeeper.web.imports import views  # noqa: E402, F401  (registers the routes)
