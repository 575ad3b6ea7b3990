"""What the pages of a running game show: plain records, made from the game before a template sees anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.rules import DeckWarning, Entry, Game, Place, Player, PlayerResult, Standing
from scorekeeper.rules.leading import comparison_sentence, lead_sentence
from scorekeeper.store import KeptGame
from scorekeeper.web.play.telling import ToldChange


@dataclass(frozen=True)
class CardCell:
    """One player's place in one row of the scorecard."""

    player: Player
    result: PlayerResult | None  # None: missing, or not at the table
    at_table: bool
    is_ender: bool
    bare: bool  # a number was entered instead of cards


@dataclass(frozen=True)
class CardRow:
    """One hole of the scorecard."""

    number: int
    label: str
    dealer: Player | None
    cells: tuple[CardCell, ...]
    begun: bool
    confirmed: bool
    playoff: bool
    warned: bool


@dataclass(frozen=True)
class CardPage:
    """The scorecard."""

    kept: KeptGame
    places: tuple[Place, ...]  # of those ranked together, in seating order
    rows: tuple[CardRow, ...]
    standings: Mapping[int, Standing]  # by player id
    lead: str  # who leads, in a sentence
    comparison: str  # what wins, and how totals are compared
    next_hole: int | None
    next_dealer: Player | None
    undoable: ToldChange | None  # what the undo button takes back

    @property
    def game(self) -> Game:
        return self.kept.game

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody in seating order, but the people of a team side by side."""
        return tuple(player for place in self.places for player in place.side.players)

    @property
    def firsts(self) -> tuple[Player, ...]:
        """With whom a team begins, or somebody without one, beside another team; nobody in a game without teams."""
        return tuple(place.side.players[0] for place in self.places[1:]) if self.game.has_teams else ()


def card_page(kept: KeptGame, undoable: ToldChange | None) -> CardPage:
    """The scorecard of a game: played holes, the holes to come, and who leads."""
    game = kept.game
    numbers = sorted({hole.number for hole in game.holes} | set(range(1, game.holes_shown + 1)))
    places = tuple(sorted(game.places, key=lambda place: game.sides.index(place.side)))
    return CardPage(
        kept=kept,
        places=places,
        rows=tuple(_row(game, number) for number in numbers),
        standings={standing.player.id: standing for standing in game.standings},
        lead=lead_sentence(game),
        comparison=comparison_sentence(game),
        next_hole=game.current_hole,
        next_dealer=game.dealer(game.current_hole) if game.current_hole else None,
        undoable=undoable,
    )


def _row(game: Game, number: int) -> CardRow:
    hole = game.hole(number)
    at_table = game.at_table(number)
    cells = []
    for player in (player for side in game.sides for player in side.players):
        entry = hole.entries.get(player.id) if hole else None
        cells.append(
            CardCell(
                player=player,
                result=game.player_result(number, player),
                at_table=player in at_table,
                is_ender=hole is not None and hole.ender == player.id,
                bare=entry is not None and entry.layout is None,
            )
        )
    playoff = hole is not None and bool(hole.playoff)
    return CardRow(
        number=number,
        label=f"{number}",
        dealer=game.dealer(number) if hole else None,
        cells=tuple(cells),
        begun=hole is not None,
        confirmed=hole is not None and hole.confirmed,
        playoff=playoff,
        warned=bool(game.warnings(number)) and hole is not None and not hole.warnings_accepted,
    )


@dataclass(frozen=True)
class HandField:
    """One player's part of the hole form."""

    player: Player
    typed: str  # as it stands in the form: kept as typed when it was refused
    based_on: int  # the version of the hand that the form was made from
    entry: Entry | None
    result: PlayerResult | None
    problems: tuple[str, ...] = ()
    theirs: str | None = None  # what somebody else entered meanwhile

    @property
    def state(self) -> str:
        """missing, complete or bare."""
        if self.entry is None:
            return "missing"
        return "complete" if self.entry.layout is not None else "bare"


@dataclass(frozen=True)
class HolePage:
    """The entry page of a hole."""

    kept: KeptGame
    number: int
    hands: tuple[HandField, ...]
    dealer: Player | None
    ender: int | None
    ender_known: bool
    confirmed: bool
    warnings: tuple[DeckWarning, ...]
    warnings_accepted: bool
    write_id: str
    playoff: bool
    based_on: int  # the version of the hole that a confirmation will be based on
    refused: tuple[str, ...] = ()  # why what was sent was not taken, a sentence and perhaps its reasons
    seat: int | None = None  # id of the player whose phone this is

    @property
    def game(self) -> Game:
        return self.kept.game


@dataclass(frozen=True)
class WorkedPage:
    """Every score of a hole, explained."""

    kept: KeptGame
    number: int
    players: tuple[PlayerResult, ...]
    entries: Mapping[str, Entry]
    missing: tuple[Player, ...]
    ender: Player | None
    ender_known: bool
    warnings: tuple[DeckWarning, ...]
    confirmed: bool
    playoff: bool
    previous: int | None
    following: int | None


@dataclass(frozen=True)
class HistoryPage:
    """What was changed, newest first: a part of it, where it is long."""

    kept: KeptGame
    number: int | None
    changes: tuple[ToldChange, ...]
    undoable: ToldChange | None
    write_id: str
    is_newest: bool  # nothing was changed since the first of them
    earlier: int | None  # the id of the change before which there are more
