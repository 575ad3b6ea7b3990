"""Sentences for who leads a game or has won it, and what wins. The pages' own scorer says the same."""

from collections.abc import Sequence

from scorekeeper.rules.game import Game
from scorekeeper.rules.house import House
from scorekeeper.rules.standings import Place, Side, Standing
from scorekeeper.rules.wording import counted, isolated, listing, number, per_hole


def best_wins(house: House) -> str:
    """What wins: `Lowest score wins.`"""
    return f"{house.match.best_word.capitalize()} score wins."


def lead_sentence(game: Game) -> str:
    """Who leads, or has won, with what, and how far ahead."""
    who, how = lead_words(game)
    return f"{f'{who} {how}'.rstrip()}. {tie_sentence(game)}".rstrip()


def lead_words(game: Game) -> tuple[str, str]:
    """The same in two parts without a full stop: who leads or has won, and with what and how far ahead."""
    ahead = game.ahead
    if not ahead:
        return f"No {game.house.round_word}s finished yet", ""
    names, points = side_names(ahead), measure(game, ahead[0])
    if game.undecided:
        if game.house.match.tie == "cut":
            return f"{names} are tied", f"at {points}. Cut the cards for the win"
        return f"{names} are tied", f"at {points}. An extra {game.house.round_word} breaks the tie"
    what = "win" if game.is_over else "lead"
    does = f"share the {what}" if len(ahead) > 1 else f"{what}{third_person(ahead)}"
    if game.lost_by_extra and game.house.match.tie == "cut":
        return f"{names} {does} on the cut", f"after a tie at {points}"
    if game.lost_by_extra:
        several = "s" if len(ahead[0].playoff) > 1 else ""
        return f"{names} {does} on the extra {game.house.round_word}{several}", extra_words(game)
    if len(ahead) > 1:
        return f"{names} {does}", f"at {points}"
    how = f"with {points}"
    rest = [place for place in game.places if place.rank and place.rank > 1]
    if rest and (lead := _lead(game, ahead[0], rest[0])):
        how += f", {lead} ahead of {side_names([place for place in rest if place.rank == rest[0].rank])}"
    return f"{names} {does}", how


def extra_words(game: Game) -> str:
    """The scores of the extra holes, and the tie before them: `with 3 to Bo’s 5 after a tie at 22`."""
    first = game.ahead[0]
    others = [f"{side_name(place.side)}’s {_extra_scores(place)}" for place in game.lost_by_extra]
    return f"with {_extra_scores(first)} to {listing(others)} after a tie at {measure(game, first)}"


def _extra_scores(place: Place) -> str:
    return listing([number(points) for points in place.playoff]) or "\N{EN DASH}"


def side_name(side: Side) -> str:
    """A side's name in a sentence: `Ann`, or `Ann & Ben` for a team."""
    return " & ".join(isolated(player.name) for player in side.players)


def side_names(places: Sequence[Place]) -> str:
    """The names of these sides, as people list them."""
    return listing([side_name(place.side) for place in places])


def third_person(places: Sequence[Place]) -> str:
    """The ending of a verb for these sides: `Ann leads`, but `Ann & Ben lead`."""
    return "" if len(places) > 1 or places[0].side.is_team else "s"


def tie_sentence(game: Game) -> str:
    """How the house's rule for ties decided a finished game; empty where it did not."""
    lost = game.lost_by_rule
    if not lost:
        return ""
    names, verb = side_names(game.ahead), f"win{third_person(game.ahead)}"
    word = game.house.round_word
    match game.house.match.tie:
        case "ender-loses":
            return _ender_loses(game, lost)
        case "lowest-hole":
            return f"{names} {verb} the tiebreaker on {game.house.match.best_word} {word}s."
        case "most-holes":
            return f"{names} {verb} the tiebreaker with more {word}s won."
        case "count-back":
            return f"{names} {verb} the tiebreaker, counting back from the last {word}."
        case "before-settling":
            return f"{names} {verb} the tiebreaker, ahead before the last {word}."
    return ""


def _ender_loses(game: Game, lost: Sequence[Place]) -> str:
    place, ender = next((place, ender) for place in lost if (ender := game.ended_last(place.side)) is not None)
    ended = f"{isolated(ender.name)} ended the last {game.house.round_word}"
    if place.side.is_team:
        return f"{ended}, so {side_name(place.side)} lose the tiebreaker."
    return f"{ended} and loses the tiebreaker."


def comparison_sentence(game: Game) -> str:
    """What wins, why averages decide where they do, and how a team scores."""
    return f"{_how_compared(game)} {teams_sentence(game.house)}".rstrip()


def teams_sentence(house: House) -> str:
    """How a team scores; empty in a house without teams."""
    return {
        "none": "",
        "sum": "Each team adds up its players’ points.",
        "best-ball": f"On each {house.round_word}, only a team’s {house.match.best_word} score counts.",
    }[house.match.teams]


def _how_compared(game: Game) -> str:
    shared_out, word, best = _is_shared_out(game), game.house.round_word, game.house.match.best_word
    if game.house.match.winner == "most-holes":
        return f"Most {word}s wins. The {best} score{' per player' if shared_out else ''} wins a {word}."
    if not game.by_average:
        return best_wins(game.house)
    uneven = shared_out and len({len(side.players) for side in game.sides if not side.left}) > 1
    why = "Teams differ in size" if uneven else f"Some players missed {word}s"
    share = f"player per {word}" if shared_out else word
    return f"{why}, so points per {share} decide. {best.capitalize()} wins."


def _is_shared_out(game: Game) -> bool:
    """Whether a team's points are shared out among the players who made them."""
    return game.by_average and game.has_teams and game.house.match.teams == "sum"


def behind_words(game: Game) -> str:
    """What the chart of a game shows."""
    word = game.house.round_word
    if game.house.match.winner == "most-holes":
        return f"{word.capitalize()}s behind, {word} by {word}"
    return f"{'Average' if game.by_average else 'Points'} behind, {word} by {word}"


def far_words(game: Game, side: Side) -> str:
    """How far a side is behind the first: `+8` points, `+0.5` a hole, `−2` holes won; empty where it is level.

    Where more points are better, fewer are behind: `−8`.
    """
    behind = game.behind(side)
    if not behind:
        return ""
    if game.house.match.winner == "most-holes":
        return number(-int(behind))
    if game.house.match.better == "higher":
        return per_hole(-behind) if game.by_average else number(-int(behind))
    return f"+{per_hole(behind) if game.by_average else behind}"


def holes_words(game: Game, place: Place | Standing) -> str:
    """How many holes a side's points come from: `2 holes`, or `6 hands` where each player's hole counts for a team."""
    each = "hand" if game.house.has_cards else "score"
    what = each if game.has_teams and game.house.match.teams == "sum" else game.house.round_word
    return counted(place.holes, what)


def measure(game: Game, place: Place) -> str:
    """What a side is ranked by: holes won, points a hole, or the total."""
    word = game.house.round_word
    if game.house.match.winner == "most-holes":
        won = game.holes_won(place.side)
        return f"{counted(won, word)} won"
    if game.by_average and place.average is not None:
        return f"{per_hole(place.average)} points {f'per player per {word}' if _is_shared_out(game) else f'a {word}'}"
    return number(place.total)


def _lead(game: Game, best: Place, second: Place) -> int:
    """The lead of the first in points or holes; 0 where it is no whole number, or a tie was broken."""
    if game.house.match.winner == "most-holes":
        return game.holes_won(best.side) - game.holes_won(second.side)
    return 0 if game.by_average else game.house.match.sign * (second.total - best.total)
