"""Another game of the evening, counted in points: the ones that come with Scorekeeper, or one with a name of its own.

A game with a name of its own becomes rules of this device like any others: listed the next time, and shared by link.
"""

from dataclasses import replace
from typing import Literal

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response
from wtforms import RadioField

from scorekeeper import houses
from scorekeeper.rules import LONGEST_GAME, House
from scorekeeper.rules.house import MOST_TYPED
from scorekeeper.rules.parameters import Match, Source, Table, Words
from scorekeeper.tally.kept_houses import (
    HouseChanged,
    KeptHouse,
    change_house,
    create_house,
    find_own_house,
    remember_house,
)
from scorekeeper.web import limits
from scorekeeper.web.addresses import house_address
from scorekeeper.web.db import device_id, new_write_id, store
from scorekeeper.web.forms import Form, TextField, WholeNumberField, sent_write

bp = Blueprint("another_game", __name__, url_prefix="/new/another")

LONGEST_NAME = 30
USUAL_POINTS, USUAL_ROUNDS = 500, 10

BETTER = (("higher", "Highest"), ("lower", "Lowest"))
ENDS = (("open", "Open"), ("points", "Points"), ("rounds", "Rounds"))

Ends = Literal["open", "points", "rounds"]


class AnotherGame(Form):
    """What a table says of a game that Scorekeeper doesn't know."""

    name = TextField(
        "Name of the game",
        LONGEST_NAME,
        render_kw={"autocomplete": "off", "autocapitalize": "words", "maxlength": LONGEST_NAME, "autofocus": True},
    )
    better = RadioField("Wins", default="higher", validate_choice=False)
    ends = RadioField("Ends", default="open", validate_choice=False)
    points = WholeNumberField("Points", default=USUAL_POINTS)
    rounds = WholeNumberField("Rounds", default=USUAL_ROUNDS)
    based_on = WholeNumberField()  # the version that is changed

    @property
    def house(self) -> House | None:
        """The rules that it asks for; None with errors at the fields."""
        if not self.name.data.strip():
            self.refuse({"name": ["Enter the name of the game, like Rummy."]})
        most = MOST_TYPED if self.ends.data == "points" else LONGEST_GAME
        length = None if self.ends.data == "open" else self[self.ends.data]
        if length is not None and not 1 <= (length.data or 0) <= most:
            self.refuse({length.name: [f"Enter a number from 1 to {most:,}."]})
        if any(field.errors for field in self):
            return None
        better: Literal["higher", "lower"] = "lower" if self.better.data == "lower" else "higher"
        return points_house(self.name.data.strip(), better, self.ends.data, length.data if length else 0)


def points_house(name: str, better: Literal["higher", "lower"], ends: Ends, most: int) -> House:
    """A game without cards: who wins, and when it ends."""
    match = {
        "open": Match(better=better, open=True),
        "points": Match(better=better, until=most),
        "rounds": Match(better=better, holes=(most,)),
    }[ends]
    best = "Highest" if better == "higher" else "Lowest"
    return House(
        key="another-game",
        name=name,
        summary=f"Points by round. {best} total wins.",
        source=Source(sheet="", title=""),
        table=Table(players_min=1),
        words=Words(round="round"),
        match=match,
    )


@bp.get("")
def index() -> str:
    """The games that come with Scorekeeper, and a form for any other."""
    return _shown(AnotherGame())


@bp.post("")
@limits.MADE
def make() -> Response | tuple[str, int]:
    """Keep the rules on this device, and go on to the players."""
    form = AnotherGame()
    house = form.house
    if house is None:
        return _shown(form), 422
    kept = create_house(store(), house, sent_write())
    return redirect(url_for("new_game.setup", house=house_address(kept.house)), code=303)


@bp.get("/<owner_key>")
def edit(owner_key: str) -> str | Response:
    """The form with a game that was made here, for users who have its owner link. Cards are changed in the builder."""
    kept = find_own_house(store(), owner_key)
    if kept.house.has_cards:
        return redirect(url_for("build.edit", owner_key=owner_key))
    remember_house(store(), device_id(), kept)
    return _shown(AnotherGame(data=_answers(kept)), kept)


@bp.post("/<owner_key>")
@limits.MADE
def change(owner_key: str) -> Response | tuple[str, int]:
    """Save the next version of the game. Games that started with an earlier one keep it."""
    kept = find_own_house(store(), owner_key)
    form = AnotherGame()
    house = form.house
    if house is None or not is_form_enough(kept.house):
        return _shown(form, kept), 422
    try:
        change_house(store(), owner_key, house, sent_write(), based_on=form.based_on.data or 0)
    except HouseChanged:
        form.refuse({"name": ["Someone changed this game while you did. Save again to keep yours."]})
        form.based_on.data = kept.newest
        return _shown(form, kept), 409
    flash("Saved. Games already started keep their rules.", "good")
    return redirect(url_for("another_game.edit", owner_key=owner_key), code=303)


def is_form_enough(house: House) -> bool:
    """Whether the form asks for all there is to these rules; a file may say more."""
    match = house.match
    plain = points_house(house.name, match.better, _ends(match), match.until or match.holes[0])
    return replace(plain, key=house.key, version=house.version) == house


def _ends(match: Match) -> Ends:
    return "open" if match.open else "points" if match.until else "rounds"


def _answers(kept: KeptHouse) -> dict[str, object]:
    """What the form asks for, as these rules have it."""
    match, ends = kept.house.match, _ends(kept.house.match)
    return {
        "name": kept.house.name,
        "better": match.better,
        "ends": ends,
        "points": match.until or USUAL_POINTS,
        "rounds": match.holes[0] if ends == "rounds" else USUAL_ROUNDS,
        "based_on": kept.newest,
    }


def _shown(form: AnotherGame, kept: KeptHouse | None = None) -> str:
    return render_template(
        "new_game/another.html",
        form=form,
        kept=kept,
        is_whole=kept is None or is_form_enough(kept.house),
        better=BETTER,
        ends=ENDS,
        games=() if kept else houses.score_games(),
        write_id=new_write_id(),
    )
