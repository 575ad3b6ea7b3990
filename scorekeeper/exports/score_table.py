"""A table of scores as a game: its scores become hands entered by number.

Our own file also says which rules, cards and enders; a hand has its cards again if they make its points.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from scorekeeper.rules import ByHand, Entry, Game, Hole, House, Player, RuleError, parse_layout, score
from scorekeeper.rules.names import cleaned
from scorekeeper.tally.editing import LONGEST_REASON

DIFFERS = "As in the imported table"
"""The reason for points by hand where these rules alone make other points."""


@dataclass(frozen=True)
class Score:
    """A player's score on a hole."""

    points: int
    raw: int  # before what the rules add, where the table says so
    cards: str = ""
    reason: str = ""  # of points by hand


@dataclass(frozen=True)
class Row:
    """A hole in a table; its scores are by the index of the player."""

    number: int
    scores: Mapping[int, Score]
    dealer: str = ""
    ender: str | None = ""  # "" for not known, None for no one
    is_extra: bool = False
    counts: bool = True


@dataclass(frozen=True)
class ScoreTable:
    names: tuple[str, ...]
    holes: tuple[Row, ...]
    totals: Mapping[int, int]  # as the table says them, by the index of the player
    title: str = ""
    rules: str = ""  # the key of the rules, where the table names them
    readings: Mapping[str, str] = field(default_factory=dict)
    is_running: bool = False  # it had running totals, of which these scores are the differences
    may_be_either: bool = False  # its numbers could be points or running totals
    left_out: tuple[str, ...] = ()  # rows and columns that are no score, in words


def game_of(table: ScoreTable, house: House) -> Game:
    """The game of a table under these rules, with the points of the table on every hole.

    It is over, unless it goes on until someone has enough points.
    """
    players = tuple(Player(number, name) for number, name in enumerate(table.names, start=1))
    ids = {player.name: player.id for player in players}
    holes = tuple(_played(row, ids, house) for row in table.holes)
    played = max((hole.number for hole in holes if not hole.playoff), default=0)
    planned = played if house.match.until is None else house.longest_game
    game = Game(house, players, planned, holes[0].dealer, holes)
    return replace(game, holes=tuple(_as_told(hole, row, game) for hole, row in zip(holes, table.holes, strict=True)))


def _played(row: Row, ids: Mapping[str, int], house: House) -> Hole:
    entries = {index + 1: _entry(told, house) for index, told in row.scores.items()}
    ender = ids.get(row.ender or "")
    return Hole(
        row.number,
        ids.get(row.dealer, (row.number - 1) % len(ids) + 1),
        entries,
        ender if ender in entries else None,
        ender_known=ender in entries or row.ender is None,
        confirmed=row.counts,
        warnings_accepted=True,
        playoff=tuple(entries) if row.is_extra else (),
    )


def _entry(told: Score, house: House) -> Entry:
    """The cards if they make these points, otherwise the number."""
    with suppress(RuleError):  # also where there are no cards
        layout = parse_layout(told.cards, house)
        if score(layout, house).total == told.raw:
            return Entry(layout)
    return Entry(points=told.raw)


def _as_told(hole: Hole, row: Row, game: Game) -> Hole:
    """The hole with points by hand wherever the rules make others than the table says."""
    result = game.result(hole.number)
    scores = {} if result is None else {player.name: player.score for player in result.players}
    by_hand = {}
    for index, told in row.scores.items():
        player = game.players[index]
        if missing := told.points - scores[player.name]:
            by_hand[player.id] = ByHand(missing, cleaned(told.reason)[:LONGEST_REASON] or DIFFERS)
    return replace(hole, by_hand=by_hand)


def wrong_totals(table: ScoreTable, game: Game) -> dict[str, tuple[int, int]]:
    """By name, the total that the table says and that of its holes, where they differ."""
    made = {standing.player.id: standing.total for standing in game.standings}
    said = ((game.players[index], total) for index, total in table.totals.items())
    return {player.name: (total, made[player.id]) for player, total in said if total != made[player.id]}
