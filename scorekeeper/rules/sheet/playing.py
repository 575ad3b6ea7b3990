"""How a hole and a game are played, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.rules.house import House
from scorekeeper.rules.wording import count_word, number


def many(count: int, word: str) -> str:
    """`one card`, `two cards`."""
    return f"{count_word(count)} {word}{'' if count == 1 else 's'}"


def grid_words(house: House) -> str:
    """`in two rows of three`."""
    rows, columns = house.grid.rows, house.grid.columns
    return f"in {many(rows, 'row')} of {count_word(columns)}"


def deck_ranges(house: House) -> Iterator[tuple[int, int, int | None]]:
    """From so many players to so many: the decks they use, None where the table must say."""
    first = house.table.players_min
    for players in range(first, house.most_players + 1):
        decks = house.decks(players)
        if players == house.most_players or house.decks(players + 1) != decks:
            yield first, players, decks
            first = players + 1


def players(house: House) -> Iterator[str]:
    """How many may play, and with which cards."""
    fewest, most = house.table.players_min, house.most_players
    if house.table.players_max is not None:
        yield f"For {fewest} to {most} players." if fewest < most else f"For {fewest} players."
    else:
        yield f"For {fewest} players or more; with these decks {most} at most find a seat and cards enough."
    jokers = house.table.jokers_per_deck
    if jokers:
        yield f"A deck has 52 cards and {many(jokers, 'joker')}."
    elif house.has_joker:
        yield "A deck has 52 cards and no joker, though a joker has a value below for those who add some."
    else:
        yield "A deck has 52 cards and no joker."


def deal(house: House) -> Iterator[str]:
    """From the first card dealt to the first turn."""
    yield (
        f"The dealer gives each player {many(house.grid.size, 'card')}, singly and clockwise. "
        f"Everybody lays theirs out face down {grid_words(house)}, unseen."
    )
    yield "The rest is the stock. Its top card, turned over next to it, opens the discard pile."
    yield from _opening(house)
    yield (
        "Left of the dealer sits whoever plays first; from there it goes round clockwise. "
        "The next hole is dealt by the next player to the left."
    )


def _opening(house: House) -> Iterator[str]:
    opening = house.opening
    first_turn = opening.when == "first-turn"
    when = "As their own first turn begins, each player" if first_turn else "Then, with nothing played yet, each player"
    if opening.face_up:
        yield f"{when} turns {many(opening.face_up, 'card')} of their own face up, whichever they like."
    if opening.peek:
        yield (
            f"{when} may take one look at the {many(opening.peek, 'card')} closest to them, for their own eyes only; "
            "after that the cards are not looked at any more."
        )
    if not opening.face_up and not opening.peek:
        yield "No card is turned up or looked at to begin with."


def turn(house: House) -> Iterator[str]:
    """What a player does when it is their turn."""
    rules = house.turn
    knock = ", or knock" if house.ending.trigger == "knock" else ""
    yield f"Take the top card of the stock or of the discard pile{knock}."
    face = "face up" if rules.placed == "face-up" else "face down"
    yield (
        f"The card you took can go, {face}, to the place of any of your {count_word(house.grid.size)}. "
        "The one that lay there goes on the discard pile for all to see; "
        "if it was hidden, it stays so until you have decided."
    )
    if rules.may_return_discard:
        yield (
            "Or you throw the card you took away, onto the discard pile. "
            "That is allowed even if it has just come from there."
        )
    else:
        yield "Or you throw the card away, if it came from the stock. One taken from the discard pile has to be used."
    if rules.turn_up_after_discard == "must-but-last":
        yield (
            "After throwing away the card you took, you must turn up one of your hidden cards. "
            "Only when a single one is left may you leave it as it is."
        )
    else:
        yield "No other card is turned up in a turn."


def ending(house: House) -> Iterator[str]:
    """How a hole comes to its end, and what happens then."""
    rules = house.ending
    if rules.trigger == "all-face-up":
        yield "Whoever is first to have every card face up ends the hole."
    elif rules.trigger == "turn-up-last":
        yield (
            "Whoever has one hidden card left and has thrown away the card just taken may turn the last one up. "
            "That ends the hole."
        )
    else:
        yield "Whoever knocks ends the hole. A knock is a whole turn: no card is taken with it."
    if rules.trigger != "knock":
        if not rules.replacing_last_ends:
            yield "Putting another card in the place of the last hidden one does not end it."
        elif rules.trigger == "turn-up-last":
            yield "Putting another card in the place of the last hidden one ends it as well."
    yield _last_turns(house)
    if rules.hidden == "counted":
        yield "Then all that is still hidden is turned up and counts like the rest."
    else:
        yield f"A card that is still hidden then counts {number(rules.hidden)}, whatever it is."
    if rules.stock_empty == "reshuffle":
        yield "Should the stock run out, the discard pile without its top card is shuffled and becomes the new stock."
    else:
        yield "Should the stock run out, the hole is over and is counted as it lies; nobody has ended it."


def _last_turns(house: House) -> str:
    turns = house.ending.last_turns
    if not turns:
        return "Nobody plays on after that."
    again = ", without knocking" if house.ending.trigger == "knock" else ""
    times = "one last turn" if turns == 1 else many(turns, "more turn")
    return f"After that each of the others plays {times}{again}, in the usual order."


def match(house: House) -> Iterator[str]:
    """How many holes, and who wins."""
    rules = house.match
    lengths = " or ".join(str(holes) for holes in rules.holes)
    yield f"A game has {lengths} {'hole' if rules.holes == (1,) else 'holes'}."
    if rules.hole_winner or rules.winner == "most-holes":
        yield "The fewest points on a hole win that hole; those who are equal share it."
    if rules.winner == "lowest-total":
        yield "The points of all holes are added up, and the lowest total wins the game."
    else:
        yield "Whoever has won the most holes wins the game."
    if rules.tie == "shared":
        yield "Those who are equal in the end share the win."
    else:
        yield "Those who are equal in the end play an extra hole for the win."
