"""The pages of the questions that a house leaves open."""

from __future__ import annotations

from flask import abort, render_template, request
from werkzeug.wrappers import Response

from scorekeeper.rules import House
from scorekeeper.rules.errors import UnknownHouse
from scorekeeper.store.values import KeptGame
from scorekeeper.web.finding import best_key, by_view_link, game_to_see
from scorekeeper.web.house_finding import find_house, house_address
from scorekeeper.web.questions import bp
from scorekeeper.web.questions.pages import QuestionPage, QuestionsPage


@bp.before_request
def name_a_game_by_its_view_link() -> Response | None:
    """Addresses of these pages are sent around, so none of them may carry the link that lets others enter cards."""
    game_key = request.args.get("game", "")
    return by_view_link(game_to_see(game_key) if game_key else None, **(request.view_args or {}))


@bp.get("/houses/<key>/questions")
def index(key: str) -> str:
    """Every question that the rules of a house leave open; `?game=` shows how that game answers them."""
    house, kept = _asked(key)
    return render_template("questions/index.html", page=QuestionsPage(house, kept), address=key, **_game(kept))


@bp.get("/houses/<key>/questions/<path:row>")
def row(key: str, row: str) -> str:
    """One question with its readings worked out; a few, where the comparison of the sheets has them in one row.

    A house that somebody made may have a question without a row: it goes by its key.
    """
    house, kept = _asked(key)
    page = QuestionPage(house, row, kept)
    if not page.questions:
        abort(404)
    return render_template("questions/row.html", page=page, address=key, **_game(kept))


def _asked(key: str) -> tuple[House, KeptGame | None]:
    """The house, and the game whose table asks: then the house is the game's own, with the readings chosen."""
    game_key = request.args.get("game", "")
    kept = game_to_see(game_key) if game_key else None
    try:
        house = find_house(key)
    except UnknownHouse:
        # A game keeps its house, whatever has become of it since.
        if kept is None or house_address(kept.game.house) != key:
            abort(404)
        house = kept.game.house
    if kept is not None and house_address(kept.game.house) == house_address(house):
        return kept.game.house, kept
    return house, None


def _game(kept: KeptGame | None) -> dict[str, str | None]:
    """How addresses of these pages name the game, and by which link it is gone back to."""
    if kept is None:
        return {"game": None, "scorecard": None}
    return {"game": kept.view_key, "scorecard": best_key(kept)}
