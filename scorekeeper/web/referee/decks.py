"""How many decks so many players need, what happens when the stock is empty, and whose last turn comes when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from scorekeeper import houses
from scorekeeper.referee import Citation, DeckAdvice, DeckCount, cite, deck_advice, last_turn_order
from scorekeeper.rules import House
from scorekeeper.rules.house import MOST_SEATS
from scorekeeper.rules.wording import count_word, listing, short
from scorekeeper.web.referee.asking import Rules

USUAL_PLAYERS = 4
FEWEST_PLAYERS = 2


@dataclass(frozen=True)
class DecksQuestion:
    """How many play, and by seat, counted from 0, who played first and who ended the hole."""

    players: int
    starter: int = 0
    ender: int = 0
    asked_for: str = ""  # the number of players as it was typed, where it is none
    errors: Mapping[str, list[str]] = field(default_factory=dict)


def read_decks_question(asked: Mapping[str, str], rules: Rules) -> DecksQuestion:
    """Read `players`, `starter` and `ender`; whatever cannot be used is told by field and replaced by the usual."""
    errors: dict[str, list[str]] = {}
    usual = len(rules.players) or min(max(USUAL_PLAYERS, rules.house.table.players_min), rules.house.most_players)
    most = max(MOST_SEATS, usual)
    players = _number(asked, "players", FEWEST_PLAYERS, most, usual, errors)
    typed = short(asked.get("players", "")) if "players" in errors else ""
    first = rules.starter + 1 if players == len(rules.players) else 1
    starter = _number(asked, "starter", 1, players, first, errors) - 1
    ender = _number(asked, "ender", 1, players, players, errors) - 1
    return DecksQuestion(players, starter, ender, typed, errors)


def _number(
    asked: Mapping[str, str], name: str, least: int, most: int, usual: int, errors: dict[str, list[str]]
) -> int:
    text = asked.get(name, "").strip()
    if not text:
        return usual
    # Digits of other scripts are digits to Python, and thousands of them would be a number to be worked out.
    if text.isascii() and text.isdigit() and len(text) <= 4 and least <= int(text) <= most:
        return int(text)
    if name == "players" and text.isascii() and text.isdigit() and len(text) <= 4 and int(text) > most:
        errors[name] = [f"players: {short(text)} are too many: no house here seats more than {most}, as one table does"]
        return usual
    errors[name] = [f"{name}: a whole number from {least} to {most} is needed, not {short(text)!r}"]
    return usual


@dataclass(frozen=True, slots=True)
class SeatTurn:
    """A seat, and which of the last turns are its own, counted from 1."""

    name: str
    is_ender: bool
    is_starter: bool
    turns: tuple[int, ...]


@dataclass(frozen=True)
class DecksPage:
    """The answer."""

    rules: Rules
    question: DecksQuestion

    @property
    def house(self) -> House:
        return self.rules.house

    @cached_property
    def advice(self) -> DeckAdvice:
        return deck_advice(self.house, self.question.players)

    @property
    def counts(self) -> tuple[DeckCount, ...]:
        """What goes on the table, or what there is to choose from."""
        return self.advice.choices if self.advice.count is None else (self.advice.count,)

    @property
    def told(self) -> tuple[str, ...]:
        """What the advice says of these decks."""
        return tuple(sentence for sentence in self.advice.sentences if sentence not in self._of_questions)

    @property
    def left_open(self) -> tuple[str, ...]:
        """What it says of the open questions, and of others' rules."""
        return tuple(sentence for sentence in self.advice.sentences if sentence in self._of_questions)

    @cached_property
    def _of_questions(self) -> frozenset[str]:
        return frozenset(
            text for option in self.house.options for text in (f"{option.question} {option.why}", option.elsewhere)
        )

    @property
    def seats_so_many(self) -> bool:
        """Whether the house is for so many players at all."""
        return self.house.table.players_min <= self.question.players <= self.house.most_players

    @property
    def has_last_turns(self) -> bool:
        """Whether it matters here who ended the hole: somebody does, and others play once more."""
        return self._somebody_ends and self.house.ending.last_turns > 0

    @property
    def _somebody_ends(self) -> bool:
        return self.house.ending.trigger not in ("turns", "stock-empty")

    @property
    def turns_id(self) -> str:
        """Where the page speaks of last turns; of the number of players, where the house is not for so many."""
        return "last-turns" if self.seats_so_many else "players-asked"

    @property
    def sizes(self) -> range:
        """The sizes of table that are offered by a tap."""
        least = max(self.house.table.players_min, FEWEST_PLAYERS)
        return range(least, min(self.house.most_players, 10) + 1)

    @property
    def most_players(self) -> int:
        return max(MOST_SEATS, self.question.players)

    @cached_property
    def when_empty(self) -> Citation:
        """What happens when the stock runs out, and where that stands."""
        return cite(self.house, "stock.empty")

    @cached_property
    def elsewhere(self) -> tuple[tuple[House, DeckAdvice], ...]:
        """The other houses that seat so many."""
        players = self.question.players
        return tuple(
            (house, deck_advice(house, players))
            for house in houses.built_in()
            if house.key != self.house.key and house.table.players_min <= players <= house.most_players
        )

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Everybody by name where the game knows them, by seat where not."""
        if len(self.rules.players) == self.question.players:
            return self.rules.players
        return tuple(f"Player {seat}" for seat in range(1, self.question.players + 1))

    @cached_property
    def order(self) -> tuple[int, ...]:
        return last_turn_order(self.house, self.question.players, self.question.starter, self.question.ender)

    @property
    def seats(self) -> tuple[SeatTurn, ...]:
        """Every seat from the ender on, clockwise."""
        players, ender = self.question.players, self.question.ender
        return tuple(
            SeatTurn(
                self.names[seat],
                seat == ender,
                seat == self.question.starter,
                tuple(number for number, other in enumerate(self.order, start=1) if other == seat),
            )
            for seat in ((ender + step) % players for step in range(players))
        )

    @property
    def order_sentence(self) -> str:
        """Who still plays, in a sentence."""
        ender = self.names[self.question.ender]
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
        own = {"players": self.question.players, "starter": self.question.starter + 1, "ender": self.question.ender + 1}
        return {name: str(value) for name, value in own.items()}
