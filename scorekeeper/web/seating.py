"""What a table may change about its players and its plan while it plays, and what a wish for it comes down to.

Pure: a game and a wish go in, the store's edits or the reasons against it come out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from scorekeeper.rules import Game, Player
from scorekeeper.rules.dealing import next_clockwise
from scorekeeper.rules.teams import smallest_team
from scorekeeper.tally.values import ChooseReadings, Edit, KeptGame, PlanGame, SeatedPlayer, SeatPlayers, SettleHole
from scorekeeper.web.addresses import whole_number

NEWCOMER = -1
"""Stands for the id that somebody new is given by the store."""

STAYS = "stays"
LEAVES = "leaves"
REMOVED = "removed"
BACK = "back"


@dataclass(frozen=True)
class SeatWish:
    """One player as the table wants them: the name, whether they stay, and with whom they play."""

    id: int
    name: str
    stay: str = STAYS
    team: str = ""  # its number; empty for the one that they are in


@dataclass(frozen=True)
class TableWish:
    """Everything that the page of the table says. Names are as typed."""

    seats: tuple[SeatWish, ...]  # in seating order
    holes_planned: str
    title: str
    dealer: int | None  # of the hole that is now played; None where nobody said
    newcomer: str = ""
    newcomer_hole: int | None = None
    newcomer_team: str = ""  # its number; empty for the smallest
    seen: str = ""  # the fingerprint of what the page showed
    readings: Mapping[str, str] = field(default_factory=dict)  # by option: answers to what the sheet leaves open


@dataclass
class Settled:
    """The edits that fulfil a wish, or what is wrong with it by the name of the field."""

    edits: list[Edit] = field(default_factory=list)
    problems: dict[str, list[str]] = field(default_factory=dict)
    overtaken: bool = False  # somebody changed the table meanwhile, and this would undo their work

    def add(self, name: str, message: str) -> None:
        self.problems.setdefault(name, []).append(message)


class TableNow:
    """The table as it is, and what its people can do."""

    def __init__(self, kept: KeptGame) -> None:
        self.kept = kept
        self.game: Game = kept.game
        self._ordinary = [hole for hole in self.game.holes if not hole.playoff]

    @property
    def has_extra_holes(self) -> bool:
        return any(hole.playoff for hole in self.game.holes)

    @property
    def hole_now(self) -> int | None:
        """The hole now being played; None when all are done, or while a tie is being broken."""
        current = self.game.current_hole
        hole = None if current is None else self.game.hole(current)
        return None if hole is not None and hole.playoff else current

    @property
    def joining_holes(self) -> tuple[int, ...]:
        """Where somebody new can come in: at the hole now being played, or at the next."""
        now = self.hole_now
        return () if now is None else tuple(hole for hole in (now, now + 1) if hole <= self.game.holes_planned)

    @property
    def fewest_holes(self) -> int:
        """A game cannot be planned shorter than what was played of it."""
        played = [hole.number for hole in self._ordinary if hole.confirmed or hole.entries]
        return max(played, default=1)

    def last_played(self, player: Player) -> int:
        """The last hole that has something entered for the player; the one before they joined if there is none."""
        played = [hole.number for hole in self._ordinary if player.id in hole.entries]
        return max(played, default=player.joined - 1)

    def was_entered(self, player: Player) -> bool:
        """Whether the game would lose something with this player."""
        return any(
            player.id in hole.entries
            or player.id == hole.ender
            or player.id in hole.playoff
            or (player.id == hole.dealer and hole.number != self.hole_now)
            for hole in self.game.holes
        )

    def ways(self, player: Player) -> tuple[str, ...]:
        """What the player may do, the present state first."""
        ways = [STAYS]
        if player.left is not None:
            ways.append(BACK)
        elif self.hole_now is not None and self.was_entered(player):
            ways.append(LEAVES)
        if not self.was_entered(player):
            ways.append(REMOVED)
        return tuple(ways)

    @property
    def teams(self) -> tuple[int, ...]:
        """The teams that somebody can be in: one for each, and one for somebody new; none in a house without teams."""
        if self.game.house.match.teams == "none":
            return ()
        most = max([len(self.game.players), *(player.team or 0 for player in self.game.players)])
        return tuple(range(1, most + 2))

    @property
    def dealers(self) -> tuple[Player, ...]:
        """Who could deal the hole now being played."""
        return () if self.hole_now is None else self.game.at_table(self.hole_now)

    @property
    def dealer(self) -> Player | None:
        return None if self.hole_now is None else self.game.dealer(self.hole_now)

    @property
    def fingerprint(self) -> str:
        """Changes whenever anything on the page of the table does."""
        dealer = self.dealer
        shown = (
            [(player.id, player.name, player.joined, player.left, player.team) for player in self.game.players],
            (self.game.holes_planned, self.kept.title, self.hole_now, None if dealer is None else dealer.id),
            [option.key for option in self.game.open_options],
        )
        return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]


def settle(now: TableNow, wish: TableWish) -> Settled:
    """What to change so that the table is as wished. What cannot be, the store refuses."""
    settled = Settled()
    current = wish.seen in ("", now.fingerprint)
    players = _seats(now, wish, settled, current)
    game = replace(now.game, players=players, holes_planned=_holes(now, wish, settled))
    if not settled.problems:
        _plan(now, game, wish, settled)
        _answers(now, wish, settled)
    # What changes nothing is done already, perhaps by the same form a moment ago.
    settled.overtaken = not current and bool(settled.edits)
    return settled


def _seats(now: TableNow, wish: TableWish, settled: Settled, current: bool) -> tuple[Player, ...]:
    players: list[Player] = []
    for seat in wish.seats:
        player = now.game.player(seat.id)
        if player is None or seat.stay == REMOVED:
            continue
        if seat.stay == LEAVES and LEAVES in now.ways(player):
            player = replace(player, left=now.last_played(player))
        elif seat.stay == BACK:
            player = replace(player, left=None)
        players.append(replace(_teamed(player, seat.team, now), name=_name(seat.name)))
    listed = {seat.id for seat in wish.seats}
    unlisted = [player for player in now.game.players if player.id not in listed]
    players += unlisted
    name = _name(wish.newcomer)
    if name and not (not current and name.casefold() in {player.name.casefold() for player in unlisted}):
        players += _newcomer(name, now, wish, settled, players)
    return tuple(players)


def _name(typed: str) -> str:
    return " ".join(typed.split())


def _teamed(player: Player, typed: str, now: TableNow) -> Player:
    team = next((team for team in now.teams if str(team) == typed), player.team)
    return replace(player, team=team)


def _newcomer(
    name: str, now: TableNow, wish: TableWish, settled: Settled, players: Sequence[Player]
) -> tuple[Player, ...]:
    """Somebody new at the table of those players, who are as wished: a team is small once people left it."""
    if not now.joining_holes:
        settled.add("newcomer", "nobody can join any more: every hole is played")
        return ()
    hole = wish.newcomer_hole if wish.newcomer_hole in now.joining_holes else now.joining_holes[0]
    here, gone = ([player.team for player in players if (player.left is None) is stays] for stays in (True, False))
    joining = Player(NEWCOMER, name, joined=hole, team=smallest_team(here, gone) if now.teams else None)
    return (_teamed(joining, wish.newcomer_team, now),)


def _holes(now: TableNow, wish: TableWish, settled: Settled) -> int:
    holes = whole_number(wish.holes_planned.strip())
    if holes is None:
        settled.add("holes_planned", "the number of holes is a number, such as 9 or 18")
    return now.game.holes_planned if holes is None else holes


def _plan(now: TableNow, game: Game, wish: TableWish, settled: Settled) -> None:
    """Every edit, in an order in which each can be done: nobody deals who is not there, nobody goes who deals."""
    plan = PlanGame()
    title = " ".join(wish.title.split())
    if title != now.kept.title:
        plan = replace(plan, title=title)
    if game.holes_planned != now.game.holes_planned:
        plan = replace(plan, holes_planned=game.holes_planned)
    dealer = _wanted_dealer(now, game, wish)
    begun = None if now.hole_now is None else now.game.hole(now.hole_now)
    first = now.game.first_dealer
    if game.player(first) is None:
        first = next_clockwise(now.game.seats, first, set(game.seats) - {NEWCOMER}) or first
    if now.hole_now == 1 and begun is None and dealer is not None:
        first = dealer
    if first != now.game.first_dealer:
        plan = replace(plan, first_dealer=first)
    if plan != PlanGame():
        settled.edits.append(plan)
    if begun is not None and game.player(begun.dealer) is None:
        others = {player.id for player in now.dealers if game.player(player.id) is not None}
        follows = next_clockwise(now.game.seats, begun.dealer, others)
        settled.edits.append(SettleHole(begun.number, dealer=follows or begun.dealer))
    if _seated(game.players) != _seated(now.game.players):
        settled.edits.append(SeatPlayers(_seated(game.players)))
    planned = replace(game, first_dealer=first)
    if now.hole_now is not None and dealer is not None and _id(planned.dealer(now.hole_now)) != dealer:
        settled.edits.append(SettleHole(now.hole_now, dealer=dealer))


def _answers(now: TableNow, wish: TableWish, settled: Settled) -> None:
    """What the table answered of the questions that its house must ask; anything else is no business of this page."""
    house = now.game.house
    asked = {option.key for option in house.options if option.must_ask}
    answers = {key: at for key, at in wish.readings.items() if key in asked and house.readings.get(key) != at}
    if answers:
        settled.edits.append(ChooseReadings(answers))


def _wanted_dealer(now: TableNow, game: Game, wish: TableWish) -> int | None:
    """Who deals the hole now being played: as wished, or the next clockwise if that player goes."""
    if now.hole_now is None:
        return None
    at_table = {player.id for player in game.at_table(now.hole_now)} - {NEWCOMER}
    wanted = _id(now.dealer) if wish.dealer is None or now.game.player(wish.dealer) is None else wish.dealer
    if wanted is None or not at_table:
        return None
    return wanted if wanted in at_table else next_clockwise(now.game.seats, wanted, at_table)


def _id(player: Player | None) -> int | None:
    return None if player is None else player.id


def _seated(players: Sequence[Player]) -> tuple[SeatedPlayer, ...]:
    return tuple(
        SeatedPlayer(None if player.id == NEWCOMER else player.id, player.name, player.joined, player.left, player.team)
        for player in players
    )
