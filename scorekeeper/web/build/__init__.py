"""The house builder: make a house of your own from any other, see at once what it counts, keep and share it."""

from flask import Blueprint

bp = Blueprint("build", __name__)

from scorekeeper.web.build import builder_pages  # noqa: E402, F401  (registers the routes)
