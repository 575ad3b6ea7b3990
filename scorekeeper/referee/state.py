"""The state of a hole at one moment: all cards, seats and the step of the turn.

A state never changes: each action makes a new one (`play.do`).
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum, unique
from typing import Any, NamedTuple, Self

from scorekeeper.rules import Card, Cell, House, Layout, Rank, RuleError, Suit, parse_card
from scorekeeper.rules.cards import STANDARD_RANKS

GONE = Card(Rank.GONE)


@unique
class Step(StrEnum):
    """The next step of a turn."""

    OPENING = "opening"  # cards are flipped or peeked at before play, or before a first turn
    DRAW = "draw"  # the turn starts: draw, knock, or another choice of the house
    HAND = "hand"  # a drawn card is in hand: swap it in or discard it
    TURN_UP = "turn up"  # the drawn card was discarded: flip a card, or leave it
    LAST_CARD = "last card"  # a card was swapped: the last face-down card may be flipped too
    KNOCK = "knock"  # the turn is played: knock now, or not
    OVER = "over"  # the hole is over


@unique
class Pile(StrEnum):
    """A pile to draw from."""

    STOCK = "stock"
    DISCARD = "discard"


class Spot(NamedTuple):
    """One cell of a grid and its card; None after the card has left the grid."""

    card: Card | None
    face_up: bool = False
    seen: bool = False  # its owner has seen the face-down card

    def __str__(self) -> str:
        """`5H` is face up, `[5H]` face down, `(5H)` face down but known to its owner; `.` is empty."""
        if self.card is None:
            return Rank.GONE.value
        if self.face_up:
            return str(self.card)
        return f"({self.card})" if self.seen else f"[{self.card}]"

    @property
    def face_down(self) -> bool:
        return self.card is not None and not self.face_up


class Seat(NamedTuple):
    """A player, their grid in reading order, and their progress in this hole."""

    name: str
    spots: tuple[Spot, ...]
    to_turn_up: int = 0  # cards of the opening still to flip
    to_peek: int = 0  # cards of the opening still to peek at, at most
    turns: int = 0  # finished turns
    declined: bool = False  # has left the last face-down card once

    @property
    def face_down(self) -> int:
        """The number of face-down cards."""
        return sum([not spot.face_up and spot.card is not None for spot in self.spots])

    @property
    def opened(self) -> bool:
        return not self.to_turn_up and not self.to_peek


class State(NamedTuple):
    """One moment of a hole. Seats go clockwise; the first card of a pile is its top card."""

    house: House
    seats: tuple[Seat, ...]
    stock: tuple[Card, ...]
    discards: tuple[Card, ...]
    # The seat with the first turn. In some houses, until all have opened, only the seat that was dealt to first.
    starter: int
    step: Step
    player: int | None  # whose turn it is; None while all open together, and after the hole
    drawn: Card | None = None  # the card in hand
    drawn_from: Pile | None = None
    looked_at: Cell | None = None  # the face-down card that the player peeked at this turn
    ender: int | None = None
    last_turns: tuple[int, ...] = ()  # seats still to play after the end, in this order
    shuffles: int = 0  # how often the discard pile became a new stock

    def __hash__(self) -> int:
        # The cards on the table tell most states of a hole apart, and all have one house.
        return hash((self.seats, self.step, self.player, self.drawn, len(self.stock), self.last_turns))

    @property
    def over(self) -> bool:
        return self.step is Step.OVER

    @property
    def in_last_turns(self) -> bool:
        """Whether the hole is ended and the others are playing their last turns."""
        return self.ender is not None and self.step is not Step.OVER

    @property
    def due(self) -> tuple[int, ...]:
        """The seats that may act now: one, or all that are not ready while all open together."""
        if self.player is not None:
            return (self.player,)
        if self.step is Step.OPENING:
            return tuple(number for number, seat in enumerate(self.seats) if not seat.opened)
        return ()

    def position(self, cell: Cell) -> int:
        """The index of a cell in reading order."""
        return cell.row * self.house.grid.columns + cell.column

    def turn_number(self, player: int) -> int:
        """The number of the player's turn under way, or of their next one; the first is 1."""
        return self.seats[player].turns + 1

    def shuffled_next(self) -> tuple[Card, ...]:
        """The cards of the next new stock: the discard pile without its top card."""
        return self.discards[1:]

    def layout(self, player: int) -> Layout:
        """The player's cards for scoring: empty cells marked, face-down cards listed as hidden."""
        columns = self.house.grid.columns
        spots = self.seats[player].spots
        cards = [spot.card or GONE for spot in spots]
        cells = self.house.grid.cells()
        return Layout(
            rows=tuple(tuple(cards[start : start + columns]) for start in range(0, len(cards), columns)),
            hidden=frozenset(cell for cell, spot in zip(cells, spots, strict=True) if spot.face_down),
        )

    def with_seat(self, player: int, seat: Seat) -> Self:
        return self._replace(seats=(*self.seats[:player], seat, *self.seats[player + 1 :]))


def full_deck(house: House, decks: int) -> tuple[Card, ...]:
    """Every card of that many decks, unshuffled. Each is its own object, to tell identical cards apart.

    Cards of a standard deck have suits; those of a custom deck don't.
    """
    return tuple(
        Card(rank, suit)
        for _ in range(decks)
        for rank in Rank
        for suit in _suits(house, rank)
        for _ in range(house.cards_of_rank(rank) // (len(Suit) if suit else 1))
    )


def _suits(house: House, rank: Rank) -> tuple[Suit | None, ...]:
    return tuple(Suit) if house.table.deck is None and rank in STANDARD_RANKS else (None,)


def begin(house: House, players: Sequence[str], deck: Sequence[Card], starter: int = 0) -> State:
    """The hole after the deal: cards go singly and clockwise from the starter; the next card starts the discards.

    The first card of ``deck`` is its top card; ``starter`` is the seat with the first turn, often the dealer's left.
    Raises RuleError for too few cards, no players, or no such starter.
    """
    count, size = len(players), house.grid.size
    if not 0 <= starter < count:
        raise RuleError(f"There’s no seat {starter} among {count}.", "deal.impossible")
    if len(deck) <= count * size:
        message = f"{len(deck)} cards are too few to deal {size} to each of {count} players and start a discard pile."
        raise RuleError(message, "deal.impossible")
    order = [(starter + number) % count for number in range(count)]
    dealt = {seat: tuple(deck[position : count * size : count]) for position, seat in enumerate(order)}
    peeks = min(house.opening.peek, len(peek_cells(house)))
    seats = tuple(
        Seat(name, tuple(Spot(card) for card in dealt[number]), house.opening.face_up, peeks)
        for number, name in enumerate(players)
    )
    opens = house.opening.face_up or peeks
    together = bool(opens) and house.opening.when != "first-turn"
    # The first card of the discard pile is turned over before the opening, or as its end.
    opened = 0 if together and house.opening.when == "before-first-discard" else 1
    return State(
        house=house,
        seats=seats,
        stock=tuple(deck[count * size + opened :]),
        discards=tuple(deck[count * size : count * size + opened]),
        starter=starter,
        step=Step.OPENING if opens else Step.DRAW,
        player=None if together else starter,
    )


def fixed_cells(house: House) -> tuple[Cell, ...]:
    """The cells that the opening flips if the player has no choice; otherwise none."""
    cells = house.grid.cells()
    return tuple(cells[number - 1] for number in house.opening.places) if house.opening.where == "fixed" else ()


def peek_cells(house: House) -> tuple[Cell, ...]:
    """The cells that a player may peek at in the opening. The last row is the nearest to the player."""
    grid, opening = house.grid, house.opening
    if not opening.peek:
        return ()
    if opening.peek_where == "any":
        return grid.cells()
    if opening.peek_where == "outer":
        last = grid.rows - 1
        return tuple(dict.fromkeys((Cell(last, 0), Cell(last, grid.columns - 1))))
    rows = min(grid.rows, -(-opening.peek // grid.columns))
    return tuple(cell for cell in grid.cells() if cell.row >= grid.rows - rows)


# --- as JSON values ---------------------------------------------------------------------------------------------------


def to_data(state: State) -> dict[str, Any]:
    """The state as JSON values: cards in notation, seats by number, a grid as its cells in reading order.

    A cell is `5H` face up, `[5H]` face down, `(5H)` face down and known to its owner, `.` empty.
    """
    cell = state.looked_at
    return {
        "seats": [_seat_data(seat) for seat in state.seats],
        "stock": [str(card) for card in state.stock],
        "discards": [str(card) for card in state.discards],
        "starter": state.starter,
        "step": state.step.value,
        "player": state.player,
        "drawn": None if state.drawn is None else str(state.drawn),
        "drawn_from": None if state.drawn_from is None else state.drawn_from.value,
        "looked_at": None if cell is None else [cell.row, cell.column],
        "ender": state.ender,
        "last_turns": list(state.last_turns),
        "shuffles": state.shuffles,
    }


def from_data(house: House, data: Mapping[str, Any]) -> State:
    """Read a state written by `to_data`. Raises LookupError, TypeError or ValueError."""
    looked_at, drawn, drawn_from = data["looked_at"], data["drawn"], data["drawn_from"]
    return State(
        house=house,
        seats=tuple(map(_seat_of, data["seats"])),
        stock=tuple(map(parse_card, data["stock"])),
        discards=tuple(map(parse_card, data["discards"])),
        starter=data["starter"],
        step=Step(data["step"]),
        player=data["player"],
        drawn=None if drawn is None else parse_card(drawn),
        drawn_from=None if drawn_from is None else Pile(drawn_from),
        looked_at=None if looked_at is None else Cell(*looked_at),
        ender=data["ender"],
        last_turns=tuple(data["last_turns"]),
        shuffles=data["shuffles"],
    )


def _seat_data(seat: Seat) -> dict[str, Any]:
    data = seat._asdict()
    data["places"] = [str(spot) for spot in data.pop("spots")]  # stored sets of exercises have this key
    return data


def _seat_of(data: Mapping[str, Any]) -> Seat:
    others = dict(data)
    return Seat(spots=tuple(map(_spot_of, others.pop("places"))), **others)


def _spot_of(text: str) -> Spot:
    if text == ".":
        return Spot(None)
    face_down = text[0] in "[("
    card = parse_card(text.strip("[]()"))
    # All players have seen a face-up card.
    return Spot(card, face_up=not face_down, seen=not text.startswith("["))
