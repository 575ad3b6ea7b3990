"""A moment at the table as far as players can describe it, and what they may do then.

Players who ask do not know every card. They know whose turn it is, what was drawn, how many cards are face down and
whether the hole is ended. The rest is filled in, and the turn procedure itself gives the answer.

The procedure needs a whole state: it asks its rules in one order, and the first that forbids is the reason. A second
set of rules for partly known moments would be longer, and might contradict it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from scorekeeper.referee.actions import Action, Discard, DrawStock, EndTurn, Knock, Look, Replace, TakeDiscard
from scorekeeper.referee.clauses import how_it_ends, looked_too_soon
from scorekeeper.referee.play import do, last_turn_order
from scorekeeper.referee.refusals import NotAllowed
from scorekeeper.referee.state import Seat, Spot, State, Step, peek_cells
from scorekeeper.referee.verify import actions_of, can
from scorekeeper.rules import Card, Cell, Grid, House, Rank, RuleError
from scorekeeper.rules.wording import count_word

ME = 0
"""The seat of the asking player; the others sit clockwise from there."""

NAMES = ("You", "another player", "a third player")

_IN_STOCK = 12
"""Cards: enough for every turn that is asked about."""

Moment = Literal["start", "stock", "discard", "discarded", "swapped"]
JUST_PLAYED = ("discarded", "swapped")


class Impossible(RuleError):
    """A situation that can't happen in this house."""

    code = "situation.impossible"


@dataclass(frozen=True, kw_only=True, eq=False)
class Situation:
    """The moment that a question is about. Missing facts are as usual in the middle of a hole.

    Compared by identity, so that its state is worked out once for all questions.
    """

    house: House
    my_turn: bool = True
    first_turn: bool = False  # I have had no turn yet in this hole
    opened: bool = True  # I have flipped or peeked at my cards of the opening
    # start: nothing drawn yet. stock, discard: I hold a card from there. discarded: I just discarded it. swapped: I
    # just swapped it for a face-up card; for any if all are face down; for the last face-down one if none is left.
    moment: Moment = "start"
    looked: bool = False  # I have peeked at one of my face-down cards this turn; at the start, without drawing
    face_down: int | None = None  # my face-down cards; None for as many as the opening leaves
    others_face_down: int | None = None  # those of each other player; None for at most one
    declined: bool = False  # I have left my last card face down once
    ender: Literal["nobody", "me", "other"] = "nobody"
    # my turn in the round in which another player ended the hole: still to come, played before that, or after
    this_round: Literal["to-play", "played-before", "played-since"] = "to-play"
    stock_empty: bool = False
    shuffled: bool = False  # the discards were shuffled into a new stock before


@lru_cache(maxsize=64)
def state_of(situation: Situation) -> State:
    """A state of the hole that fits the situation; the asking player sits in seat 0. Raises Impossible."""
    state = _before_drawing(situation)
    if situation.moment == "start":
        return _looked(state, situation)
    if state.player != ME or state.step is not Step.DRAW:
        raise Impossible("You can’t draw until it’s your turn and you’re done with your starting cards.")
    try:
        state = do(state, ME, TakeDiscard() if situation.moment == "discard" else DrawStock())
        state = _looked(state, situation)
        if situation.moment in JUST_PLAYED:
            state = just_played(state, Discard() if situation.moment == "discarded" else _swap(state, situation))
    except NotAllowed as refused:
        raise Impossible(refused.sentence) from None
    return state


def just_played(state: State, action: Action) -> State:
    """The state after the asking player's action, before another player acts: the played turn is still theirs.

    That includes the very last turn, but not an action that ended the hole.
    """
    after = do(state, ME, action)
    if after.player == ME or (after.over and state.ender is None):
        return after
    seat = after.seats[ME]._replace(turns=state.seats[ME].turns)
    return after.with_seat(ME, seat)._replace(step=Step.KNOCK, player=ME)


# --- filling in the rest --------------------------------------------------------------------------------------------


def _before_drawing(situation: Situation) -> State:
    """The state at the start of the turn, or any other with nothing drawn."""
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
    """Whether the asking player may have had the first turn of the hole."""
    if situation.ender == "other":
        return situation.this_round == "played-before"
    return situation.first_turn


def _check(situation: Situation) -> None:
    house = situation.house
    size = house.grid.size
    for cards in (_face_down(situation), situation.others_face_down or 0):
        if not 0 <= cards <= size:
            raise Impossible(f"Each player has {count_word(size)} cards, not {cards}.")
    if situation.moment != "start" and not situation.my_turn:
        raise Impossible("You can’t hold a card on someone else’s turn.")
    if not situation.opened and not (house.opening.face_up or house.opening.peek):
        raise Impossible("Under these rules, no cards are flipped or peeked at before play.")
    if situation.ender != "nobody" and house.ending.trigger in ("turns", "stock-empty"):
        raise Impossible(f"Under these rules, no player ends the hole: {how_it_ends(house)}.")
    if situation.first_turn and situation.this_round != "to-play":
        raise Impossible("You’ve already played this round, so this isn’t your first turn.")
    by_itself = house.ending.trigger == "all-face-up" and house.ending.replacing_last_ends
    if by_itself and situation.face_down == 0 and situation.ender == "nobody" and not _placed_last(situation):
        raise Impossible("With no cards face down, the hole would already have ended.")


def _face_down(situation: Situation) -> int:
    house = situation.house
    if situation.face_down is not None:
        return situation.face_down
    return house.grid.size - (house.opening.face_up if situation.opened else 0)


def _placed_last(situation: Situation) -> bool:
    """Whether the card just placed replaced the last face-down one."""
    return situation.moment == "swapped" and situation.face_down == 0


@lru_cache(maxsize=128)
def _unlike_cards(ranks: tuple[Rank, ...], grid: Grid) -> tuple[Card, ...]:
    """Enough cards for a grid and the piles. No neighbors match, so that nothing happens by chance.

    Only in a deck of a single rank do they match.
    """
    columns = grid.columns
    count = len(ranks) * max(4, -(-max(grid.size, _IN_STOCK + 1) // len(ranks)))
    # Where each row holds whole cycles of the ranks, the next one starts one rank later, or columns would match.
    shift = columns % len(ranks) == 0
    return tuple(Card(ranks[(index + shift * (index // columns)) % len(ranks)]) for index in range(count))


@lru_cache(maxsize=1024)
def _spots(ranks: tuple[Rank, ...], grid: Grid, face_down: int) -> tuple[Spot, ...]:
    cards = _unlike_cards(ranks, grid)
    return tuple(Spot(cards[index], index >= face_down, seen=index >= face_down) for index in range(grid.size))


def _seat(name: str, situation: Situation, face_down: int, *, opened: bool) -> Seat:
    house = situation.house
    opening = 0 if opened else 1
    return Seat(
        name,
        _spots(house.ranks, house.grid, face_down),
        to_turn_up=opening * house.opening.face_up,
        to_peek=opening * min(house.opening.peek, len(peek_cells(house))),
        turns=0 if situation.first_turn else (house.ending.turns or max(4, house.ending.knock_from)) - 1,
    )


def _ended(state: State, situation: Situation) -> State:
    """The state after the hole is ended, if the situation says it is."""
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
    """The state after the player peeked at a card, where the rules say what follows."""
    if not situation.looked:
        return state
    cell = next((cell for cell, spot in placed(state) if spot.face_down), None)
    if cell is None:
        raise Impossible("There’s no face-down card to peek at.")
    if state.player == ME and state.step is Step.DRAW and (reading := looked_too_soon(state.house)) is not None:
        return state._replace(looked_at=cell) if reading.key == "must-draw" else state
    if state.step is not Step.HAND:
        raise Impossible("The rules don’t say what happens after that peek.")
    try:
        return do(state, ME, Look(cell))
    except NotAllowed as refused:
        readings = (reading for option in state.house.options for reading in option.readings)
        if not any(reading.sets.get("turn.look") == "commits" for reading in readings):
            raise Impossible(f"{refused.sentence} The rules don’t say what happens if you do.") from None
        return state._replace(looked_at=cell)


def knock_is_void(situation: Situation) -> bool:
    """Whether a peek without drawing costs the asking player the knock this turn."""
    if not situation.looked or situation.moment != "start":
        return False
    reading = looked_too_soon(situation.house)
    return reading is not None and reading.key != "silent"


def _swap(state: State, situation: Situation) -> Action:
    """Swap the drawn card for a face-up one; for any, if none is face up or face-up cards are final.

    If that leaves no card face down, it goes face up where the last face-down card was.
    """
    if _placed_last(situation):
        last = next(Replace(cell, True) for cell, spot in placed(state) if spot.face_down)
        if not can(state, ME, last):
            raise Impossible("You can’t swap your last face-down card for a face-up one.")
        return last
    open_cells = {cell for cell, spot in placed(state) if spot.face_up and state.house.turn.swap_open}
    actions = [action for action in actions_of(state, ME) if isinstance(action, Replace)]
    fitting = [action for action in actions if action.cell in open_cells or not open_cells]
    if not fitting:
        raise Impossible("There’s nowhere to put that card.")
    return fitting[0]


def placed(state: State) -> Iterator[tuple[Cell, Spot]]:
    return zip(state.house.grid.cells(), state.seats[ME].spots, strict=True)


# --- what can be done, in words ------------------------------------------------------------------------------------


def in_words(state: State, *, knocking: bool = True) -> tuple[str, ...]:
    """What the asking player may do in this state, each kind of action once."""
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
        return "swap the card you peeked at"
    return _PHRASES[type(action).__name__]


_PHRASES = {
    "TurnUp": "flip one of your face-down cards",
    "Peek": "peek at one of your starting cards",
    "Ready": "stop peeking",
    "DrawStock": "draw from the stock",
    "TakeDiscard": "take the top discard",
    "Shuffle": "shuffle the discards, except the top one, into a new stock",
    "Look": "peek at a face-down card, then swap that one",
    "Replace": "swap in the card you drew",
    "Discard": "discard the card you drew",
    "Knock": "knock",
}
