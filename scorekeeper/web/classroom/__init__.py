"""A class: begin a session of a set, lead it, look at what the answers tell, and clear everything away."""

from flask import Blueprint

bp = Blueprint("classroom", __name__, url_prefix="/class")

from scorekeeper.web.classroom import papers, views  # noqa: E402, F401  (registers the routes)
