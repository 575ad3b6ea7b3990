"""Settle a score: one layout, one house, and why it counts what it counts."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from flask import Blueprint, render_template, request, url_for
from werkzeug.datastructures import MultiDict

from scorekeeper import houses
from scorekeeper.referee.compare import HouseScore, OtherReading, compare
from scorekeeper.referee.other_readings import changes_a_layout
from scorekeeper.rules import BadLayout, Cell, House, Layout, Option, Player, RuleError, Score, parse_layout
from scorekeeper.rules.notation import LONGEST_TEXT
from scorekeeper.rules.problems import UnknownHouse
from scorekeeper.rules.wording import number, short
from scorekeeper.tally.kept_houses import houses_of_device
from scorekeeper.tally.read_game import find_game
from scorekeeper.tally.sharing import games_of_device
from scorekeeper.tally.values import KeptGame
from scorekeeper.web import limits
from scorekeeper.web.addresses import OPTION, as_fields, chosen_in, find_house, house_address, whole_number
from scorekeeper.web.db import device_id, store
from scorekeeper.web.forms import Errors, with_answers

bp = Blueprint("settle", __name__)


# --- the question in the address --------------------------------------------------------------------------------------


GAMES_OWN = "game"
"""Stands in the place of a house's address for the house that the game of the question is played by."""


@dataclass(frozen=True)
class Dispute:
    """The game that a question comes from. ``player`` is None where none was named, or nobody of that game."""

    kept: KeptGame  # as whoever may only look sees it
    hole: int | None = None
    player: Player | None = None

    @property
    def cards(self) -> str:
        """What is entered for that player on that hole; empty for nothing, and for a bare number."""
        hole = None if self.hole is None else self.kept.game.hole(self.hole)
        entry = None if hole is None or self.player is None else hole.entries.get(self.player.id)
        return "" if entry is None or entry.layout is None else entry.layout.shown


@dataclass(frozen=True)
class Question:
    """What is asked, and what is wrong with it: sentences by field name. ``layout`` is None while there is none."""

    house: House  # with the readings that are asked for
    address: str  # of that house, as `?house=` has it
    cards: str
    layout: Layout | None
    errors: Errors = field(default_factory=dict)
    dispute: Dispute | None = None

    @property
    def by_game(self) -> bool:
        """Whether the house is the one that the game is played by."""
        return self.address == GAMES_OWN


def read_question(asked: MultiDict[str, str], dispute: Dispute | None = None) -> Question:
    """Read the address. Whatever cannot be used is answered with a sentence, and the rest still stands.

    `readings_of` names the house whose readings the form showed: whoever has just chosen another house there has not
    chosen readings of that one.
    """
    errors: Errors = {}
    address = asked.get("house", "") or ("" if dispute is None else GAMES_OWN)
    by_game = dispute is not None and address == GAMES_OWN
    house = dispute.kept.game.house if dispute is not None and by_game else houses.built_in()[0]
    if address and not by_game:
        try:
            house = find_house(address)
        except UnknownHouse as unknown:
            errors["house"] = [short(unknown.message, 300)]
    if not by_game:
        address = house_address(house)
    if not errors and asked.get("readings_of", address) == address:
        choose = dispute.kept.house_with if dispute is not None and by_game else None
        house, errors = with_answers(house, chosen_in(asked), choose)
    cards = asked.get("cards", dispute.cards if dispute is not None else "")
    layout = None
    if cards.strip() and "house" not in errors:
        try:
            layout = parse_layout(cards, house)
        except BadLayout as bad:
            errors["cards"] = [problem.message for problem in bad.problems]
    return Question(house, address, cards[: LONGEST_TEXT * 2], layout, errors, dispute)


# --- the answer -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Verdict:
    """Houses that come to the same total for the same reason."""

    total: int
    why: str  # why it is not what the chosen house counts; empty where it is
    houses: tuple[HouseScore, ...]


@dataclass(frozen=True)
class SettlePage:
    """A question with its answer, as far as it can be given."""

    question: Question
    edit_key: str = ""  # of the game, for whoever may change it
    made: tuple[House, ...] = ()  # the houses that this device knows besides those that come along

    @property
    def house(self) -> House:
        return self.question.house

    @property
    def layout(self) -> Layout | None:
        return self.question.layout

    @property
    def dispute(self) -> Dispute | None:
        return self.question.dispute

    @property
    def house_choices(self) -> tuple[tuple[str, House], ...]:
        """What the form offers, by address: the game's own house, those that somebody made, and all that come along."""
        own = () if self.dispute is None else ((GAMES_OWN, self.dispute.kept.game.house),)
        built_in = tuple((house.key, house) for house in houses.built_in())
        made = tuple((house_address(house), house) for house in self.made)
        known = {address for address, _ in (*own, *made, *built_in)}
        asked = () if self.question.address in known else ((self.question.address, self.house),)
        return (*own, *asked, *made, *built_in)

    @property
    def score_options(self) -> tuple[Option, ...]:
        """The open questions of the house that decide what a layout counts; the ender's penalty is none of them."""
        return tuple(option for option in self.house.options if changes_a_layout(option))

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
        if self.dispute is not None and not self.question.by_game:
            others = [house for house in others if house.key != self.dispute.kept.game.house.key]
            others.insert(0, self.dispute.kept.game.house)
        return compare(self.layout, [self.house, *others])

    @property
    def first(self) -> HouseScore | None:
        return self.compared[0] if self.compared else None

    @property
    def score(self) -> Score | None:
        return None if self.first is None else self.first.score

    @property
    def other_readings(self) -> tuple[OtherReading, ...]:
        """The readings of the chosen house, one at a time, that would give this layout another total."""
        return () if self.first is None else self.first.readings

    @property
    def elsewhere(self) -> tuple[HouseScore, ...]:
        """The other houses that can count this layout."""
        return tuple(found for found in self.compared[1:] if found.score is not None)

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The same by total and reason, whoever agrees with the chosen house first."""
        alike: dict[tuple[int, str], list[HouseScore]] = {}
        for found in self.elsewhere:
            assert found.total is not None
            alike.setdefault((found.total, found.why), []).append(found)
        verdicts = [Verdict(total, why, tuple(found)) for (total, why), found in alike.items()]
        return tuple(sorted(verdicts, key=lambda verdict: verdict.why != ""))

    @property
    def impossible(self) -> tuple[HouseScore, ...]:
        """Those that cannot; whoever plays with the same grid first."""
        found = [found for found in self.compared[1:] if found.score is None]
        return tuple(sorted(found, key=lambda one: not one.same_grid))

    @property
    def marked(self) -> frozenset[Cell]:
        """The cells that another reading of the chosen house counts differently."""
        return frozenset().union(*(other.cells for other in self.other_readings))

    @cached_property
    def fitting(self) -> tuple[House, ...]:
        """For cards that the chosen house cannot hold: the houses that can."""
        if "cards" not in self.question.errors:
            return ()
        found = []
        for house in houses.built_in():
            try:
                parse_layout(self.question.cards, house)
            except BadLayout:
                continue
            found.append(house)
        return tuple(found)

    # --- telling others -----------------------------------------------------------------------------------------------

    @property
    def whose(self) -> str:
        """By whose rules the answer is, as somebody reads it who was sent the link."""
        ours = ", as this table plays them" if self.question.by_game or self.house.readings else ""
        return f"by the rules of {self.house.name}{ours}"

    @property
    def verdict(self) -> str:
        """The answer in one sentence without a full stop: `5 * 7 / 5 Q K: 15 points by the rules of Two jokers`."""
        if self.score is None:
            return ""
        total = self.score.total
        return f"{self.score.layout.shown}: {number(total)} point{'' if total in (1, -1) else 's'} {self.whose}"

    @property
    def permalink(self) -> str:
        """The whole address of this very question: whoever opens it sees the same answer, whatever a game becomes."""
        return url_for("settle.index", **self.permanent, _external=True)

    @cached_property
    def permanent(self) -> dict[str, str]:
        """Without the game wherever that is enough: the link is for people who were not given the game's."""
        address = self.question.address
        if not self.question.by_game:
            return self._of_house(address)
        own = house_address(self.house)
        if _leads_to(own, self.house):
            return self._of_house(own)
        every = {option.key: self.chosen(option) for option in self.score_options}
        return {"game": self._game, "house": GAMES_OWN, **self._cards, **as_fields(every)}

    def link(self, **other: str) -> dict[str, str]:
        """The parameters of this question's address, with some of them changed; the game goes along."""
        own = {"house": self.question.address, **self._cards, **as_fields(self.house.readings)}
        if self.dispute is not None:
            own["game"] = self._game
            if self.dispute.hole is not None and self.dispute.player is not None:
                own |= {"hole": str(self.dispute.hole), "player": str(self.dispute.player.id)}
        return own | other

    def link_to(self, house: House, **other: str) -> dict[str, str]:
        """The same cards under another house, as it is printed or as the game plays it."""
        is_games = self.dispute is not None and house is self.dispute.kept.game.house
        address = GAMES_OWN if is_games else house_address(house)
        kept = {key: value for key, value in self.link().items() if key != "house" and not key.startswith(OPTION)}
        return {**kept, "house": address, **other}

    @property
    def _game(self) -> str:
        assert self.dispute is not None
        return self.dispute.kept.view_key

    @property
    def _cards(self) -> dict[str, str]:
        return {"cards": str(self.layout) if self.layout else self.question.cards}

    def _of_house(self, address: str) -> dict[str, str]:
        chosen = {option.key: self.chosen(option) for option in self.score_options if option.key in self.house.readings}
        return {"house": address, **self._cards, **as_fields(chosen)}


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
    dispute = _dispute()
    made = tuple(kept.house for kept in houses_of_device(store(), device_id()))
    page = SettlePage(read_question(request.args, dispute), _edit_key(dispute), made)
    return render_template("settle/index.html", page=page), 422 if page.question.errors else 200


def _dispute() -> Dispute | None:
    """The game that the address names, if any. Raises GameNotFound. Asking lists no game on anybody's device."""
    key = request.args.get("game")
    if not key:
        return None
    kept = find_game(store(), key)
    hole, player = (whole_number(request.args.get(name, "")) for name in ("hole", "player"))
    return Dispute(kept, hole, None if player is None else kept.game.player(player))


def _edit_key(dispute: Dispute | None) -> str:
    """The key by which this device may change that game; empty where it may not."""
    if dispute is None:
        return ""
    if dispute.kept.may_edit:
        return dispute.kept.edit_key
    known = games_of_device(store(), device_id())
    return next((game.key for game in known if game.id == dispute.kept.id and game.may_edit), "")
