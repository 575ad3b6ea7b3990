"""A game's result or standings as a few lines for a chat."""

from collections.abc import Iterator

from scorekeeper.rules import Game, Place
from scorekeeper.rules.leading import (
    comparison_sentence,
    holes_words,
    lead_words,
    measure,
    side_name,
    side_names,
    third_person,
    tie_sentence,
)
from scorekeeper.rules.wording import counted, number


def game_text(game: Game, title: str = "") -> str:
    """The winner or leader, all ranks and totals, and the rules, with true minus signs.

    >>> from scorekeeper import houses
    >>> from scorekeeper.rules import Entry, Hole, Player
    >>> hole = Hole(1, 1, {1: Entry(points=12), 2: Entry(points=-3)}, confirmed=True)
    >>> ann, bo = Player(1, "Ann"), Player(2, "Bo")
    >>> print(game_text(Game(houses.get("two-joker"), (ann, bo), 1, 1, (hole,))))
    Golf: Bo wins with −3!
    1. Bo −3
    2. Ann 12
    1 hole, Two-Joker Golf. Lowest score wins.
    """
    lines = [f"{title or game.house.game_name}: {_headline(game)}", *_ranks(game), _last_line(game)]
    return "\n".join(lines)


def _headline(game: Game) -> str:
    ahead, word = game.ahead, game.house.round_word
    if not ahead:
        return f"no {word}s finished yet"
    names = side_names(ahead)
    with_what = _result(ahead[0], game)
    if game.undecided:
        return f"{names} are tied at {with_what}. An extra {word} breaks the tie"
    if game.is_over:
        won = f"share the win at {with_what}" if len(ahead) > 1 else f"win{third_person(ahead)} with {with_what}"
        return f"{' '.join(lead_words(game)) if game.lost_by_extra else f'{names} {won}'}!"
    if len(ahead) > 1 and any(hole.playoff and not hole.confirmed for hole in game.holes):
        return f"{names} are tied at {with_what} and playing an extra {word}"
    led = f"share the lead at {with_what}" if len(ahead) > 1 else f"lead{third_person(ahead)} with {with_what}"
    return f"{names} {led} after {_holes(game)}"


def _ranks(game: Game) -> Iterator[str]:
    for place in game.places:
        name = side_name(place.side)
        if place.rank is not None:
            extra = "".join(f", extra {game.house.round_word} {number(points)}" for points in place.playoff)
            yield f"{place.rank}. {name} {_result(place, game)}{extra}"
        elif place.side.left and place.holes:
            yield f"{name} left with {number(place.total)} after {holes_words(game, place)}"


def _result(place: Place, game: Game) -> str:
    """The value that decides ranks, with the points in brackets if they are something else."""
    if game.house.match.winner == "most-holes":
        return f"{_count(game.holes_won(place.side), game)} won ({number(place.total)})"
    if game.by_average and place.average is not None:
        return f"{measure(game, place)} ({number(place.total)} in {holes_words(game, place)})"
    return number(place.total)


def _holes(game: Game) -> str:
    confirmed = sum(hole.confirmed and not hole.playoff for hole in game.holes)
    return _count(confirmed, game) if game.is_over else game.played_words(confirmed)


def _last_line(game: Game) -> str:
    said = (f"{_holes(game)}, {game.house.name}.", tie_sentence(game), comparison_sentence(game))
    return " ".join(filter(None, said))


def _count(holes: int, game: Game) -> str:
    return counted(holes, game.house.round_word)
