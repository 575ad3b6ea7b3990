"""What a class answers with: pupils join by a code, under a made-up name, and work on the questions of a session."""

from flask import Blueprint

bp = Blueprint("pupils", __name__, url_prefix="/join")

from scorekeeper.web.pupils import views  # noqa: E402, F401  (registers the routes)
