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

    ``sentence`` speaks to the player; ``parameters`` are those of the house that decide about it, the likeliest first,
    or the key of a question whose answers set none;
    ``passage`` is the rule as a sheet or a house states it; ``silent`` is told in its place where sheets with a number
    leave the matter out, so that the rule only follows from what they do say. ``allowed`` is the passage of a house
    that allows what the code forbids elsewhere.
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
"""What each code says, from the table `reasons.toml`."""

_AS = {
    "as-drawn": (
        " if it was drawn from the discard pile, face down if from the stock",
        " if it was drawn from the stock, face up if from the discard pile",
    ),
    "as-replaced": (
        " where the one that it replaces lay so, face down where that was hidden",
        " where the one that it replaces was hidden, face up where that lay open",
    ),
    "either": (" or face down, as its player likes", " or face up, as its player likes"),
}
"""When a card is put down face up, and when face down, in houses that have both."""


def next_begins(house: House) -> tuple[str, str]:
    """Who begins the next hole, in a word or two and in a clause."""
    word = (PARAMETERS["match.deal"].brief or {})[house.match.deal]
    clause = referee_words(house, "match.deal")
    if house.match.first == "dealer":
        word = {"Left of highest": "Highest score", "Left of who ended it": "Who ended it"}.get(word, word)
        clause = clause.replace(", and the player on their left starts", " and starts it")
    return word, clause


def how_it_ends(house: House) -> str:
    """How a hole comes to its end, in a clause."""
    end = house.ending
    replaces = ", or replaces it" if end.replacing_last_ends else ""
    return referee_words(house, "ending.trigger").format(replaces=replaces, turns=count_word(end.turns))


def opening_words(house: House) -> str:
    """What the opening asks of a player, in a clause."""
    rule = house.opening
    when = referee_words(house, "opening.when")
    parts = []
    if rule.face_up:
        where = referee_words(house, "opening.where").format(places=opening_places(house))
        parts.append(f"turns {count_word(rule.face_up)} {where} face up")
    if rule.peek:
        parts.append(f"may look once at {peek_words(house)}")
    if not parts:
        return "nothing is turned up or looked at before the play"
    begins = "; whoever shows the cards that count most together has the first turn"
    shows = begins if house.match.deal in BY_OPENING else ""
    return f"{when} each player {' and '.join(parts)}{shows}"


def opening_brief(house: House) -> str:
    """When the opening is done, in a word or two; empty where that is as everywhere, before the first turn."""
    return (PARAMETERS["opening.when"].brief or {}).get(house.opening.when, "")


def deck_words(house: House) -> tuple[str, str]:
    """How many decks there are: in a few words, and in full."""
    own, jokers = house.table.deck is not None, house.table.jokers_per_deck
    many_jokers = "one joker" if jokers == 1 else f"{count_word(jokers)} jokers" if jokers else "no jokers"
    brief: list[str] = []
    full: list[str] = []
    for players, decks in sorted(house.table.decks.items()):
        many = "to be agreed" if decks == "ask" else count_word(decks)
        unit = "" if decks == "ask" else " deck" if decks == 1 else " decks"
        brief.append(f"{many} from {count_word(players)}" if brief else f"{many}{unit}")
        full.append(f"from {count_word(players)} players on, {many}{unit}" if full else f"{many}{unit}")
    cards = f"{house.cards_in_play(1)} cards" if own else f"52 cards and {many_jokers}"
    each = [] if own else [f"{many_jokers} each" if jokers else many_jokers]
    return ", ".join([*brief, *each]), f"{'; '.join(full)}. Each has {cards}"


def looked_too_soon(house: House) -> Reading | None:
    """What follows when a player looks at a card without having drawn; None where nothing tells."""
    # No answer to this question changes a parameter, so it is looked up by its key.
    option = house.option("looked-too-soon")
    return None if option is None else house.taken(option)


def peek_words(house: House) -> str:
    """Which cards may be looked at in the opening."""
    cards = "one card" if house.opening.peek == 1 else f"{count_word(house.opening.peek)} cards"
    return referee_words(house, "opening.peek_where").format(cards=cards)


def facts(state: State, player: int, action: Action) -> dict[str, str | int]:
    """What the braces of a sentence are filled with."""
    seat = state.seats[player]
    return house_facts(state.house) | {
        "turn": state.seats[state.player].name if state.player is not None else "nobody",
        "ender": state.seats[state.ender].name if state.ender is not None else "nobody",
        "face_down": count_word(seat.face_down) if seat.face_down else "none",
        "to_turn_up": "one card" if seat.to_turn_up == 1 else f"{count_word(seat.to_turn_up)} cards",
    }


def house_facts(house: House) -> dict[str, str | int]:
    """Those of them that the house alone decides."""
    turn, end = house.turn, house.ending
    too_soon = looked_too_soon(house)
    return {
        "decks": deck_words(house)[1],
        "looked_too_soon": too_soon.text if too_soon else "",
        "grid": str(house.grid),
        "opening": opening_words(house),
        "begins": ", beginning with whoever shows the highest cards" if house.match.deal in BY_OPENING else "",
        "peek_where": peek_words(house),
        "places": opening_places(house),
        "no_card": "After the opening no card" if house.opening.face_up else "No card",
        "a_card": "After the opening a card" if house.opening.face_up else "A card",
        "but_last": ", unless it is the last" if turn.turn_up_after_discard == "must-but-last" else "",
        "as_drawn": _AS[turn.placed][0] if turn.placed in _AS else "",
        "as_drawn_down": _AS[turn.placed][1] if turn.placed in _AS else "",
        "leaving": "the last face-down card may be left"
        if turn.turn_up_after_discard == "must-but-last"
        else "turning a card up is the player's choice",
        "last_turns": {0: "no turn", 1: "one more turn"}.get(
            end.last_turns, f"{count_word(end.last_turns)} more turns"
        ),
        "stock_empty": "the hole ends" if end.trigger == "stock-empty" else referee_words(house, "ending.stock_empty"),
        "again": " a second time" if end.stock_empty == "reshuffle-once" else "",
        "how_it_ends": how_it_ends(house),
        "next_begins": next_begins(house)[1],
        "knock_from": end.knock_from,
        "or_knock": " or knocking" if end.trigger == "knock" and end.knock == "instead-of-drawing" else "",
    }
