"""A moment at the table as far as somebody can tell it, and whether they may do something now.

A table that asks does not know every card. It knows whose turn it is, what was drawn, how many cards are still face
down and whether somebody has ended the hole. The rest is filled in, and the procedure itself gives the answer.

Filled in, because the rules ask a state, in one order, and only the first that forbids is the reason. A second set of
rules for what a table happens to know would be longer, and might say something else.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from scorekeeper.referee.actions import Action, Discard, DrawStock, EndTurn, Knock, Look, Replace, TakeDiscard
from scorekeeper.referee.clauses import how_it_ends, looked_too_soon
from scorekeeper.referee.play import do, last_turn_order
from scorekeeper.referee.refusals import NotAllowed
from scorekeeper.referee.state import Place, Seat, State, Step, peek_cells
from scorekeeper.referee.verify import actions_of, can
from scorekeeper.rules import Card, Cell, Grid, House, Rank, RuleError
from scorekeeper.rules.wording import count_word

ME = 0
"""The seat of whoever asks; the others sit clockwise from there."""

NAMES = ("You", "another player", "a third player")

_IN_STOCK = 12
"""Cards: enough for every turn that is asked about."""

Moment = Literal["start", "stock", "discard", "discarded", "swapped"]
JUST_PLAYED = ("discarded", "swapped")


class Impossible(RuleError):
    """A situation that cannot come about in this house."""

    code = "situation.impossible"


@dataclass(frozen=True, kw_only=True, eq=False)
class Situation:
    """What somebody says of the moment in which they ask. What is left out is as usual in the middle of a hole.

    Compared by identity, so that the state of a situation is worked out once for all that is asked of it.
    """

    house: House
    my_turn: bool = True
    first_turn: bool = False  # I have had no turn yet in this hole
    opened: bool = True  # my cards of the opening are turned up or looked at
    # start: nothing drawn yet. stock, discard: I hold a card from there. discarded: I have just thrown it away, and
    # nobody has done anything since. swapped: the same, but I have put it in the place of an open card, or of any card
    # where all lie face down; where none lies face down any more, in the place of the last one that did.
    moment: Moment = "start"
    looked: bool = False  # I have looked at one of my face-down cards in this turn; at the start, without having drawn
    face_down: int | None = None  # how many of my cards lie face down; None for as many as the opening leaves
    others_face_down: int | None = None  # the same for each of the others; None for at most one
    declined: bool = False  # I have once left my last card face down
    ender: Literal["nobody", "me", "other"] = "nobody"
    # my turn in the round in which another player ended the hole: still to come, played before that, or since
    this_round: Literal["to-play", "played-before", "played-since"] = "to-play"
    stock_empty: bool = False
    shuffled: bool = False  # the discards have become a new stock before


@lru_cache(maxsize=64)
def state_of(situation: Situation) -> State:
    """A state of the hole that fits the situation; whoever asks sits in seat 0. Raises Impossible."""
    state = _before_drawing(situation)
    if situation.moment == "start":
        return _looked(state, situation)
    if state.player != ME or state.step is not Step.DRAW:
        raise Impossible("nothing can be drawn before it is your turn and the opening is done")
    try:
        state = do(state, ME, TakeDiscard() if situation.moment == "discard" else DrawStock())
        state = _looked(state, situation)
        if situation.moment in JUST_PLAYED:
            state = just_played(state, Discard() if situation.moment == "discarded" else _swap(state, situation))
    except NotAllowed as refused:
        raise Impossible(refused.sentence) from None
    return state


def just_played(state: State, action: Action) -> State:
    """The state once whoever asks has done this, before anybody else acts: a turn that is played is still theirs.

    That goes for the very last turn, too, but not where this ended the hole.
    """
    after = do(state, ME, action)
    if after.player == ME or (after.over and state.ender is None):
        return after
    seat = after.seats[ME]._replace(turns=state.seats[ME].turns)
    return after.with_seat(ME, seat)._replace(step=Step.KNOCK, player=ME)


# --- filling in what nobody said -----------------------------------------------------------------------------------


def _before_drawing(situation: Situation) -> State:
    """The state in which the turn begins, or whatever else there is when nothing is drawn."""
    house = situation.house
    _check(situation)
    cards = _unlike_cards(house.ranks, house.grid)
    my_down = _face_down(situation) + _placed_last(situation)
    me = _seat(NAMES[ME], situation, my_down, opened=situation.opened)._replace(declined=situation.declined)
    others = situation.others_face_down
    their_down = min(_face_down(situation), 1) if others is None else others
    seats = (me, *(_seat(name, situation, their_down, opened=True) for name in NAMES[1:]))
    # The last card of the stock is the one in hand, once something is drawn from it.
    left = 0 if situation.stock_empty else _IN_STOCK
    drawn = situation.moment in ("stock", "discarded", "swapped")
    state = State(
        house=house,
        seats=seats,
        stock=cards[-(left + drawn) :] if left + drawn else (),
        discards=cards[-4:],
        starter=ME if _began(situation) else 1,
        step=Step.DRAW,
        player=ME if situation.my_turn else 1,
        shuffles=int(situation.shuffled),
    )
    if not situation.opened:
        if house.opening.when == "before-first-discard":
            state = state._replace(discards=())
        together = house.opening.when != "first-turn"
        return state._replace(step=Step.OPENING, player=None if together else state.player)
    return _ended(state, situation)


def _began(situation: Situation) -> bool:
    """Whether the hole may have begun with the player who asks; else another one had the first turn."""
    if situation.ender == "other":
        return situation.this_round == "played-before"
    return situation.first_turn


def _check(situation: Situation) -> None:
    house = situation.house
    size = house.grid.size
    for cards in (_face_down(situation), situation.others_face_down or 0):
        if not 0 <= cards <= size:
            raise Impossible(f"a grid has {count_word(size)} cards, not {cards}")
    if situation.moment != "start" and not situation.my_turn:
        raise Impossible("nobody holds a card while it is somebody else's turn")
    if not situation.opened and not (house.opening.face_up or house.opening.peek):
        raise Impossible("this house has no opening")
    if situation.ender != "nobody" and house.ending.trigger in ("turns", "stock-empty"):
        raise Impossible(f"nobody ends a hole in this house: {how_it_ends(house)}")
    if situation.first_turn and situation.this_round != "to-play":
        raise Impossible("this is not the first turn of a player who has played in this round")
    by_itself = house.ending.trigger == "all-face-up" and house.ending.replacing_last_ends
    if by_itself and situation.face_down == 0 and situation.ender == "nobody" and not _placed_last(situation):
        raise Impossible("with no card face down the hole would have ended")


def _face_down(situation: Situation) -> int:
    house = situation.house
    if situation.face_down is not None:
        return situation.face_down
    return house.grid.size - (house.opening.face_up if situation.opened else 0)


def _placed_last(situation: Situation) -> bool:
    """Whether the card just placed lies where the last face-down one lay."""
    return situation.moment == "swapped" and situation.face_down == 0


@lru_cache(maxsize=128)
def _unlike_cards(ranks: tuple[Rank, ...], grid: Grid) -> tuple[Card, ...]:
    """Enough for a grid and the piles. No two neighbors are equal, so that nothing happens by chance.

    Only in a deck of a single rank they are.
    """
    columns = grid.columns
    count = len(ranks) * max(4, -(-max(grid.size, _IN_STOCK + 1) // len(ranks)))
    # Where a row holds all ranks so and so often, the next one begins one rank later, or columns were of one rank.
    shift = columns % len(ranks) == 0
    return tuple(Card(ranks[(index + shift * (index // columns)) % len(ranks)]) for index in range(count))


@lru_cache(maxsize=1024)
def _places(ranks: tuple[Rank, ...], grid: Grid, face_down: int) -> tuple[Place, ...]:
    cards = _unlike_cards(ranks, grid)
    return tuple(Place(cards[index], index >= face_down, seen=index >= face_down) for index in range(grid.size))


def _seat(name: str, situation: Situation, face_down: int, *, opened: bool) -> Seat:
    house = situation.house
    opening = 0 if opened else 1
    return Seat(
        name,
        _places(house.ranks, house.grid, face_down),
        to_turn_up=opening * house.opening.face_up,
        to_peek=opening * min(house.opening.peek, len(peek_cells(house))),
        turns=0 if situation.first_turn else (house.ending.turns or max(4, house.ending.knock_from)) - 1,
    )


def _ended(state: State, situation: Situation) -> State:
    """The state once somebody has ended the hole, if the situation says so."""
    if situation.ender == "nobody":
        return state
    ender = ME if situation.ender == "me" else 1
    state = state._replace(ender=ender)
    if not state.house.ending.last_turns:
        return state._replace(step=Step.OVER, player=None)
    if situation.ender == "me":
        return state._replace(player=1, last_turns=(2,))
    if situation.this_round == "played-since":
        return state._replace(step=Step.OVER, player=None)
    if ME not in last_turn_order(state.house, len(NAMES), state.starter, ender):
        return state._replace(player=2)
    return state._replace(player=ME) if situation.my_turn else state._replace(player=2, last_turns=(ME,))


def _looked(state: State, situation: Situation) -> State:
    """The state once the player has looked at a card, where the sheet tells what follows from it."""
    if not situation.looked:
        return state
    cell = next((cell for cell, place in placed(state) if place.face_down), None)
    if cell is None:
        raise Impossible("there is no face-down card to look at")
    if state.player == ME and state.step is Step.DRAW and (reading := looked_too_soon(state.house)) is not None:
        return state._replace(looked_at=cell) if reading.key == "must-draw" else state
    if state.step is not Step.HAND:
        raise Impossible("what follows when a player has looked then, nothing tells")
    try:
        return do(state, ME, Look(cell))
    except NotAllowed as refused:
        readings = (reading for option in state.house.options for reading in option.readings)
        if not any(reading.sets.get("turn.look") == "commits" for reading in readings):
            raise Impossible(f"{refused.sentence} What follows when a player has looked, nothing tells") from None
        return state._replace(looked_at=cell)


def knock_is_void(situation: Situation) -> bool:
    """Whether the house lets the player who asks not knock in this turn, for a look without having drawn."""
    if not situation.looked or situation.moment != "start":
        return False
    reading = looked_too_soon(situation.house)
    return reading is not None and reading.key != "silent"


def _swap(state: State, situation: Situation) -> Action:
    """Putting the drawn card in the place of an open one; of any, where none lies open or open ones are final.

    Where that leaves no card face down, it goes face up to the last place where one lay so.
    """
    if _placed_last(situation):
        last = next(Replace(cell, True) for cell, place in placed(state) if place.face_down)
        if not can(state, ME, last):
            raise Impossible("the last face-down card cannot be replaced by an open one")
        return last
    open_cells = {cell for cell, place in placed(state) if place.face_up and state.house.turn.swap_open}
    actions = [action for action in actions_of(state, ME) if isinstance(action, Replace)]
    fitting = [action for action in actions if action.cell in open_cells or not open_cells]
    if not fitting:
        raise Impossible("that card could be put nowhere")
    return fitting[0]


def placed(state: State) -> Iterator[tuple[Cell, Place]]:
    return zip(state.house.grid.cells(), state.seats[ME].places, strict=True)


# --- what can be done, in words ------------------------------------------------------------------------------------


def in_words(state: State, *, knocking: bool = True) -> tuple[str, ...]:
    """What the player who asks may do in this state, each kind of action once."""
    if ME not in state.due:
        return ()
    kinds = {type(action): action for action in actions_of(state, ME) if knocking or not isinstance(action, Knock)}
    if state.step is Step.KNOCK and Knock not in kinds:
        return ()  # the turn is played
    return tuple(_phrase(action, state) for action in kinds.values())


def _phrase(action: Action, state: State) -> str:
    if isinstance(action, EndTurn):
        cards = "last card" if state.seats[ME].face_down == 1 else "cards"
        return "end your turn without knocking" if state.step is Step.KNOCK else f"leave your {cards} face down"
    if isinstance(action, Replace) and state.looked_at is not None:
        return "put the drawn card in the place of the one that you looked at"
    return _PHRASES[type(action).__name__]


_PHRASES = {
    "TurnUp": "turn one of your face-down cards up",
    "Peek": "look at one of the cards that the opening allows",
    "Ready": "look at no more cards",
    "DrawStock": "draw the top card of the stock",
    "TakeDiscard": "take the top card of the discard pile",
    "Shuffle": "shuffle the discards, all but the top one, into a new stock",
    "Look": "look at a face-down card, and then replace that one",
    "Replace": "put the drawn card in the place of one of yours",
    "Discard": "throw the drawn card away",
    "Knock": "knock",
}
