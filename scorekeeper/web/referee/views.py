"""The referee's pages. Each question and its answer share one address, so that whoever is sent the link sees both."""

from __future__ import annotations

from collections.abc import Mapping

from flask import render_template, request
from werkzeug.wrappers import Response

from scorekeeper.referee import cite, deck_advice
from scorekeeper.rules.house import MOST_SEATS
from scorekeeper.web import limits
from scorekeeper.web.finding import by_view_link
from scorekeeper.web.referee import bp
from scorekeeper.web.referee.asking import (
    Rules,
    house_groups,
    question_address,
    questions_address,
    read_rules,
    rules_address,
    source_of,
)
from scorekeeper.web.referee.moment import FACTS, read_asked
from scorekeeper.web.referee.turn import TurnPage
from scorekeeper.web.whole_numbers import whole_number

_ASKED = frozenset({"game", "ask", "players", *FACTS})
"""The parameters of these pages, besides the house that a game takes the place of."""

USUAL_PLAYERS = 4
FEWEST_PLAYERS = 2


@bp.before_request
def name_a_game_by_its_view_link() -> Response | None:
    """Addresses of these pages are sent around, so none of them may carry the link that lets others enter cards."""
    rules = read_rules(request.args)
    # Only what the pages ask for: `url_for` takes other names for orders of its own.
    return by_view_link(rules.kept, **{name: value for name, value in request.args.items() if name in _ASKED})


@bp.get("")
def index() -> tuple[str, int]:
    """The front door: which kind of quarrel is it?"""
    rules = read_rules(request.args)
    return _shown("referee/index.html", rules, rules.errors)


@bp.get("/turn")
@limits.ASKED
def turn() -> tuple[str, int]:
    """May I ... now? Whose rules, what the moment is, what somebody wants to do, and the answer."""
    rules = read_rules(request.args)
    asked = read_asked(request.args, rules.house)
    page = TurnPage(rules, asked)
    return _shown("referee/turn.html", rules, {**rules.errors, **asked.errors}, page=page)


@bp.get("/decks")
@limits.ASKED
def decks() -> tuple[str, int]:
    """Which cards go on the table, and what happens when they run out."""
    rules = read_rules(request.args)
    table, most = rules.house.table, rules.house.most_players
    players = whole_number(request.args.get("players"))
    if players is None or not FEWEST_PLAYERS <= players <= MOST_SEATS:
        players = len(rules.players) or min(max(USUAL_PLAYERS, table.players_min), most)
    advice = deck_advice(rules.house, players)
    return _shown(
        "referee/decks.html",
        rules,
        rules.errors,
        advice=advice,
        counts=advice.choices if advice.count is None else (advice.count,),
        seats_so_many=table.players_min <= players <= most,
        sizes=range(max(table.players_min, FEWEST_PLAYERS), min(most, 10) + 1),
        when_empty=cite(rules.house, "stock.empty"),
    )


def _shown(template: str, rules: Rules, errors: Mapping[str, list[str]], **more: object) -> tuple[str, int]:
    shown = render_template(
        template,
        rules=rules,
        errors=errors,
        groups=house_groups(),
        question_address=question_address,
        questions_address=questions_address,
        rules_address=rules_address,
        source_of=source_of,
        **more,
    )
    return shown, 422 if errors else 200
