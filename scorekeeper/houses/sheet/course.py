"""How a hole and a game are played, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from scorekeeper.houses.sheet.phrases import grid_words, many, note, ranks_words
from scorekeeper.houses.vocabulary import sheet_words
from scorekeeper.rules.house import BY_OPENING, House
from scorekeeper.rules.wording import count_word, listing, number


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
    read = note(house, "most-players", "table.players_max", "table.decks")
    if house.table.players_max is not None:
        yield f"For {fewest} to {most} players{read}." if fewest < most else f"For {fewest} players{read}."
    else:
        yield f"For {fewest} players or more; with these decks {most} at most find a seat and cards enough{read}."
    jokers = house.table.jokers_per_deck
    read = note(house, "table.jokers_per_deck")
    if house.table.deck is not None:
        yield f"Played with a deck of its own: {own_deck(house)}, {house.cards_in_play(1)} cards in all."
    elif jokers:
        yield f"A deck has 52 cards and {many(jokers, 'joker')}{read}."
    elif house.has_joker:
        yield f"A deck has 52 cards and no joker{read}, though a joker has a value for those who add some."
    else:
        yield f"A deck has 52 cards and no joker{read}."


def own_deck(house: House) -> str:
    """How many of each card are in a deck of its own: `5 of minus two, 10 each of one to twelve`."""
    deck = house.table.deck or {}
    ranks = [rank for rank in house.ranks if rank in deck]
    parts = []
    for count, group in groupby(ranks, key=lambda rank: deck[rank]):
        alike = list(group)
        parts.append(f"{count} {'each ' if len(alike) > 1 else ''}of {ranks_words(alike)}")
    return ", ".join(parts)


def deal(house: House) -> Iterator[str]:
    """From the first card dealt to the first turn."""
    yield (
        f"The dealer gives each player {many(house.grid.size, 'card')}. "
        f"Everybody lays theirs out face down {grid_words(house)}{note(house, 'grid.rows')}, unseen."
    )
    opens = "turned over next to it, opens the discard pile."
    if house.opening.when == "before-first-discard":
        yield "The rest is the stock."
        yield from opening(house)
        yield f"Only then the top card of the stock, {opens}"
    else:
        yield f"The rest is the stock. Its top card, {opens}"
        yield from opening(house)
    first, read = _first_to_play(house), note(house, "match.deal")
    # Where it is a question of its own who deals, the sheet tells who begins.
    deals, begins = (read, "") if house.option("dealer") else ("", read)
    words = sheet_words(house, "match.deal")
    yield f"{first} {words.format(deals=deals, begins=begins, read=read)}"


def _first_to_play(house: House) -> str:
    """Who plays first on a hole, as far as the last one does not decide it."""
    if house.match.deal in BY_OPENING:
        return (
            "Whoever has turned up the cards that count most together plays first; of several the one who sits first "
            "to the dealer's left. From there it goes round clockwise."
        )
    who = "The dealer plays first" if house.match.first == "dealer" else "Left of the dealer sits whoever plays first"
    return f"{who}; from there it goes round clockwise."


def opening(house: House) -> Iterator[str]:
    """What each player turns up or looks at before the play."""
    opening = house.opening
    when = sheet_words(house, "opening.when")
    if opening.face_up:
        cells = house.grid.cells()
        places = [f"the one in {cells[place - 1]}" for place in opening.places] if opening.where == "fixed" else []
        free = opening.face_up == 1 and opening.where != "fixed"
        which = sheet_words(house, "opening.where", "any" if free else opening.where).format(places=listing(places))
        read = note(house, "opening.where", "opening.when")
        yield f"{when} turns {many(opening.face_up, 'card')} of their own face up, {which}{read}."
    if opening.peek:
        cards = many(opening.peek, "card")
        where = sheet_words(house, "opening.peek_where").format(cards=cards)
        yield (
            f"{when} may take one look at {where}, for their own eyes only; "
            "after that the cards are not looked at any more."
        )
    if not opening.face_up and not opening.peek:
        yield "No card is turned up or looked at to begin with."


def turn(house: House) -> Iterator[str]:
    """What a player does when it is their turn."""
    yield from drawing(house)
    yield from placing(house)
    yield throwing_away(house)
    yield turning_up(house)
    if house.turn.turn_up_after_discard != "never" and not house.turn.turn_up_in_last_turn and house.ending.last_turns:
        yield "In the turns after the hole was ended, nothing is turned up."


def drawing(house: House) -> Iterator[str]:
    """How a turn begins."""
    rules, end = house.turn, house.ending
    knock = ", or knock" if end.trigger == "knock" and end.knock == "instead-of-drawing" else ""
    from_pile = " or of the discard pile" if rules.sources == "both" else ""
    yield f"Take the top card of the stock{from_pile}{knock}."
    if rules.turn_up_instead:
        yield "Or you take no card and turn one of your hidden cards up instead; that is your turn."


def placing(house: House) -> Iterator[str]:
    """Where the card that was taken may go."""
    rules = house.turn
    face = sheet_words(house, "turn.placed")
    both = rules.swap_open and (house.opening.face_up or rules.placed != "face-down")
    lying = ", whether it lies face up or face down" if both else ""
    yield f"The card you took can go to the place of any of your {count_word(house.grid.size)}{lying}."
    yield (
        f"It lies there {face}, and the one that it replaces goes on the discard pile for all to see"
        f"{note(house, 'turn.placed')}."
    )
    read = note(house, "turn.look")
    if rules.look == "commits":
        yield f"You may look at a hidden card after taking one, but then you have to replace that very card{read}."
    else:
        yield f"A hidden card is not looked at before you have decided to replace it{read}."
        if any(reading.sets.get("turn.look") == "commits" for option in house.options for reading in option.readings):
            yield "Whoever looks all the same has to replace that card: none is looked at and left in its place."
    if not rules.swap_open:
        yield "A card that lies face up is final: only hidden cards are replaced."
        return
    if not rules.swap_equal:
        yield "A card that lies face up is not replaced by one of its own rank."
    if not rules.swap_open_at_last:
        yield "With a single hidden card left, no card that lies face up is replaced any more."


def throwing_away(house: House) -> str:
    """Whether the card that was taken may be thrown away."""
    if house.turn.sources == "stock":
        return "Or you throw the card you took away, onto the discard pile; nothing is taken from there."
    if house.turn.may_return_discard:
        return (
            "Or you throw the card you took away, onto the discard pile. "
            "That is allowed even if it has just come from there."
        )
    return "Or you throw the card away, if it came from the stock. One taken from the discard pile has to be used."


def turning_up(house: House) -> str:
    """What follows when the card that was taken was thrown away."""
    read = note(house, "turn.turn_up_after_discard")
    other = "" if house.turn.placed == "face-down" else "other "
    return sheet_words(house, "turn.turn_up_after_discard").format(read=read, other=other)


def ending(house: House) -> Iterator[str]:
    """How a hole comes to its end, and what happens then."""
    rules = house.ending
    yield from what_ends_it(house)
    if rules.trigger in ("all-face-up", "turn-up-last", "knock"):
        yield last_turns(house)
    yield still_hidden(house)
    if rules.trigger != "stock-empty":
        yield sheet_words(house, "ending.stock_empty").format(read=note(house, "ending.stock_empty"))


def what_ends_it(house: House) -> Iterator[str]:
    """What ends a hole, and who may do it when."""
    yield from {
        "all-face-up": _all_face_up,
        "turn-up-last": _turn_up_last,
        "knock": _knock,
        "turns": _turns,
        "stock-empty": _stock_played,
    }[house.ending.trigger](house)


def still_hidden(house: House) -> str:
    """What a card counts that still lies face down when the hole is over."""
    read = note(house, "ending.hidden")
    if house.ending.hidden == "counted":
        return f"Then all that is still hidden is turned up and counts like the rest{read}."
    return f"A card that is still hidden then counts {number(house.ending.hidden)}, whatever it is{read}."


def _all_face_up(house: House) -> Iterator[str]:
    yield "Whoever is first to have every card face up ends the hole."
    if not house.ending.replacing_last_ends:
        yield "Putting another card in the place of the last hidden one does not end it."


def _turn_up_last(house: House) -> Iterator[str]:
    rules = house.ending
    swapped = "it may be turned up" if rules.turning_after_swap else "it stays hidden"
    yield (
        "Whoever has one hidden card left and has thrown away the card just taken may turn the last one up; "
        f"after replacing another {swapped}{note(house, 'ending.turning_after_swap')}. That ends the hole."
    )
    ends = "ends it as well" if rules.replacing_last_ends else "does not end it"
    yield f"Putting another card in the place of the last hidden one {ends}{note(house, 'ending.replacing_last_ends')}."
    if house.turn.turn_up_after_discard in ("must-but-last", "may"):
        often = "as often as you like" if rules.declines == "always" else "once; the next time it must be turned up"
        yield f"The last one may be left hidden {often}{note(house, 'ending.declines')}."
    waits = (
        "Nobody ends the hole before everybody is down to one hidden card or none"
        if rules.waits_for_all
        else "How many hidden cards the others have does not matter"
    )
    yield f"{waits}{note(house, 'ending.waits_for_all')}."


def _knock(house: House) -> Iterator[str]:
    rules = house.ending
    how = (
        "A knock is a whole turn: no card is taken with it."
        if rules.knock == "instead-of-drawing"
        else "You knock at the end of your turn, after playing it like any other."
    )
    yield f"Whoever knocks ends the hole. {how}"
    if rules.knock_from > 1:
        yield f"Nobody knocks before their {_ordinal(rules.knock_from)} turn of the hole."


def _turns(house: House) -> Iterator[str]:
    yield f"The hole is over when everybody has had {many(house.ending.turns, 'turn')}."


def _stock_played(house: House) -> Iterator[str]:
    yield "The hole is over when the last card of the stock has been played."


def _ordinal(count: int) -> str:
    return {2: "second", 3: "third", 4: "fourth", 5: "fifth"}.get(count, f"{count}th")


def last_turns(house: House) -> str:
    """Who still plays once that somebody has ended the hole."""
    rules = house.ending
    if not rules.last_turns:
        return "Nobody plays on after that."
    again = ", without knocking" if rules.trigger == "knock" else ""
    times = "one last turn" if rules.last_turns == 1 else many(rules.last_turns, "more turn")
    if rules.last_turns_for == "rest-of-round":
        return (
            f"After that each player who comes before the one who played first has {times}{again}; "
            "the round is played to its end, and the others do not play again."
        )
    return f"After that each of the others plays {times}{again}, in the usual order."


def match(house: House) -> Iterator[str]:
    """How many holes, and who wins."""
    rules = house.match
    yield how_long(house)
    if rules.exact:
        changed = [
            f"exactly {number(total)} becomes {number(becomes)}" for total, becomes in sorted(rules.exact.items())
        ]
        yield f"A total that is hit exactly after a hole changes: {listing(changed)}."
    if rules.hole_winner or rules.winner == "most-holes" or rules.hole_tie != "shared":
        yield f"{hole_won(house)[:-1]}{note(house, 'match.hole_tie', 'match.hole_winner')}."
    yield who_wins(house)
    if rules.teams != "none":
        teams = sheet_words(house, "match.teams")
        yield f"{teams} Partners do not sit side by side where the number of players allows it."
    yield f"{sheet_words(house, 'match.tie')}{note(house, 'match.tie')}."


def hole_won(house: House) -> str:
    """Who wins a hole."""
    equal = sheet_words(house, "match.hole_tie")
    return f"The fewest points on a hole win that hole; {equal}."


def how_long(house: House) -> str:
    """When a game is over."""
    rules = house.match
    if rules.until is not None:
        return f"A game goes on until, after a hole, somebody has {number(rules.until)} points or more."
    lengths = " or ".join(str(holes) for holes in rules.holes)
    return f"A game has {lengths} {'hole' if rules.holes == (1,) else 'holes'}."


def who_wins(house: House) -> str:
    """What decides the game."""
    read = note(house, "match.winner")
    if house.match.winner == "lowest-total":
        return f"The points of all holes are added up, and the lowest total wins the game{read}."
    return f"Whoever has won the most holes wins the game{read}."
