"""The house builder: change any rules, see examples at once, save and share the result."""

from flask import Blueprint

bp = Blueprint("build", __name__)

from scorekeeper.web.build import builder_pages  # noqa: E402, F401  (registers the routes)
