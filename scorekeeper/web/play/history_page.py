"""The history as its page shows it: a row for each hole with its changes folded, and rows for the rest, day by day."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.rules import Game, Player
from scorekeeper.tally.history import ORIGIN
from scorekeeper.tally.origins import hole_moments, told_by
from scorekeeper.tally.values import Change, KeptGame
from scorekeeper.web.db import store
from scorekeeper.web.deleted import THIS_PHONE
from scorekeeper.web.drawn_macros import draw_once
from scorekeeper.web.filters import clock, day
from scorekeeper.web.play.history_words import HistoryWords, ToldChange, without_steps
from scorekeeper.web.play.scorecard import CardCell, CardRow, Reversal, card_page

ICONS = {
    "created": "flag",
    "players": "people",
    "plan": "book",
    "undo": "undo",
    "redo": "turn",
    "renewed": "link",
    "rematch": "play",
    "deleted": "trash",
    "put-back": "turn",
}


class HistoryCell(NamedTuple):
    card: CardCell
    corrected: bool  # the entry replaced an earlier one


class HoleRow(NamedTuple):
    """A hole: its points, when and by which other phone it was finished, and its changes, newest first."""

    number: int
    playoff: bool
    cells: tuple[HistoryCell, ...]
    at: datetime | None  # None where its changes are older than those shown
    who: str  # empty for the reader's own phone
    changes: tuple[ToldChange, ...]

    @property
    def shown(self) -> Markup:
        """The row without its changes."""
        time = clock(self.at) if self.at else ""
        return draw_once("play/_history_parts.html", "hole_row", self._replace(changes=()), time)


class Day(NamedTuple):
    name: str
    holes: tuple[HoleRow, ...]
    events: tuple[ToldChange, ...]  # changes of the whole game


@dataclass(frozen=True)
class HistoryPage:
    hole: int | None  # a single hole; None for the whole game
    players: tuple[Player, ...]
    days: tuple[Day, ...]
    more: int  # earlier changes that are not shown
    reversals: tuple[Reversal, ...]  # those of changes that are not shown


@dataclass(frozen=True)
class _Story:
    """All changes of a game in words, without those who made them."""

    game: Game
    everything: tuple[Change, ...]
    changes: Sequence[Change]  # those that a table remembers
    told: Sequence[ToldChange]  # the newest of these


def _story(kept: KeptGame, everything: tuple[Change, ...], words: HistoryWords, most: int) -> _Story:
    """Told once per version for the whole game; a page of one hole tells its own."""
    earlier = store().built(_Story, kept.id) if words.hole is None else None
    if earlier is not None and earlier.game is kept.game and earlier.everything is everything:
        return earlier
    changes = without_steps(everything)
    story = _Story(kept.game, everything, changes, [words.tell(change) for change in changes[:most]])
    return store().keep_built(kept.id, story, kept.cards) if words.hole is None else story


def history_page(kept: KeptGame, everything: tuple[Change, ...], words: HistoryWords, most: int) -> HistoryPage:
    """The page for these changes, newest first, of which it shows ``most``."""
    card, story = card_page(kept), _story(kept, everything, words, most)
    can_undo = {one.change: one for one in card.reversals} if kept.may_edit else {}
    changes = story.changes
    told = [words.told_to_reader(one)._replace(reversal=can_undo.get(one.change.id)) for one in story.told]
    by_hole: dict[int, list[ToldChange]] = {}
    events = []
    for one in told:
        number = _hole_of(one.change)
        if number is None:
            events.append(one)
        else:
            by_hole.setdefault(number, []).append(one)
    begun = {row.number: row for row in card.rows if row.begun and words.hole in (None, row.number)}
    origins = _origins(changes)
    rows = [
        _row(number, begun.get(number), by_hole.get(number, ()), origins.get(number), len(card.players), card.players)
        for number in sorted(begun.keys() | by_hole.keys(), reverse=True)
    ]
    return HistoryPage(
        hole=words.hole,
        players=card.players,
        days=tuple(_days(rows, events)),
        more=max(0, len(changes) - most),
        reversals=tuple(one for one in can_undo.values() if one.change not in {other.change.id for other in told}),
    )


def _hole_of(change: Change) -> int | None:
    """The hole that a change is about; None for one about the whole game or several holes."""
    holes = {part.hole for part in change.parts if part.subject != ORIGIN}
    return next(iter(holes)) if len(holes) == 1 else None


def _origins(changes: Iterable[Change]) -> Mapping[int, tuple[datetime, str]]:
    """When the holes of an imported game were finished, as its file says."""
    for change in changes:
        if told := told_by(change):
            moments = hole_moments(told)
            return {part.hole: (moments.get(part.hole, change.at), "") for part in change.parts if part.hole}
    return {}


def _row(
    number: int,
    row: CardRow | None,
    changes: Sequence[ToldChange],
    origin: tuple[datetime, str] | None,
    width: int,
    players: Sequence[Player],
) -> HoleRow:
    corrected = {player for one in changes for player in _corrected(one.change)}
    cells = row.cells if row else (CardCell("", "", "", "didn’t play", (), wins=False),) * width
    finished = [one for one in changes if _finishes(one.change)]
    chosen = (finished or changes[:1])[-1:]
    at, who = (chosen[0].change.at, chosen[0].who) if chosen else origin or (None, "")
    if who == THIS_PHONE:
        who = ""
    return HoleRow(
        number=number,
        playoff=row is not None and row.playoff,
        cells=tuple(HistoryCell(cell, player.id in corrected) for cell, player in zip(cells, players, strict=True)),
        at=at,
        who=who,
        changes=tuple(changes),
    )


def _corrected(change: Change) -> Iterator[int]:
    """The players whose entry this change replaced by another one, unless it was undone."""
    if change.kind != "hand" or change.undone:
        return
    for part in change.parts:
        if part.subject == "hand" and part.player and part.before is not None and part.after is not None:
            yield part.player


def _finishes(change: Change) -> bool:
    """Whether this change made its hole final, and still stands."""
    ends = [part for part in change.parts if part.subject == "hole" and (part.after or {}).get("confirmed")]
    return (
        change.kind == "hole" and not change.undone and any(not (part.before or {}).get("confirmed") for part in ends)
    )


def _days(rows: Sequence[HoleRow], events: Sequence[ToldChange]) -> Iterator[Day]:
    """Rows and events by their day, newest first; a row without a moment is of the first day."""
    moments = (*(row.at for row in rows if row.at), *(one.change.at for one in events))
    day_of = {at: day(at) for at in moments}
    newest: dict[str, datetime] = {}
    for at, name in day_of.items():
        newest[name] = max(at, newest.get(name, at))
    names = sorted(newest, key=lambda name: newest[name], reverse=True)
    for name in names:
        holes = [row for row in rows if (names[-1] if row.at is None else day_of[row.at]) == name]
        yield Day(name, tuple(holes), tuple(one for one in events if day_of[one.change.at] == name))
