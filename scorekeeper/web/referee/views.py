"""The referee's pages. Each question and its answer share one address, so that whoever is sent the link sees both."""

from __future__ import annotations

from collections.abc import Mapping

from flask import render_template, request
from werkzeug.wrappers import Response

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
from scorekeeper.web.referee.decks import DecksPage, read_decks_question
from scorekeeper.web.referee.moment import FACTS, read_asked
from scorekeeper.web.referee.turn import ComparePage, TurnPage

_ASKED = frozenset({"game", "ask", "players", "starter", "ender", *FACTS})
"""The parameters of these pages, besides the house that a game takes the place of."""


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
    # Where on the page each field can be put right.
    ids = {"game": "house", "ask": "wishes"} | dict.fromkeys(FACTS, "moment" if page.facts else "wishes")
    return _shown("referee/turn.html", rules, {**rules.errors, **asked.errors}, page=page, ids=ids)


@bp.get("/turn/compare")
@limits.ASKED
def compare() -> tuple[str, int]:
    """Every question by every house."""
    rules = read_rules(request.args)
    return _shown("referee/compare.html", rules, rules.errors, page=ComparePage(rules))


@bp.get("/decks")
@limits.ASKED
def decks() -> tuple[str, int]:
    """Which cards go on the table, what happens when they run out, and whose last turn comes when."""
    rules = read_rules(request.args)
    question = read_decks_question(request.args, rules)
    return _shown("referee/decks.html", rules, {**rules.errors, **question.errors}, page=DecksPage(rules, question))


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
