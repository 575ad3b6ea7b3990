"""Who leads a game or has won it, in a sentence, and what wins. Pages that score by themselves say the very same."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.rules.game import Game, Standing
from scorekeeper.rules.wording import isolated, listing, number, per_hole


def lead_sentence(game: Game) -> str:
    """Who leads, or has won, with what, and how far ahead."""
    leaders = game.leaders
    if not leaders:
        return "No hole is finished yet."
    names = _names(leaders)
    best = leaders[0]
    if game.undecided:
        return f"{names} are tied with {measure(game, best)}: an extra hole is still to break the tie."
    if len(leaders) > 1:
        return f"{names} share the {'win' if game.is_over else 'lead'} with {measure(game, best)}."
    sentence = f"{names} {'wins' if game.is_over else 'leads'} with {measure(game, best)}"
    rest = [standing for standing in game.standings if standing.rank and standing.rank > 1]
    ahead = _ahead(game, best, rest[0]) if rest else 0
    if not ahead:
        return f"{sentence}."
    second = _names([standing for standing in rest if standing.rank == rest[0].rank])
    return f"{sentence}, {ahead} ahead of {second}."


def comparison_sentence(game: Game) -> str:
    """What wins, and how totals are compared where people did not all play the same holes."""
    if game.house.match.winner == "most-holes":
        return "Whoever wins the most holes wins; the lowest score wins a hole."
    if game.by_average:
        return (
            "The lowest score wins. Not everybody has played every hole, so points per hole are compared, not totals."
        )
    return "The lowest score wins."


def measure(game: Game, standing: Standing, *, unit: bool = False) -> str:
    """What places go by, for one player: holes won, points a hole, or the total.

    With ``unit`` a total says that it is points.
    """
    if game.house.match.winner == "most-holes":
        won = game.holes_won(standing.player)
        return f"{won} hole{'' if won == 1 else 's'} won"
    if game.by_average and standing.average is not None:
        return f"{per_hole(standing.average)} points a hole"
    if not unit:
        return number(standing.total)
    return f"{number(standing.total)} point{'' if abs(standing.total) == 1 else 's'}"


def _ahead(game: Game, best: Standing, second: Standing) -> int:
    """By how many points, or holes, the first is ahead; 0 where that is no whole number, or a tie was broken."""
    if game.house.match.winner == "most-holes":
        return game.holes_won(best.player) - game.holes_won(second.player)
    return 0 if game.by_average else second.total - best.total


def _names(standings: Sequence[Standing]) -> str:
    return listing([isolated(standing.player.name) for standing in standings])
