"""The page that shows how a hole's scores add up, as one value."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.rules import ByHand, Game, Hole, House, Player, PlayerResult, format_layout
from scorekeeper.rules.wording import number as points
from scorekeeper.rules.wording import signed
from scorekeeper.tally.values import KeptGame
from scorekeeper.web.drawn_macros import draw_once

ADDED_BY = {
    "penalty": "Penalty",
    "reward": "Reward",
    "equal": "Tie",
    "bonus-of-others": "Another’s bonus",
}
"""A rule that changes a raw score, in a word or two, by its id; the winner's is named by `added_by`."""


class WorkedPlayer(NamedTuple):
    """One player's hand with its lines."""

    player: Player
    result: PlayerResult
    wins: bool
    chip: str  # "went out" for the player who ended the hole, else ""
    added: str  # the rule that changes the raw score, else ""
    unpunished: bool  # ended the hole, where that may cost points, without a penalty

    def shown(self, hole: int, house: House, entering: str) -> Markup:
        """The cards with their lines; ``entering`` is the page that fixes them, empty for who may not."""
        return draw_once("play/_worked_parts.html", "hand", self, hole, house, entering)


@dataclass(frozen=True)
class WorkedHole:
    game: Game
    number: int
    title: str
    state: str  # what is not final or not usual of this hole; mostly ""
    players: tuple[WorkedPlayer, ...]
    missing: tuple[Player, ...]
    at_table: tuple[Player, ...]
    by_hand: Mapping[int, ByHand]  # by player id
    by_hand_based: Mapping[int, int]  # the version of each, by player id
    warnings: Sequence[str]
    confirmed: bool
    previous: int | None  # the holes before and after it
    following: int | None

    @property
    def adjusted_early(self) -> tuple[Player, ...]:
        """Players whose points are adjusted before their cards are there."""
        return tuple(player for player in self.missing if player.id in self.by_hand)

    @property
    def asked_about(self) -> tuple[Player, ...]:
        """Players with cards that the referee can explain."""
        return tuple(one.player for one in self.players if one.result.worked is not None)

    @property
    def report(self) -> str:
        """The hole as text for a report of a wrong score, without names: rules, cards, scores, and room for more."""
        house, cards, seen = self.game.house, [], []
        readings = "".join(f"; {option}: {reading}" for option, reading in house.readings.items())
        for number, one in enumerate(self.players, start=1):
            result, lines = one.result, one.result.worked.lines if one.result.worked else ()
            typed = format_layout(result.worked.layout) if result.worked else f"{points(result.raw)} points"
            cards.append(f"Player {number}: {typed}{f' ({one.chip})' if one.chip else ''}")
            seen.append(f"Player {number}: {points(result.score)}")
            seen += [f"  {signed(line.points)} {line.text}" for line in lines]
            if result.adjustment.rule:
                seen.append(f"  {signed(result.adjustment.points)} {result.adjustment.rule}")
        parts = {"Rules": [f"{house.name} ({house.key}){readings}"], "Cards": cards, "Scorekeeper says": seen}
        told = [f"{title}:\n" + "\n".join(rows) for title, rows in parts.items()]
        return "\n\n".join([*told, "I expected:\n"])


def worked_hole(kept: KeptGame, number: int) -> WorkedHole:
    game = kept.game
    hole = game.hole(number)
    numbers = [other.number for other in game.holes]
    return WorkedHole(
        game=game,
        number=number,
        title=_title(game, number, hole),
        state=" ".join(_what_is_unusual(game, hole)),
        players=tuple(_worked_players(game, number, hole)),
        missing=tuple(game.missing(number)),
        at_table=tuple(game.at_table(number)),
        by_hand=hole.by_hand if hole else {},
        by_hand_based={player: version for (on, player), version in kept.by_hand_versions.items() if on == number},
        warnings=[warning.message for warning in game.warnings(number)],
        confirmed=hole is not None and hole.confirmed,
        previous=max((other for other in numbers if other < number), default=None),
        following=min((other for other in numbers if other > number), default=None),
    )


def _title(game: Game, number: int, hole: Hole | None) -> str:
    word = game.house.round_word
    return f"Extra {word}" if hole is not None and hole.playoff else f"{word.capitalize()} {number}"


def added_by(rule: str, house: House) -> str:
    """What changed a raw score, in a word or two: `Penalty`, `Lowest score`."""
    return f"{house.match.best_word.capitalize()} score" if rule == "winner" else ADDED_BY.get(rule, "")


def _what_is_unusual(game: Game, hole: Hole | None) -> Iterator[str]:
    if hole is None or not hole.confirmed:
        yield "Not final yet."
    asks = hole is not None and (game.house.has_cards or game.needs_ender(hole.number))
    if asks and hole is not None and hole.ender_known and hole.ender is None:
        yield f"No one {game.house.ended_words}."


def _worked_players(game: Game, number: int, hole: Hole | None) -> Iterator[WorkedPlayer]:
    by_name = {player.name: player for player in game.at_table(number)}
    may_cost = game.house.ender_matters and not game.missing(number)
    result = game.result(number)
    for one in result.players if result else ():
        player, rule = by_name[one.name], one.adjustment.rule
        ended = hole is not None and player.id == hole.ender
        yield WorkedPlayer(
            player,
            one,
            wins=one.wins and hole is not None and hole.confirmed,
            chip=game.house.ended_words if ended else "",
            added=added_by(rule, game.house),
            unpunished=ended and not rule and may_cost,
        )
