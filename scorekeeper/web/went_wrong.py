"""Something went wrong: remedies for mishaps by the rules of a house or a game.

Each mishap has its own address, which opens it. Links shared from a game are view-only.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from flask import Blueprint, render_template, request, url_for

from scorekeeper.referee.mishaps import MISHAPS, Mishap, Ruling, mishaps
from scorekeeper.rules import House, Option
from scorekeeper.rules.wording import capitalize_first
from scorekeeper.tally.values import KeptGame
from scorekeeper.web.addresses import best_key, card_house_or_missing, game_to_see, house_address
from scorekeeper.web.house_sheets import of_game as of_game_rules
from scorekeeper.web.referee import Rules, house_groups

bp = Blueprint("went_wrong", __name__)


class AppHelp(NamedTuple):
    """How the app helps with a mishap: in words, and as a link into a game."""

    words: str
    label: str = ""
    endpoint: str = ""
    edits: bool = True  # only for a link that can enter cards
    anchor: str | None = None


HELP: Mapping[str, AppHelp] = {
    "as-they-are": AppHelp("Enter the cards as they are at the end."),
    "correct": AppHelp("Tap a score to fix a card. All totals update.", "Fix hole {hole}", "play.hole"),
    "ender": AppHelp("You can change who ended the hole.", "Change who ended hole {hole}", "play.hole"),
    "number": AppHelp("You can enter points without cards.", "Enter points for hole {hole}", "play.hole"),
    "points": AppHelp(
        "You can adjust the points for a hole.", "Adjust points for hole {hole}", "play.worked", anchor="by-hand"
    ),
    "undo": AppHelp("You can undo entries.", "Undo on the scorecard", "play.card"),
    "dealer": AppHelp("The scorecard shows who deals.", "Who deals?", "play.card", edits=False),
    "history": AppHelp("History shows every change.", "History", "play.history", edits=False),
}
"""By the keys of `scorekeeper/referee/mishaps.toml`."""

OF_HOLE = frozenset({"play.hole", "play.worked"})


@dataclass(frozen=True)
class WrongPage:
    """All mishaps of a house, with the one in the address open. In a game, ``key`` is that of its link."""

    rules: Rules
    about: str = ""
    key: str = ""

    @property
    def house(self) -> House:
        return self.rules.house

    @property
    def kept(self) -> KeptGame | None:
        return self.rules.kept

    @property
    def mishaps(self) -> tuple[Mishap, ...]:
        return mishaps(self.house)

    @property
    def asked(self) -> Mishap | None:
        """The mishap in the address, if it can happen in this house."""
        return next((mishap for mishap in self.mishaps if mishap.key == self.about), None)

    @property
    def cannot_happen(self) -> str:
        """The title of a mishap in the address that can't happen here; empty if it can."""
        return MISHAPS.get(self.about, "") if self.asked is None else ""

    @property
    def endpoint(self) -> str:
        return "went_wrong.of_house" if self.kept is None else "went_wrong.of_game"

    def address(self, mishap: Mishap, *, to_send: bool = False) -> str:
        """The address of this mishap, open. Shared addresses have the view-only link of a game."""
        if self.kept is None:
            named = {"house": house_address(self.house)}
        else:
            named = {"key": self.kept.view_key if to_send else self.key}
        return url_for(self.endpoint, about=mishap.key, _anchor=mishap.key, _external=to_send, **named)

    def help_with(self, mishap: Mishap) -> Iterator[tuple[str, str, str]]:
        """The app's help: words, and the label and address of a link, which may be empty."""
        for key in mishap.app:
            if key != "ender" or self.house.needs_ender:
                yield (HELP[key].words, *self._link(HELP[key]))

    def _link(self, done: AppHelp) -> tuple[str, str]:
        if self.kept is None or not done.endpoint or (done.edits and not self.kept.may_edit):
            return "", ""
        hole = _hole_in_question(self.kept)
        where: dict[str, Any] = {"hole": hole} if done.endpoint in OF_HOLE else {}
        return done.label.format(hole=hole), url_for(done.endpoint, key=self.key, _anchor=done.anchor, **where)

    def groups(self, mishap: Mishap) -> Iterator[tuple[str, str, list[Ruling]]]:
        """Remedies grouped by their basis: its key, and in words."""
        for _, rulings in groupby(mishap.remedies, key=lambda ruling: (ruling.rests, ruling.passage, ruling.option)):
            alike = list(rulings)
            tables = " Many tables do this." if alike[0].rests == "not-in-the-rules" and not alike[0].option else ""
            yield alike[0].rests, self.rests_words(alike[0]) + tables, alike

    def rests_words(self, ruling: Ruling) -> str:
        """The basis of a ruling, as a sentence."""
        where = f"rule sheet {self.house.source.sheet}, {ruling.passage}" if ruling.passage else ""
        return {
            "printed": f"{capitalize_first(where)}.",
            "the-rules": "In these rules.",
            "our-reading": f"Our reading of {where}." if where else "Our reading.",
            "not-in-the-rules": "Not in the rules.",
            "your-choice": "Your choice.",
        }[ruling.rests]

    def questions(self, mishap: Mishap) -> list[Option]:
        """The open questions that decide this mishap, each once."""
        rulings = (*([mishap.rule] if mishap.rule else []), *mishap.remedies)
        found = {ruling.option.key: ruling.option for ruling in rulings if ruling.option is not None}
        return list(found.values())

    def as_text(self, mishap: Mishap) -> str:
        """The mishap and its remedies as text to share."""
        lines = [f"{mishap.title} ({self.house.name})"]
        for _, words, rulings in self.groups(mishap):
            lines += [*(f"- {ruling.text}" for ruling in rulings), words]
        return "\n".join(lines)


def _hole_in_question(kept: KeptGame) -> int:
    """The last hole with cards, or the next one if there are none."""
    begun = [hole.number for hole in kept.game.holes if hole.entries]
    return max(begun, default=kept.game.current_hole or 1)


@bp.get("/referee/<house>/wrong")
def of_house(house: str) -> str:
    return _shown(WrongPage(Rules(card_house_or_missing(house)), request.args.get("about", "")))


@bp.get("/g/<key>/wrong")
def of_game(key: str) -> str:
    """The mishaps by the rules of a game, with its table's answers."""
    kept = game_to_see(key)
    if not kept.game.house.has_cards:
        return of_game_rules(key)  # phones keep this page with every game
    return _shown(WrongPage(Rules(kept.game.house, kept, best_key(kept)), request.args.get("about", ""), key))


def _shown(page: WrongPage) -> str:
    return render_template("referee/wrong.html", page=page, rules=page.rules, groups=house_groups())
