"""CSV files for spreadsheets, and a game as one, with a row for each hole.

Numbers have an ASCII minus; missing values are empty, never 0. Cards are as on pages, with a true minus sign, which
starts no formula; with the house they can be read back.
"""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from enum import Enum
from fractions import Fraction
from functools import partial
from typing import TypeAlias

from scorekeeper.exports.elements import one_line
from scorekeeper.rules import Game, Hole, Place, Player, Side, Standing
from scorekeeper.tally.values import Origin

# The start of what a spreadsheet may take for a formula, also in full width; numbers are safe. A spreadsheet may split
# a text at a separator, so a formula behind one is disarmed too.
_FORMULA = re.compile(r"(^|[,;\t][\s\"]*)(?=[=+\-@＝＋－＠])")
_NUMBER = re.compile(r"-?[0-9]+")

Value: TypeAlias = str | int | Fraction | None


class Separator(Enum):
    """The separator of columns: spreadsheets with decimal commas expect semicolons."""

    COMMA = ","
    SEMICOLON = ";"

    @property
    def decimal(self) -> str:
        return "," if self is Separator.SEMICOLON else "."


def csv_file(rows: Iterable[Iterable[Value]], separator: Separator = Separator.COMMA) -> bytes:
    """A table as CSV in UTF-8 with a byte order mark, which spreadsheets need."""
    file = io.StringIO()
    writer = csv.writer(file, delimiter=separator.value)  # CRLF and quotes as in RFC 4180
    writer.writerows([_cell(value, separator) for value in row] for row in rows)
    return file.getvalue().encode("utf-8-sig")


def _cell(value: Value, separator: Separator) -> str | int | None:
    """A value for one cell; a text that looks like a formula gets an apostrophe in front."""
    if isinstance(value, Fraction):
        return f"{float(value):.2f}".rstrip("0").rstrip(".").replace(".", separator.decimal)
    if not isinstance(value, str):
        return value
    text = one_line(value)
    return text if _NUMBER.fullmatch(text) else _FORMULA.sub(r"\1'", text)


# --- a game -----------------------------------------------------------------------------------------------------------

_CARDS = ("cards",)
_WORKED = ("raw", "penalty")
_BY_HAND = ("points by hand", "reason")
_SCORED = ("score", "total")
UNKNOWN = Origin()


def game_csv(game: Game, title: str = "", origin: Origin = UNKNOWN, separator: Separator = Separator.COMMA) -> bytes:
    """The whole scorecard: five columns per player, or four without cards; one per team. Holes that count have totals.

    A game with points by hand has two more columns per player, before the hole score. Below the holes are all values
    that decide ranks, then the title, the rules, and the times of ``origin``, unconverted.
    """
    rows = list(_game_rows(game, origin))
    about = ([*row, *[None] * (len(rows[0]) - len(row))] for row in _about(game, title, origin))
    return csv_file([*rows, *about], separator)


def _game_rows(game: Game, origin: Origin) -> Iterator[list[Value]]:
    with_by_hand = any(hole.by_hand for hole in game.holes)
    has_cards = game.house.has_cards
    columns = (*(_CARDS if has_cards else ()), *_WORKED, *(_BY_HAND if with_by_hand else ()), *_SCORED)
    of_players = [f"{player.name} {what}" for player in game.players for what in columns]
    teams = game.sides if game.has_teams else ()
    of_teams = [f"Team {' & '.join(player.name for player in side.players)} total" for side in teams]
    yield [game.house.round_word.capitalize(), "Dealer", "Ended by", "Remark", *of_players, *of_teams, "Confirmed"]
    totals = {player.id: _totals_by_hole(game, player) for player in game.players}
    team_totals = [_totals_by_hole(game, side) for side in teams]
    for hole in game.holes:
        row = _about_hole(game, hole)
        for player in game.players:
            cards, raw, penalty, by_hand, reason, score = _hand(game, hole, player)
            added = [by_hand, reason] if with_by_hand else []
            row += [cards] if has_cards else []
            row += [raw, penalty, *added, score, totals[player.id].get(hole.number)]
        yield [*row, *(of_team.get(hole.number) for of_team in team_totals), _minute(origin.holes.get(hole.number))]
    yield from _result_rows(game, teams, len(columns))


def _about_hole(game: Game, hole: Hole) -> list[Value]:
    """A hole's number, dealer, ender and remark."""
    remarks = ["extra hole"] * bool(hole.playoff) + ["not yet counted"] * (not hole.confirmed)
    ender = _name(game, hole.ender) or ("nobody" if hole.ender_known else None)
    return [hole.number, _name(game, hole.dealer), ender, ", ".join(remarks) or None]


def _result_rows(game: Game, teams: Sequence[Side], columns: int) -> Iterator[list[Value]]:
    """The values that decide ranks, below the last of each player's ``columns`` and each team's one."""
    standings = {standing.player.id: standing for standing in game.standings}
    places = {place.side: place for place in game.places}
    empty = [None] * (columns - 1)
    for name, told in _results(game):
        of_players = [value for player in game.players for value in (*empty, told(standings[player.id]))]
        yield [name, None, None, None, *of_players, *(told(places[side]) for side in teams), None]


def _results(game: Game) -> Iterator[tuple[str, Callable[[Standing | Place], Value]]]:
    """The values that decide ranks, each with a function for a player or team; then the ranks."""
    word, best = game.house.round_word, game.house.match.best_word
    yield "Total", lambda one: one.total if one.holes else None
    if game.by_average:
        yield f"Per {word}", lambda one: one.average
    if "most-holes" in (game.house.match.winner, game.house.match.tie):
        yield (
            f"{word.capitalize()}s won",
            lambda one: game.holes_won(one.side if isinstance(one, Place) else one.player),
        )
    if game.house.match.tie == "lowest-hole":
        yield f"{best.capitalize()} {word}", partial(_best, game)
    for number in range(max((len(place.playoff) for place in game.places), default=0)):
        yield f"Extra {word}", partial(_extra, number)
    yield "Rank", lambda one: one.rank


def _best(game: Game, one: Standing | Place) -> Value:
    """The best score on a hole that counts; a team's is that of its best player."""
    players = one.side.players if isinstance(one, Place) else (one.player,)
    results = (game.player_result(hole.number, player) for hole in game.counting for player in players)
    scores = (result.score for result in results if result)
    return min(scores, key=lambda score: game.house.match.sign * score, default=None)


def _extra(number: int, one: "Standing | Place") -> Value:
    return one.playoff[number] if number < len(one.playoff) else None


def _about(game: Game, title: str, origin: Origin) -> Iterator[list[Value]]:
    """Rows about the game: a name and a value each."""
    yield ["Title", title or None]
    yield ["Begun", _minute(origin.begun_at)]
    yield ["Changed", _minute(origin.changed_at)]
    yield ["Rules", game.house.name, game.house.key]
    for name, reading in game.house.readings.items():
        yield ["Option", name, reading]


def _minute(moment: datetime | None) -> str | None:
    """A moment in a form that spreadsheets of all countries read."""
    return None if moment is None else f"{moment:%Y-%m-%d %H:%M}"


def _hand(game: Game, hole: Hole, player: Player) -> list[Value]:
    """A player's cards, raw score, penalty, points by hand with reason, and hole score; empty without a hand."""
    result = game.player_result(hole.number, player)
    if result is None:
        return [None] * 6
    entry = hole.entries.get(player.id)  # a player who went out in a game of points typed nothing
    cards = None if entry is None or entry.layout is None else entry.layout.shown
    noted = result.by_hand
    by_hand: list[Value] = [None, None] if noted is None else [noted.points, noted.reason]
    return [cards, result.raw, result.penalty, *by_hand, result.score]


def _totals_by_hole(game: Game, whose: Player | Side) -> dict[int, int | None]:
    counting = [hole.number for hole in game.holes if hole.confirmed and not hole.playoff]
    return dict(zip(counting, game.running_totals(whose), strict=True))


def _name(game: Game, player_id: int | None) -> str | None:
    player = None if player_id is None else game.player(player_id)
    return None if player is None else player.name
