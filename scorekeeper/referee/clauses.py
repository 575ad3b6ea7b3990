"""What the referee says: a sentence for every reason, and the rule behind it in our own words."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources

from scorekeeper.houses.sheet.phrases import opening_places
from scorekeeper.houses.vocabulary import PARAMETERS, referee_words
from scorekeeper.referee.actions import Action
from scorekeeper.referee.state import State
from scorekeeper.rules import House, Reading
from scorekeeper.rules.house import BY_OPENING
from scorekeeper.rules.wording import count_word


@dataclass(frozen=True, slots=True)
class Reason:
    """What a code says.

    ``sentence`` speaks to the player. ``parameters`` of the house decide it, the likeliest first; or it is the key of a
    question whose answers set none. ``passage`` is the rule as a sheet or a house states it. ``silent`` replaces it
    where a numbered sheet leaves the matter out. ``allowed`` is the passage of a house that allows what the code
    forbids.
    """

    sentence: str
    passage: str
    parameters: tuple[str, ...] = ()
    silent: str = ""
    allowed: str = ""


def _reasons() -> Iterator[tuple[str, Reason]]:
    table = tomllib.loads((resources.files(__package__) / "reasons.toml").read_text(encoding="utf-8"))
    for group, rows in table.items():
        for name, row in rows.items():
            yield f"{group}.{name}", Reason(**row | {"parameters": tuple(row.get("parameters", ()))})


CODES = dict(_reasons())
"""Reasons by code, from the table `reasons.toml`."""

_AS = {
    "as-drawn": (
        " if it came from the discard pile and face down if it came from the stock",
        " if it came from the stock and face up if it came from the discard pile",
    ),
    "as-replaced": (
        " if the old card was face up and face down if it was face down",
        " if the old card was face down and face up if it was face up",
    ),
    "either": (" or face down, as you like", " or face up, as you like"),
}
"""When a card is placed face up, and when face down, in houses that have both."""

_BY_PLACING = " Cards turn face up only when you place them."

_DEALER_STARTS = {"loser-deals": "The highest", "ender-deals": "Who ended it"}
"""Who starts the next hole, in a word or two, where its dealer does; in other houses the dealer's left does."""


def next_begins(house: House) -> tuple[str, str]:
    """Who starts the next hole, in a word or two and in a clause."""
    deal, words = house.match.deal, PARAMETERS["match.deal"].brief or {}
    word, clause = words[deal], referee_words(house, "match.deal")
    if house.match.first == "dealer" and deal in _DEALER_STARTS:
        return _DEALER_STARTS[deal], f"{clause.partition(', and ')[0]} and goes first"
    return word, clause


def how_it_ends(house: House) -> str:
    """How a hole ends, in a clause."""
    end = house.ending
    replaces = " or swaps it" if end.replacing_last_ends else ""
    return referee_words(house, "ending.trigger").format(replaces=replaces, turns=count_word(end.turns))


def who_has_last_turns(house: House) -> str:
    """The players who get last turns once the hole is ended, in words."""
    if not house.ending.last_turns:
        return "no one"
    return "everyone else" if house.ending.last_turns_for == "all" else "each player who hasn’t played this round"


def opening_words(house: House) -> str:
    """What a player does in the opening, in a clause."""
    rule = house.opening
    when = referee_words(house, "opening.when")
    parts = []
    if rule.face_up:
        where = referee_words(house, "opening.where").format(places=opening_places(house))
        parts.append(f"flips {count_word(rule.face_up)} {where}")
    if rule.peek:
        parts.append(f"may peek once at {peek_words(house)}")
    if not parts:
        return "no cards are flipped or peeked at before play"
    starts = ". The player showing the most points goes first"
    shows = starts if house.match.deal in BY_OPENING else ""
    return f"{when}, each player {' and '.join(parts).removesuffix(',')}{shows}"


def opening_brief(house: House) -> str:
    """When the opening is done, in a word or two; empty for the usual time, before the first turn."""
    return (PARAMETERS["opening.when"].brief or {}).get(house.opening.when, "")


def deck_words(house: House) -> tuple[str, str]:
    """How many decks there are: in a few words, and in full."""
    own, jokers = house.table.deck is not None, house.table.jokers_per_deck
    many_jokers = "one joker" if jokers == 1 else f"{count_word(jokers)} jokers" if jokers else "no jokers"
    brief: list[str] = []
    full: list[str] = []
    for players, decks in sorted(house.table.decks.items()):
        many = "your choice" if decks == "ask" else count_word(decks)
        unit = "" if decks == "ask" else " deck" if decks == 1 else " decks"
        brief.append(f"{many} for {players}+" if brief else f"{many}{unit}")
        more = f"{many} for {count_word(players)} or more{' players' if len(full) == 1 else ''}"
        full.append(more if full else f"{many}{unit}")
    cards = f"{house.cards_in_play(1)} cards" if own else f"52 cards and {many_jokers}"
    each = [] if own else [f"{many_jokers} each" if jokers else many_jokers]
    return ", ".join([*brief, *each]), f"{', '.join(full)}. Each has {cards}"


def looked_too_soon(house: House) -> Reading | None:
    """What follows when a player peeks without drawing; None where the rules say nothing."""
    # No answer to this question changes a parameter, so it is looked up by its key.
    option = house.option("looked-too-soon")
    return None if option is None else house.taken(option)


def peek_words(house: House) -> str:
    """Which cards a player may peek at in the opening."""
    cards = "one card" if house.opening.peek == 1 else f"{count_word(house.opening.peek)} cards"
    return referee_words(house, "opening.peek_where").format(cards=cards)


def facts(state: State, player: int, action: Action) -> dict[str, str | int]:
    """The values for the braces of a sentence."""
    seat = state.seats[player]
    return house_facts(state.house) | {
        "turn": state.seats[state.player].name if state.player is not None else "no one",
        "ender": state.seats[state.ender].name if state.ender is not None else "no one",
        "cards_down": "one card"
        if seat.face_down == 1
        else f"{count_word(seat.face_down) if seat.face_down else 'no'} cards",
        "to_turn_up": "one card" if seat.to_turn_up == 1 else f"{count_word(seat.to_turn_up)} cards",
    }


def house_facts(house: House) -> dict[str, str | int]:
    """The values that depend on the house alone."""
    turn, end = house.turn, house.ending
    too_soon = looked_too_soon(house)
    return {
        "decks": deck_words(house)[1],
        "looked_too_soon": too_soon.text if too_soon else "",
        "grid": str(house.grid),
        "opening": opening_words(house),
        "begins": ", starting with the player showing the most points" if house.match.deal in BY_OPENING else "",
        "peek_where": peek_words(house),
        "places": opening_places(house),
        "no_card": "Except for your starting cards, you don’t flip cards"
        if house.opening.face_up
        else "You don’t flip cards",
        "a_card": "Except for your starting cards, you flip a card" if house.opening.face_up else "You flip a card",
        "but_last": ", unless it’s your last" if turn.turn_up_after_discard == "must-but-last" else "",
        "as_drawn": _AS[turn.placed][0] if turn.placed in _AS else "",
        "as_drawn_down": _AS[turn.placed][1] if turn.placed in _AS else "",
        "leaving": "you may leave your last card face down"
        if turn.turn_up_after_discard == "must-but-last"
        else "flipping a card is up to you",
        "by_placing": "" if turn.placed in ("face-down", "as-replaced") else _BY_PLACING,
        "swappable": "cards" if turn.swap_open else "face-down cards",
        "others": who_has_last_turns(house),
        "last_turns": {0: "another turn", 1: "one more turn"}.get(
            end.last_turns, f"{count_word(end.last_turns)} more turns"
        ),
        "stock_empty": "the hole ends" if end.trigger == "stock-empty" else referee_words(house, "ending.stock_empty"),
        "again": " a second time" if end.stock_empty == "reshuffle-once" else "",
        "how_it_ends": how_it_ends(house),
        # A swap turns the last card up too, so "turning up" is only right where that ends the hole.
        "turning_up": "turning up" if end.replacing_last_ends else "flipping",
        "next_begins": next_begins(house)[1],
        "knock_from": end.knock_from,
        "or_knock": " or knocking" if end.trigger == "knock" and end.knock == "instead-of-drawing" else "",
    }


def swappable(house: House, *, at_last: bool) -> str:
    """The cards that a player may swap, with only one face down where it is ``at_last``."""
    also_face_up = house.turn.swap_open and (house.turn.swap_open_at_last or not at_last)
    return "cards, face up or face down" if also_face_up else "face-down cards"
