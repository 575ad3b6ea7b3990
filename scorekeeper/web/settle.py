"""Score a hand: one layout, one house, the points and why."""

from collections.abc import Mapping
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
"""In place of a house's address: the house of the game that the question is about."""


@dataclass(frozen=True)
class Dispute:
    """The game that a question comes from. ``player`` is None if none of the game was named."""

    kept: KeptGame  # as seen by its view-only link
    key: str  # of the best link to it that this device has
    hole: int | None = None
    player: Player | None = None

    @property
    def cards(self) -> str:
        """That player's cards on that hole; empty for none, and for a bare number."""
        hole = None if self.hole is None else self.kept.game.hole(self.hole)
        entry = None if hole is None or self.player is None else hole.entries.get(self.player.id)
        return "" if entry is None or entry.layout is None else entry.layout.shown

    @property
    def may_enter(self) -> bool:
        """Whether this device may change the game."""
        return self.key != self.kept.view_key


@dataclass(frozen=True)
class SettlePage:
    """A question, its errors by field name, and its answer as far as there is one."""

    house: House  # with the chosen readings
    address: str  # of that house, as `?house=` has it
    cards: str
    layout: Layout | None  # None while there is none
    errors: Errors
    dispute: Dispute | None = None
    made: tuple[House, ...] = ()  # houses made on this device

    @property
    def by_game(self) -> bool:
        return self.address == GAMES_OWN

    @property
    def games_house(self) -> House | None:
        return None if self.dispute is None else self.dispute.kept.game.house

    @property
    def house_choices(self) -> tuple[tuple[str, House], ...]:
        """Houses in the form, by address: the game's own, those made on this device, and the built-in ones."""
        choices = {} if self.games_house is None else {GAMES_OWN: self.games_house}
        choices |= {house_address(house): house for house in self.made}
        choices |= {house.key: house for house in houses.built_in()}
        asked = {} if self.address in choices else {self.address: self.house}
        own = {address: house for address, house in choices.items() if address == GAMES_OWN}
        return tuple((own | asked | choices).items())

    @property
    def score_options(self) -> tuple[Option, ...]:
        """The open questions of the house that decide a layout's score, without the ender's penalty."""
        return tuple(option for option in self.house.options if changes_a_layout(option))

    @property
    def changed(self) -> int:
        """How many of these have another answer than the default."""
        return sum(self.house.taken(option) is not option.default for option in self.score_options)

    def chosen(self, option: Option) -> str:
        """The key of the reading in force: the chosen one, or the default."""
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
        """Total, why it differs from the chosen house's, and the houses with both; those that agree come first."""
        others = [found for found in self.compared[1:] if found.score is not None]
        order = {(found.total, found.why): index for index, found in reversed(list(enumerate(others)))}
        others.sort(key=lambda found: (found.why != "", order[found.total, found.why]))
        alike = groupby(others, key=lambda found: (found.total or 0, found.why))
        return tuple((total, why, tuple(found)) for (total, why), found in alike)

    @property
    def marked(self) -> frozenset[Cell]:
        """The cells that another reading of the chosen house scores differently."""
        return frozenset().union(*(other.cells for found in self.compared[:1] for other in found.readings))

    @property
    def fitting(self) -> tuple[House, ...]:
        """The houses that the cards fit, if they don't fit the chosen house."""
        return tuple(house for house in houses.built_in() if "cards" in self.errors and _holds(house, self.cards))

    # --- sharing ------------------------------------------------------------------------------------------------------

    @property
    def verdict(self) -> str:
        """The answer in one sentence without a full stop: `5 * 7 / 5 Q K: 15 points in Two-Joker Golf`."""
        if self.score is None:
            return ""
        total, ours = self.score.total, ", our way" if self.by_game or self.house.readings else ""
        points = f"{number(total)} point{'' if total in (1, -1) else 's'}"
        return f"{self.score.layout.shown}: {points} in {self.house.name}{ours}"

    @property
    def permalink(self) -> str:
        """The full address of this question. It keeps showing the same answer, even if the game changes."""
        return url_for("settle.index", **self.permanent, _external=True)

    @cached_property
    def permanent(self) -> dict[str, str]:
        """Its parameters, without the game if possible: people without the game's link may open it."""
        own = house_address(self.house) if self.by_game else self.address
        every = {option.key: self.chosen(option) for option in self.score_options}
        if self.by_game and self.dispute is not None and not _leads_to(own, self.house):
            return {"game": self.dispute.kept.view_key, "house": GAMES_OWN, **self._cards, **as_fields(every)}
        chosen = {key: reading for key, reading in every.items() if key in self.house.readings}
        return {"house": own, **self._cards, **as_fields(chosen)}

    def link(self, **other: str) -> dict[str, str]:
        """The address parameters of this question with some of them changed, the game included."""
        return {"house": self.address, **self._in_game, **self._cards, **as_fields(self.house.readings), **other}

    def link_to(self, house: House, **other: str) -> dict[str, str]:
        """The same cards under another house, with its default readings or the game's."""
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
    """Whether that address with this house's readings gives this house."""
    try:
        return houses.as_chosen(find_house(address), house.readings) == house
    except RuleError:
        return False


# --- the page ---------------------------------------------------------------------------------------------------------


@bp.get("/score")
@limits.ASKED
def index() -> tuple[str, int]:
    """Show the question and its answer, which share one address."""
    page = _read(request.args, _dispute(request.args))
    return render_template("settle/index.html", page=page), 422 if page.errors else 200


def _dispute(asked: Mapping[str, str]) -> Dispute | None:
    """The game in the address; without a game or a house there, the current game of this phone. None without cards.

    Raises GameNotFound. Asking adds no game to the device's list.
    """
    key = asked.get("game")
    if not key:
        under_way = None if asked.get("house") else game_under_way()
        if under_way is None or not under_way.game.house.has_cards:
            return None
        return Dispute(under_way, under_way.key)
    kept = find_game(store(), key)
    if not kept.game.house.has_cards:
        return None
    hole, player = (whole_number(asked.get(name, "")) for name in ("hole", "player"))
    best = kept.edit_key if kept.may_edit else best_key(kept)
    return Dispute(kept, best, hole, None if player is None else kept.game.player(player))


def _read(asked: MultiDict[str, str], dispute: Dispute | None) -> SettlePage:
    """Read the address. Each unusable part becomes an error, and the rest stays.

    `readings_of` names the house whose readings the form showed: after a change of house its readings are dropped.
    """
    errors: Errors = {}
    address = asked.get("house", "") or ("" if dispute is None else GAMES_OWN)
    if dispute is None and address == GAMES_OWN:
        address = ""
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
    elif "readings_of" in asked and "change" not in asked and not errors:
        errors["cards"] = ["Enter a player’s cards first."]
    made = tuple(kept.house for kept in houses_of_device(store(), device_id()))
    return SettlePage(house, address, cards[: LONGEST_TEXT * 2], layout, errors, dispute, made)
