"""Every game worked out twice, and its story told from the beginning: what is kept agrees with what follows from it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from scorekeeper.rules import Game, Hole, House, Player, Totals
from scorekeeper.rules.hole import score_hole
from scorekeeper.store.finding import load_games
from scorekeeper.store.history import changes_of
from scorekeeper.store.subjects import HOUSE, Subject, subjects
from scorekeeper.store.values import Change, KeptGame

if TYPE_CHECKING:
    from sqlite_utils import Database

    from scorekeeper.store.connection import Store

AT_ONCE: Final = 50
"""Games that are read together: each time what is kept at one moment, and writers are not kept from clearing up."""

_HOUSES_REMEMBERED: Final = 64


@dataclass
class Rederived:
    """How much was looked at, and what does not agree; games by their number, for their names are nobody's business."""

    games: int = 0
    hands: int = 0
    holes: int = 0
    totals: int = 0
    changes: int = 0
    unbuilt: list[str] = field(default_factory=list)
    wrong_totals: list[str] = field(default_factory=list)
    wrong_histories: list[str] = field(default_factory=list)


def rederive(store: Store) -> Rederived:
    """Build every game of the store, and compare it with its hands and its history."""
    found = Rederived()
    counters = _Counters()
    last = 0
    while True:
        with store.read() as database:
            ids = [
                game
                for (game,) in database.execute(
                    "SELECT id FROM games WHERE id > ? ORDER BY id LIMIT ?", [last, AT_ONCE]
                ).fetchall()
            ]
            if not ids:
                return found
            hands = _hands(database, ids)
            for kept in _built(database, ids, found):
                _compare(database, kept, hands.get(kept.id, {}), counters, found)
        found.games += len(ids)
        last = ids[-1]


def _built(database: Database, ids: Sequence[int], found: Rederived) -> Iterator[KeptGame]:
    """The games; those that cannot be built are noted."""
    try:
        yield from load_games(database, ids)
        return
    except NOT_TO_BE_BUILT:
        pass
    for game in ids:  # one of them: which?
        try:
            yield from load_games(database, [game])
        except NOT_TO_BE_BUILT as error:
            found.unbuilt.append(f"game {game} cannot be built: {type(error).__name__}")


NOT_TO_BE_BUILT: Final = (ValueError, KeyError, TypeError, AttributeError, AssertionError, LookupError)
"""What text that is no house, no cards or no list leads to. RuleError and what JSON says are ValueErrors as well."""

Hands = Mapping[int, Mapping[int, str | int]]
"""What is kept of each hole and player: notation or points."""


def _hands(database: Database, ids: Sequence[int]) -> dict[int, dict[int, dict[int, str | int]]]:
    """The hands of those games as they stand in the table."""
    found: dict[int, dict[int, dict[int, str | int]]] = {}
    rows = database.execute(
        """
        SELECT game, hole, player, coalesce(cards, points) FROM layouts WHERE game IN (SELECT value FROM json_each(?))
        """,
        [json.dumps(list(ids))],
    )
    for game, hole, player, entered in rows.fetchall():
        found.setdefault(game, {}).setdefault(hole, {})[player] = entered
    return found


def _compare(database: Database, kept: KeptGame, hands: Hands, counters: _Counters, found: Rederived) -> None:
    found.hands += sum(map(len, hands.values()))
    found.holes += len(kept.game.holes)
    found.totals += len(kept.game.players)
    try:
        found.wrong_totals += [
            f"game {kept.id}: {text}" for text in _wrong_totals(kept.game, hands, counters.of(kept.game.house))
        ]
    except NOT_TO_BE_BUILT as error:
        found.wrong_totals.append(f"game {kept.id} cannot be counted: {type(error).__name__}")
    try:
        changes = changes_of(database, kept.id)
        found.changes += len(changes)
        found.wrong_histories += [f"game {kept.id}: {text}" for text in _wrong_history(kept, changes)]
    except NOT_TO_BE_BUILT as error:
        found.wrong_histories.append(f"game {kept.id}: its history cannot be read: {type(error).__name__}")


# --- totals -----------------------------------------------------------------------------------------------------------


def _wrong_totals(game: Game, hands: Hands, total_of: Totals) -> Iterator[str]:
    """Where the game says another number than its hands, each counted anew without a word of the plain scorer."""
    again: dict[int, Mapping[str, int]] = {}
    for hole in game.holes:
        raw = {
            player.name: _points(hands[hole.number][player.id], total_of)
            for player in game.at_table(hole.number)
            if player.id in hands.get(hole.number, {})
        }
        result = game.result(hole.number)
        told = {} if result is None else {player.name: player.raw for player in result.players}
        if raw != told:
            yield f"on hole {hole.number} its hands count {_listed(raw)}, but it says {_listed(told)}"
            return
        if result is None:
            continue
        if game.house.bonuses:  # what one hand brings the others is told by its lines alone
            again[hole.number] = {player.name: player.score for player in result.players}
            continue
        scores = _scores(game, hole, raw)
        again[hole.number] = scores
        if scores != {player.name: player.score for player in result.players}:
            yield f"the scores of hole {hole.number} do not follow from its hands"
    for standing in game.standings:
        total = _total(game, standing.player, again)
        if total != standing.total:
            yield f"player {standing.player.id} has {standing.total} points, but the holes make {total}"


def _scores(game: Game, hole: Hole, raw: Mapping[str, int]) -> dict[str, int]:
    """The hole scores that follow from raw scores."""
    settled = hole.confirmed or not game.missing(hole.number)
    ender = next((player.name for player in game.players if player.id == hole.ender), None)
    known = ender if settled and ender in raw else None
    return {one.name: one.score for one in score_hole(raw, game.house, known, complete=settled).players}


def _total(game: Game, player: Player, scores: Mapping[int, Mapping[str, int]]) -> int:
    """A player's total over the holes that count."""
    total = 0
    for hole in game.holes:
        if hole.confirmed and not hole.playoff and player.name in scores.get(hole.number, {}):
            total += scores[hole.number][player.name]
            total = game.house.match.exact.get(total, total)
    return total


def _points(entered: str | int, totals: Totals) -> int:
    return entered if isinstance(entered, int) else totals.read(entered)


def _listed(points: Mapping[str, int]) -> str:
    """The numbers without the names."""
    return ", ".join(map(str, points.values())) or "nothing"


class _Counters:
    """A way to count for each house; houses with the same text are the same object, as long as it is remembered."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[House, Totals]] = {}

    def of(self, house: House) -> Totals:
        found = self._known.get(id(house))
        if found is None:
            if len(self._known) >= _HOUSES_REMEMBERED:
                self._known.clear()
            found = self._known[id(house)] = (house, Totals(house))  # holds the house: its number stays its own
        return found[1]


# --- histories --------------------------------------------------------------------------------------------------------


def _wrong_history(kept: KeptGame, changes: Iterable[Change]) -> Iterator[str]:
    """Where the changes, done one after the other from nothing, do not lead to the game as it is."""
    state: dict[Subject, Any] = {}
    for change in changes:
        for part in change.parts:
            subject = Subject(part.subject, part.hole, part.player)
            if part.before != state.get(subject) and not (subject == HOUSE and subject not in state):
                yield f"change {change.id} does not follow on the one before it"
                return
            if part.after is None:
                state.pop(subject, None)
            else:
                state[subject] = part.after
    now = subjects(kept.game, kept.title)
    if HOUSE not in state:  # of a release that did not tell of readings
        del now[HOUSE]
    if state != now:
        yield "it is not as its history says"
