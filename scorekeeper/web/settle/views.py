"""The page that settles a score."""

from __future__ import annotations

from flask import render_template, request

from scorekeeper import houses
from scorekeeper.web.page_rules import page_rules
from scorekeeper.web.settle import bp
from scorekeeper.web.settle.forms import read_question
from scorekeeper.web.settle.pages import SettlePage


@bp.get("/score")
def index() -> tuple[str, int]:
    """Question and answer share one address, so that whoever is sent the link sees both."""
    page = SettlePage(read_question(request.args))
    shown = render_template("settle/index.html", page=page, houses=houses.built_in(), rules=page_rules(page.house))
    return shown, 422 if page.question.errors else 200
