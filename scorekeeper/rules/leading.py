"""Who leads a game or has won it, in a sentence, and what wins. Pages that score by themselves say the very same."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.rules.game import Game
from scorekeeper.rules.standings import Place, Side
from scorekeeper.rules.wording import isolated, listing, number, per_hole


def lead_sentence(game: Game) -> str:
    """Who leads, or has won, with what, and how far ahead."""
    ahead = game.ahead
    if not ahead:
        return "No hole is finished yet."
    names = side_names(ahead)
    best = ahead[0]
    if game.undecided:
        return f"{names} are tied with {measure(game, best)}: an extra hole is still to break the tie."
    what = "win" if game.is_over else "lead"
    if len(ahead) > 1:
        return f"{names} share the {what} with {measure(game, best)}."
    sentence = f"{names} {what}{third_person(ahead)} with {measure(game, best)}"
    rest = [place for place in game.places if place.rank and place.rank > 1]
    lead = _lead(game, best, rest[0]) if rest else 0
    if not lead:
        return f"{sentence}."
    second = side_names([place for place in rest if place.rank == rest[0].rank])
    return f"{sentence}, {lead} ahead of {second}."


def side_name(side: Side) -> str:
    """What a side is called in a sentence: `Ann`, or `Ann & Ben` for a team."""
    return " & ".join(isolated(player.name) for player in side.players)


def side_names(places: Sequence[Place]) -> str:
    """What those sides are called, as people list them."""
    return listing([side_name(place.side) for place in places])


def third_person(places: Sequence[Place]) -> str:
    """The ending of a verb that says what those sides do: `Ann leads`, but `Ann & Ben lead`."""
    return "" if len(places) > 1 or places[0].side.is_team else "s"


def comparison_sentence(game: Game) -> str:
    """What wins, and how totals are compared where people did not all play the same holes."""
    return f"{_how_compared(game)}{teams_sentence(game)}"


def teams_sentence(game: Game) -> str:
    """What counts for a team, to follow another sentence; empty in a house without teams."""
    return {
        "none": "",
        "sum": " The points of a team are added up.",
        "best-ball": " On each hole the lowest score of a team counts for it.",
    }[game.house.match.teams]


def _how_compared(game: Game) -> str:
    if game.house.match.winner == "most-holes":
        return "Whoever wins the most holes wins; the lowest score wins a hole."
    if game.by_average:
        return (
            "The lowest score wins. Not everybody has played every hole, so points per hole are compared, not totals."
        )
    return "The lowest score wins."


def measure(game: Game, place: Place, *, unit: bool = False) -> str:
    """What places go by, for one side: holes won, points a hole, or the total.

    With ``unit`` a total says that it is points.
    """
    if game.house.match.winner == "most-holes":
        won = game.holes_won(place.side)
        return f"{won} hole{'' if won == 1 else 's'} won"
    if game.by_average and place.average is not None:
        return f"{per_hole(place.average)} points a hole"
    if not unit:
        return number(place.total)
    return f"{number(place.total)} point{'' if abs(place.total) == 1 else 's'}"


def _lead(game: Game, best: Place, second: Place) -> int:
    """By how many points, or holes, the first is ahead; 0 where that is no whole number, or a tie was broken."""
    if game.house.match.winner == "most-holes":
        return game.holes_won(best.side) - game.holes_won(second.side)
    return 0 if game.by_average else second.total - best.total
