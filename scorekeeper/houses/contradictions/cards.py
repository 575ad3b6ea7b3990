"""The cards and the table: values, decks, players."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.houses.contradictions.finding import MOST_DECKS, MOST_JOKERS, Finding
from scorekeeper.rules import MOST_SEATS, House, Rank
from scorekeeper.rules.cards import STANDARD_RANKS
from scorekeeper.rules.notation import parse_card
from scorekeeper.rules.problems import RuleError


def values(house: House) -> Iterator[Finding]:
    """What the cards count, and whether they are there."""
    if house.table.deck is None:
        for rank in STANDARD_RANKS:
            if rank not in house.values:
                yield f"values.{rank.value}", "every rank but the joker needs a value"
        for rank in house.values:
            if rank is not Rank.JOKER and rank not in STANDARD_RANKS:
                yield f"values.{rank.value}", "no such card is in the standard deck; a deck of its own is table.deck"
        if not house.has_joker and house.table.jokers_per_deck:
            yield "table.jokers_per_deck", "there are jokers in the decks, but the joker has no value"
    else:
        yield from _own_deck(house)
    for card in house.card_values:
        key = f"card_values.{card[:20]}"
        try:
            read = parse_card(card)
        except RuleError as error:
            yield key, error.message
            continue
        if str(read) != card:
            yield key, f"is written {read}"
        elif read.suit is None:
            yield key, "needs a suit; the points of every such card are under values"
        elif read.rank not in house.values:
            yield key, f"there is no {read.rank.word} in the deck"


def _own_deck(house: House) -> Iterator[Finding]:
    deck = house.table.deck or {}
    if not deck:
        yield "table.deck", "must not be empty"
    for rank, count in deck.items():
        if rank is Rank.GONE:
            yield "table.deck..", "an empty place is no card"
        elif not 1 <= count <= 60:
            yield f"table.deck.{rank.value}", f"a deck holds 1 to 60 of a card, not {count}"
        elif rank not in house.values:
            yield f"values.{rank.value}", "this card is in the deck and needs a value"
    for rank in house.values:
        if rank not in deck:
            yield f"values.{rank.value}", "no such card is in table.deck"
    if house.table.jokers_per_deck != deck.get(Rank.JOKER, 0):
        yield "table.jokers_per_deck", "the deck of its own says how many jokers there are"
    if house.suited_ranks:
        yield "table.deck", "the cards of a deck of its own have no suits, but a rule asks for them"


def table(house: House) -> Iterator[Finding]:
    """Who plays, with how many decks and jokers."""
    seats = house.table
    for players, decks in seats.decks.items():
        if players < 1 or (decks != "ask" and decks < 1):
            yield f"table.decks.{players}", "so many players need at least one deck"
        elif players > MOST_SEATS or (decks != "ask" and decks > MOST_DECKS):
            yield f"table.decks.{players}", f"at most {MOST_SEATS} players and {MOST_DECKS} decks"
    if not 0 <= seats.jokers_per_deck <= MOST_JOKERS:
        below = seats.jokers_per_deck < 0
        yield "table.jokers_per_deck", "cannot be below 0" if below else f"at most {MOST_JOKERS}"
    if seats.players_min < 1:
        yield "table.players_min", "a game needs somebody to play it"
    if seats.players_min > MOST_SEATS:
        yield "table.players_min", f"more than {MOST_SEATS} do not fit around a table"
    if 2 not in seats.decks and seats.players_min not in seats.decks:
        yield "table.decks", f"say how many decks {seats.players_min} players use"
    for players, decks in seats.decks.items():
        if decks == "ask" and not any(
            "table.decks" in reading.sets for option in house.options for reading in option.readings
        ):
            yield f"table.decks.{players}", "the table is asked, but no option says what it may answer"
    known = [decks for decks in seats.decks.values() if decks != "ask"]
    enough = house.cards_in_play(max(known, default=0))  # for one more than can be dealt
    if not known:
        yield "table.decks", "at least one number of players needs a known number of decks"
    elif seats.players_min * house.grid.size >= enough:
        yield "table.decks", f"too few cards to deal {house.grid.size} to each of {seats.players_min}"
    if seats.players_max is not None:
        if seats.players_max < seats.players_min:
            yield (
                "table.players_max",
                f"{seats.players_max} is fewer than the {seats.players_min} that a game needs at least",
            )
        elif seats.players_max > MOST_SEATS:
            yield "table.players_max", f"more than {MOST_SEATS} do not fit around a table"
        elif known and enough <= seats.players_max * house.grid.size and enough > seats.players_min * house.grid.size:
            yield "table.players_max", f"too few cards to deal {house.grid.size} to each of {seats.players_max}"
