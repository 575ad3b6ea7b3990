"""Letting others in: the links to play along and to watch, renewing them, and whose phone this is."""

from flask import Blueprint

bp = Blueprint("invite", __name__, url_prefix="/g/<key>")

from scorekeeper.web.invite import views  # noqa: E402, F401  (registers the routes)
