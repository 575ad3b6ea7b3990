"""What is wrong with a house although each of its keys holds a value of the right kind.

Every finding names the key to look at and the cause, so that a file, a form and an address can show it at its place.
How much is too much of anything stands in the vocabulary, with the parameter.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.houses.idle import idle
from scorekeeper.houses.lint_words import Finding, identity, options, written
from scorekeeper.houses.vocabulary import PARAMETERS, Parameter, value_of
from scorekeeper.rules import LONGEST_GAME, House, Rank
from scorekeeper.rules.cards import STANDARD_RANKS
from scorekeeper.rules.house import BY_ENDER, BY_OPENING
from scorekeeper.rules.notation import parse_card
from scorekeeper.rules.parameters import Bonus, FourOfAKind
from scorekeeper.rules.problems import RuleError
from scorekeeper.rules.wording import count_word

MOST_LENGTHS = 6

BY_TURNING_UP = ("all-face-up", "turn-up-last")
"""The triggers that need the last card of somebody to come to lie open."""


def unusable(house: House) -> Iterator[Finding]:
    """What no game could be counted or shown with, whatever was meant by it: sizes, cards without a value, numbers.

    This is all that is asked of a house that was played already. A newer release may find more in what people write,
    but nothing may be added here that an older one let a table play by.
    """
    if not (1 <= house.grid.rows <= 4 and 1 <= house.grid.columns <= 6):
        yield "grid", f"{house.grid} is no grid that a player can hold; 1 to 4 rows of 1 to 6"
        return
    yield from identity(house)
    for one in PARAMETERS.values():
        yield from _bounds(one, one.key, value_of(house, one.key))
    yield from _values(house)
    yield from _table(house)
    yield from _equal_cards(house)
    yield from _numbers(house)
    yield from options(house)


def contradictions(house: House) -> Iterator[Finding]:
    """Everything that no single key shows."""
    found = list(unusable(house))
    yield from found
    if any(key == "grid" for key, _ in found):
        return
    if house.cancelling is not None and {"anywhere"} < {*house.cancelling.where}:
        yield "cancelling.where", "“anywhere” holds columns, rows and diagonals: choose it alone"
    if house.four_of_a_kind is not None:
        yield from _four_of_a_kind(house.four_of_a_kind, house)
    for number, bonus in enumerate(house.bonuses):
        yield from ((f"bonuses.{number}.{key}", cause) for key, cause in _bonus(bonus, house))
    yield from _opening(house)
    yield from _course(house)
    yield from _paying(house)
    yield from _match(house)


def faults(house: House) -> Iterator[Finding]:
    """Everything wrong with a house that a person writes: its contradictions, and switches that have no effect."""
    yield from contradictions(house)
    yield from idle(house)


def _bounds(one: Parameter, key: str, value: Any) -> Iterator[Finding]:
    """What is too little or too much by the vocabulary: a number, characters, lines."""
    if isinstance(value, str) and one.kind in ("words", "text"):
        yield from written(key, value, one.most or 0, lines=one.kind == "text")
    elif isinstance(value, int) and one.most is not None:
        if not (one.least or 0) <= value <= one.most:
            yield key, f"{str(value)[:12]} is not between {one.least or 0} and {one.most}"
    elif isinstance(value, Mapping):
        if one.most is not None and len(value) > one.most:
            yield key, f"at most {one.most}"
        for name, held in value.items():
            if isinstance(held, int):
                yield from _bounds(one.columns[-1] if one.columns else one, f"{key}.{name}", held)
            if isinstance(name, int):
                yield from _bounds(one.columns[0], f"{key}.{name}", name)
    elif one.key == "bonuses":
        if len(value) > (one.most or 0):
            yield key, f"at most {one.most}"
        for number, bonus in enumerate(value):
            for column in one.columns:
                yield from _bounds(column, f"{key}.{number}.{column.key}", getattr(bonus, column.key))


# --- cards and table --------------------------------------------------------------------------------------------------


def _values(house: House) -> Iterator[Finding]:
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
        yield from _own_deck(house, house.table.deck)
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


def _own_deck(house: House, deck: Mapping[Rank, int]) -> Iterator[Finding]:
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


def _table(house: House) -> Iterator[Finding]:
    """Who plays, with how many decks."""
    seats = house.table
    fewest, most = seats.players_min, seats.players_max
    if 2 not in seats.decks and fewest not in seats.decks:
        yield "table.decks", f"say how many decks {fewest} players use"
    answered = any("table.decks" in reading.sets for option in house.options for reading in option.readings)
    for players, decks in seats.decks.items():
        if decks == "ask" and not answered:
            yield f"table.decks.{players}", "the table is asked, but no option says what it may answer"
    known = [decks for decks in seats.decks.values() if decks != "ask"]
    enough = house.cards_in_play(max(known, default=0))  # for one more than can be dealt
    if not known:
        yield "table.decks", "at least one number of players needs a known number of decks"
    elif fewest * house.grid.size >= enough:
        yield "table.decks", f"too few cards to deal {house.grid.size} to each of {fewest}"
    if most is not None and most < fewest:
        yield "table.players_max", f"{most} is fewer than the {fewest} that a game needs at least"
    elif most is not None and known and fewest * house.grid.size < enough <= most * house.grid.size:
        yield "table.players_max", f"too few cards to deal {house.grid.size} to each of {most}"


def _missing(key: str, ranks: Mapping[Rank, object] | tuple[Rank, ...], house: House) -> Iterator[Finding]:
    """Cards that a rule names and that nobody is dealt."""
    for rank in ranks:
        if rank not in house.values:
            yield f"{key}.{rank.value}", f"there is no {rank.word} in the deck"


# --- cards that count together ----------------------------------------------------------------------------------------


def _equal_cards(house: House) -> Iterator[Finding]:
    """Which equal cards cancel each other."""
    rule, grid = house.cancelling, house.grid
    if rule is None:
        return
    if not rule.where:
        yield "cancelling.where", "say where equal cards cancel; without the table cancelling they never do"
    if not 2 <= rule.size <= grid.size:
        yield "cancelling.size", f"{rule.size} equal cards cannot cancel in {grid}"
    longest = {"column": grid.rows, "row": grid.columns, "diagonal": min(grid.rows, grid.columns)}
    for where in rule.where:
        if rule.size > longest.get(where, grid.size):
            yield "cancelling.size", f"no {where} of {grid} holds {rule.size} cards"
    if 0 < (alike := _most_alike(house, rule.same)) < rule.size <= grid.size and not rule.wild:
        yield "cancelling.size", f"the decks hold no more than {alike} such equal cards"
    yield from _missing("cancelling.exceptions", rule.exceptions, house)
    yield from _missing("cancelling.wild", rule.wild, house)
    if rule.leave and (
        "anywhere" in rule.where or rule.wild or not {"zero", "keep"}.issuperset(rule.exceptions.values())
    ):
        yield (
            "cancelling.leave",
            "cards can only leave the grid in whole lines that count 0, or stay and keep their values",
        )
    if rule.leave and rule.counts != "zero":
        # A layout shows an empty place and no longer which card lay there, so nothing could tell what it counts.
        yield "cancelling.counts", "cards that leave the grid are not there to be counted: they count nothing"


def _most_alike(house: House, same: str) -> int:
    """How many cards that are equal in that way the decks of the largest table hold."""
    if same == "value":
        return house.grid.size  # several ranks may be of one value
    decks = max((decks for decks in house.table.decks.values() if decks != "ask"), default=1)
    of_a_rank = 1 if same == "card" and house.table.deck is None else 0
    return decks * max((of_a_rank or house.cards_of_rank(rank) for rank in house.values), default=0)


def _four_of_a_kind(bonus: FourOfAKind, house: House) -> Iterator[Finding]:
    grid = house.grid
    if bonus.pattern != "anywhere" and (grid.rows < 2 or grid.columns < 2):
        yield "four_of_a_kind.pattern", f"{bonus.pattern} needs two rows and two columns, not {grid}"
    alike = {"columns": 2 * grid.rows, "any-pairs": grid.rows}.get(bonus.pattern, 4)
    if 0 < _most_alike(house, "rank") < alike <= grid.size:
        yield "four_of_a_kind.pattern", f"the decks hold no {count_word(alike)} cards of a rank"
    if grid.size < 4:
        yield "four_of_a_kind", f"there are no four cards in {grid}"
    if bonus.by_columns and bonus.pattern != "columns":
        yield "four_of_a_kind.by_columns", f"columns are not counted in the pattern {bonus.pattern}"
    else:
        for count in bonus.by_columns:
            if not 2 <= count <= grid.columns:
                yield f"four_of_a_kind.by_columns.{count}", f"{grid} has no {count} equal columns"
    if bonus.by_rank and bonus.pattern == "any-pairs":
        yield "four_of_a_kind.by_rank", "points of a rank are not for any-pairs, whose columns may be of two ranks"
    yield from _missing("four_of_a_kind.not_for", bonus.not_for, house)
    yield from _missing("four_of_a_kind.by_rank", bonus.by_rank, house)


def _bonus(bonus: Bonus, house: House) -> Iterator[Finding]:
    grid, pattern = house.grid, bonus.pattern
    if pattern == "corners" and (grid.rows < 2 or grid.columns < 2):
        yield "pattern", f"{grid} has no four corners"
    if pattern in ("pairs", "all-cancelled") and house.cancelling is None:
        yield "pattern", "no cards cancel each other in this house"
    if pattern == "run" and grid.size > len([rank for rank in house.ranks if rank is not Rank.JOKER]):
        yield "pattern", f"there are not {grid.size} ranks to follow each other"
    if pattern != "exact-total" and not bonus.points and not bonus.others:
        yield "points", "a bonus without points does nothing"
    if bonus.cards == "cancelled" and pattern in ("exact-total", "all-cancelled", "pairs"):
        yield "cards", f"the pattern {pattern} leaves the cards as they count"
    if pattern == "pairs" and bonus.pairs < 1:
        yield "pairs", "at least one group"
    for rank in bonus.ranks:
        if pattern not in ("pairs", "corners"):
            yield "ranks", f"the pattern {pattern} is not about one rank"
        elif rank not in house.values:
            yield "ranks", f"there is no {rank.word} in the deck"


# --- how a hole goes --------------------------------------------------------------------------------------------------


def _numbers(house: House) -> Iterator[Finding]:
    """How many cards are seen before play, which, how many turns there are, and how long a game is."""
    size, opening, end, rules = house.grid.size, house.opening, house.ending, house.match
    for key, cards in (("opening.face_up", opening.face_up), ("opening.peek", opening.peek)):
        if not 0 <= cards <= size:
            yield key, f"a player holds {size} cards, not {cards}"
    if opening.where == "fixed":
        if not all(1 <= place <= size for place in opening.places):
            yield "opening.places", f"the places of {house.grid} are counted from 1 to {size}"
        elif len(set(opening.places)) < len(opening.places):
            yield "opening.places", "names a place twice"
        elif len(opening.places) != opening.face_up:
            yield "opening.places", f"name as many places as cards are turned up: {opening.face_up}"
    if end.trigger == "turns" and not 1 <= end.turns <= 50:
        yield "ending.turns", "say how many turns each player has, 1 to 50"
    if not rules.holes or not all(1 <= holes <= LONGEST_GAME for holes in rules.holes):
        yield "match.holes", f"name at least one length, each of 1 to {LONGEST_GAME} holes"
    if len(rules.holes) > MOST_LENGTHS:
        yield "match.holes", f"at most {MOST_LENGTHS} lengths to choose from"


def _opening(house: House) -> Iterator[Finding]:
    grid, opening = house.grid, house.opening
    if opening.peek > 2 and opening.peek_where == "outer":
        yield "opening.peek", f"a row has two ends, so nobody looks at {opening.peek} of them"
    room = {"same-column": grid.rows, "different-columns": grid.columns, "each-row": grid.rows}.get(opening.where)
    if room is not None and opening.face_up > room:
        yield "opening.where", f"{opening.where} has room for {room} cards in {grid}, not for {opening.face_up}"
    if opening.face_up >= grid.size and house.ending.trigger in BY_TURNING_UP:
        yield "opening.face_up", "with every card turned up the hole would be over before anybody plays"
    elif opening.face_up >= grid.size and _put_down_hidden(house):
        yield "opening.face_up", "with every card turned up at the start none can be put down hidden in its place"


def _put_down_hidden(house: House) -> bool:
    """Whether every card that is put into the grid comes to lie face down."""
    turn = house.turn
    return turn.placed == "face-down" or (turn.placed == "as-drawn" and turn.sources == "stock")


def _course(house: House) -> Iterator[Finding]:
    """A turn, and the end of a hole."""
    turn, end = house.turn, house.ending
    turns_up = turn.turn_up_after_discard != "never" or turn.turn_up_instead
    if end.trigger in BY_TURNING_UP and _put_down_hidden(house):
        yield "turn.placed", f"cards are put down hidden, so the hole would never end by {end.trigger}"
    elif end.trigger == "all-face-up" and turn.placed == "as-replaced" and not turns_up:
        yield "turn.placed", "hidden cards are replaced hidden and none is turned up, so the hole would never end"
    elif end.trigger == "all-face-up" and not end.replacing_last_ends and not turns_up:
        never = "no turn lets a player turn the last card up, so the hole would never end"
        yield "ending.replacing_last_ends", f"{never}; see turn.turn_up_after_discard"
    if not turn.may_discard_stock:
        if turn.turn_up_after_discard != "never":
            yield "turn.turn_up_after_discard", "no card from the stock is thrown away, so nothing follows that"
        if not (turn.swap_open and turn.swap_equal and turn.swap_open_at_last) or end.waits_for_all:
            yield "turn.may_discard_stock", "a card that has to be used needs a place: let every card be replaced"
    if end.trigger == "turn-up-last" and not turns_up:
        yield "ending.trigger", "no turn lets a player turn the last card up; see turn.turn_up_after_discard"


# --- who gains, who pays, who wins ------------------------------------------------------------------------------------


def _paying(house: House) -> Iterator[Finding]:
    """What needs somebody who ends the hole, where nobody does; and points that are none."""
    end, rules, pays = house.ending, house.match, house.penalty
    of_an_ender = {
        "penalty.kind": pays is not None and pays.kind != "none",
        "reward.kind": house.reward is not None and house.reward.kind != "none",
        "ending.last_turns": end.last_turns > 0,
        "match.tie": rules.tie == "ender-loses",
        "match.hole_tie": rules.hole_tie != "shared",
        "match.deal": rules.deal in BY_ENDER,
    }
    for key, is_set in of_an_ender.items():
        if is_set and not house.somebody_ends:
            yield key, "nobody ends the hole, so this means nothing"
    if pays is not None and pays.kind in ("add", "double-and-add") and not pays.points:
        instead = "none" if pays.kind == "add" else "double"
        yield "penalty.points", f"0 points are nothing to add; that is the kind {instead}"


def _match(house: House) -> Iterator[Finding]:
    rules = house.match
    if rules.until is not None and rules.winner == "most-holes":
        yield "match.winner", "a game to a number of points is won by the lowest total"
    if rules.teams != "none" and rules.exact:
        yield "match.exact", "with teams no single player has a total that could change"
    if rules.teams != "none" and house.table.players_max is not None and house.table.players_max < 4:
        yield "match.teams", "fewer than four players make no two teams of partners: let at least 4 play"
    if rules.deal in BY_OPENING and not house.opening.face_up:
        yield "match.deal", "no card is turned up before play, so nobody shows the highest"
    elif rules.deal in BY_OPENING and house.opening.when == "first-turn":
        yield "match.deal", "cards are turned up only in a player's own first turn: too late to tell who plays first"
