"""Rule sheets as files for a printer."""

from __future__ import annotations

from hashlib import sha256

from flask import Response, abort, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import __version__, houses
from scorekeeper.exports.drawing import CannotDraw, DrawingFailed
from scorekeeper.exports.rule_sheet import PAPERS, rule_sheet_drawing
from scorekeeper.rules import House
from scorekeeper.rules.errors import UnknownHouse
from scorekeeper.web import limits
from scorekeeper.web.drawing import TooMuchToDraw, drawn, not_drawn
from scorekeeper.web.finding import game_to_see
from scorekeeper.web.house_finding import find_house
from scorekeeper.web.houses import bp

UNAVAILABLE = 503


@bp.get("/houses/<key>/sheet.pdf")
@limits.DRAWN
def sheet_pdf(key: str) -> AnyResponse:
    """One house's rules on one page; `?paper=Letter` for North America's."""
    try:
        house = find_house(key)
    except UnknownHouse:
        abort(404)
    return pdf_of(house, back=url_for("houses.sheet", key=key))


@bp.get("/g/<key>/rules.pdf")
@limits.DRAWN
def of_game_pdf(key: str) -> AnyResponse:
    """The rules that a game was begun with, on one page."""
    return pdf_of(game_to_see(key).game.house, back=url_for("houses.of_game", key=key))


def pdf_of(house: House, back: str) -> AnyResponse:
    """The rule sheet of any house as a file, or a page that says why this machine cannot make one."""
    paper = next((paper for paper in PAPERS if paper.lower() == request.args.get("paper", "").lower()), PAPERS[0])
    response = Response(content_type="application/pdf")
    response.set_etag(sha256(f"{__version__} {paper} {houses.freeze(house)}".encode()).hexdigest()[:24])
    response.cache_control.private = True
    response.cache_control.no_cache = True  # keep it, and ask each time whether it still holds
    response.headers["Content-Disposition"] = f'inline; filename="golf-rules-{house.key}.pdf"'
    response.make_conditional(request)
    if response.status_code == 200:
        try:
            response.set_data(drawn(rule_sheet_drawing(house, paper)))
        except CannotDraw as error:
            return _without_drawing(house, error, back)
        except (TooMuchToDraw, DrawingFailed) as error:
            return not_drawn(error, back)
    return response


def _without_drawing(house: House, error: CannotDraw, back: str) -> Response:
    page = render_template("houses/no_pdf.html", house=house, reason=error.message, back=back)
    return make_response(page, UNAVAILABLE)
