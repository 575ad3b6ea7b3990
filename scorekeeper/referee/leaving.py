"""Equal cards that leave the grid while the hole is played, in houses that have it so."""

from __future__ import annotations

from scorekeeper.referee.state import Place, Seat, State
from scorekeeper.rules import Cell
from scorekeeper.rules.scoring import cancelled_groups


def without_cancelled(state: State, player: int, cell: Cell) -> State:
    """The state once the player's equal open cards have left the grid: at once, together, onto the discard pile.

    ``cell`` is where a card has just come to lie open; in the other lines nothing can have changed.

    Cards that count something although they are equal stay: gone they would count nothing.
    """
    rule = state.house.cancelling
    if rule is None or not rule.leave:
        return state
    seat = state.seats[player]
    lines = state.house.grid.lines(rule.where, rule.size)
    if not any(cell in line and _open(state, seat, line) >= rule.size for line in lines):
        return state
    layout = state.layout(player)
    cells = state.house.grid.cells()
    not_open = {cell for cell, place in zip(cells, seat.places, strict=True) if not place.face_up}
    leaving = {
        cell
        for group in cancelled_groups(layout, state.house, not_open)
        if rule.exceptions.get(layout[group[0]].rank, rule.counts) in ("zero", 0)
        for cell in group
    }
    if not leaving:
        return state
    places = tuple(Place(None) if cell in leaving else place for cell, place in zip(cells, seat.places, strict=True))
    cards = [layout[cell] for cell in cells if cell in leaving]
    gone = state.with_seat(player, seat._replace(places=places))
    return gone._replace(discards=(*reversed(cards), *state.discards))


def _open(state: State, seat: Seat, line: tuple[Cell, ...]) -> int:
    return sum(seat.places[state.position(cell)].face_up for cell in line)
