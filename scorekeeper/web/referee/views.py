"""The referee's pages. Each question and its answer share one address, so that whoever is sent the link sees both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from flask import render_template, request
from werkzeug.wrappers import Response

from scorekeeper.referee import Citation, DeckAdvice, DeckCount, cite, deck_advice, last_turn_order
from scorekeeper.rules import House
from scorekeeper.rules.house import MOST_SEATS
from scorekeeper.rules.wording import count_word, listing
from scorekeeper.web import limits
from scorekeeper.web.finding import by_view_link
from scorekeeper.web.referee import bp
from scorekeeper.web.referee.asking import (
    Rules,
    house_groups,
    question_address,
    questions_address,
    read_rules,
    rules_address,
    source_of,
)
from scorekeeper.web.referee.moment import FACTS, read_asked
from scorekeeper.web.referee.turn import TurnPage
from scorekeeper.web.whole_numbers import whole_number

_ASKED = frozenset({"game", "ask", "players", "starter", "ender", *FACTS})
"""The parameters of these pages, besides the house that a game takes the place of."""

USUAL_PLAYERS = 4
FEWEST_PLAYERS = 2


@bp.before_request
def name_a_game_by_its_view_link() -> Response | None:
    """Addresses of these pages are sent around, so none of them may carry the link that lets others enter cards."""
    rules = read_rules(request.args)
    # Only what the pages ask for: `url_for` takes other names for orders of its own.
    return by_view_link(rules.kept, **{name: value for name, value in request.args.items() if name in _ASKED})


@bp.get("")
def index() -> tuple[str, int]:
    """The front door: which kind of quarrel is it?"""
    rules = read_rules(request.args)
    return _shown("referee/index.html", rules, rules.errors)


@bp.get("/turn")
@limits.RULES_ASKED
def turn() -> tuple[str, int]:
    """May I ... now? Whose rules, what the moment is, what somebody wants to do, and the answer."""
    rules = read_rules(request.args)
    asked = read_asked(request.args, rules.house)
    page = TurnPage(rules, asked)
    # Where on the page each field can be put right.
    ids = {"game": "house", "ask": "wishes"} | dict.fromkeys(FACTS, "moment" if page.facts else "wishes")
    return _shown("referee/turn.html", rules, {**rules.errors, **asked.errors}, page=page, ids=ids)


@bp.get("/decks")
@limits.RULES_ASKED
def decks() -> tuple[str, int]:
    """Which cards go on the table, what happens when they run out, and whose last turn comes when."""
    rules = read_rules(request.args)
    usual = len(rules.players) or min(max(USUAL_PLAYERS, rules.house.table.players_min), rules.house.most_players)
    players = _number("players", FEWEST_PLAYERS, max(MOST_SEATS, usual), usual)
    starter = _number("starter", 1, players, rules.starter + 1 if players == len(rules.players) else 1)
    page = DecksPage(rules, players, starter - 1, _number("ender", 1, players, players) - 1)
    return _shown("referee/decks.html", rules, rules.errors, page=page)


def _number(name: str, least: int, most: int, usual: int) -> int:
    """A number of the address; the usual one where it is none or cannot be."""
    asked = whole_number(request.args.get(name))
    return asked if asked is not None and least <= asked <= most else usual


def _shown(template: str, rules: Rules, errors: Mapping[str, list[str]], **more: object) -> tuple[str, int]:
    shown = render_template(
        template,
        rules=rules,
        errors=errors,
        groups=house_groups(),
        question_address=question_address,
        questions_address=questions_address,
        rules_address=rules_address,
        source_of=source_of,
        **more,
    )
    return shown, 422 if errors else 200


# --- decks ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatTurn:
    """A seat, and which of the last turns are its own, counted from 1."""

    name: str
    is_ender: bool
    is_starter: bool
    turns: tuple[int, ...]


@dataclass(frozen=True)
class DecksPage:
    """Which cards go on the table, and whose last turn comes when."""

    rules: Rules
    players: int
    starter: int = 0  # the seats, counted from 0, of who played first and of who ended the hole
    ender: int = 0

    @property
    def house(self) -> House:
        return self.rules.house

    @cached_property
    def advice(self) -> DeckAdvice:
        return deck_advice(self.house, self.players)

    @property
    def counts(self) -> tuple[DeckCount, ...]:
        """What goes on the table, or what there is to choose from."""
        return self.advice.choices if self.advice.count is None else (self.advice.count,)

    @property
    def seats_so_many(self) -> bool:
        """Whether the house is for so many players at all."""
        return self.house.table.players_min <= self.players <= self.house.most_players

    @property
    def has_last_turns(self) -> bool:
        """Whether it matters here who ended the hole: somebody does, and others play once more."""
        return self._somebody_ends and self.house.ending.last_turns > 0

    @property
    def _somebody_ends(self) -> bool:
        return self.house.ending.trigger not in ("turns", "stock-empty")

    @property
    def sizes(self) -> range:
        """The sizes of table that are offered by a tap."""
        least = max(self.house.table.players_min, FEWEST_PLAYERS)
        return range(least, min(self.house.most_players, 10) + 1)

    @cached_property
    def when_empty(self) -> Citation:
        """What happens when the stock runs out, and where that stands."""
        return cite(self.house, "stock.empty")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Everybody by name where the game knows them, by seat where not."""
        if len(self.rules.players) == self.players:
            return self.rules.players
        return tuple(f"Player {seat}" for seat in range(1, self.players + 1))

    @cached_property
    def order(self) -> tuple[int, ...]:
        return last_turn_order(self.house, self.players, self.starter, self.ender)

    @property
    def seats(self) -> tuple[SeatTurn, ...]:
        """Every seat from the ender on, clockwise."""
        return tuple(
            SeatTurn(
                self.names[seat],
                seat == self.ender,
                seat == self.starter,
                tuple(number for number, other in enumerate(self.order, start=1) if other == seat),
            )
            for seat in ((self.ender + step) % self.players for step in range(self.players))
        )

    @property
    def order_sentence(self) -> str:
        """Who still plays, in a sentence."""
        ender = self.names[self.ender]
        if not self._somebody_ends:
            return "Nobody ends a hole here by what they do, so there are no last turns."
        if not self.house.ending.last_turns:
            return "Once somebody has ended the hole it is over at once: nobody has another turn."
        if not self.order:
            return f"{ender} was the last of the round, and only the rest of a round still plays: nobody is left."
        names = listing([self.names[seat] for seat in dict.fromkeys(self.order)])
        times = self.house.ending.last_turns
        each = "one turn each" if times == 1 else f"{count_word(times)} turns each"
        return f"Then {names} have {each}, in this order; {ender} has none."

    @property
    def address(self) -> dict[str, str]:
        """The parameters of this very question."""
        return {"players": str(self.players), "starter": str(self.starter + 1), "ender": str(self.ender + 1)}
