"""Whether a player may do something now. Each rule of the table is written here, once; all else asks here.

A rule answers with the code of the first thing that forbids the action, or None. What it depends on is the data of the
house alone. What each code says is told in `refusals`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from scorekeeper.referee.actions import (
    Action,
    Discard,
    DrawStock,
    EndTurn,
    Knock,
    Look,
    Peek,
    Ready,
    Rearrange,
    Replace,
    Shuffle,
    TakeDiscard,
    TurnUp,
)
from scorekeeper.referee.refusals import NotAllowed
from scorekeeper.referee.state import Pile, Place, State, Step, fixed_cells, peek_cells
from scorekeeper.rules import Card, Cell, Grid


def verify(state: State, player: int, action: Action) -> None:
    """Raise NotAllowed, with the reason, unless the player in that seat may do this now."""
    code = _RULES[type(action)](state, player, action)
    if code is not None:
        raise NotAllowed(code, state, player, action)


def can(state: State, player: int, action: Action) -> bool:
    """Whether the player in that seat may do this now: whether `verify` has nothing against it."""
    return _RULES[type(action)](state, player, action) is None


# --- whose turn it is ----------------------------------------------------------------------------------------------


def _out_of_turn(state: State, player: int) -> str | None:
    if player == state.player:
        return None
    if state.step is Step.OVER:
        return "hole.over"
    if state.player is None:
        return "opening.others_first" if state.seats[player].opened else None
    return "turn.ender_is_done" if player == state.ender else "turn.not_yours"


def _not_begun(state: State, player: int) -> str | None:
    """What keeps a player from drawing, or from whatever else stands in place of it."""
    if code := _out_of_turn(state, player):
        return code
    if state.step is Step.OPENING:
        return "opening.first"
    return None if state.step is Step.DRAW else "draw.once"


def _no_card_in_hand(state: State, player: int) -> str | None:
    if code := _out_of_turn(state, player):
        return code
    if state.step is Step.OPENING:
        return "opening.first"
    if state.step is Step.DRAW:
        return "hand.draw_first"
    return None if state.step is Step.HAND else "hand.played"


def _no_card_there(state: State, player: int, cell: Cell) -> str | None:
    grid = state.house.grid
    if not (0 <= cell.row < grid.rows and 0 <= cell.column < grid.columns):
        return "place.none"
    return "place.empty" if state.seats[player].places[state.position(cell)].card is None else None


# --- the opening ---------------------------------------------------------------------------------------------------


def _peek(state: State, player: int, action: Peek) -> str | None:
    code = _out_of_turn(state, player)
    if code is not None and code != "opening.others_first":
        return code
    if not state.house.opening.peek:
        return "peek.never"
    if state.step is not Step.OPENING:
        return "peek.opening_only"
    if code := _no_card_there(state, player, action.cell):
        return code
    seat = state.seats[player]
    if not seat.to_peek:
        return "peek.no_more"
    place = seat.places[state.position(action.cell)]
    if place.face_up:
        return "peek.open"
    if place.seen:
        return "peek.once"
    return None if action.cell in peek_cells(state.house) else "peek.not_that_card"


def _ready(state: State, player: int, action: Ready) -> str | None:
    if code := _out_of_turn(state, player):
        return code
    if state.step is not Step.OPENING:
        return "opening.over"
    seat = state.seats[player]
    return None if seat.to_peek else "opening.must_turn_up"


def _turn_up_to_open(state: State, player: int, cell: Cell) -> str | None:
    """Whether the card may be one of those that the opening turns up; the rest of them must still find places."""
    seat, rule = state.seats[player], state.house.opening
    if not seat.to_turn_up:
        return "opening.turned_up"
    if rule.where == "any":
        return None
    if rule.where == "fixed":
        return None if cell in fixed_cells(state.house) else "opening.fixed"
    if rule.where == "each-row":
        open_rows = {there.row for there, place in _placed(state, player) if place.face_up}
        return "opening.each_row" if cell.row in open_rows else None
    open_columns = {there.column for there, place in _placed(state, player) if place.face_up}
    if rule.where == "different-columns":
        return "opening.different_columns" if cell.column in open_columns else None
    return "opening.same_column" if open_columns - {cell.column} else None


def _placed(state: State, player: int) -> zip[tuple[Cell, Place]]:
    return zip(state.house.grid.cells(), state.seats[player].places, strict=True)


# --- drawing -------------------------------------------------------------------------------------------------------


def _draw_stock(state: State, player: int, action: DrawStock) -> str | None:
    if code := _not_begun(state, player):
        return code
    return None if state.stock else "stock.empty"


def _take_discard(state: State, player: int, action: TakeDiscard) -> str | None:
    if code := _not_begun(state, player):
        return code
    turn = state.house.turn
    if turn.sources == "stock":
        return "discard.closed"
    if not state.discards:
        return "discard.empty"
    if not turn.may_return_discard and not _fits_somewhere(state, player, state.discards[0], Pile.DISCARD):
        return "discard.no_use"
    return None


def _fits_somewhere(state: State, player: int, card: Card, pile: Pile) -> bool:
    return any(
        place.card is not None and _replacing(state, player, place, card, face_up) is None
        for place in state.seats[player].places
        for face_up in _faces(state, pile, place)
    )


def _shuffle(state: State, player: int, action: Shuffle) -> str | None:
    if code := _not_begun(state, player):
        return code
    if state.stock:
        return "shuffle.not_yet"
    if not may_shuffle(state):
        return "shuffle.never" if state.discards[1:] else "shuffle.no_cards"
    if sorted(map(str, action.order)) != sorted(map(str, state.shuffled_next())):
        return "shuffle.other_cards"
    return None


def may_shuffle(state: State) -> bool:
    """Whether the house makes an empty stock anew, once more, and there are discards to do it with."""
    rule = state.house.ending
    if rule.trigger == "stock-empty" or rule.stock_empty == "hole-ends":
        return False
    if rule.stock_empty == "reshuffle-once" and state.shuffles:
        return False
    return len(state.discards) > 1


# --- with the card in hand -----------------------------------------------------------------------------------------


def _faces(state: State, pile: Pile | None, place: Place) -> tuple[bool, ...]:
    """The ways in which a drawn card may be put into that place: face up, face down, or either."""
    placed = state.house.turn.placed
    if placed == "either":
        return (True, False)
    if placed == "as-replaced":
        return (place.face_up,)
    return (placed == "face-up" or (placed == "as-drawn" and pile is Pile.DISCARD),)


def _replace(state: State, player: int, action: Replace) -> str | None:
    if code := _no_card_in_hand(state, player) or _no_card_there(state, player, action.cell):
        return code
    if state.looked_at is not None and state.looked_at != action.cell:
        return "look.must_replace"
    place = state.seats[player].places[state.position(action.cell)]
    if action.face_up not in _faces(state, state.drawn_from, place):
        return "replace.face_down" if action.face_up else "replace.face_up"
    assert state.drawn is not None
    return _replacing(state, player, place, state.drawn, action.face_up)


def _replacing(state: State, player: int, place: Place, card: Card, face_up: bool) -> str | None:
    """What speaks against putting this card, this way, in place of that one."""
    turn, end = state.house.turn, state.house.ending
    if place.face_up:
        if not turn.swap_open:
            return "replace.open"
        if not turn.swap_equal and place.card is not None and place.card.rank is card.rank:
            return "replace.equal"
        if not turn.swap_open_at_last and state.seats[player].face_down == 1:
            return "replace.open_at_last"
        return None
    if face_up and end.waits_for_all and end.replacing_last_ends and must_wait(state, player):
        return "end.wait"
    return None


def _look(state: State, player: int, action: Look) -> str | None:
    if state.house.turn.look == "forbidden" and state.step is not Step.OVER:
        return "look.never"
    if code := _no_card_in_hand(state, player):
        return "look.draw_first" if code == "hand.draw_first" else code
    if code := _no_card_there(state, player, action.cell):
        return code
    if state.seats[player].places[state.position(action.cell)].face_up:
        return "look.open"
    if state.looked_at is not None:
        return "look.must_replace"
    # Whoever looks must replace that card, so a look that could not be followed by it is none.
    assert state.drawn is not None
    place = state.seats[player].places[state.position(action.cell)]
    faces = _faces(state, state.drawn_from, place)
    return None if any(_replacing(state, player, place, state.drawn, up) is None for up in faces) else "end.wait"


def _discard(state: State, player: int, action: Discard) -> str | None:
    if code := _no_card_in_hand(state, player):
        return code
    if state.looked_at is not None:
        return "look.must_replace"
    if state.drawn_from is Pile.DISCARD and not state.house.turn.may_return_discard:
        return "discard.must_use"
    return None


# --- turning up, and the end of a turn -----------------------------------------------------------------------------


def must_wait(state: State, player: int) -> bool:
    """Whether the player's last face-down card must stay, because nobody may end the hole before all are ready."""
    end = state.house.ending
    if end.trigger != "turn-up-last" or not end.waits_for_all or state.ender is not None:
        return False
    if state.seats[player].face_down != 1:
        return False
    return any(seat.face_down > 1 for number, seat in enumerate(state.seats) if number != player)


def turns_up_after_discard(state: State, player: int) -> bool:
    """Whether the house lets or makes the player turn a card up once the drawn one is discarded."""
    turn = state.house.turn
    if turn.turn_up_after_discard == "never" or (state.in_last_turns and not turn.turn_up_in_last_turn):
        return False
    return state.seats[player].face_down > 0 and not must_wait(state, player)


def _turn_up(state: State, player: int, action: TurnUp) -> str | None:
    if code := _out_of_turn(state, player):
        return "opening.turned_up" if code == "opening.others_first" else code
    if code := _no_card_there(state, player, action.cell):
        return code
    if state.seats[player].places[state.position(action.cell)].face_up:
        return "turn_up.open"
    if state.step is Step.OPENING:
        return _turn_up_to_open(state, player, action.cell)
    if state.step in (Step.TURN_UP, Step.LAST_CARD):
        return None
    if state.step is Step.DRAW and state.house.turn.turn_up_instead:
        return "end.wait" if must_wait(state, player) else None
    return _no_turning_up(state, player)


def _no_turning_up(state: State, player: int) -> str:
    """Why no card is turned up here, though the house may know it elsewhere."""
    turn = state.house.turn
    if turn.turn_up_after_discard == "never":
        return "turn_up.never"
    if state.in_last_turns and not turn.turn_up_in_last_turn:
        return "turn_up.last_turn"
    if must_wait(state, player):
        return "end.wait"
    # With the turn played and the last card still face down, the drawn one was put in place of another.
    last_one = state.seats[player].face_down == 1 and state.house.ending.trigger == "turn-up-last"
    return "turn_up.after_swap" if last_one and state.step is Step.KNOCK else "turn_up.not_now"


def _end_turn(state: State, player: int, action: EndTurn) -> str | None:
    if code := _out_of_turn(state, player):
        return code
    if state.step is Step.OPENING:
        return "opening.first"
    if state.step is Step.DRAW:
        return "turn.must_draw"
    if state.step is Step.HAND:
        return "hand.must_play"
    return _leave_face_down(state, player) if state.step is Step.TURN_UP else None


def _leave_face_down(state: State, player: int) -> str | None:
    """After a discard: whether the face-down cards may stay as they are."""
    seat, end = state.seats[player], state.house.ending
    last_one = seat.face_down == 1
    rule = state.house.turn.turn_up_after_discard
    if rule == "must" or (rule == "must-but-last" and not last_one):
        return "turn_up.must"
    if last_one and seat.declined and end.declines == "once" and end.trigger == "turn-up-last" and state.ender is None:
        return "turn_up.left_once"
    return None


# --- ending the hole, and what is never done -----------------------------------------------------------------------


def _knock(state: State, player: int, action: Knock) -> str | None:
    end = state.house.ending
    if code := _out_of_turn(state, player):
        return code
    if end.trigger != "knock":
        return "knock.never"
    if state.step is Step.OPENING:
        return "opening.first"
    if state.ender is not None:
        return "knock.already"
    if state.turn_number(player) < end.knock_from:
        return "knock.too_early"
    if end.knock == "instead-of-drawing":
        return None if state.step is Step.DRAW else "knock.instead"
    return None if state.step is Step.KNOCK else "knock.after_turn"


def _rearrange(state: State, player: int, action: Rearrange) -> str | None:
    return "hole.over" if state.step is Step.OVER else "rearrange.never"


_RULES: dict[type, Callable[[State, int, Any], str | None]] = {
    TurnUp: _turn_up,
    Peek: _peek,
    Ready: _ready,
    DrawStock: _draw_stock,
    TakeDiscard: _take_discard,
    Shuffle: _shuffle,
    Look: _look,
    Replace: _replace,
    Discard: _discard,
    Knock: _knock,
    EndTurn: _end_turn,
    Rearrange: _rearrange,
}


# --- what may be done -------------------------------------------------------------------------------------------------


def legal_actions(state: State) -> tuple[tuple[int, Action], ...]:
    """Everything that anybody may do now, by seat. One order stands for all in which the discards may be shuffled."""
    return tuple((player, action) for player in state.due for action in actions_of(state, player))


def actions_of(state: State, player: int) -> tuple[Action, ...]:
    """Everything that the player in that seat may do now."""
    return tuple(action for action in _worth_asking(state) if can(state, player, action))


def _worth_asking(state: State) -> Iterator[Action]:
    """What may be possible in this step of a turn in such a house; the rules decide."""
    if state.step is Step.DRAW and not state.stock:
        yield Shuffle(state.shuffled_next())
    turn = state.house.turn
    ways = _WAYS[turn.placed]
    yield from _in_step(state.house.grid, state.step, ways, turn.look != "forbidden", turn.turn_up_instead)


_WAYS: dict[str, tuple[bool, ...]] = {
    "face-up": (True,),
    "face-down": (False,),
    "as-drawn": (True, False),
    "as-replaced": (True, False),
    "either": (True, False),
}
"""Whether a card may come to lie face up, or face down, or both."""


@lru_cache(maxsize=1024)
def _in_step(grid: Grid, step: Step, ways: tuple[bool, ...], looks: bool, turns_up: bool) -> tuple[Action, ...]:
    cells = grid.cells()
    turning_up = tuple(TurnUp(cell) for cell in cells)
    if step is Step.OPENING:
        return (*turning_up, *(Peek(cell) for cell in cells), Ready())
    if step is Step.DRAW:
        return (DrawStock(), TakeDiscard(), *(turning_up if turns_up else ()), Knock())
    if step is Step.HAND:
        placing = tuple(Replace(cell, face_up) for face_up in ways for cell in cells)
        return (Discard(), *placing, *(Look(cell) for cell in cells if looks))
    if step in (Step.TURN_UP, Step.LAST_CARD):
        return (*turning_up, EndTurn())
    return (Knock(), EndTurn()) if step is Step.KNOCK else ()
