"""The pages of practice. What is done is posted, and the answer is a page that can be loaded again."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime

from flask import abort, flash, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper import houses
from scorekeeper.quiz import Dice
from scorekeeper.quiz.practising import UnknownRule, answer, begin, following, give_up, hint
from scorekeeper.quiz.question import AnswersRefused
from scorekeeper.quiz.sitting import Practice
from scorekeeper.rules import House
from scorekeeper.rules.errors import UnknownHouse
from scorekeeper.store.practice import PracticeChanged, forget_practice, keep_practice, practice_of, practised_houses
from scorekeeper.web import limits
from scorekeeper.web.db import store
from scorekeeper.web.device import device_id, new_write, new_write_id
from scorekeeper.web.filters import capitalize_first
from scorekeeper.web.house_finding import find_house, house_address
from scorekeeper.web.practice import bp
from scorekeeper.web.practice.pages import EndPage, PracticePage, QuestionPage, typed_of
from scorekeeper.web.questions_shown import question_errors, typed_again
from scorekeeper.web.referee.asking import Rules, house_groups

SEE_OTHER = 303
TYPED = "typed"
"""In the session: what stood in the boxes when a hint was asked for, and of which question."""
MOST_KEPT = 1_000
"""Signs of it, as they are written into the cookie; answers are far shorter."""

Typed = Mapping[str, str]


@bp.get("")
def index() -> str:
    """The house that was practised last, or the first there is."""
    return _rules_of(_last_house())


@bp.get("/<house>")
def of_house(house: str) -> str:
    """The rules of a house, how far each is, and the ways to start."""
    return _rules_of(_house(house))


@bp.post("/<house>/start")
@limits.ASKED_MUCH
def start(house: str) -> Response:
    """A new sitting, about one rule or mixed."""
    found = _house(house)
    try:
        practice = begin(_kept(found), request.form.get("rule") or None, _dice(), _now())
    except UnknownRule:
        flash("That is no rule of this house.", "warning")
        return redirect(url_for("practice.of_house", house=house_address(found)), SEE_OTHER)
    return _keep(practice, "prompt")


@bp.get("/<house>/question")
def question(house: str) -> str | Response:
    """The question under way, what was said to the last answer, or the end of the sitting."""
    found = _house(house)
    practice = _kept(found)
    if practice.sitting is None:
        return redirect(url_for("practice.of_house", house=house_address(found)))
    if practice.asked is None:
        page = EndPage(practice, practice.sitting, _now())
        return render_template("practice/end.html", page=page, write_id=new_write_id())
    return _shown(practice, _typed_before(practice))


@bp.post("/<house>/question")
def answered(house: str) -> Response | tuple[str, int]:
    """An answer, or a wish: a hint, the worked steps, the next question."""
    found = _house(house)
    practice = _kept(found)
    asked = practice.asked
    if asked is None or request.form.get("asked") != practice.key:
        return _elsewhere(found, asked is not None)
    typed = typed_again(asked.question, request.form)
    session.pop(TYPED, None)
    match request.form.get("do"):
        case "next":
            return _keep(following(practice, _dice(), _now()), "prompt")
        case "hint":
            if len(json.dumps(typed)) <= MOST_KEPT:  # else a cookie would be too large to be kept at all
                session[TYPED] = [practice.key, typed]
            return _keep(hint(practice)[0], "hint")
        case "show":
            return _keep(give_up(practice, _now()), "verdict")
    try:
        given = asked.question.read(typed)
    except AnswersRefused as refused:
        return _shown(practice, typed, question_errors(refused)), 422
    return _keep(answer(practice, given, _now())[0], "verdict")


# --- all houses at once -----------------------------------------------------------------------------------------------


@bp.get("/forget")
def forget() -> str:
    """Asks once more."""
    return render_template("practice/forget.html")


@bp.post("/forget")
def forget_all() -> Response:
    """Removes for good what this device practised, in all houses."""
    forget_practice(store(), device_id())
    session.pop(TYPED, None)
    flash("What was practised on this device is forgotten.", "good")
    return redirect(url_for("practice.index"), SEE_OTHER)


# --- what they share --------------------------------------------------------------------------------------------------


def _house(address: str) -> House:
    try:
        return find_house(address)
    except UnknownHouse:
        abort(404)


def _rules_of(house: House) -> str:
    return render_template(
        "practice/index.html",
        page=PracticePage(_kept(house), _now()),
        rules=Rules(house),
        groups=house_groups(),
        has_progress=bool(practised_houses(store(), device_id(), 1)),
        write_id=new_write_id(),
    )


def _last_house() -> House:
    """As it is now where it can still be found; a house that was deleted or never shared here is left out."""
    for practised in practised_houses(store(), device_id()):
        try:
            return find_house(house_address(practised.house).partition(".")[0])
        except UnknownHouse:
            continue
    return houses.built_in()[0]


def _shown(practice: Practice, typed: Typed, errors: Mapping[str, list[str]] | None = None) -> str:
    assert practice.asked is not None
    page = QuestionPage(practice, practice.asked, typed, errors or {})
    return render_template("practice/question.html", page=page, write_id=new_write_id())


def _typed_before(practice: Practice) -> Typed:
    """What stands in the boxes: the last answer, or what was typed when a hint was asked for."""
    kept = session.get(TYPED)
    if kept and kept[0] == practice.key:
        return dict(kept[1])
    return typed_of(practice.asked.last) if practice.asked is not None and practice.asked.last is not None else {}


def _keep(practice: Practice, place: str) -> Response:
    """Keep it, and lead on to what is to be looked at."""
    try:
        keep_practice(store(), device_id(), practice, new_write(request.form.get("write_id")))
    except PracticeChanged as changed:
        flash(f"{capitalize_first(changed.message)}.", "warning")
    return redirect(url_for("practice.question", house=house_address(practice.house), _anchor=place), SEE_OTHER)


def _elsewhere(house: House, is_under_way: bool) -> Response:
    """The form was of a question that is over: sent twice, or left open in another tab."""
    if is_under_way and request.form.get("do") == "check":
        flash("That question is over, so this answer was not counted. Here is the one under way.", "warning")
    return redirect(url_for("practice.question", house=house_address(house)), SEE_OTHER)


def _kept(house: House) -> Practice:
    return practice_of(store(), device_id(), house)


def _now() -> datetime:
    return datetime.now(UTC)


def _dice() -> Dice:
    return Dice(secrets.token_urlsafe())
