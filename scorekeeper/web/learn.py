"""Learn: a short lesson for each house, a screen at a time."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.referee import Place, State
from scorekeeper.referee.situation import ME
from scorekeeper.rules import Cell, House, Score
from scorekeeper.school.lesson import lesson
from scorekeeper.school.lesson.scenes import PILES
from scorekeeper.school.lesson.tasks import (
    DO,
    DONE,
    NOT_ALLOWED,
    READING,
    RIGHT,
    Exercise,
    Moves,
    Screen,
    Told,
    Way,
)
from scorekeeper.school.question import AnswersRefused
from scorekeeper.web.addresses import house_address, house_or_missing
from scorekeeper.web.exercises import LONGEST_TYPED, question_errors, scores_beside
from scorekeeper.web.referee import house_groups

bp = Blueprint("learn", __name__, url_prefix="/learn")


_MEANINGS = {DONE: "right", RIGHT: "right", READING: "same", NOT_ALLOWED: "refused"}


@dataclass(frozen=True)
class ScreenPage:
    """One screen of a lesson, with what was chosen or typed and what came of it, if anything."""

    house: House
    screens: tuple[Screen, ...]
    index: int
    told: Told | None = None
    typed: Mapping[str, str] = field(default_factory=dict)
    errors: Mapping[str, list[str]] = field(default_factory=dict)

    @property
    def screen(self) -> Screen:
        return self.screens[self.index]

    @property
    def number(self) -> int:
        return self.index + 1

    @property
    def before(self) -> Screen | None:
        return self.screens[self.index - 1] if self.index else None

    @property
    def after(self) -> Screen | None:
        return self.screens[self.index + 1] if self.number < len(self.screens) else None

    @property
    def is_done(self) -> bool:
        """Whether the screen's own thing was done, so that there is nothing to choose any more."""
        return self.told is not None and (self.told.good or self.told.state is not None)

    @property
    def is_told(self) -> bool:
        """Whether there is nothing more to find out here: it was done, or what is right was told."""
        return self.told is not None and (self.told.good or bool(self.told.steps))

    @property
    def meaning(self) -> str:
        """How it looks what is said to a try."""
        assert self.told is not None
        return _MEANINGS.get(self.told.word, "same" if self.told.state is not None else "again")

    @property
    def source(self) -> str:
        """Where the rule stands that forbids what was tried."""
        cited = None if self.told is None else self.told.citation
        if cited is None:
            return ""
        # A house of one's own names where it was begun from, which is not where its rules stand.
        where = f"Sheet {cited.sheet}" if cited.sheet else f"The rules of {self.house.name}"
        return cited.told_by(where)

    # --- the table ------------------------------------------------------------------------------------------------

    @cached_property
    def state(self) -> State | None:
        """The table as it lies now; none on a screen without one."""
        before = self.screen.task.state if isinstance(self.screen.task, Moves) else None
        return (self.told and self.told.state) or before

    @property
    def on_piles(self) -> Mapping[str, Way]:
        """What is done by tapping the stock or the discard pile, by the key of the way."""
        task = self.screen.task
        if self.is_done or not isinstance(task, Moves):
            return {}
        return {way.key: way for way in task.others if way.key in PILES}

    @property
    def buttons(self) -> tuple[Way, ...]:
        """What is chosen below the cards."""
        task = self.screen.task
        return tuple(way for way in task.others if way.key not in PILES) if isinstance(task, Moves) else ()

    @property
    def my_rows(self) -> tuple[tuple[tuple[Cell, Place], ...], ...]:
        if self.state is None:
            return ()
        columns = self.house.grid.columns
        placed = tuple(zip(self.house.grid.cells(), self.state.seats[ME].places, strict=True))
        return tuple(placed[start : start + columns] for start in range(0, len(placed), columns))

    @property
    def scores(self) -> tuple[Score | None, ...]:
        """What the cards of a question count, once it was answered."""
        task = self.screen.task
        return scores_beside(task.question) if isinstance(task, Exercise) and self.is_done else ()


@bp.get("")
def index() -> str:
    return render_template("learn/index.html", groups=house_groups())


@bp.get("/<house>")
def begin(house: str) -> Response:
    found = house_or_missing(house)
    return redirect(url_for("learn.screen", house=house_address(found), screen=lesson(found)[0].key))


@bp.get("/<house>/<screen>")
def screen(house: str, screen: str) -> str | Response | tuple[str, int]:
    """One screen, by its key. With a try in the address it tells what comes of it."""
    found = house_or_missing(house)
    screens = lesson(found)
    index = next((index for index, one in enumerate(screens) if one.key == screen), None)
    if index is None:
        abort(404)
    task = screens[index].task
    typed = {name: " ".join(values)[:LONGEST_TYPED] for name, values in request.args.lists()}
    if not request.args:
        return _shown(ScreenPage(found, screens, index))
    try:
        told = task.tried(dict(request.args.lists()))
    except AnswersRefused as refused:
        return _shown(ScreenPage(found, screens, index, typed=typed, errors=question_errors(refused))), 422
    return _shown(ScreenPage(found, screens, index, told, typed))


def _shown(page: ScreenPage) -> str:
    return render_template("learn/screen.html", page=page, field=DO)
