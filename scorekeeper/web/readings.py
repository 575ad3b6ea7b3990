"""What if …?: all readings of a game, and what other ones would change."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from flask import Blueprint, flash, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.houses import BadHouse
from scorekeeper.rules import House, Option, Reading, RuleError
from scorekeeper.rules.what_if import HandsNotPlayable, Rereading, changes_by, in_words
from scorekeeper.rules.wording import short
from scorekeeper.store.errors import StoreError
from scorekeeper.tally.changing import change, changed_before
from scorekeeper.tally.game_row import find_to_change
from scorekeeper.tally.values import ChooseReadings, KeptGame
from scorekeeper.web.addresses import OPTION, chosen_in, game_to_change, game_to_see
from scorekeeper.web.db import new_write_id, store
from scorekeeper.web.drawn_macros import draw, draw_once
from scorekeeper.web.forms import sent, sent_write

bp = Blueprint("readings", __name__, url_prefix="/g/<key>")


LONGEST_FIELD = 200
WHOLE_GAME = "Rule changed for the whole game."


@dataclass(frozen=True, slots=True)
class Answer:
    """A new answer to a question."""

    option: Option
    before: Reading | None  # None if the table had not chosen
    after: Reading


@dataclass(frozen=True)
class Wish:
    """Readings that a table wants to change, or the errors by field."""

    kept: KeptGame
    answers: tuple[Answer, ...] = ()
    rereading: Rereading | None = None
    errors: Mapping[str, list[str]] = field(default_factory=dict)
    hands: tuple[str, ...] = ()  # those that can't be scored

    @property
    def house(self) -> House:
        return self.kept.game.house

    @cached_property
    def readings(self) -> dict[str, str]:
        return {answer.option.key: answer.after.key for answer in self.answers}

    @property
    def fingerprint(self) -> str:
        """Changes when the same wish would change other scores than were shown, or other rules."""
        found = self.rereading
        scores = [
            (hole.number, score.player.id, score.before.score, score.after.score)
            for hole in (found.holes if found else ())
            for score in hole.scores
        ]
        more = (found.enders_unknown, found.ends_game) if found else ()
        shown = (sorted(self.house.readings.items()), sorted(self.readings.items()), scores, more)
        return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]

    @property
    def may_be_used(self) -> bool:
        """Whether this phone can change the rules to it: every hand played has a score by them."""
        return self.rereading is not None and not self.hands and self.kept.may_edit

    # --- what the page shows ------------------------------------------------------------------------------------------

    @property
    def was_played(self) -> bool:
        """Whether there is anything to rescore."""
        return any(hole.entries for hole in self.kept.game.holes)

    def in_force(self, option: Option) -> str:
        """The key of the answer that the game plays; empty if the table has not chosen."""
        reading = self.house.taken(option)
        return "" if reading is None else reading.key

    def chosen(self, option: Option) -> str:
        """The key of the answer that the form shows as chosen."""
        return self.readings.get(option.key) or self.in_force(option)

    def choices(self, option: Option) -> Markup:
        """The answers of a question, to choose from."""
        question = "readings/_choices.html", "choices", self.house, option.key, self.chosen(option)
        return draw(*question, self.errors) if self.errors else draw_once(*question)

    @property
    def groups(self) -> tuple[Group, ...]:
        return _groups(self.house)

    @cached_property
    def shown_at(self) -> str:
        """The question under which the page shows what would change: the last with another answer; empty for none."""
        asked = [option.key for option in self.house.options if option.key in self.readings]
        return asked[-1] if asked else ""

    @cached_property
    def _changing(self) -> Set[str]:
        return self.readings.keys() | {field.removeprefix(OPTION) for field in self.errors}

    def is_open(self, options: tuple[Option, ...]) -> bool:
        """Whether a folded part has an answer that the visitor is changing."""
        return bool(self._changing) and any(option.key in self._changing for option in options)


KINDS = {
    "score": "Scoring",
    "play": "Playing",
    "match": "The whole game",
    "note": "About the rules",
}


IN_SIGHT = 5
"""The number of questions of a kind in sight; the others are folded."""


@dataclass(frozen=True, slots=True)
class Group:
    """Questions of one kind: the usual ones, and the rare ones."""

    key: str
    title: str
    usual: tuple[Option, ...]
    rare: tuple[Option, ...]
    changed: int  # answers other than the usual one, without those that every table must give

    @property
    def first(self) -> tuple[Option, ...]:
        return self.usual[:IN_SIGHT]

    @property
    def more(self) -> tuple[Option, ...]:
        return self.usual[IN_SIGHT:]

    @property
    def all(self) -> tuple[Option, ...]:
        return (*self.usual, *self.rare)


@lru_cache(64)
def _groups(house: House) -> tuple[Group, ...]:
    """Every question with a choice, under headings."""
    return tuple(_grouped(house))


def _grouped(house: House) -> Iterator[Group]:
    for key, title in KINDS.items():
        options = [option for option in house.options if option.kind == key and option.asked != "explained"]
        changed = sum(house.taken(option) != option.default for option in options if not option.must_ask)
        if options:
            usual = tuple(option for option in options if option.asked == "usual")
            yield Group(key, title, usual, tuple(option for option in options if option.asked == "rare"), changed)


def read_wish(kept: KeptGame, asked: Mapping[str, str]) -> Wish:
    """The wish for these answers, by question, and its effect. Readings already in force are left out."""
    house = kept.game.house
    errors: dict[str, list[str]] = {}
    answers = []
    for key, chosen in asked.items():
        option = house.option(key)
        reading = None if option is None else option.reading(chosen)
        if option is None:
            errors.setdefault("", []).append(f"{house.name} has no question “{short(key, LONGEST_FIELD)}”.")
        elif option.asked == "explained":
            errors.setdefault("", []).append(f"Nothing to choose here: {option.question}")
        elif reading is None:
            cause = f"“{short(chosen, LONGEST_FIELD)}” isn’t an answer to: {option.question}"
            errors.setdefault(OPTION + key, []).append(cause)
        elif reading != house.taken(option):
            answers.append(Answer(option, house.taken(option), reading))
    wish = Wish(kept, tuple(answers), errors=errors)
    if errors or not answers:
        return wish
    try:
        return replace(wish, rereading=changes_by(kept.game, kept.house_with(wish.readings)))
    except HandsNotPlayable as refused:
        return replace(wish, hands=tuple(hand.message for hand in refused.problems))
    except BadHouse as refused:
        causes = [problem.cause for problem in refused.found]
        return replace(wish, errors={"": list(dict.fromkeys(causes))})


# --- the page ---------------------------------------------------------------------------------------------------------


@bp.get("/readings")
def index(key: str) -> tuple[str, int]:
    """Every question with its answer; with answers in the address, their effect."""
    wish = read_wish(game_to_see(key), chosen_in(request.args))
    return _show(wish), 422 if wish.errors or wish.hands else 200


@bp.post("/readings")
def choose(key: str) -> Response | tuple[str, int]:
    """Change to these answers, if their effect is still what was shown."""
    kept = game_to_change(key)
    wish = Wish(kept)
    asked, write = chosen_in(request.form), sent_write()
    if changed_before(store(), kept, [ChooseReadings(asked)], write):
        flash(f"{WHOLE_GAME} You can undo this.", "good")
        return redirect(url_for("play.card", key=key))
    try:
        with store().write():  # no one else can change the game between check and change
            wish = read_wish(find_to_change(store(), kept.edit_key), asked)
            agreed = sent("seen") == wish.fingerprint
            if wish.rereading is not None and agreed:
                change(store(), kept.edit_key, [ChooseReadings(wish.readings)], write)
    except RuleError as refused:
        wish = Wish(kept, wish.answers, errors={"": [problem.message for problem in refused.problems]})
    except StoreError as refused:
        return _show(Wish(kept, wish.answers, errors={"": [refused.message]})), 409
    if wish.errors or wish.hands:
        return _show(wish), 422
    if not wish.answers:
        flash("You already play this way.")
        return redirect(url_for("play.card", key=key))
    if not agreed:
        return _show(wish, overtaken=True), 409
    assert wish.rereading is not None
    flash(f"{WHOLE_GAME} {in_words(wish.rereading)} You can undo this.", "good")
    return redirect(url_for("play.card", key=key))


def _show(wish: Wish, *, overtaken: bool = False) -> str:
    """``overtaken``: the game changed after its numbers were shown."""
    return render_template(
        "readings/index.html",
        wish=wish,
        kept=wish.kept,
        key=wish.kept.key,
        house=wish.house,
        overtaken=overtaken,
        write_id=new_write_id(),
        summary=in_words(wish.rereading) if wish.rereading else "",
    )
