"""Moments of a hole for exercises: dice deal and play a hole, and exercises pick moments from it.

The learner plays as "You". Face-down cards stay face down, even those that the player once peeked at: the learner could
not remember them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

from scorekeeper.referee import (
    Action,
    Discard,
    DrawStock,
    EndTurn,
    Knock,
    Look,
    Peek,
    Pile,
    Ready,
    Rearrange,
    Replace,
    Shuffle,
    Spot,
    State,
    Step,
    TakeDiscard,
    TurnUp,
    begin,
    do,
    from_data,
    legal_actions,
    parse_action,
    to_data,
)
from scorekeeper.referee.state import full_deck
from scorekeeper.rules import Card, Cell, House, Rank
from scorekeeper.rules.cards import article
from scorekeeper.rules.wording import count_word, listing
from scorekeeper.school.exercises.dice import Dice

YOU = "You"
NAMES = ("Ann", "Ben", "Cleo")
MOST_MOVES = 160
"""The most moves of a played hole; a longer hole stops there."""

HASTE = 0.75
"""The share of moves that flip a card or end the hole: dice alone hardly reach the end."""


@dataclass(frozen=True)
class Shown:
    """A player's cells at a moment: a card, or None for a face-down one."""

    name: str
    rows: tuple[tuple[Card | None, ...], ...]


@dataclass(frozen=True)
class Moment:
    """A state of a hole, the asking player and the move in question. Seats have names as that player knows them."""

    state: State
    player: int
    action: Action

    @classmethod
    def of(cls, state: State, player: int, action: Action) -> Self:
        """The moment with names for the seats."""
        count = len(state.seats)
        seats = tuple(
            seat._replace(name=YOU if number == player else NAMES[(number - player) % count - 1])
            for number, seat in enumerate(state.seats)
        )
        return cls(state._replace(seats=seats), player, action)

    @property
    def shown(self) -> tuple[Shown, ...]:
        """All players' cells, clockwise from the asking player."""
        count = len(self.state.seats)
        return tuple(self._shown((self.player + step) % count) for step in range(count))

    def _shown(self, seat: int) -> Shown:
        columns = self.state.house.grid.columns
        cards = [_seen(spot) for spot in self.state.seats[seat].spots]
        rows = tuple(tuple(cards[start : start + columns]) for start in range(0, len(cards), columns))
        return Shown(self.name(seat), rows)

    def name(self, seat: int) -> str:
        """The name of the player in that seat."""
        return self.state.seats[seat].name

    @property
    def told(self) -> tuple[str, ...]:
        """Everything visible at this moment, a sentence each."""
        return tuple(self._told())

    def _told(self) -> Iterator[str]:
        state = self.state
        for number, row in enumerate(self.shown[0].rows, start=1):
            cards = ["a face-down card" if card is None else article(card.rank.word) for card in row]
            yield f"Row {number} of your cards: {listing(cards) if any(row) else 'all face down'}."
        for other in self.shown[1:]:
            down = sum(card is None for row in other.rows for card in row)
            yield f"{other.name} has {count_word(down) if down else 'no'} card{'' if down == 1 else 's'} face down."
        top = "The discard pile is empty."
        if state.discards:
            top = f"The top discard is {article(state.discards[0].rank.word)}."
        yield top if state.stock else f"{top} The stock is empty."
        turns = state.seats[self.player].turns
        if state.house.ending.trigger == "turns":
            yield f"You’ve had {count_word(turns)} turn{'' if turns == 1 else 's'}."
        if state.ender is not None:
            still = [seat for seat in (state.player, *state.last_turns) if seat is not None]
            names = listing([self.called(seat) for seat in dict.fromkeys(still)])
            yield f"{self.name(state.ender)} ended the hole." + (
                f" Still to play: {names}." if names and not state.over else ""
            )
        yield self._whose_turn()

    def _whose_turn(self) -> str:
        state = self.state
        if state.over:
            return "The hole is being scored."
        if state.player is None:
            done = "You’re done." if state.seats[self.player].opened else "You aren’t done yet."
            does = "flips" if state.house.opening.face_up else "peeks at"
            return f"Everyone {does} their starting cards at the same time. {done}"
        if state.player != self.player:
            return f"It’s {self.name(state.player)}’s turn."
        drawn = "" if state.drawn is None else state.drawn.rank.word
        took = state.drawn_from is Pile.DISCARD
        done = {
            Step.OPENING: "You aren’t done with your starting cards yet.",
            Step.DRAW: "You haven’t drawn yet.",
            Step.HAND: f"You took the {drawn} from the discard pile."
            if took
            else f"You drew the {drawn} from the stock.",
            Step.TURN_UP: "You just discarded the card you drew.",
            Step.LAST_CARD: "You just swapped in the card you drew.",
            Step.KNOCK: "You’ve played the card you drew.",
        }[state.step]
        return f"It’s your turn. {done}"

    def called(self, seat: int) -> str:
        """The player in that seat, within a sentence."""
        return "you" if seat == self.player else self.name(seat)

    @property
    def doing(self) -> str:
        """The move, as it follows "You want to"."""
        action, state = self.action, self.state
        if isinstance(action, Replace):
            face = "face up" if action.face_up else "face down"
            return f"swap {self._card_at(action.cell)} for the card you drew, placing it {face}"
        if isinstance(action, TurnUp | Look | Peek):
            what = "flip" if isinstance(action, TurnUp) else "peek at"
            return f"{what} {self._card_at(action.cell)}"
        if isinstance(action, EndTurn):
            if state.step is Step.KNOCK:
                return "end your turn without knocking"
            return "pass" if state.step in (Step.DRAW, Step.OPENING) else "skip the flip"
        return _DOING[type(action)]

    def _card_at(self, cell: Cell) -> str:
        spot = self.state.seats[self.player].spots[self.state.position(cell)]
        seen = _seen(spot)
        return f"{'the face-down card' if seen is None else f'your {seen.rank.word}'} in {cell}"

    def data(self) -> dict[str, Any]:
        """The moment as JSON values."""
        return {"state": to_data(self.state), "player": self.player, "action": str(self.action)}


_DOING: Mapping[type, str] = {
    DrawStock: "draw the top card of the stock",
    TakeDiscard: "take the top card of the discard pile",
    Discard: "discard the card you drew",
    Knock: "knock",
    Ready: "stop peeking",
    Rearrange: "switch two of your cards",
    Shuffle: "shuffle the discards into a new stock",
}


def _seen(spot: Spot) -> Card | None:
    return None if spot.face_down else spot.card or Card(Rank.GONE)


def moment_of(house: House, data: Mapping[str, Any]) -> Moment:
    """The moment that `Moment.data` wrote. Raises LookupError, TypeError, ValueError or RuleError."""
    state = from_data(house, data["state"])
    if not 0 <= data["player"] < len(state.seats) <= len(NAMES) + 1:
        raise ValueError("the hole has no such seat")
    return Moment.of(state, data["player"], parse_action(data["action"]))


# --- playing ----------------------------------------------------------------------------------------------------------


def played(house: House, dice: Dice) -> tuple[tuple[State, int, Action], ...]:
    """A hole of two or three players, dealt and played by dice: every state, with its player and move."""
    sizes = [count for count in (2, 3) if _can_be_dealt(house, count)] or [house.table.players_min]
    players = dice.pick(sizes)
    deck = full_deck(house, _decks(house, players))
    state = begin(house, ("Seat",) * players, dice.draw(deck, len(deck)), dice.below(players))
    done: list[tuple[State, int, Action]] = []
    while not state.over and len(done) < MOST_MOVES:
        offered = legal_actions(state)
        if not offered:
            break
        hurried = [one for one in offered if _hurries(state, *one)] if dice.chance(HASTE) else []
        player, action = dice.pick(hurried or offered)
        done.append((state, player, action))
        state = do(state, player, action)
    return tuple(done)


def _hurries(state: State, player: int, action: Action) -> bool:
    """Whether it flips a face-down card or ends the hole."""
    if isinstance(action, Replace):
        return action.face_up and state.seats[player].spots[state.position(action.cell)].face_down
    return isinstance(action, TurnUp) or (isinstance(action, Knock) and state.seats[player].turns > 0)


def _decks(house: House, players: int) -> int:
    """The decks of this house, or enough to deal where the table chooses."""
    decks = house.decks(players)
    return decks if decks is not None else -(-(players * house.grid.size + 1) // house.cards_in_play(1))


def _can_be_dealt(house: House, players: int) -> bool:
    seated = house.table.players_min <= players <= house.most_players
    return seated and players * house.grid.size < house.cards_in_play(_decks(house, players))
