"""What the sheet says: every question that a house leaves open, with its readings worked out."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from flask import Blueprint, abort, render_template, request
from werkzeug.wrappers import Response

from scorekeeper import houses
from scorekeeper.referee.open_questions import ReadingAnswer, answers, at_other_houses, choice_of, settled_by
from scorekeeper.rules import House, Option, Reading
from scorekeeper.rules.problems import UnknownHouse
from scorekeeper.rules.wording import count_word, number
from scorekeeper.tally.values import KeptGame
from scorekeeper.web.addresses import (
    as_fields,
    best_key,
    by_view_link,
    find_house,
    game_to_see,
    house_address,
    question_row,
    refuse_missing,
)

bp = Blueprint("questions", __name__)


_GROUPS = {"score": "Changes a score", "play": "What you may do", "match": "Who wins", "note": "Good to know"}
"""By the kind of question: what a group of them is called."""


@dataclass(frozen=True)
class WorkedReading:
    answer: ReadingAnswer
    printed: bool  # it is what the house says by itself
    in_force: bool  # the game that the page was opened from is played by it
    apart: int | None  # by how many points its number differs from the printed one
    choice: Mapping[str, str]  # what to choose, as parameters of an address; empty where nothing can be chosen

    @property
    def reading(self) -> Reading:
        return self.answer.reading

    @property
    def difference(self) -> str:
        """How far its number is from the printed one, in words; empty where there is nothing to say."""
        if not self.apart:
            return ""
        points = "point" if abs(self.apart) == 1 else "points"
        return f"{abs(self.apart)} {points} {'fewer' if self.apart < 0 else 'more'}"


@dataclass(frozen=True)
class QuestionShown:
    """One question with everything that is known about it."""

    house: House
    option: Option
    kept: KeptGame | None = None

    @cached_property
    def readings(self) -> tuple[WorkedReading, ...]:
        found = _answers(self.house, self.option)
        first = found[0].total
        in_force = self.house.taken(self.option)
        return tuple(
            WorkedReading(
                answer=one,
                printed=self.option.default is not None and one.reading.key == self.option.default.key,
                in_force=self.is_settled_here and in_force is not None and one.reading.key == in_force.key,
                apart=None if one.total is None or first is None else one.total - first,
                choice=as_fields(choice_of(self.house, self.option, one.reading)),
            )
            for one in found
        )

    @property
    def in_force(self) -> WorkedReading | None:
        """The reading that the game is played by; None without a game, and where its table has yet to say."""
        return next((one for one in self.readings if one.in_force), None)

    @property
    def is_settled_here(self) -> bool:
        """Whether a game says by which reading it is played: of a question that is only explained it does not."""
        return self.kept is not None and self.option.asked != "explained"

    @property
    def numbers(self) -> str:
        """The example's numbers, one for each reading, the printed one first; empty where it has none."""
        totals = [one.answer.total for one in self.readings]
        if any(total is None for total in totals):
            return ""
        return " / ".join(dict.fromkeys(number(total) for total in totals if total is not None))

    @property
    def kept_apart(self) -> bool:
        """Whether nothing that is counted changes with the answer: the game only keeps it."""
        return self.option.asked != "explained" and not any(reading.sets for reading in self.option.readings)

    @property
    def settled_by(self) -> tuple[Option, ...]:
        """The questions that this one is answered with, where it is only explained."""
        return settled_by(self.house, self.option) if self.option.asked == "explained" else ()

    @cached_property
    def elsewhere(self) -> tuple[tuple[House, Option, str], ...]:
        """The same question at the other houses, and the answer there."""
        return tuple(
            (house, option, option.default.text if option.default else "the table has to say")
            for house, option in at_other_houses(self.house, self.option)
        )


@dataclass(frozen=True)
class QuestionPage:
    """The questions of one row of the sheets' comparison: one, or a few that belong together."""

    house: House
    row: str
    kept: KeptGame | None = None

    @cached_property
    def questions(self) -> tuple[QuestionShown, ...]:
        return tuple(
            QuestionShown(self.house, option, self.kept)
            for option in self.house.options
            if self.row == question_row(option)
        )

    @property
    def title(self) -> str:
        if len(self.questions) == 1:
            return self.questions[0].option.question
        if not self.row[:1].isdigit():
            return "What tables play differently"  # not a row of a sheet, but what published rules suggest to ask
        return f"{count_word(len(self.questions)).capitalize()} questions that belong together"


def _answers(house: House, option: Option) -> tuple[ReadingAnswer, ...]:
    """The answers; those of a house that comes with Scorekeeper are worked out once."""
    if any(house is shipped for shipped in houses.built_in()):
        return _answers_of_shipped(house.key, option.key)
    return answers(house, option)


@cache
def _answers_of_shipped(house_key: str, option_key: str) -> tuple[ReadingAnswer, ...]:
    house = houses.get(house_key)
    return next(answers(house, option) for option in house.options if option.key == option_key)


@bp.before_request
def name_a_game_by_its_view_link() -> Response | None:
    """Addresses of these pages are sent around, so none of them may carry the link that lets others enter cards."""
    game_key = request.args.get("game", "")
    return by_view_link(game_to_see(game_key) if game_key else None, **(request.view_args or {}))


@bp.get("/houses/<key>/questions")
def index(key: str) -> str:
    """Every question that the rules of a house leave open; `?game=` shows how that game answers them."""
    house, kept = _asked(key)
    groups = [
        (title, kind, [QuestionShown(house, option, kept) for option in house.options if option.kind == kind])
        for kind, title in _GROUPS.items()
        if any(option.kind == kind for option in house.options)
    ]
    return render_template("questions/index.html", house=house, groups=groups, address=key, **_game(kept))


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
    except UnknownHouse as unknown:
        # A game keeps its house, whatever has become of it since.
        if kept is None or house_address(kept.game.house) != key:
            refuse_missing(unknown)
        house = kept.game.house
    if kept is not None and house_address(kept.game.house) == house_address(house):
        return kept.game.house, kept
    return house, None


def _game(kept: KeptGame | None) -> dict[str, str | None]:
    """How addresses of these pages name the game, and by which link it is gone back to."""
    if kept is None:
        return {"game": None, "scorecard": None}
    return {"game": kept.view_key, "scorecard": best_key(kept)}
