"""A game without cards in words: who wins, how it is counted, and what sets it apart."""

from collections.abc import Iterator

from scorekeeper.rules.house import House
from scorekeeper.rules.wording import counted, number


def who_wins(house: House) -> Iterator[str]:
    """A sentence for the aim, for the end and for a tie."""
    match, word = house.match, house.round_word
    yield f"The {match.best_word} total wins."
    if match.until is not None:
        yield f"The game ends after the {word} in which someone reaches {number(match.until)}."
    elif match.holes:
        yield f"The game has {' or '.join(map(str, match.holes))} {word}s."
    if match.tie == "extra-hole":
        yield f"If there’s a tie, the tied players play an extra {word}."


def how_counted(house: House) -> Iterator[str]:
    """The sentences of the house itself, and the numbers that are usual."""
    if house.source.notes:
        yield house.source.notes
    if house.entry.sum is not None:
        yield f"All scores of a {house.round_word} add up to {number(house.entry.sum)}."


def short_facts(house: House) -> Iterator[str]:
    """What sets the game apart, in a few words each."""
    match = house.match
    yield f"{match.best_word.capitalize()} wins"
    if match.until is not None:
        yield f"To {number(match.until)} points"
    elif match.holes:
        yield counted(match.holes[0], house.round_word).capitalize()
    yield f"{house.table.players_min} to {house.most_players} players"
