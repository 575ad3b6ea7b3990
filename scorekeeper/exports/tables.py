"""Tables for spreadsheets: how they are written, and a game with a row for each hole.

Numbers are plain numbers with an ASCII minus; what is missing is empty, never 0. Cards are written as people read them,
with a true minus sign, which begins no spreadsheet's formula; with the house they are read back.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from scorekeeper.exports.elements import one_line
from scorekeeper.rules import Game, Hole, Player, Side

# What a spreadsheet may take for the beginning of a formula, in the forms of full width too; but a number is none.
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
_NUMBER = re.compile(r"-?[0-9]+")

Value: TypeAlias = str | int | None


def csv_file(rows: Iterable[Iterable[Value]]) -> bytes:
    """A table in UTF-8 with a mark at its start, by which spreadsheets know it for that."""
    file = io.StringIO()
    csv.writer(file).writerows([_cell(value) for value in row] for row in rows)  # CRLF and quotes as in RFC 4180
    return file.getvalue().encode("utf-8-sig")


def _cell(value: Value) -> Value:
    """A text on one line, behind an apostrophe where a spreadsheet would take it for a formula."""
    if not isinstance(value, str):
        return value
    text = one_line(value)
    return f"'{text}" if text.startswith(_FORMULA) and not _NUMBER.fullmatch(text) else text


# --- a game -----------------------------------------------------------------------------------------------------------

_OF_PLAYER = ("cards", "raw", "penalty", "score", "total")
_BY_HAND = ("points by hand", "reason")


def game_csv(game: Game) -> bytes:
    """The whole scorecard: five columns for each player, one for each team. A total is there for holes that count.

    Two more for each player, before the hole score, in a game in which there are points by hand.
    """
    return csv_file(_game_rows(game))


def _game_rows(game: Game) -> Iterator[list[Value]]:
    with_by_hand = any(hole.by_hand for hole in game.holes)
    columns = (*_OF_PLAYER[:3], *_BY_HAND, *_OF_PLAYER[3:]) if with_by_hand else _OF_PLAYER
    of_players = [f"{player.name} {what}" for player in game.players for what in columns]
    teams = game.sides if game.has_teams else ()
    of_teams = [f"Team {' & '.join(player.name for player in side.players)} total" for side in teams]
    yield ["Hole", "Dealer", "Ended by", "Remark", *of_players, *of_teams]
    totals = {player.id: _totals_by_hole(game, player) for player in game.players}
    team_totals = [_totals_by_hole(game, side) for side in teams]
    for hole in game.holes:
        remarks = ["extra hole"] * bool(hole.playoff) + ["not yet counted"] * (not hole.confirmed)
        ender = _name(game, hole.ender) or ("nobody" if hole.ender_known else None)
        row: list[Value] = [hole.number, _name(game, hole.dealer), ender, ", ".join(remarks) or None]
        for player in game.players:
            cards, raw, penalty, by_hand, reason, score = _hand(game, hole, player)
            added = [by_hand, reason] if with_by_hand else []
            row += [cards, raw, penalty, *added, score, totals[player.id].get(hole.number)]
        yield [*row, *(of_team.get(hole.number) for of_team in team_totals)]
    last: list[Value] = ["Total", None, None, None]
    ranks: list[Value] = ["Rank", None, None, None]
    standings = {standing.player.id: standing for standing in game.standings}
    for player in game.players:
        standing = standings[player.id]
        empty = [None] * (len(columns) - 1)
        last += [*empty, standing.total if standing.holes else None]
        ranks += [*empty, standing.rank]
    places = {place.side: place for place in game.places}
    yield [*last, *(places[side].total if places[side].holes else None for side in teams)]
    yield [*ranks, *(places[side].rank for side in teams)]


def _hand(game: Game, hole: Hole, player: Player) -> list[Value]:
    """Cards, raw score, penalty, points by hand and why, and hole score of one player, empty while there is none."""
    result = game.player_result(hole.number, player)
    entry = hole.entries.get(player.id)
    if result is None or entry is None:
        return [None] * 6
    cards = None if entry.layout is None else entry.layout.shown
    noted = result.by_hand
    by_hand: list[Value] = [None, None] if noted is None else [noted.points, noted.reason]
    return [cards, result.raw, result.penalty, *by_hand, result.score]


def _totals_by_hole(game: Game, whose: Player | Side) -> dict[int, int | None]:
    counting = [hole.number for hole in game.holes if hole.confirmed and not hole.playoff]
    return dict(zip(counting, game.running_totals(whose), strict=True))


def _name(game: Game, player_id: int | None) -> str | None:
    player = None if player_id is None else game.player(player_id)
    return None if player is None else player.name
