"""Start here: Golf for someone who has never played, by the rules of any house.

The page is drawn by the phone from the house's data, and works offline once it was opened.
"""

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.web.addresses import card_house_or_missing, house_address
from scorekeeper.web.phone_rules import house_played
from scorekeeper.web.practice_hole import hole_data

bp = Blueprint("learn", __name__, url_prefix="/learn")


@bp.get("")
def index() -> Response:
    """By the rules that this phone plays."""
    return redirect(url_for("learn.start_here", house=house_address(house_played())))


@bp.get("/<house>")
def start_here(house: str) -> str:
    found = card_house_or_missing(house)
    return render_template("learn/index.html", house=found, data=hole_data(found))
