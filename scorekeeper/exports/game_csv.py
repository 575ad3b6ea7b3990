"""A game as a table for spreadsheets: a row for each hole, five columns for each player, one for each team."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.exports.cells import Value, csv_file
from scorekeeper.rules import Game, Hole, Player, Side

_OF_PLAYER = ("cards", "raw", "penalty", "score", "total")


def game_csv(game: Game) -> bytes:
    """The whole scorecard.

    Numbers are plain numbers with an ASCII minus. What is missing is empty, never 0; a total is there only for holes
    that count. Cards are written as people read them, with a true minus sign, which begins no spreadsheet's formula;
    with the house they are read back. A name that a spreadsheet would take for a formula gets an apostrophe before it.
    """
    return csv_file(_rows(game))


def _rows(game: Game) -> Iterator[list[Value]]:
    of_players = [f"{player.name} {what}" for player in game.players for what in _OF_PLAYER]
    teams = game.sides if game.has_teams else ()
    of_teams = [f"Team {' & '.join(player.name for player in side.players)} total" for side in teams]
    yield ["Hole", "Dealer", "Ended by", "Remark", *of_players, *of_teams]
    totals = {player.id: _totals_by_hole(game, player) for player in game.players}
    team_totals = [_totals_by_hole(game, side) for side in teams]
    for hole in game.holes:
        row: list[Value] = [hole.number, _name(game, hole.dealer), _ended_by(game, hole), _remark(hole)]
        for player in game.players:
            row += [*_hand(game, hole, player), totals[player.id].get(hole.number)]
        yield [*row, *(of_team.get(hole.number) for of_team in team_totals)]
    last: list[Value] = ["Total", None, None, None]
    ranks: list[Value] = ["Rank", None, None, None]
    standings = {standing.player.id: standing for standing in game.standings}
    for player in game.players:
        standing = standings[player.id]
        last += [None, None, None, None, standing.total if standing.holes else None]
        ranks += [None, None, None, None, standing.rank]
    places = {place.side: place for place in game.places}
    yield [*last, *(places[side].total if places[side].holes else None for side in teams)]
    yield [*ranks, *(places[side].rank for side in teams)]


def _hand(game: Game, hole: Hole, player: Player) -> list[Value]:
    """Cards, raw score, penalty and hole score of one player, empty while there is none."""
    result = game.player_result(hole.number, player)
    entry = hole.entries.get(player.id)
    if result is None or entry is None:
        return [None] * 4
    cards = None if entry.layout is None else entry.layout.shown
    return [cards, result.raw, result.penalty, result.score]


def _totals_by_hole(game: Game, whose: Player | Side) -> dict[int, int | None]:
    counting = [hole.number for hole in game.holes if hole.confirmed and not hole.playoff]
    return dict(zip(counting, game.running_totals(whose), strict=True))


def _remark(hole: Hole) -> str | None:
    remarks = ["extra hole"] * bool(hole.playoff) + ["not yet counted"] * (not hole.confirmed)
    return ", ".join(remarks) or None


def _ended_by(game: Game, hole: Hole) -> str | None:
    if hole.ender is None:
        return "nobody" if hole.ender_known else None
    return _name(game, hole.ender)


def _name(game: Game, player_id: int) -> str | None:
    player = game.player(player_id)
    return None if player is None else player.name
