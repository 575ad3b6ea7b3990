"""What the page of the table shows: the game as it is, with what was typed on top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scorekeeper.rules import LONGEST_GAME, Game, Option, Player
from scorekeeper.store import KeptGame
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
    """The players of a game and its plan, to be changed."""

    kept: KeptGame
    seats: tuple[SeatRow, ...]
    order: str  # the ids, as the form sends them
    title: str
    holes_planned: str
    fewest_holes: int
    dealers: tuple[Player, ...]
    dealer: int | None
    hole_now: int | None
    joining_holes: tuple[int, ...]
    newcomer: str
    newcomer_hole: int | None
    newcomer_team: str  # its number; empty for the smallest
    teams: tuple[int, ...]  # to choose from; none in a house without teams
    has_extra_holes: bool
    seen: str
    write_id: str
    questions: tuple[Option, ...]  # that the sheet leaves open for as many as play, and nobody answered yet
    unchecked: tuple[int, ...]  # with so many players nothing is known of the decks, so nothing is called impossible
    readings: Mapping[str, str]  # answers as they are marked
    full: str  # why nobody else can join; empty while somebody can
    errors: Mapping[str, Sequence[str]] = field(default_factory=dict)
    moved: bool = False  # the order was changed and not saved yet
    overtaken: bool = False

    most_holes: int = LONGEST_GAME

    @property
    def game(self) -> Game:
        return self.kept.game

    def chosen(self, option: Option) -> str:
        """The reading that is marked; empty for none."""
        return self.readings.get(option.key, "")

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


def table_page(
    now: TableNow,
    wish: TableWish,
    write_id: str,
    *,
    errors: Mapping[str, Sequence[str]] | None = None,
    moved: bool = False,
    overtaken: bool = False,
) -> TablePage:
    """The page for a game as it is and a wish as it was typed."""
    wished = {seat.id: seat for seat in wish.seats}
    known = [player for seat_id in wished if (player := now.game.player(seat_id)) is not None]
    players = [*known, *(player for player in now.game.players if player.id not in wished)]
    seats = tuple(_row(now, player, wished.get(player.id)) for player in players)
    return TablePage(
        kept=now.kept,
        seats=seats,
        order=",".join(str(seat.player.id) for seat in seats),
        title=wish.title,
        holes_planned=wish.holes_planned,
        fewest_holes=now.fewest_holes,
        dealers=now.dealers,
        dealer=wish.dealer,
        hole_now=now.hole_now,
        joining_holes=now.joining_holes,
        newcomer=wish.newcomer,
        newcomer_hole=wish.newcomer_hole,
        newcomer_team=wish.newcomer_team,
        teams=now.teams,
        has_extra_holes=now.has_extra_holes,
        seen=now.fingerprint,
        write_id=write_id,
        questions=now.game.open_options,
        unchecked=_unchecked(now.game),
        readings=wish.readings,
        full=_full(now),
        errors=errors or {},
        moved=moved,
        overtaken=overtaken,
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


def _unchecked(game: Game) -> tuple[int, ...]:
    numbers = {sum(player.plays(hole) for player in game.players) for hole in range(1, game.holes_planned + 1)}
    return tuple(number for number in sorted(numbers - {0}) if game.house.decks(number) is None)


def _full(now: TableNow) -> str:
    """The house's own reason why there is no seat for one more."""
    here = sum(player.left is None for player in now.game.players)
    if here < now.game.house.most_players:
        return ""
    try:
        now.game.house.check_players(here + 1)
    except ValueError as error:
        return str(error)
    return ""
