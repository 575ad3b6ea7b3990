"""What the sheet says: every question that a house leaves open, with its readings worked out."""

from flask import Blueprint

bp = Blueprint("questions", __name__)

from scorekeeper.web.questions import views  # noqa: E402, F401  (registers the routes)
