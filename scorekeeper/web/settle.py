"""Settle a score: one layout, one house, and why it counts what it counts."""

from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from flask import Blueprint, render_template, request, url_for
from werkzeug.datastructures import MultiDict

from scorekeeper import houses
from scorekeeper.referee.compare import HouseScore, compare
from scorekeeper.referee.other_readings import changes_a_layout
from scorekeeper.rules import BadLayout, Cell, House, Layout, Option, Player, RuleError, Score, parse_layout
from scorekeeper.rules.notation import LONGEST_TEXT
from scorekeeper.rules.problems import UnknownHouse
from scorekeeper.rules.wording import number, short
from scorekeeper.tally.game_row import find_game
from scorekeeper.tally.kept_houses import houses_of_device
from scorekeeper.tally.values import KeptGame
from scorekeeper.web import limits
from scorekeeper.web.addresses import as_fields, best_key, chosen_in, find_house, house_address, whole_number
from scorekeeper.web.db import device_id, store
from scorekeeper.web.forms import Errors, with_answers
from scorekeeper.web.phone_rules import game_under_way, house_played

bp = Blueprint("settle", __name__)

GAMES_OWN = "game"
"""Stands in the place of a house's address for the house that the game of the question is played by."""


@dataclass(frozen=True)
class Dispute:
    """The game that a question comes from. ``player`` is None where none was named, or nobody of that game."""

    kept: KeptGame  # as whoever may only look sees it
    key: str  # of the best link to it that this device has
    hole: int | None = None
    player: Player | None = None

    @property
    def cards(self) -> str:
        """What is entered for that player on that hole; empty for nothing, and for a bare number."""
        hole = None if self.hole is None else self.kept.game.hole(self.hole)
        entry = None if hole is None or self.player is None else hole.entries.get(self.player.id)
        return "" if entry is None or entry.layout is None else entry.layout.shown

    @property
    def may_enter(self) -> bool:
        """Whether this device may change the game."""
        return self.key != self.kept.view_key


@dataclass(frozen=True)
class SettlePage:
    """A question, what is wrong with it by the name of the field, and its answer, as far as it can be given."""

    house: House  # with the readings that are asked for
    address: str  # of that house, as `?house=` has it
    cards: str
    layout: Layout | None  # None while there is none
    errors: Errors
    dispute: Dispute | None = None
    made: tuple[House, ...] = ()  # the houses that this device knows besides those that come along

    @property
    def by_game(self) -> bool:
        return self.address == GAMES_OWN

    @property
    def games_house(self) -> House | None:
        return None if self.dispute is None else self.dispute.kept.game.house

    @property
    def house_choices(self) -> tuple[tuple[str, House], ...]:
        """What the form offers, by address: the game's own house, those that somebody made, and all that come along."""
        choices = {} if self.games_house is None else {GAMES_OWN: self.games_house}
        choices |= {house_address(house): house for house in self.made}
        choices |= {house.key: house for house in houses.built_in()}
        asked = {} if self.address in choices else {self.address: self.house}
        own = {address: house for address, house in choices.items() if address == GAMES_OWN}
        return tuple((own | asked | choices).items())

    @property
    def score_options(self) -> tuple[Option, ...]:
        """The open questions of the house that decide what a layout counts; the ender's penalty is none of them."""
        return tuple(option for option in self.house.options if changes_a_layout(option))

    @property
    def changed(self) -> int:
        """How many of these are not answered as printed."""
        return sum(self.house.taken(option) is not option.default for option in self.score_options)

    def chosen(self, option: Option) -> str:
        """The reading that the answer takes: the one asked for, or the printed one."""
        return (self.house.taken(option) or option.readings[0]).key

    # --- the answer ---------------------------------------------------------------------------------------------------

    @cached_property
    def compared(self) -> tuple[HouseScore, ...]:
        """The chosen house first, then all others; empty without a layout."""
        if self.layout is None:
            return ()
        others = [house for house in (*self.made, *houses.built_in()) if house.key != self.house.key]
        if self.games_house is not None and not self.by_game:
            others = [self.games_house, *(house for house in others if house.key != self.games_house.key)]
        return compare(self.layout, [self.house, *others])

    @property
    def score(self) -> Score | None:
        return self.compared[0].score if self.compared else None

    @property
    def verdicts(self) -> tuple[tuple[int, str, tuple[HouseScore, ...]], ...]:
        """Total, why it is not the chosen house's, and the houses that come to both; who agrees comes first."""
        others = [found for found in self.compared[1:] if found.score is not None]
        order = {(found.total, found.why): place for place, found in reversed(list(enumerate(others)))}
        others.sort(key=lambda found: (found.why != "", order[found.total, found.why]))
        alike = groupby(others, key=lambda found: (found.total or 0, found.why))
        return tuple((total, why, tuple(found)) for (total, why), found in alike)

    @property
    def marked(self) -> frozenset[Cell]:
        """The cells that another reading of the chosen house counts differently."""
        return frozenset().union(*(other.cells for found in self.compared[:1] for other in found.readings))

    @property
    def fitting(self) -> tuple[House, ...]:
        """For cards that the chosen house cannot hold: the houses that can."""
        return tuple(house for house in houses.built_in() if "cards" in self.errors and _holds(house, self.cards))

    # --- telling others -----------------------------------------------------------------------------------------------

    @property
    def verdict(self) -> str:
        """The answer in one sentence without a full stop: `5 * 7 / 5 Q K: 15 points by the rules of Two-Joker Golf`."""
        if self.score is None:
            return ""
        total, ours = self.score.total, ", as this table plays them" if self.by_game or self.house.readings else ""
        points = f"{number(total)} point{'' if total in (1, -1) else 's'}"
        return f"{self.score.layout.shown}: {points} by the rules of {self.house.name}{ours}"

    @property
    def permalink(self) -> str:
        """The whole address of this very question: whoever opens it sees the same answer, whatever a game becomes."""
        return url_for("settle.index", **self.permanent, _external=True)

    @cached_property
    def permanent(self) -> dict[str, str]:
        """Without the game wherever that is enough: the link is for people who were not given the game's."""
        own = house_address(self.house) if self.by_game else self.address
        every = {option.key: self.chosen(option) for option in self.score_options}
        if self.by_game and self.dispute is not None and not _leads_to(own, self.house):
            return {"game": self.dispute.kept.view_key, "house": GAMES_OWN, **self._cards, **as_fields(every)}
        chosen = {key: reading for key, reading in every.items() if key in self.house.readings}
        return {"house": own, **self._cards, **as_fields(chosen)}

    def link(self, **other: str) -> dict[str, str]:
        """The parameters of this question's address, with some of them changed; the game goes along."""
        return {"house": self.address, **self._in_game, **self._cards, **as_fields(self.house.readings), **other}

    def link_to(self, house: House, **other: str) -> dict[str, str]:
        """The same cards under another house, as it is printed or as the game plays it."""
        address = GAMES_OWN if house is self.games_house else house_address(house)
        return {"house": address, **self._in_game, **self._cards, **other}

    @property
    def _cards(self) -> dict[str, str]:
        return {"cards": str(self.layout) if self.layout else self.cards}

    @property
    def _in_game(self) -> dict[str, str]:
        if self.dispute is None:
            return {}
        told = {"game": self.dispute.kept.view_key}
        if self.dispute.hole is not None and self.dispute.player is not None:
            told |= {"hole": str(self.dispute.hole), "player": str(self.dispute.player.id)}
        return told


def _holds(house: House, cards: str) -> bool:
    try:
        return bool(parse_layout(cards, house))
    except BadLayout:
        return False


def _leads_to(address: str, house: House) -> bool:
    """Whether that address, with the readings of this house, gives this very house."""
    try:
        return houses.as_chosen(find_house(address), house.readings) == house
    except RuleError:
        return False


# --- the page ---------------------------------------------------------------------------------------------------------


@bp.get("/score")
@limits.ASKED
def index() -> tuple[str, int]:
    """Question and answer share one address, so that whoever is sent the link sees both."""
    page = _read(request.args, _dispute())
    return render_template("settle/index.html", page=page), 422 if page.errors else 200


def _dispute() -> Dispute | None:
    """The game that the address names, if any; the one under way on this phone where it names no house either.

    Raises GameNotFound. Asking lists no game on anybody's device.
    """
    key = request.args.get("game")
    if not key:
        under_way = None if request.args.get("house") else game_under_way()
        return None if under_way is None else Dispute(under_way, under_way.key)
    kept = find_game(store(), key)
    hole, player = (whole_number(request.args.get(name, "")) for name in ("hole", "player"))
    best = kept.edit_key if kept.may_edit else best_key(kept)
    return Dispute(kept, best, hole, None if player is None else kept.game.player(player))


def _read(asked: MultiDict[str, str], dispute: Dispute | None) -> SettlePage:
    """Read the address. Whatever cannot be used is answered with a sentence, and the rest still stands.

    `readings_of` names the house whose readings the form showed: whoever has just chosen another house there has not
    chosen readings of that one.
    """
    errors: Errors = {}
    address = asked.get("house", "") or ("" if dispute is None else GAMES_OWN)
    choose = None
    if dispute is not None and address == GAMES_OWN:
        house, choose = dispute.kept.game.house, dispute.kept.house_with
    else:
        house = house_played()
        try:
            house = find_house(address) if address else house
        except UnknownHouse as unknown:
            errors["house"] = [short(unknown.message, 300)]
        address = house_address(house)
    if not errors and asked.get("readings_of", address) == address:
        house, errors = with_answers(house, chosen_in(asked), choose)
    cards = asked.get("cards", dispute.cards if dispute is not None else "")
    layout = None
    if cards.strip() and "house" not in errors:
        try:
            layout = parse_layout(cards, house)
        except BadLayout as bad:
            errors["cards"] = [problem.message for problem in bad.problems]
    made = tuple(kept.house for kept in houses_of_device(store(), device_id()))
    return SettlePage(house, address, cards[: LONGEST_TEXT * 2], layout, errors, dispute, made)
