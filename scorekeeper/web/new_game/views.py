"""The pages of a new game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper import houses
from scorekeeper.rules import LONGEST_GAME, House, Option, RuleError
from scorekeeper.rules.game import LONGEST_NAME
from scorekeeper.store.devices import games_of_device, names_of_device
from scorekeeper.store.errors import IdReused
from scorekeeper.store.games import create_game
from scorekeeper.store.houses import houses_of_device
from scorekeeper.web import limits
from scorekeeper.web.db import store
from scorekeeper.web.device import device_id, is_write_id, new_write, new_write_id
from scorekeeper.web.house_finding import house_or_missing
from scorekeeper.web.new_game import bp
from scorekeeper.web.new_game.forms import (
    LONGEST_TITLE,
    Errors,
    Typed,
    blank_form,
    lengths,
    preset,
    read_form,
    read_plan,
    rearranged,
    team_choices,
)
from scorekeeper.web.option_fields import OPTION


@dataclass(frozen=True)
class SetupPage:
    """The form of a new game, with what is wrong with it."""

    house: House
    typed: Typed
    known_names: Sequence[str]
    errors: Mapping[str, Sequence[str]]
    write_id: str

    longest_name = LONGEST_NAME
    longest_title = LONGEST_TITLE
    longest_game = LONGEST_GAME

    @property
    def lengths(self) -> tuple[int, ...]:
        return lengths(self.house)

    @property
    def teams(self) -> tuple[str, ...]:
        """The teams to choose from; none in a house without teams."""
        return () if self.house.match.teams == "none" else team_choices(self.typed.seats)

    @property
    def other_length(self) -> str:
        """The length to show in the field for another one."""
        if self.typed.holes.isdecimal() and self.typed.holes not in map(str, self.lengths):
            return self.typed.holes
        return self.typed.holes_other

    @property
    def asked(self) -> tuple[Option, ...]:
        """Questions without a printed answer; each says with how many players it arises."""
        return tuple(option for option in self.house.options if option.must_ask)

    @property
    def folded(self) -> tuple[Option, ...]:
        """Questions with a printed answer that every table may want to look at."""
        return tuple(option for option in self.house.options if not option.must_ask and option.asked == "usual")

    @property
    def rare(self) -> tuple[Option, ...]:
        """Questions for those who look for them."""
        return tuple(option for option in self.house.options if not option.must_ask and option.asked == "rare")

    def chosen(self, option: Option) -> str:
        """The reading that is marked."""
        default = "" if option.default is None else option.default.key
        return self.typed.readings.get(option.key, default)

    @property
    def changed(self) -> int:
        """How many of the folded questions are not answered as printed, the rare ones among them."""
        return self._changed(self.folded) + self.changed_rare

    @property
    def changed_rare(self) -> int:
        return self._changed(self.rare)

    def _changed(self, options: Sequence[Option]) -> int:
        return sum(option.default is not None and self.chosen(option) != option.default.key for option in options)

    @property
    def open_readings(self) -> bool:
        """Whether the folded questions are shown unfolded: somebody has touched them, or there is a mistake in them."""
        return self.changed > 0 or self._wrong(self.folded) or self.open_rare

    @property
    def open_rare(self) -> bool:
        return self.changed_rare > 0 or self._wrong(self.rare)

    def _wrong(self, options: Sequence[Option]) -> bool:
        return any(f"{OPTION}{option.key}" in self.errors for option in options)


@bp.get("/new")
def choose_house() -> str:
    """Which rules: every house with what sets it apart, those that this device made or was shown first."""
    made = [kept.house for kept in houses_of_device(store(), device_id())]
    sheets, *others = houses.groups()
    return render_template(
        "new_game/choose_house.html",
        choices=[*made, *sheets.houses],
        others=[(group.title, group.houses) for group in others],
    )


@bp.get("/new/<house>")
def setup(house: str) -> str:
    """The form, with the people of this device's last game in their seats, and the readings of the address chosen."""
    chosen = house_or_missing(house)
    last = next(iter(games_of_device(store(), device_id())), None)
    return _show(chosen, preset(blank_form(chosen, last.players if last else ()), chosen, request.args))


@bp.post("/new/<house>")
@limits.MADE
def create(house: str) -> str | Response | tuple[str, int]:
    """Begin the game; or, for one of the small buttons without scripts, show the form with its rows rearranged."""
    chosen = house_or_missing(house)
    typed = read_form(request.form)
    rows = rearranged(typed, request.form.get("do", ""))
    if rows is not None:
        return _show(chosen, rows)
    plan, errors = read_plan(typed, chosen)
    if plan is None:
        return _show(chosen, typed, errors), 422
    try:
        kept = create_game(
            store(),
            house=plan.house,
            players=plan.players,
            teams=plan.teams,
            holes=plan.holes,
            first_dealer=plan.first_dealer,
            title=plan.title,
            write=new_write(request.form.get("write_id")),
        )
    except IdReused:
        already = "this form has already begun a game, and was changed since; send it again to begin another"
        return _show(chosen, typed, {"": [already]}, new_id=True), 409
    except RuleError as refused:
        return _show(chosen, typed, {"": [problem.message for problem in refused.problems]}), 422
    return redirect(url_for("play.hole", key=kept.edit_key, hole=1), code=303)


def _show(house: House, typed: Typed, errors: Errors | None = None, *, new_id: bool = False) -> str:
    sent = request.form.get("write_id", "")
    page = SetupPage(
        house=house,
        typed=typed,
        known_names=names_of_device(store(), device_id()),
        errors=errors or {},
        write_id=sent if is_write_id(sent) and not new_id else new_write_id(),
    )
    return render_template("new_game/setup.html", page=page)
