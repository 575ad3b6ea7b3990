"""The scorecard: played holes, the holes to come, totals, and who leads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.rules import Game, Place, Player, PlayerResult, Standing
from scorekeeper.rules.leading import comparison_sentence, lead_sentence
from scorekeeper.tally.history import newest_change
from scorekeeper.tally.values import Change, KeptGame
from scorekeeper.web.db import store
from scorekeeper.web.play.history_words import Rules, short_summary


class CardCell(NamedTuple):
    """One player's place in one row of the scorecard."""

    player: Player
    result: PlayerResult | None  # None: missing, or not at the table
    at_table: bool
    is_ender: bool
    bare: bool  # a number was entered instead of cards
    is_marked: bool  # something stands beside the number
    wins: bool  # on a hole that is confirmed
    classes: str  # of its element
    anchor: str  # where its page of the hole tells how it was counted


@dataclass(frozen=True, slots=True)
class CardRow:
    """One hole of the scorecard."""

    number: int
    cells: tuple[CardCell, ...]
    begun: bool
    confirmed: bool
    playoff: bool
    warned: bool


@dataclass(frozen=True, slots=True)
class CardFoot:
    """One side's total below the holes: over how many columns, and how its cells look."""

    place: Place
    span: int | None  # None for a single player
    begins: str  # a class, or ""
    leads: str  # classes of the total


@dataclass(frozen=True, slots=True)
class Undoable:
    """What the undo button takes back: the id of the change, and its name in a few words."""

    id: int
    short: str


@dataclass(frozen=True)
class CardPage:
    """The scorecard."""

    game: Game
    places: tuple[Place, ...]  # of those ranked together, in seating order
    feet: tuple[CardFoot, ...]  # of the same
    rows: tuple[CardRow, ...]
    standings: Mapping[int, Standing]  # by player id
    lead: str  # who leads, in a sentence
    comparison: str  # what wins, and how totals are compared
    next_hole: int | None
    next_dealer: Player | None
    undoable: Undoable | None
    players: tuple[Player, ...]  # in seating order, but the people of a team side by side
    firsts: frozenset[int]  # ids: with whom a team begins, or somebody without one, beside another team

    @property
    def is_warned(self) -> bool:
        """Whether any hole has impossible cards."""
        return any(row.warned for row in self.rows)


def card_page(kept: KeptGame) -> CardPage:
    """The scorecard of a game: played holes, the holes to come, and who leads. Worked out once for each version."""
    earlier = store().built(CardPage, kept.id)
    if earlier is not None and earlier.game is kept.game:
        return earlier
    return store().keep_built(kept.id, _worked_out(kept.game, newest_change(store(), kept.id)))


def _worked_out(game: Game, newest: Change | None) -> CardPage:
    numbers = sorted({hole.number for hole in game.holes} | set(range(1, game.holes_shown + 1)))
    places = tuple(sorted(game.places, key=lambda place: game.sides.index(place.side)))
    players = tuple(player for place in places for player in place.side.players)
    firsts = frozenset(place.side.players[0].id for place in places[1:]) if game.has_teams else frozenset()
    return CardPage(
        game=game,
        places=places,
        feet=tuple(_foot(place, firsts) for place in places),
        players=players,
        firsts=firsts,
        rows=tuple(_row(game, number, players, firsts) for number in numbers),
        standings={standing.player.id: standing for standing in game.standings},
        lead=lead_sentence(game),
        comparison=comparison_sentence(game),
        next_hole=game.current_hole,
        next_dealer=game.dealer(game.current_hole) if game.current_hole else None,
        undoable=Undoable(newest.id, short_summary(newest, Rules(game.house))) if newest else None,
    )


def _foot(place: Place, firsts: Set[int]) -> CardFoot:
    side = place.side
    begins = "begins-team" if side.players[0].id in firsts else ""
    return CardFoot(
        place,
        span=len(side.players) if side.is_team else None,
        begins=begins,
        leads=f"is-leader {begins}".rstrip() if place.rank == 1 else begins,
    )


def _row(game: Game, number: int, players: Sequence[Player], firsts: Set[int]) -> CardRow:
    hole = game.hole(number)
    found = game.result(number)
    results = {result.name: result for result in found.players} if found else {}
    at_table = players if len(results) == len(players) else game.at_table(number)
    cells = []
    confirmed, ender = (hole.confirmed, hole.ender) if hole else (False, None)
    for player in players:
        result = results.get(player.name)
        wins = confirmed and result is not None and result.wins
        begins = "begins-team" if player.id in firsts else ""
        bare = result is not None and result.worked is None
        cells.append(
            CardCell(
                player=player,
                result=result,
                at_table=player in at_table,
                is_ender=ender == player.id,
                bare=bare,
                is_marked=bare or ender == player.id or (result is not None and result.adjustment.points != 0),
                wins=wins,
                classes=f"wins {begins}".rstrip() if wins else begins,
                anchor=f"#player-{player.id}",
            )
        )
    playoff = hole is not None and bool(hole.playoff)
    return CardRow(
        number=number,
        cells=tuple(cells),
        begun=hole is not None,
        confirmed=confirmed,
        playoff=playoff,
        warned=bool(game.warnings(number)) and hole is not None and not hole.warnings_accepted,
    )
