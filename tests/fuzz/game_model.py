"""What a game is, in dictionaries, written from the rules of one house, without our code."""

from copy import deepcopy
from dataclasses import dataclass, field

VALUES = {"A": 1, "J": 10, "Q": 10, "K": 0, "*": -2} | {str(number): number for number in range(2, 11)}

HANDS = [
    "5 * 7 / 5 Q K",
    "K K K / K K Q",
    "* 2 3 / * 2 4",
    "A A A / 10 10 10",
    "3 4 5 / 3 4 5",
    "9 8 7 / 6 5 4",
    *(0, -3, 15, 7),
]
"""Cards as they are written, and bare numbers."""

Hand = str | int
Hole = dict[str, object]


def points_of(hand: Hand) -> int:
    """Two equal cards above each other count nothing, but jokers count always."""
    if isinstance(hand, int):
        return hand
    top, bottom = (row.split() for row in hand.split("/"))
    return sum(
        0 if one == other != "*" else VALUES[one] + VALUES[other] for one, other in zip(top, bottom, strict=True)
    )


@dataclass
class Seat:
    """A player; ``left`` is the last hole of one who left."""

    id: int
    name: str
    joined: int = 1
    left: int | None = None

    def plays(self, hole: int) -> bool:
        return self.joined <= hole and (self.left is None or hole <= self.left)


@dataclass
class Table:
    """What can be undone."""

    seats: list[Seat]
    length: int
    title: str = ""
    hands: dict[tuple[int, int], Hand] = field(default_factory=dict)
    holes: dict[int, Hole] = field(default_factory=dict)


class Model:
    """A game with its past. ``stamps`` tell which hands changed since a phone looked: 0 for one that is not there."""

    def __init__(self, names: dict[str, int], length: int) -> None:
        self.now = Table([Seat(number, name) for name, number in names.items()], length)
        self.past: list[Table] = []
        self.stamps: dict[tuple[int, int], int] = {}
        self._stamp = 0

    def changed(self, table: Table) -> None:
        """The next state; the same again is no change."""
        if table != self.now:
            self.past.append(self.now)
            self._become(table)

    def undo(self) -> None:
        self._become(self.past.pop())

    def _become(self, table: Table) -> None:
        for place in self.now.hands.keys() | table.hands.keys():
            if self.now.hands.get(place) != table.hands.get(place):
                self._stamp += 1
                self.stamps[place] = self._stamp if place in table.hands else 0
        self.now = table

    # --- what each change makes of it; ``None`` where it must be refused ---

    def entered(self, hole: int, player: int, hand: Hand | None) -> Table | None:
        table = deepcopy(self.now)
        if table.hands.get((hole, player)) == hand:
            return table
        if hole not in table.holes and hole > table.length:
            return None
        if hand is None:
            del table.hands[hole, player]
            table.holes[hole]["confirmed"] = False
        else:
            table.hands[hole, player] = hand
            table.holes.setdefault(hole, new_hole())
        return table

    def entered_by_all(self, hole: int, hand: Hand, confirmed: bool) -> Table | None:
        here = self.here(hole)
        table = deepcopy(self.now)
        if not here or (hole not in table.holes and hole > table.length):
            return None
        table.hands |= {(hole, seat.id): hand for seat in here}
        table.holes.setdefault(hole, new_hole()).update(ender=None, known=True, confirmed=confirmed)
        return table

    def settled(self, hole: int, ender: int | None, confirmed: bool | None) -> Table | None:
        table = deepcopy(self.now)
        if hole not in table.holes and hole > table.length:
            return None
        settled = table.holes.setdefault(hole, new_hole())
        settled.update(ender=ender, known=True, confirmed=settled["confirmed"] if confirmed is None else confirmed)
        return table

    def planned(self, length: int) -> Table | None:
        table = deepcopy(self.now)
        played = {hole for hole, one in table.holes.items() if one["confirmed"]} | {hole for hole, _ in table.hands}
        if length < max(played, default=0):
            return None
        table.length = length
        table.holes = {hole: one for hole, one in table.holes.items() if hole <= length}
        return table

    def left(self, player: int, after: int | None) -> Table | None:
        table = deepcopy(self.now)
        seat = next(one for one in table.seats if one.id == player)
        if after is not None and after < seat.joined - 1:
            return None
        seat.left = after
        if any(other == player and not seat.plays(hole) for hole, other in table.hands):
            return None
        here, before = ([one for one in them.seats if one.left is None] for them in (table, self.now))
        return None if len(here) != len(before) and not 2 <= len(here) <= 4 else table

    # --- what follows from it ---

    def here(self, hole: int) -> list[Seat]:
        return [seat for seat in self.now.seats if seat.plays(hole)]

    def stamp(self, hole: int, player: int) -> int:
        return self.stamps.get((hole, player), 0)

    @property
    def totals(self) -> dict[str, int]:
        """Of confirmed holes."""
        return {
            seat.name: sum(
                points_of(hand)
                for (hole, player), hand in self.now.hands.items()
                if player == seat.id and self.now.holes[hole]["confirmed"]
            )
            for seat in self.now.seats
        }


def new_hole() -> Hole:
    return {"confirmed": False, "ender": None, "known": False}
