"""Effects of actions: from one state of a hole to the next."""

from collections.abc import Callable
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
    Replace,
    Shuffle,
    TakeDiscard,
    TurnUp,
)
from scorekeeper.referee.state import Pile, Seat, Spot, State, Step, peek_cells
from scorekeeper.referee.verify import actions_of, must_wait, turns_up_after_discard, verify
from scorekeeper.rules import House
from scorekeeper.rules.house import BY_OPENING
from scorekeeper.rules.scoring import leaving


def do(state: State, player: int, action: Action) -> State:
    """The state after the player in that seat has done this. Raises NotAllowed."""
    verify(state, player, action)
    return _EFFECTS[type(action)](state, player, action)


# --- the opening ---------------------------------------------------------------------------------------------------


def _peek(state: State, player: int, action: Peek) -> State:
    seat = state.seats[player]
    spot = seat.spots[state.position(action.cell)]
    seat = _put(seat, state.position(action.cell), spot._replace(seen=True))
    return _opened(state, player, seat._replace(to_peek=seat.to_peek - 1))


def _ready(state: State, player: int, action: Ready) -> State:
    return _opened(state, player, state.seats[player]._replace(to_peek=0))


def _opened(state: State, player: int, seat: Seat) -> State:
    """The state after a step of the opening: this player has more to do, others do, or play starts."""
    if seat.to_peek and not any(
        seat.spots[state.position(cell)].face_down and not seat.spots[state.position(cell)].seen
        for cell in peek_cells(state.house)
    ):
        seat = seat._replace(to_peek=0)
    state = state.with_seat(player, seat)
    if state.player is None:
        if not all(seat.opened for seat in state.seats):
            return state
        starter = first_to_play(state)
        if state.house.opening.when == "before-first-discard":
            state = state._replace(discards=(state.stock[0], *state.discards), stock=state.stock[1:])
        return _begin_turn(state._replace(starter=starter), starter)
    return state._replace(step=Step.DRAW) if seat.opened else state


def first_to_play(state: State) -> int:
    """The seat with the first turn after the opening: the starter, or the seat showing the most points.

    Ties go to the first seat clockwise from the starter.
    """
    if state.house.match.deal not in BY_OPENING:
        return state.starter
    count = len(state.seats)
    from_the_left = [(state.starter + number) % count for number in range(count)]
    return max(from_the_left, key=lambda number: _shown(state, number))


def _shown(state: State, player: int) -> int:
    """The points of the player's face-up cards, each alone; matching cards don't cancel yet."""
    spots = state.seats[player].spots
    return sum(state.house.value(spot.card) for spot in spots if spot.face_up and spot.card is not None)


# --- drawing -------------------------------------------------------------------------------------------------------


def _draw_stock(state: State, player: int, action: DrawStock) -> State:
    return state._replace(step=Step.HAND, drawn=state.stock[0], drawn_from=Pile.STOCK, stock=state.stock[1:])


def _take_discard(state: State, player: int, action: TakeDiscard) -> State:
    return state._replace(step=Step.HAND, drawn=state.discards[0], drawn_from=Pile.DISCARD, discards=state.discards[1:])


def _shuffle(state: State, player: int, action: Shuffle) -> State:
    # The same card objects in the given order: two decks hold each card twice.
    lying = list(state.shuffled_next())
    order = tuple(lying.pop(lying.index(card)) for card in action.order)
    return state._replace(stock=order, discards=state.discards[:1], shuffles=state.shuffles + 1)


# --- with the card in hand -----------------------------------------------------------------------------------------


def _look(state: State, player: int, action: Look) -> State:
    seat = state.seats[player]
    index = state.position(action.cell)
    looked = state.with_seat(player, _put(seat, index, seat.spots[index]._replace(seen=True)))
    return looked._replace(looked_at=action.cell)


def _replace(state: State, player: int, action: Replace) -> State:
    seat = state.seats[player]
    index = state.position(action.cell)
    old = seat.spots[index]
    assert old.card is not None
    state = state.with_seat(player, _put(seat, index, Spot(state.drawn, action.face_up, seen=True)))._replace(
        discards=(old.card, *state.discards),
        drawn=None,
        drawn_from=None,
        looked_at=None,
    )
    state = without_canceled(state, player)
    end, left = state.house.ending, state.seats[player].face_down
    if end.replacing_last_ends and _completed(state, seat.face_down, left):
        return _ended_by(state, player)
    if end.trigger == "turn-up-last" and end.turning_after_swap and left == 1 and not must_wait(state, player):
        return state._replace(step=Step.LAST_CARD)
    return _played(state, player)


def _discard(state: State, player: int, action: Discard) -> State:
    assert state.drawn is not None
    state = state._replace(discards=(state.drawn, *state.discards), drawn=None, drawn_from=None)
    if turns_up_after_discard(state, player):
        return state._replace(step=Step.TURN_UP)
    return _played(state, player)


# --- turning up, and the end of a turn -----------------------------------------------------------------------------


def _turn_up(state: State, player: int, action: TurnUp) -> State:
    seat = state.seats[player]
    index = state.position(action.cell)
    turned = _put(seat, index, Spot(seat.spots[index].card, face_up=True, seen=True))
    if state.step is Step.OPENING:
        state = state.with_seat(player, turned._replace(to_turn_up=seat.to_turn_up - 1))
        state = without_canceled(state, player)
        return _opened(state, player, state.seats[player])
    state = without_canceled(state.with_seat(player, turned), player)
    if _completed(state, seat.face_down, state.seats[player].face_down):
        return _ended_by(state, player)
    return _played(state, player)


def _end_turn(state: State, player: int, action: EndTurn) -> State:
    seat = state.seats[player]
    if state.step is Step.TURN_UP and seat.face_down == 1:
        state = state.with_seat(player, seat._replace(declined=True))
    if state.step is Step.KNOCK:
        return _finish_turn(state, player)
    return _played(state, player)


def _knock(state: State, player: int, action: Knock) -> State:
    return _ended_by(state, player)


def _put(seat: Seat, index: int, spot: Spot) -> Seat:
    spots = seat.spots
    return seat._replace(spots=(*spots[:index], spot, *spots[index + 1 :]))


# --- the course of the hole ----------------------------------------------------------------------------------------


def _completed(state: State, face_down_before: int, face_down_now: int) -> bool:
    """Whether the player's last card was just turned face up and that ends the hole."""
    ends_so = state.house.ending.trigger in ("all-face-up", "turn-up-last")
    return ends_so and state.ender is None and face_down_before > 0 and face_down_now == 0


def last_turn_order(house: House, seats: int, starter: int, ender: int) -> tuple[int, ...]:
    """The seats that still play after that seat ended the hole: clockwise from its left."""
    others = [(ender + step) % seats for step in range(1, seats)]
    if house.ending.last_turns_for == "rest-of-round" and starter in others:
        others = others[: others.index(starter)]
    return tuple(others) * house.ending.last_turns


def _ended_by(state: State, player: int) -> State:
    """The state after the player ended the hole: the others still have their last turns."""
    order = last_turn_order(state.house, len(state.seats), state.starter, player)
    return _finish_turn(state._replace(ender=player, last_turns=order), player)


def _played(state: State, player: int) -> State:
    """The state after the card is played; in some houses the player may knock now."""
    end = state.house.ending
    after_turn = end.trigger == "knock" and end.knock == "after-turn" and state.ender is None
    if after_turn and state.turn_number(player) >= end.knock_from:
        return state._replace(step=Step.KNOCK)
    return _finish_turn(state, player)


def _finish_turn(state: State, player: int) -> State:
    seat = state.seats[player]
    state = state.with_seat(player, seat._replace(turns=seat.turns + 1))
    end = state.house.ending
    if not state.stock and _empty_stock_ends(state):
        return _over(state)
    if end.trigger == "turns" and all(seat.turns >= end.turns for seat in state.seats):
        return _over(state)
    if state.ender is None:
        return _begin_turn(state, (player + 1) % len(state.seats))
    if not state.last_turns:
        return _over(state)
    return _begin_turn(state._replace(last_turns=state.last_turns[1:]), state.last_turns[0])


def _empty_stock_ends(state: State) -> bool:
    end = state.house.ending
    if end.trigger == "stock-empty" or end.stock_empty == "hole-ends":
        return True
    return end.stock_empty == "reshuffle-once" and state.shuffles > 0


def _begin_turn(state: State, player: int) -> State:
    """Start a player's turn. With an empty stock, no action may be left, and the hole is over."""
    step = Step.DRAW if state.seats[player].opened else Step.OPENING
    state = state._replace(step=step, player=player)
    if not state.stock and not actions_of(state, player):
        return _over(state)
    return state


def _over(state: State) -> State:
    return state._replace(step=Step.OVER, player=None, last_turns=())


_EFFECTS: dict[type, Callable[[State, int, Any], State]] = {
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
}


def without_canceled(state: State, player: int) -> State:
    """The state after the player's matching face-up cards left the grid for the discard pile, all at once."""
    seat, layout = state.seats[player], state.layout(player)
    cells = state.house.grid.cells()
    not_open = {cell for cell, spot in zip(cells, seat.spots, strict=True) if not spot.face_up}
    gone_now = leaving(layout, state.house, not_open)
    if not gone_now:
        return state
    spots = tuple(Spot(None) if cell in gone_now else spot for cell, spot in zip(cells, seat.spots, strict=True))
    cards = [layout[cell] for cell in cells if cell in gone_now]
    gone = state.with_seat(player, seat._replace(spots=spots))
    return gone._replace(discards=(*reversed(cards), *state.discards))
