"""Where rules differ: every open question of a house, with its readings worked out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from flask import Blueprint, abort, render_template, request
from werkzeug.wrappers import Response

from scorekeeper import houses
from scorekeeper.houses.sheet.phrases import legend, sign_of
from scorekeeper.referee.open_questions import ReadingAnswer, answers, at_other_houses, choice_of, settled_by
from scorekeeper.rules import House, Option, Reading, Score
from scorekeeper.rules.problems import UnknownHouse
from scorekeeper.rules.wording import count_word
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


_GROUPS = {"score": "Scoring", "play": "Playing", "match": "Who wins", "note": "Good to know"}
"""Headings by the kind of question."""


@dataclass(frozen=True)
class WorkedReading:
    answer: ReadingAnswer
    printed: bool  # it is the house's own answer
    in_force: bool  # the game of this page plays it
    apart: int | None  # points by which its number differs from the printed one
    choice: Mapping[str, str]  # as parameters of an address; empty if nothing can be chosen

    @property
    def reading(self) -> Reading:
        return self.answer.reading

    @property
    def difference(self) -> str:
        """How far its number is from the printed one, in words; empty for no difference."""
        if not self.apart:
            return ""
        points = "point" if abs(self.apart) == 1 else "points"
        return f"{abs(self.apart)} {points} {'fewer' if self.apart < 0 else 'more'}"


@dataclass(frozen=True)
class QuestionShown:
    """One question with its readings worked out."""

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
        """The reading that the game plays; None without a game, or if its table has not chosen."""
        return next((one for one in self.readings if one.in_force), None)

    @property
    def is_settled_here(self) -> bool:
        """Whether a game has an answer here, which explained questions never have."""
        return self.kept is not None and self.option.asked != "explained"

    @property
    def hand(self) -> Score | None:
        """The example hand as the first reading scores it; None if the example is no single hand."""
        return self.readings[0].answer.score

    @property
    def usual(self) -> WorkedReading | None:
        """The reading that is played: by the game of this page, or by the rules themselves."""
        return self.in_force or next((one for one in self.readings if one.printed), None)

    @property
    def listed(self) -> tuple[WorkedReading, ...]:
        """The readings to list: all that the example tells apart by points, otherwise the one that is played."""
        if any(one.answer.total is None for one in self.readings):
            return () if self.usual is None else (self.usual,)
        return self.readings

    @property
    def kept_apart(self) -> bool:
        """Whether the answer changes no score, and the game only stores it."""
        return self.option.asked != "explained" and not any(reading.sets for reading in self.option.readings)

    @property
    def settled_by(self) -> tuple[Option, ...]:
        """The questions that settle this one, if it is only explained."""
        return settled_by(self.house, self.option) if self.option.asked == "explained" else ()

    @cached_property
    def elsewhere(self) -> tuple[tuple[House, Option, str], ...]:
        """The same question in other houses, with the answers there."""
        return tuple(
            (house, option, option.default.text if option.default else "you choose")
            for house, option in at_other_houses(self.house, self.option)
        )


@dataclass(frozen=True)
class QuestionPage:
    """The questions of one row of the sheets' comparison: one, or a few related ones."""

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
            return "House rules to choose"  # from published rules, not from a row of the sheets
        return f"{count_word(len(self.questions)).capitalize()} related questions"


def _answers(house: House, option: Option) -> tuple[ReadingAnswer, ...]:
    """The answers; for shipped houses they are cached."""
    if any(house is shipped for shipped in houses.built_in()):
        return _answers_of_shipped(house.key, option.key)
    return answers(house, option)


@cache
def _answers_of_shipped(house_key: str, option_key: str) -> tuple[ReadingAnswer, ...]:
    house = houses.get(house_key)
    return next(answers(house, option) for option in house.options if option.key == option_key)


@bp.before_request
def name_a_game_by_its_view_link() -> Response | None:
    """Name the game by its view-only link, because people share these addresses."""
    game_key = request.args.get("game", "")
    return by_view_link(game_to_see(game_key) if game_key else None, **(request.view_args or {}))


@bp.get("/houses/<key>/questions")
def index(key: str) -> str:
    """Every open question of a house; `?game=` shows that game's answers."""
    house, kept = _asked(key)
    groups = tuple(_groups(house, kept))
    signs = legend(sign_of(house, house.rests_on_now(option)) for option in house.options)
    return render_template("questions/index.html", house=house, groups=groups, legend=signs, address=key, **_game(kept))


@bp.get("/houses/<key>/questions/<path:row>")
def row(key: str, row: str) -> str:
    """The questions of one row with their readings worked out.

    A question of a custom house may have no row; then its key is in the address.
    """
    house, kept = _asked(key)
    page = QuestionPage(house, row, kept)
    if not page.questions:
        abort(404)
    return render_template("questions/row.html", page=page, address=key, **_game(kept))


@dataclass(frozen=True, slots=True)
class QuestionGroup:
    """Questions of one kind: those that every table has an answer to, and under headings those that few need."""

    title: str
    key: str
    usual: tuple[QuestionShown, ...]
    folded: tuple[tuple[str, tuple[QuestionShown, ...]], ...]

    @property
    def count(self) -> int:
        return len(self.usual) + sum(len(questions) for _, questions in self.folded)


def _groups(house: House, kept: KeptGame | None) -> Iterator[QuestionGroup]:
    for kind, title in _GROUPS.items():
        shown = [QuestionShown(house, option, kept) for option in house.options if option.kind == kind]
        usual, *folded = (
            tuple(question for question in shown if question.option.asked == asked)
            for asked in ("usual", "rare", "explained")
        )
        if shown:
            headed = zip(("Rarely asked", "Good to know"), folded, strict=True)
            yield QuestionGroup(title, kind, usual, tuple((heading, rest) for heading, rest in headed if rest))


def _asked(key: str) -> tuple[House, KeptGame | None]:
    """The house and the game of the address. With a game, the house has its readings."""
    game_key = request.args.get("game", "")
    kept = game_to_see(game_key) if game_key else None
    try:
        house = find_house(key)
    except UnknownHouse as unknown:
        # A game keeps its house, even if that was deleted since.
        if kept is None or house_address(kept.game.house) != key:
            refuse_missing(unknown)
        house = kept.game.house
    if kept is not None and house_address(kept.game.house) == house_address(house):
        return kept.game.house, kept
    return house, None


def _game(kept: KeptGame | None) -> dict[str, str | None]:
    """How addresses name the game, and its link back to the scorecard."""
    if kept is None:
        return {"game": None, "scorecard": None}
    return {"game": kept.view_key, "scorecard": best_key(kept)}
