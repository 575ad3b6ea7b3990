"""Which tables can be asked about their decks, and what is right for each; the table itself decides some of them."""

from __future__ import annotations

from scorekeeper.houses import as_chosen
from scorekeeper.quiz.misreads import OF_OTHER_HOUSES
from scorekeeper.referee import deck_advice
from scorekeeper.rules import MOST_SEATS, House
from scorekeeper.rules.sheet.playing import deck_ranges

NOT_SO_MANY = "no"
"""The answer where a house does not seat so many."""


def decks_as_read(house: House, players: int) -> str | None:
    """The key of the right choice; None where the table must say."""
    if not house.table.players_min <= players <= house.most_players:
        return NOT_SO_MANY
    decks = deck_advice(house, players).decks
    return None if decks is None else str(decks)


def answer_of(house: House, players: int) -> str | None:
    """The key of the right choice; None where the table must say, or may still choose."""
    right = decks_as_read(house, players)
    for option in house.options:
        usual = option.asked == "usual" and option.row != OF_OTHER_HOUSES and option.key not in house.readings
        if usual and any(path.startswith("table.") for reading in option.readings for path in reading.sets):
            read = {decks_as_read(as_chosen(house, {option.key: reading.key}), players) for reading in option.readings}
            if read != {right}:
                return None
    return right


def tables_to_ask(house: House) -> tuple[int, ...]:
    """The tables that are worth asking about: where one number of decks changes to another, and where seats run out."""
    edges = {house.table.players_min - 1, house.most_players, house.most_players + 1, 2, 3, 4}
    for first, last, _ in deck_ranges(house):
        edges |= {first, last}
    asked = (players for players in sorted(edges) if 2 <= players <= MOST_SEATS)
    return tuple(players for players in asked if answer_of(house, players) is not None)
