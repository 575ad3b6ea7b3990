"""The pages of the lessons. What was tried stands in the address: it changes nothing, and can be sent around."""

from __future__ import annotations

from flask import abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.quiz.cell_keys import cell_key
from scorekeeper.quiz.lesson import DO, Screen, lesson
from scorekeeper.quiz.question import AnswersRefused
from scorekeeper.rules import House
from scorekeeper.rules.errors import UnknownHouse
from scorekeeper.web.house_finding import find_house, house_address
from scorekeeper.web.learn import bp
from scorekeeper.web.learn.pages import ScreenPage
from scorekeeper.web.questions_shown import LONGEST_TYPED, question_errors
from scorekeeper.web.referee.asking import house_groups


@bp.get("")
def index() -> str:
    """By which rules?"""
    return render_template("learn/index.html", groups=house_groups())


@bp.get("/<house>")
def begin(house: str) -> Response:
    """The first screen."""
    found = _house(house)
    return redirect(url_for("learn.screen", house=house_address(found), screen=lesson(found)[0].key))


@bp.get("/<house>/<screen>")
def screen(house: str, screen: str) -> str | Response | tuple[str, int]:
    """One screen, by its key; by its number it leads there. With a try in the address it tells what comes of it."""
    found = _house(house)
    screens = lesson(found)
    index = next((index for index, one in enumerate(screens) if one.key == screen), None)
    if index is None:
        return redirect(url_for("learn.screen", house=house, screen=_by_number(screens, screen).key))
    task = screens[index].task
    typed = {name: " ".join(values)[:LONGEST_TYPED] for name, values in request.args.lists()}
    if not request.args:
        return _shown(ScreenPage(found, screens, index))
    try:
        told = task.tried(dict(request.args.lists()))
    except AnswersRefused as refused:
        return _shown(ScreenPage(found, screens, index, typed=typed, errors=question_errors(refused))), 422
    return _shown(ScreenPage(found, screens, index, told, typed))


def _by_number(screens: tuple[Screen, ...], number: str) -> Screen:
    # Digits of other scripts are digits to Python, and thousands of them would be a number to be worked out.
    known = number.isascii() and number.isdigit() and len(number) < 3 and 0 < int(number) <= len(screens)
    if not known:
        abort(404)
    return screens[int(number) - 1]


def _house(address: str) -> House:
    try:
        return find_house(address)
    except UnknownHouse:
        abort(404)


def _shown(page: ScreenPage) -> str:
    return render_template("learn/screen.html", page=page, field=DO, key_of=cell_key)
