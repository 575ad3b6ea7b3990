"""Everything that can be seen on and under the table at one moment of a hole.

A state never changes: whatever a player does makes a new one (`play.do`).
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum, unique
from typing import Any, NamedTuple, Self

from scorekeeper.rules import Card, Cell, House, Layout, Rank, RuleError, Suit, parse_card
from scorekeeper.rules.cards import STANDARD_RANKS

GONE = Card(Rank.GONE)


@unique
class Step(StrEnum):
    """What is to be done next."""

    OPENING = "opening"  # cards are turned up or looked at before anybody draws, or before a first turn
    DRAW = "draw"  # the turn begins: draw, or knock, or what else the house offers instead
    HAND = "hand"  # a drawn card is in hand: replace a card with it, or discard it
    TURN_UP = "turn up"  # the drawn card was discarded: turn a card up, or leave it
    LAST_CARD = "last card"  # a card was replaced: the last face-down card may be turned up as well
    KNOCK = "knock"  # the turn is played: knock now, or not
    OVER = "over"  # the hole is over


@unique
class Pile(StrEnum):
    """Where a card is drawn from."""

    STOCK = "stock"
    DISCARD = "discard"


class Place(NamedTuple):
    """One place of a grid and the card in it; no card where it has left the grid."""

    card: Card | None
    face_up: bool = False
    seen: bool = False  # its owner has seen what lies there face down

    def __str__(self) -> str:
        """`5H` lies open, `[5H]` face down, `(5H)` face down but known to its owner; `.` is an empty place."""
        if self.card is None:
            return Rank.GONE.value
        if self.face_up:
            return str(self.card)
        return f"({self.card})" if self.seen else f"[{self.card}]"

    @property
    def face_down(self) -> bool:
        return self.card is not None and not self.face_up


class Seat(NamedTuple):
    """A player at the table, the grid in front of them in reading order, and what they have done in this hole."""

    name: str
    places: tuple[Place, ...]
    to_turn_up: int = 0  # cards of the opening that are still to be turned up
    to_peek: int = 0  # cards of the opening that may still be looked at
    turns: int = 0  # turns that are finished
    declined: bool = False  # has once left the last face-down card as it was

    @property
    def face_down(self) -> int:
        """How many of the cards are not turned up."""
        return sum([not place.face_up and place.card is not None for place in self.places])

    @property
    def opened(self) -> bool:
        return not self.to_turn_up and not self.to_peek


class State(NamedTuple):
    """One moment of a hole. Seats go clockwise; the first card of a pile is its top card."""

    house: House
    seats: tuple[Seat, ...]
    stock: tuple[Card, ...]
    discards: tuple[Card, ...]
    # The seat that has the first turn; until all have opened, in some houses only whom the deal begins with.
    starter: int
    step: Step
    player: int | None  # whose turn it is; None while all open together, and when the hole is over
    drawn: Card | None = None  # the card in hand
    drawn_from: Pile | None = None
    looked_at: Cell | None = None  # the face-down card that the player looked at in this turn
    ender: int | None = None
    last_turns: tuple[int, ...] = ()  # who still plays after the hole was ended, in this order
    shuffles: int = 0  # how often the discard pile became a new stock

    def __hash__(self) -> int:
        # A house cannot be hashed, and what lies on the table tells most states of a hole apart.
        return hash((self.seats, self.step, self.player, self.drawn, len(self.stock), self.last_turns))

    @property
    def over(self) -> bool:
        return self.step is Step.OVER

    @property
    def in_last_turns(self) -> bool:
        """Whether somebody has ended the hole and the others are playing their last turns."""
        return self.ender is not None and self.step is not Step.OVER

    @property
    def due(self) -> tuple[int, ...]:
        """The seats that may act now: one, or, while all open together, everybody who is not ready."""
        if self.player is not None:
            return (self.player,)
        if self.step is Step.OPENING:
            return tuple(number for number, seat in enumerate(self.seats) if not seat.opened)
        return ()

    def position(self, cell: Cell) -> int:
        """Where a place stands in reading order."""
        return cell.row * self.house.grid.columns + cell.column

    def turn_number(self, player: int) -> int:
        """Which turn of the hole this is for the player, or which one their next will be; the first is 1."""
        return self.seats[player].turns + 1

    def shuffled_next(self) -> tuple[Card, ...]:
        """The cards that become the new stock when it is empty: the discard pile without its top card."""
        return self.discards[1:]

    def layout(self, player: int) -> Layout:
        """The player's cards as they are scored: empty places marked, face-down cards named as hidden."""
        columns = self.house.grid.columns
        places = self.seats[player].places
        cards = [place.card or GONE for place in places]
        cells = self.house.grid.cells()
        return Layout(
            rows=tuple(tuple(cards[start : start + columns]) for start in range(0, len(cards), columns)),
            hidden=frozenset(cell for cell, place in zip(cells, places, strict=True) if place.face_down),
        )

    def with_seat(self, player: int, seat: Seat) -> Self:
        return self._replace(seats=(*self.seats[:player], seat, *self.seats[player + 1 :]))


def full_deck(house: House, decks: int) -> tuple[Card, ...]:
    """Every card of that many decks, unshuffled. Each is an object of its own, so that two of a kind can be told apart.

    Cards of a standard deck have suits; those of a deck of its own have not.
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
    """The hole after the deal: cards dealt singly and clockwise, the starter first; the next one opens the discards.

    The first card of ``deck`` is its top card; ``starter`` is the seat at the dealer's left, or whoever plays first.
    Raises RuleError where there are too few cards, nobody to play, or no such starter.
    """
    count, size = len(players), house.grid.size
    if not 0 <= starter < count:
        raise RuleError(f"seat {starter} is not one of the {count}", "deal.impossible")
    if len(deck) <= count * size:
        message = f"{len(deck)} cards are too few to deal {size} to each of {count} and open a discard pile"
        raise RuleError(message, "deal.impossible")
    order = [(starter + number) % count for number in range(count)]
    dealt = {seat: tuple(deck[position : count * size : count]) for position, seat in enumerate(order)}
    peeks = min(house.opening.peek, len(peek_cells(house)))
    seats = tuple(
        Seat(name, tuple(Place(card) for card in dealt[number]), house.opening.face_up, peeks)
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
    """The places whose cards the opening turns up, where the player has no choice; otherwise none."""
    cells = house.grid.cells()
    return tuple(cells[place - 1] for place in house.opening.places) if house.opening.where == "fixed" else ()


def peek_cells(house: House) -> tuple[Cell, ...]:
    """The places that a player may look at in the opening. The last row is the nearest to the player."""
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
    """The state as JSON values: cards in notation, seats by number, a grid as its places in reading order.

    A place is `5H` open, `[5H]` face down, `(5H)` face down and known to its owner, `.` empty.
    """
    cell = state.looked_at
    return {
        "seats": [seat._asdict() | {"places": [str(place) for place in seat.places]} for seat in state.seats],
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
    """The state of a hole of that house that `to_data` wrote. Raises LookupError, TypeError or ValueError."""
    looked_at, drawn, drawn_from = data["looked_at"], data["drawn"], data["drawn_from"]
    return State(
        house=house,
        seats=tuple(Seat(**{**seat, "places": tuple(map(_place, seat["places"]))}) for seat in data["seats"]),
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


def _place(text: str) -> Place:
    if text == ".":
        return Place(None)
    face_down = text[0] in "[("
    card = parse_card(text.strip("[]()"))
    # A card that lies open has been seen by everybody.
    return Place(card, face_up=not face_down, seen=not text.startswith("["))
