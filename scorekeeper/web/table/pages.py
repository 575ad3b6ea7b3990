"""What the page of the table shows: the game as it is, with what was typed on top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from scorekeeper.rules import LONGEST_GAME, Game, Option, Player
from scorekeeper.store.values import KeptGame
from scorekeeper.web.table.seating import BACK, LEAVES, REMOVED, STAYS, SeatWish, TableNow, TableWish


@dataclass(frozen=True)
class Way:
    """Something that a player may do, in words."""

    value: str
    text: str


@dataclass(frozen=True)
class SeatRow:
    """One player's seat in the form."""

    player: Player
    typed_name: str
    stay: str
    team: str  # its number; empty for none
    ways: tuple[Way, ...]
    deals: bool

    @property
    def is_gone(self) -> bool:
        return self.player.left is not None


@dataclass(frozen=True)
class TablePage:
    """The game as it is, with a wish as it was typed."""

    now: TableNow
    wish: TableWish
    write_id: str
    errors: Mapping[str, Sequence[str]] = field(default_factory=dict)
    moved: bool = False  # the order was changed and not saved yet
    overtaken: bool = False

    most_holes: int = LONGEST_GAME

    @property
    def kept(self) -> KeptGame:
        return self.now.kept

    @property
    def game(self) -> Game:
        return self.now.game

    @cached_property
    def seats(self) -> tuple[SeatRow, ...]:
        wished = {seat.id: seat for seat in self.wish.seats}
        known = [player for seat_id in wished if (player := self.game.player(seat_id)) is not None]
        players = [*known, *(player for player in self.game.players if player.id not in wished)]
        return tuple(_row(self.now, player, wished.get(player.id)) for player in players)

    @property
    def order(self) -> str:
        """The ids, as the form sends them."""
        return ",".join(str(seat.player.id) for seat in self.seats)

    @property
    def unchecked(self) -> tuple[int, ...]:
        """With so many players nothing is known of the decks, so nothing is called impossible."""
        holes = range(1, self.game.holes_planned + 1)
        numbers = {sum(player.plays(hole) for player in self.game.players) for hole in holes}
        return tuple(number for number in sorted(numbers - {0}) if self.game.house.decks(number) is None)

    @property
    def full(self) -> str:
        """The house's own reason why there is no seat for one more; empty while somebody can join."""
        here = sum(player.left is None for player in self.game.players)
        try:
            self.game.house.check_players(here + 1)
        except ValueError as error:
            return str(error) if here >= self.game.house.most_players else ""
        return ""

    def chosen(self, option: Option) -> str:
        """The reading that is marked; empty for none."""
        return self.wish.readings.get(option.key, "")

    @property
    def comparison(self) -> str:
        """How a late joiner's few holes are compared with everybody's many."""
        if self.game.house.match.winner == "most-holes":
            return "This table counts holes won, so a late joiner can only win those still to come."
        return "Totals would not be fair then: places go by points per hole, and the page says so."


def wish_of(now: TableNow) -> TableWish:
    """What the form says before anybody typed: the table as it is."""
    return TableWish(
        seats=tuple(SeatWish(player.id, player.name) for player in now.game.players),
        holes_planned=str(now.game.holes_planned),
        title=now.kept.title,
        dealer=None if now.dealer is None else now.dealer.id,
        newcomer_hole=next(iter(now.joining_holes), None),
    )


def _row(now: TableNow, player: Player, wish: SeatWish | None) -> SeatRow:
    ways = now.ways(player)
    return SeatRow(
        player=player,
        typed_name=player.name if wish is None else wish.name,
        stay=STAYS if wish is None or wish.stay not in ways else wish.stay,
        team=wish.team if wish is not None and wish.team else str(player.team or ""),
        ways=tuple(Way(way, _words(way, now, player)) for way in ways),
        deals=player == now.dealer,
    )


def _words(way: str, now: TableNow, player: Player) -> str:
    if way == STAYS:
        if player.left is not None:
            return f"Left after hole {player.left}" if player.left else "Left before playing"
        return f"Plays from hole {player.joined} on" if player.joined > 1 else "Plays"
    last = now.last_played(player)
    return {
        LEAVES: f"Leaves after hole {last}" if last else "Leaves",
        BACK: f"Comes back at hole {now.hole_now}" if now.hole_now else "Never left",
        REMOVED: "Take out of the game",
    }[way]
