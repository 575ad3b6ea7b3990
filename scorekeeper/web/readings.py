"""The readings that a table plays by: all of them, and what another one would make of the game."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from flask import Blueprint, flash, redirect, render_template, request, url_for
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
from scorekeeper.web.forms import sent, sent_write

bp = Blueprint("readings", __name__, url_prefix="/g/<key>")


LONGEST_FIELD = 200
WHOLE_GAME = "These rules count for the whole game, holes already played included."


@dataclass(frozen=True, slots=True)
class Answer:
    """A question that is to be answered anew."""

    option: Option
    before: Reading | None  # None where the table had yet to say
    after: Reading


@dataclass(frozen=True)
class Wish:
    """What a table wants to play by, besides what it plays by already; or why that cannot be, by the field's name."""

    kept: KeptGame
    answers: tuple[Answer, ...] = ()
    rereading: Rereading | None = None
    errors: Mapping[str, list[str]] = field(default_factory=dict)
    hands: tuple[str, ...] = ()  # those that could not be counted

    @property
    def house(self) -> House:
        return self.kept.game.house

    @property
    def readings(self) -> dict[str, str]:
        return {answer.option.key: answer.after.key for answer in self.answers}

    @property
    def fingerprint(self) -> str:
        """Another one as soon as the same wish would change other scores than was seen, or in other rules."""
        found = self.rereading
        scores = [
            (hole.number, score.player.id, score.before.score, score.after.score)
            for hole in (found.holes if found else ())
            for score in hole.scores
        ]
        more = (found.enders_unknown, found.ends_game) if found else ()
        shown = (sorted(self.house.readings.items()), sorted(self.readings.items()), scores, more)
        return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]

    # --- what the page shows ------------------------------------------------------------------------------------------

    @property
    def was_played(self) -> bool:
        """Whether there is anything to count anew."""
        return any(hole.entries for hole in self.kept.game.holes)

    def in_force(self, option: Option) -> str:
        """The key of the answer that the game is played by; empty where the table has yet to say."""
        reading = self.house.taken(option)
        return "" if reading is None else reading.key

    def chosen(self, option: Option) -> str:
        """The key of the answer that the form shows as chosen."""
        return self.readings.get(option.key) or self.in_force(option)

    @property
    def groups(self) -> Iterator[Group]:
        """Every question that there is something to choose about, under headings."""
        for key, title in KINDS.items():
            options = [option for option in self.house.options if option.kind == key and option.asked != "explained"]
            own = sum(self.in_force(option) != (option.default.key if option.default else "") for option in options)
            if options:
                usual = tuple(option for option in options if option.asked == "usual")
                yield Group(key, title, usual, tuple(option for option in options if option.asked == "rare"), own)

    def is_open(self, options: tuple[Option, ...]) -> bool:
        """Whether a folded part holds something that somebody is just now busy with."""
        return any(option.key in self.readings or f"{OPTION}{option.key}" in self.errors for option in options)


KINDS = {
    "score": "What cards and layouts count",
    "play": "How it is played",
    "match": "The game as a whole",
    "note": "How the sheet is understood",
}


@dataclass(frozen=True, slots=True)
class Group:
    """Questions of one kind: those put to every table, and those for whoever looks for them."""

    key: str
    title: str
    usual: tuple[Option, ...]
    rare: tuple[Option, ...]
    answered: int  # how many of them the table answered itself


def read_wish(kept: KeptGame, asked: Mapping[str, str]) -> Wish:
    """The wish in an address or a form, and what it would change. What the game plays by already is no wish."""
    house = kept.game.house
    errors: dict[str, list[str]] = {}
    answers = []
    for key, chosen in chosen_in(asked).items():
        option = house.option(key)
        reading = None if option is None else option.reading(chosen)
        if option is None:
            errors.setdefault("", []).append(f"{house.name} asks no question {short(key, LONGEST_FIELD)!r}")
        elif option.asked == "explained":
            errors.setdefault("", []).append(f"there is nothing to choose about: {option.question}")
        elif reading is None:
            cause = f"{short(chosen, LONGEST_FIELD)!r} is none of the answers to: {option.question}"
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
        causes = [f"these answers do not go together: {problem.cause}" for problem in refused.found]
        return replace(wish, errors={"": list(dict.fromkeys(causes))})


# --- the page ---------------------------------------------------------------------------------------------------------


@bp.get("/readings")
def index(key: str) -> tuple[str, int]:
    """Every question with the answer in force; with answers in the address, what these would change."""
    wish = read_wish(game_to_see(key), request.args)
    return _show(wish), 422 if wish.errors or wish.hands else 200


@bp.post("/readings")
def choose(key: str) -> Response | tuple[str, int]:
    """Play by these answers from now on, if they change no more than what was shown."""
    kept = game_to_change(key)
    wish = Wish(kept)
    write = sent_write()
    if changed_before(store(), kept, [ChooseReadings(chosen_in(request.form))], write):
        flash(f"{WHOLE_GAME} Undo on this card takes it back.", "good")
        return redirect(url_for("play.card", key=key))
    try:
        with store().write():  # nobody changes the game between the look and the change
            wish = read_wish(find_to_change(store(), kept.edit_key), request.form)
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
        flash("This table plays so already. Nothing was changed.")
        return redirect(url_for("play.card", key=key))
    if not agreed:
        return _show(wish, overtaken=True), 409
    assert wish.rereading is not None
    flash(f"{WHOLE_GAME} {in_words(wish.rereading)} Undo on this card takes it back.", "good")
    return redirect(url_for("play.card", key=key))


def _show(wish: Wish, *, overtaken: bool = False) -> str:
    """``overtaken`` where the game was changed after the numbers were shown that somebody agreed to."""
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
