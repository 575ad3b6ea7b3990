"""What the referee says: a sentence for every reason, and the rule behind it in our own words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.referee.state import fixed_cells
from scorekeeper.rules import House
from scorekeeper.rules.house import BY_OPENING
from scorekeeper.rules.wording import count_word, listing

if TYPE_CHECKING:
    from scorekeeper.referee.actions import Action
    from scorekeeper.referee.state import State


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


_A_TURN = "A turn is one card, drawn from the stock or from the discard pile and then played."
_NOT_NAMED = "The sheet tells what a turn can consist of, and this is not part of it."

CODES: dict[str, Reason] = {
    # whose turn it is
    "turn.not_yours": Reason("It is {turn}'s turn.", "The turns go round clockwise, one player at a time{begins}."),
    "turn.ender_is_done": Reason(
        "{ender} ended the hole; the last turns are for the others.",
        "Once the hole is ended, only the others still have a turn.",
        ("ending.last_turns", "ending.last_turns_for"),
        allowed="When the hole was ended, each of the others has {last_turns}.",
    ),
    "turn.must_draw": Reason(
        "Nobody passes: a turn begins with drawing a card{or_knock}.",
        "In a turn a card has to be drawn.",
        allowed="What is left of a turn may be left undone.",
    ),
    "hole.over": Reason(
        "The hole is over: nothing on the table is changed any more.",
        "When the hole has ended, the cards are counted as they lie.",
    ),
    # the opening
    "opening.first": Reason(
        "First the opening: {opening}.", "{opening}.", ("opening.when", "opening.face_up"), allowed="{opening}."
    ),
    "opening.others_first": Reason(
        "The others are not ready: everybody does the opening before anybody plays.",
        "{opening}.",
        ("opening.when", "opening.face_up"),
    ),
    "opening.over": Reason("The opening is done.", "{opening}.", ("opening.when",)),
    "opening.must_turn_up": Reason(
        "You still have {to_turn_up} to turn up.", "{opening}.", ("opening.face_up", "opening.when")
    ),
    "opening.turned_up": Reason(
        "You have turned up what the opening asks for.",
        "{opening}.",
        ("opening.face_up", "opening.where", "opening.when"),
    ),
    "opening.same_column": Reason(
        "The cards turned up first must lie in one column.", "{opening}.", ("opening.where",)
    ),
    "opening.different_columns": Reason(
        "The cards turned up first must lie in different columns.", "{opening}.", ("opening.where",)
    ),
    "opening.each_row": Reason(
        "No two of the cards turned up first may lie in one row.", "{opening}.", ("opening.where",)
    ),
    "opening.fixed": Reason(
        "Not that card: the opening turns up {places}.", "{opening}.", ("opening.places", "opening.where")
    ),
    "peek.never": Reason(
        "Nobody looks at a face-down card before the first turn.",
        "Face-down cards stay unseen.",
        ("opening.peek",),
    ),
    "peek.opening_only": Reason(
        "Cards are looked at once, in the opening, and not again.", "{opening}.", ("opening.when", "opening.peek")
    ),
    "peek.no_more": Reason("You have had your look.", "{opening}.", ("opening.peek", "opening.peek_where")),
    "peek.once": Reason("You have looked at that card.", "{opening}.", ("opening.peek",)),
    "peek.open": Reason("That card lies open: there is nothing to look at.", "{opening}."),
    "peek.not_that_card": Reason(
        "Not that card: only {peek_where} may be looked at.", "{opening}.", ("opening.peek_where", "opening.peek")
    ),
    # places
    "place.none": Reason("There is no such place in the grid.", "A grid has {grid}."),
    "place.empty": Reason(
        "The card of that place has left the grid.", "Equal cards leave the grid at once.", ("cancelling.leave",)
    ),
    # drawing
    "draw.once": Reason(
        "You have drawn in this turn; one card is all.", _A_TURN, allowed="In a turn one card is drawn."
    ),
    "stock.empty": Reason(
        "The stock is empty.",
        "What happens when the stock runs out: {stock_empty}.",
        ("ending.stock_empty",),
        "The sheet does not say what happens when the stock runs out; in force: {stock_empty}.",
    ),
    "discard.closed": Reason(
        "Cards are drawn from the stock alone.",
        "The discard pile is not drawn from.",
        ("turn.sources",),
        allowed="The top card of the discard pile may be drawn in place of one from the stock.",
    ),
    "discard.empty": Reason("The discard pile is empty.", _A_TURN),
    "discard.no_use": Reason(
        "You could put that card nowhere, and may not put it back.",
        "A card taken from the discard pile has to be used.",
        ("turn.may_return_discard", "turn.swap_open", "turn.swap_equal", "turn.swap_open_at_last"),
    ),
    "shuffle.not_yet": Reason(
        "There are cards in the stock.",
        "The discards are shuffled only when the stock is empty.",
        ("ending.stock_empty",),
        "The sheet does not say what happens when the stock runs out; in force: {stock_empty}.",
    ),
    "shuffle.never": Reason(
        "The stock is not made anew{again}.",
        "When the stock runs out, {stock_empty}.",
        ("ending.stock_empty",),
        "The sheet does not say what happens when the stock runs out; in force: {stock_empty}.",
    ),
    "shuffle.no_cards": Reason(
        "Only the top discard is left: there is nothing to shuffle.",
        "The top card of the discard pile stays.",
        ("ending.stock_empty",),
        "The sheet does not say what happens when the stock runs out; in force: {stock_empty}.",
    ),
    "shuffle.other_cards": Reason(
        "The new stock is all of the discards but the top one, and nothing else.",
        "The top card of the discard pile stays, the others are shuffled.",
        ("ending.stock_empty",),
        "The sheet does not say what happens when the stock runs out; in force: {stock_empty}.",
    ),
    # the card in hand
    "hand.draw_first": Reason(
        "Draw a card first.", _A_TURN, allowed="The drawn card may replace one that lies face down."
    ),
    "hand.played": Reason("The card that you drew is played.", _A_TURN),
    "hand.must_play": Reason(
        "Play the card that you hold first.", _A_TURN, allowed="A card drawn from the stock may be discarded."
    ),
    "discard.must_use": Reason(
        "A card taken from the discard pile must replace one of yours; it cannot go straight back.",
        "A card taken from the discard pile has to be used.",
        ("turn.may_return_discard",),
        allowed="A drawn card may be discarded, whichever pile it came from.",
    ),
    "replace.face_up": Reason(
        "A card is put down face up{as_drawn}.", "The new card lies face up{as_drawn}.", ("turn.placed",)
    ),
    "replace.face_down": Reason(
        "A card is put down face down{as_drawn_down}.", "The new card lies face down{as_drawn_down}.", ("turn.placed",)
    ),
    "replace.open": Reason(
        "An open card is final: only a face-down one may be replaced.",
        "An open card is not replaced any more.",
        ("turn.swap_open",),
        allowed="The drawn card may replace any card of the grid.",
    ),
    "replace.equal": Reason(
        "That would change nothing: an open card is not replaced by one of the same rank.",
        "An open card is not replaced by its equal.",
        ("turn.swap_equal",),
    ),
    "replace.open_at_last": Reason(
        "With one card face down, an open card may not be replaced any more.",
        "Whoever has one card face down leaves the open ones alone.",
        ("turn.swap_open_at_last",),
        allowed="The drawn card may replace any card of the grid.",
    ),
    # looking
    "look.never": Reason(
        "A face-down card is not looked at before it is replaced.",
        "Face-down cards stay unseen until they are replaced, turned up or counted.",
        ("turn.look",),
    ),
    "look.draw_first": Reason(
        "Draw first: whoever looks at a card must replace it with the one drawn.",
        "Whoever looks at a face-down card must replace that one.",
        ("turn.look",),
    ),
    "look.open": Reason("That card lies open: there is nothing to look at.", _A_TURN),
    "look.must_replace": Reason(
        "You looked at a card, so the drawn one must go exactly there.",
        "Whoever looks at a face-down card must replace that one.",
        ("turn.look",),
        allowed="Whoever looks at a face-down card must replace that one.",
    ),
    "look.others": Reason(
        "Nobody looks at another player's face-down cards.", "Face-down cards stay unseen until they are turned up."
    ),
    "look.drawn": Reason(
        "Nobody has to show a card that they drew before it is played.",
        "A drawn card is its player's own until it is placed or thrown away.",
        ("drawn-shown",),
        "The sheet does not say whether a drawn card is shown.",
    ),
    # turning up
    "turn_up.open": Reason("That card lies open.", "Only a face-down card can be turned up."),
    "turn_up.never": Reason(
        "{no_card} is turned up; a card comes to lie open when it is put down.",
        "Cards are not turned up in a turn.",
        ("turn.turn_up_after_discard", "turn.turn_up_instead"),
        allowed="The house lets a card be turned up in a turn.",
    ),
    "turn_up.not_now": Reason(
        "{a_card} is turned up only when the drawn card was discarded.",
        "Turning a card up goes with discarding the card just drawn.",
        ("turn.turn_up_after_discard", "turn.turn_up_instead"),
    ),
    "turn_up.after_swap": Reason(
        "You have replaced a card; the last one is turned up only by whoever discards the card just drawn.",
        "Turning a card up goes with discarding the card just drawn.",
        ("ending.turning_after_swap",),
        allowed="Whoever has replaced a card may turn the last face-down one up as well.",
    ),
    "turn_up.last_turn": Reason(
        "In the last turns no card is turned up: all are, for the count.",
        "After the hole was ended nobody turns a card up for a discard.",
        ("turn.turn_up_in_last_turn",),
    ),
    "turn_up.must": Reason(
        "You discarded the drawn card, so one of your face-down cards must be turned up{but_last}.",
        "After discarding the drawn card one of the face-down cards has to be turned up{but_last}.",
        ("turn.turn_up_after_discard",),
        allowed="After discarding, {leaving}.",
    ),
    "turn_up.left_once": Reason(
        "You have left your last card face down once; now it must be turned up.",
        "The last face-down card may be left once.",
        ("ending.declines",),
    ),
    # ending the hole
    "end.not_last": Reason(
        "The hole is ended with the last face-down card; you have {face_down}.",
        "The hole is ended with the last face-down card.",
        ("ending.trigger",),
    ),
    "end.replacing": Reason(
        "Replacing the last face-down card does not end the hole: turning it up does.",
        "{how_it_ends}.",
        ("ending.replacing_last_ends", "ending.trigger"),
    ),
    "end.ended": Reason(
        "{ender} has ended the hole; nobody ends it a second time.",
        "The first to end the hole is its ender.",
        ("ending.last_turns",),
    ),
    "end.wait": Reason(
        "Nobody ends the hole before each of the others has one face-down card or none.",
        "The hole may be ended when all have come to their last face-down card.",
        ("ending.waits_for_all",),
    ),
    "knock.never": Reason(
        "Nobody knocks in this house: {how_it_ends}.", "{how_it_ends}.", ("ending.trigger",), allowed="{how_it_ends}."
    ),
    "knock.already": Reason(
        "{ender} has ended the hole; nobody knocks after that.",
        "A last turn is a turn like any other, but without a knock.",
        ("second-knock",),
    ),
    "knock.too_early": Reason(
        "It is too early: knocking is allowed from turn {knock_from} on.",
        "Nobody knocks before their turn {knock_from}.",
        ("ending.knock_from",),
        allowed="Knocking is allowed from turn {knock_from} on.",
    ),
    "knock.instead": Reason(
        "You have drawn: a knock takes the place of the whole turn.",
        "A knock is a turn of its own, without a card.",
        ("ending.knock",),
    ),
    "knock.after_turn": Reason(
        "Play a card first: knocking comes at the end of a turn.", "A knock ends a turn.", ("ending.knock",)
    ),
    # the next hole, and never
    "next.begins": Reason("{next_begins}.", "{next_begins}.", ("match.deal",)),
    "rearrange.never": Reason(
        "No rule lets you exchange cards of your own grid.",
        "Cards stay in the places that they have.",
        ("rearrange",),
        _NOT_NAMED,
    ),
}


_STOCK_EMPTY = {
    "reshuffle": "the discard pile without its top card is shuffled into a new stock",
    "reshuffle-once": "the discards are shuffled into a new stock once; the second time the hole ends",
    "hole-ends": "the hole ends and is counted",
}


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

_NEXT_BEGINS = {
    "moves-on": ("Next player", "the first turn moves on to the left, hole by hole"),
    "stays": ("Same player", "one player deals every hole, so the same player begins"),
    "winner-starts": ("The lowest", "whoever was lowest on a hole begins the next one"),
    "loser-deals": ("Left of highest", "whoever was highest on a hole deals the next one, and their left begins"),
    "ender-starts": ("Who ended it", "whoever ended a hole begins the next one"),
    "ender-deals": ("Left of the ender", "whoever ended a hole deals the next one, and their left begins"),
    "highest-opening-starts": ("Most shown", "whoever has turned up the cards that count most together begins"),
    "highest-opening-then-ender": ("Who ended it", "whoever ended a hole begins the next one, after the first hole"),
}


def next_begins(house: House) -> tuple[str, str]:
    """Who begins the next hole, in a word or two and in a clause."""
    word, clause = _NEXT_BEGINS[house.match.deal]
    if house.match.first == "dealer":
        word = {"Left of highest": "The highest", "Left of the ender": "Who ended it"}.get(word, word)
        clause = clause.replace("their left begins", "begins it")
    return word, clause


def how_it_ends(house: House) -> str:
    """How a hole comes to its end, in a clause."""
    end = house.ending
    if end.trigger == "turns":
        return f"the hole ends when everybody has had {count_word(end.turns)} turns"
    replaces = ", or replaces it" if end.replacing_last_ends else ""
    return {
        "all-face-up": "the hole ends by itself when somebody has every card face up",
        "turn-up-last": f"the hole ends when somebody chooses to turn up their last face-down card{replaces}",
        "knock": "the hole ends when somebody knocks",
        "stock-empty": "the hole ends when the last card of the stock was played",
    }[end.trigger]


def opening_words(house: House) -> str:
    """What the opening asks of a player, in a clause."""
    rule = house.opening
    when = {
        "before-first-discard": "before the discard pile is opened",
        "before-play": "before anybody plays",
        "first-turn": "when their own first turn begins",
    }[rule.when]
    parts = []
    if rule.face_up:
        where = {
            "any": "of their cards",
            "same-column": "of one column",
            "different-columns": "of different columns",
            "each-row": "of different rows",
            "fixed": f"fixed cards, {places_words(house)},",
        }[rule.where]
        parts.append(f"turns {count_word(rule.face_up)} {where} face up")
    if rule.peek:
        parts.append(f"may look once at {peek_words(house)}")
    if not parts:
        return "nothing is turned up or looked at before the play"
    begins = "; whoever shows the cards that count most together has the first turn"
    shows = begins if house.match.deal in BY_OPENING else ""
    return f"{when} each player {' and '.join(parts)}{shows}"


def places_words(house: House) -> str:
    """Which cards the opening turns up where the player has no choice: `the one in row 1, column 2`."""
    return listing([f"the one in {cell}" for cell in fixed_cells(house)])


def peek_words(house: House) -> str:
    """Which cards may be looked at in the opening."""
    cards = "one card" if house.opening.peek == 1 else f"{count_word(house.opening.peek)} cards"
    return {
        "nearest": f"{cards} of those nearest to them",
        "any": f"any {cards} of their own",
        "outer": "the two ends of the row that is nearest to them",
    }[house.opening.peek_where]


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
    return {
        "grid": str(house.grid),
        "opening": opening_words(house),
        "begins": ", beginning with whoever shows the highest cards" if house.match.deal in BY_OPENING else "",
        "peek_where": peek_words(house),
        "places": places_words(house),
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
        "stock_empty": "the hole ends" if end.trigger == "stock-empty" else _STOCK_EMPTY[end.stock_empty],
        "again": " a second time" if end.stock_empty == "reshuffle-once" else "",
        "how_it_ends": how_it_ends(house),
        "next_begins": next_begins(house)[1],
        "knock_from": end.knock_from,
        "or_knock": " or knocking" if end.trigger == "knock" and end.knock == "instead-of-drawing" else "",
    }
