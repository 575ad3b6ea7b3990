"""Moments of a hole for exercises: a hole is dealt and played by dice, and what may be asked about it is picked out.

Whoever is asked is called "You". What lies face down is never shown, to nobody. What the player once looked at is
not shown either, as it would have to be remembered.
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
    Place,
    Ready,
    Rearrange,
    Replace,
    Shuffle,
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
from scorekeeper.school.dice import Dice

YOU = "You"
NAMES = ("Ann", "Ben", "Cleo")
MOST_MOVES = 160
"""Moves of a hole that are played; a longer one is left there."""

HASTE = 0.75
"""How often a move is chosen that turns a card up or ends the hole: dice alone hardly come to an end."""


@dataclass(frozen=True)
class Shown:
    """A player's places as they are seen at a moment: a card, None for one that lies face down."""

    name: str
    rows: tuple[tuple[Card | None, ...], ...]


@dataclass(frozen=True)
class Moment:
    """A state of a hole, who asks, and what they want to do. The seats have the names that whoever asks knows."""

    state: State
    player: int
    action: Action

    @classmethod
    def of(cls, state: State, player: int, action: Action) -> Self:
        """That state with names for the seats."""
        count = len(state.seats)
        seats = tuple(
            seat._replace(name=YOU if number == player else NAMES[(number - player) % count - 1])
            for number, seat in enumerate(state.seats)
        )
        return cls(state._replace(seats=seats), player, action)

    @property
    def shown(self) -> tuple[Shown, ...]:
        """Everybody's places, whoever asks first, and then clockwise."""
        count = len(self.state.seats)
        return tuple(self._shown((self.player + step) % count) for step in range(count))

    def _shown(self, seat: int) -> Shown:
        columns = self.state.house.grid.columns
        cards = [_seen(place) for place in self.state.seats[seat].places]
        rows = tuple(tuple(cards[start : start + columns]) for start in range(0, len(cards), columns))
        return Shown(self.name(seat), rows)

    def name(self, seat: int) -> str:
        """Whoever sits there."""
        return self.state.seats[seat].name

    @property
    def told(self) -> tuple[str, ...]:
        """All that is to be seen at this moment, a sentence each."""
        return tuple(self._told())

    def _told(self) -> Iterator[str]:
        state = self.state
        for number, row in enumerate(self.shown[0].rows, start=1):
            yield f"Your row {number}: {', '.join('face down' if card is None else card.rank.word for card in row)}."
        for other in self.shown[1:]:
            down = sum(card is None for row in other.rows for card in row)
            yield f"{other.name} has {count_word(down) if down else 'no'} card{'' if down == 1 else 's'} face down."
        top = article(state.discards[0].rank.word) if state.discards else "no card"
        empty = "" if state.stock else " The stock is empty."
        yield f"On top of the discard pile lies {top}.{empty}"
        turns = state.seats[self.player].turns
        if state.house.ending.trigger == "turns":
            yield f"You have had {count_word(turns)} turn{'' if turns == 1 else 's'} of this hole."
        if state.ender is not None:
            still = [seat for seat in (state.player, *state.last_turns) if seat is not None]
            names = listing([self.called(seat) for seat in dict.fromkeys(still)])
            yield f"{self.name(state.ender)} {'have' if state.ender == self.player else 'has'} ended the hole." + (
                f" Still to play: {names}." if names and not state.over else ""
            )
        yield self._whose_turn()

    def _whose_turn(self) -> str:
        state = self.state
        if state.over:
            return "The cards are being counted."
        if state.player is None:
            done = "done" if state.seats[self.player].opened else "not done"
            return f"All do the opening together, and you are {done} with yours."
        if state.player != self.player:
            return f"It is {self.name(state.player)}'s turn."
        drawn = "" if state.drawn is None else state.drawn.rank.word
        return {
            Step.OPENING: "It is your turn, and you have not done the opening yet.",
            Step.DRAW: "It is your turn, and you have not drawn yet.",
            Step.HAND: f"It is your turn, and you hold the {drawn} that you drew from the {_PILES[state.drawn_from]}.",
            Step.TURN_UP: "It is your turn, and you have just thrown away the card that you drew.",
            Step.LAST_CARD: "It is your turn, and you have just put the card that you drew into your grid.",
            Step.KNOCK: "It is your turn, and you have played the card that you drew.",
        }[state.step]

    def called(self, seat: int) -> str:
        """Whoever sits there, within a sentence."""
        return "you" if seat == self.player else self.name(seat)

    @property
    def doing(self) -> str:
        """What the player wants to do, after "You want to"."""
        action, state = self.action, self.state
        if isinstance(action, Replace):
            face = "face up" if action.face_up else "face down"
            return f"put the drawn card, {face}, in the place of {self._card_at(action.cell)}"
        if isinstance(action, TurnUp | Look | Peek):
            what = "turn up" if isinstance(action, TurnUp) else "look at"
            return f"{what} {self._card_at(action.cell)}"
        if isinstance(action, EndTurn):
            if state.step is Step.KNOCK:
                return "end your turn without knocking"
            return "pass" if state.step in (Step.DRAW, Step.OPENING) else "turn no card up"
        return _DOING[type(action)]

    def _card_at(self, cell: Cell) -> str:
        place = self.state.seats[self.player].places[self.state.position(cell)]
        seen = _seen(place)
        return f"{'the face-down card' if seen is None else f'your {seen.rank.word}'} in {cell}"

    def data(self) -> dict[str, Any]:
        """The moment as JSON values."""
        return {"state": to_data(self.state), "player": self.player, "action": str(self.action)}


_DOING: Mapping[type, str] = {
    DrawStock: "draw the top card of the stock",
    TakeDiscard: "take the top card of the discard pile",
    Discard: "throw the drawn card away",
    Knock: "knock",
    Ready: "look at no more cards",
    Rearrange: "exchange two cards of your own grid",
    Shuffle: "shuffle the discards into a new stock",
}

_PILES = {Pile.STOCK: "stock", Pile.DISCARD: "discard pile", None: "stock"}


def _seen(place: Place) -> Card | None:
    return None if place.face_down else place.card or Card(Rank.GONE)


def moment_of(house: House, data: Mapping[str, Any]) -> Moment:
    """The moment that `Moment.data` wrote. Raises LookupError, TypeError, ValueError or RuleError."""
    state = from_data(house, data["state"])
    if not 0 <= data["player"] < len(state.seats) <= len(NAMES) + 1:
        raise ValueError("nobody sits there")
    return Moment.of(state, data["player"], parse_action(data["action"]))


# --- playing ----------------------------------------------------------------------------------------------------------


def played(house: House, dice: Dice) -> tuple[tuple[State, int, Action], ...]:
    """A hole of two or three players, dealt and played by dice: every state with who did what in it."""
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
    """Whether it turns a card up that lay hidden, or ends the hole."""
    if isinstance(action, Replace):
        return action.face_up and state.seats[player].places[state.position(action.cell)].face_down
    return isinstance(action, TurnUp) or (isinstance(action, Knock) and state.seats[player].turns > 0)


def _decks(house: House, players: int) -> int:
    """So many decks as are needed to deal, where the table must say."""
    decks = house.decks(players)
    return decks if decks is not None else -(-(players * house.grid.size + 1) // house.cards_in_play(1))


def _can_be_dealt(house: House, players: int) -> bool:
    seated = house.table.players_min <= players <= house.most_players
    return seated and players * house.grid.size < house.cards_in_play(_decks(house, players))
