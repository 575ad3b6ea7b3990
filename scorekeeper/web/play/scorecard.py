"""The scorecard: played holes, the holes to come, totals, the leader, and the phone's owner."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.rules import Game, House, Place, Player, PlayerResult, Standing
from scorekeeper.rules.leading import comparison_sentence, lead_sentence
from scorekeeper.rules.wording import number as points
from scorekeeper.rules.wording import signed
from scorekeeper.tally.history import newest_change, newest_undo
from scorekeeper.tally.sharing import DeviceSeat
from scorekeeper.tally.values import KeptGame
from scorekeeper.web.addresses import enter_words
from scorekeeper.web.db import store
from scorekeeper.web.play.history_words import HistoryWords
from scorekeeper.web.play.worked_hole import added_by

Mark = tuple[str, str, str, str]
"""A sign next to a score: its kind, the sign, its meaning, and the words for screen readers."""


class CardCell(NamedTuple):
    """One player's cell in a row of the scorecard, in the order in which the template unpacks it."""

    classes: str  # CSS classes
    anchor: str  # of the player on the page with the hole's scores
    points: str  # "" where nothing is entered
    words: str  # for screen readers: lowest, no cards yet, didn’t play
    marks: tuple[Mark, ...]
    wins: bool  # on a hole that is confirmed


@dataclass(frozen=True, slots=True)
class CardRow:
    number: int
    cells: tuple[CardCell, ...]
    begun: bool
    playoff: bool
    warned: bool


class Reversal(NamedTuple):
    """An undo or redo button."""

    change: int
    words: str


@dataclass(frozen=True)
class CardPage:
    game: Game
    places: tuple[Place, ...]  # of those ranked together, in seating order
    rows: tuple[CardRow, ...]
    standings: Mapping[int, Standing]  # by player id
    lead: str  # a sentence for who leads
    comparison: str  # what wins, and how totals are compared
    next_hole: int | None
    next_words: str  # the button to that hole, or to the results
    deal_words: str  # who deals and starts; "" for no one
    reversals: tuple[Reversal, ...]  # undo and redo, where possible
    players: tuple[Player, ...]  # in seating order, but the people of a team side by side
    firsts: frozenset[int]  # ids of the first player of each side after the first

    @property
    def impossible(self) -> str:
        """What the mark of a row means in which something cannot be."""
        has_cards = self.game.house.has_cards
        return "more of one card than the deck has, or an impossible score" if has_cards else "an impossible score"

    @property
    def legend(self) -> tuple[str, ...]:
        """What the marks in this table mean, a sentence each."""
        shown = [mark for row in self.rows for cell in row.cells for mark in cell.marks]
        marks = {kind for kind, *_ in shown} | {"warned" for row in self.rows if row.warned}
        worse = "+" if self.game.house.match.sign > 0 else "−"
        added = {"penalty" if sign.startswith(worse) else "reward" for kind, sign, *_ in shown if kind == "penalty"}
        meanings = {
            "penalty": f"Small number: {' or '.join(sorted(added))}, included.",
            "ender": f"⚑: {self.game.house.ended_words}{', no penalty' if self.game.house.has_cards else ''}.",
            "bare": "#: entered without cards.",
            "by-hand": "✎: adjusted, included.",
            "warned": f"!: {self.impossible}.",
        }
        return tuple(sentence for mark, sentence in meanings.items() if mark in marks)


def card_page(kept: KeptGame) -> CardPage:
    """The scorecard of a game, worked out once per version."""
    earlier = store().built(CardPage, kept.id)
    if earlier is not None and earlier.game is kept.game:
        return earlier
    return store().keep_built(kept.id, _worked_out(kept, _reversals(kept)), kept.cards)


def _reversals(kept: KeptGame) -> tuple[Reversal, ...]:
    """The changes to undo and to redo, each with a short name."""
    words = HistoryWords(kept.game.house)
    found = (("Undo", newest_change(store(), kept)), ("Redo", newest_undo(store(), kept)))
    return tuple(Reversal(change.id, f"{what}: {words.matter(change)}") for what, change in found if change)


def _worked_out(kept: KeptGame, undo_and_redo: tuple[Reversal, ...]) -> CardPage:
    game = kept.game
    numbers = sorted({hole.number for hole in game.holes} | set(range(1, game.holes_shown + 1)))
    places = tuple(sorted(game.places, key=lambda place: game.sides.index(place.side)))
    players = tuple(player for place in places for player in place.side.players)
    firsts = frozenset(place.side.players[0].id for place in places[1:]) if game.has_teams else frozenset()
    return CardPage(
        game=game,
        places=places,
        players=players,
        firsts=firsts,
        rows=tuple(_row(game, number, players, firsts) for number in numbers),
        standings={standing.player.id: standing for standing in game.standings},
        lead=lead_sentence(game),
        comparison=comparison_sentence(game),
        next_hole=game.current_hole,
        next_words=_next_words(kept),
        deal_words="" if game.current_hole is None else game.deal_words(game.current_hole),
        reversals=undo_and_redo,
    )


def _next_words(kept: KeptGame) -> str:
    game = kept.game
    return "See the results" if game.current_hole is None else enter_words(kept, game.current_hole)


def _row(game: Game, number: int, players: Sequence[Player], firsts: Set[int]) -> CardRow:
    hole = game.hole(number)
    found = game.result(number)
    results = {result.name: result for result in found.players} if found else {}
    return CardRow(
        number=number,
        cells=tuple(_cell(game, number, player, results.get(player.name), firsts) for player in players),
        begun=hole is not None,
        playoff=hole is not None and bool(hole.playoff),
        warned=bool(game.warnings(number)) and hole is not None and not hole.warnings_accepted,
    )


def _cell(game: Game, number: int, player: Player, result: PlayerResult | None, firsts: Set[int]) -> CardCell:
    hole = game.hole(number)
    confirmed, ender = (hole.confirmed, hole.ender) if hole else (False, None)
    wins = confirmed and result is not None and result.wins
    classes = " ".join(("wins",) * wins + ("begins-team",) * (player.id in firsts))
    if result is not None:
        marks = tuple(_marks(result, game.house, is_ender=ender == player.id))
        best = game.house.match.best_word if wins else ""
        return CardCell(classes, f"#player-{player.id}", points(result.score), best, marks, wins)
    at_table = player in game.at_table(number)
    words = "didn’t play" if confirmed or not at_table else f"no {game.house.entered_word} yet" if hole else ""
    return CardCell(classes, "", "", words, (), wins=False)


def _marks(result: PlayerResult, house: House, *, is_ender: bool) -> Iterator[Mark]:
    if result.worked is None and house.has_cards:
        yield "bare", "#", "no cards", "no cards"
    if result.penalty and not result.adjustment.replaces:
        added = added_by(result.adjustment.rule, house).lower()
        yield "penalty", signed(result.penalty), added, f"{added} included"
    elif is_ender:
        yield "ender", "⚑", house.ended_words, house.ended_words
    if result.by_hand is not None:
        by_hand, reason = signed(result.by_hand.points), result.by_hand.reason
        yield "by-hand", f"✎{by_hand}", reason, f"adjusted by {by_hand}, included: {reason}"


@dataclass(frozen=True)
class SeatChoice:
    """The owner of this phone, and who else could be."""

    players: tuple[Player, ...]  # those still at the table and the owner, in seating order
    chosen: Player | None  # None: a viewer, or not chosen yet
    said: bool
    house: House
    asks: bool  # the scorecard asks a phone that came by the link and has not chosen


def seat_choice(kept: KeptGame, own: DeviceSeat) -> SeatChoice:
    chosen = kept.game.player(own.player or 0)
    return SeatChoice(
        players=tuple(player for player in kept.game.players if player.left is None or player == chosen),
        chosen=chosen,
        said=own.said,
        house=kept.game.house,
        # The phone that started the game may keep score for the whole table, so it is not asked.
        asks=not own.said and not own.began,
    )
