"""Worksheets: make a set of exercises for paper, look at it, print it, and type in what a pupil wrote."""

from flask import Blueprint

bp = Blueprint("sets", __name__, url_prefix="/sets")

from scorekeeper.web.sets import files, views  # noqa: E402, F401  (registers the routes)
