"""Whole holes played by dice, and what must hold in each of their states.

What is expected of turns, last turns and cards is worked out here a second time, from what has happened since the deal,
and never asked of the state.
"""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NoReturn

import pytest

from scorekeeper.referee import (
    Action,
    Discard,
    DrawStock,
    EndTurn,
    Knock,
    Look,
    NotAllowed,
    Peek,
    Ready,
    Rearrange,
    Replace,
    Shuffle,
    State,
    Step,
    TakeDiscard,
    TurnUp,
    can,
    do,
    legal_actions,
    verify,
)
from scorekeeper.referee.clauses import CODES
from scorekeeper.referee.verify import turns_up_after_discard
from scorekeeper.rules import Card, Cell, Grid, House
from scorekeeper.rules.house import BY_OPENING
from tests.referee import deal
from tests.referee.telling import shown

PATIENCE = 300
"""Actions. Most holes may go on forever; after this many the dice only choose actions that bring the end nearer."""

GIVEN_UP = 3_000
"""Actions after which a hole counts as endless."""


class Broken(AssertionError):
    """A state that breaks a rule, with the actions before it."""


class Watch:
    """The rules of one hole, checked against its actions so far."""

    def __init__(self, state: State) -> None:
        self.state = self.dealt = state
        self.players = len(state.seats)
        self.ids = sorted(map(id, _cards(state)))
        self.done: list[tuple[int, Action]] = []
        self.next = self.first = state.starter  # whose turn it is or will be when all are ready
        self.turns = 0  # how many are finished
        self.last_turns: list[int] | None = None  # seats with turns left after the end

    def step(self, player: int, action: Action, after: State) -> None:
        """Note an action, and check the state after it."""
        before, self.state = self.state, after
        self.done.append((player, action))
        if sorted(map(id, _cards(after))) != self.ids:
            self.broken("a card is missing or in two places")
        for number, seat in enumerate(after.seats):
            if number != player and seat is not before.seats[number]:
                self.broken("another's grid was touched")
        if before.player is None and after.player is not None:
            self.next = self.first = self._begins(after)
            if after.player != self.next:
                self.broken("another player should have the first turn")
        if before.player is not None and player != self.next:
            self.broken("a player played out of turn")
        finished = after.seats[player].turns - before.seats[player].turns
        if finished:
            self._turn_is_over(player, before, after)
        elif before.player is not None and after.player != player:
            self.broken("the turn went on before it was finished")
        if finished not in (0, 1) or (after.ender != before.ender and before.ender is not None):
            self.broken("a turn was counted twice, or the ender changed")

    def _turn_is_over(self, player: int, before: State, after: State) -> None:
        """Turns go clockwise from the starter; after the end each other player has the last turns due."""
        self.turns += 1
        if before.ender is None and after.ender is not None:
            if after.ender != player:
                self.broken("a player became the ender in another's turn")
            self.last_turns = self._due_after(player)
        elif self.last_turns is not None:
            self.last_turns.pop(0)
        ran_out = not after.stock
        if after.step is Step.OVER:
            ending = after.house.ending
            if self.last_turns is None and not ran_out and ending.trigger != "turns":
                self.broken("the hole is over and no one ended it")
            if self.last_turns and not ran_out:
                self.broken("a last turn is missing")
            return
        if self.last_turns == []:
            self.broken("the hole goes on after the last turns")
        self.next = self.last_turns[0] if self.last_turns else (player + 1) % self.players
        if after.player != self.next:
            self.broken("the wrong player is next")

    def _begins(self, opened: State) -> int:
        """The seat with the first turn, counted from the face-up cards where the house goes by them."""
        if opened.house.match.deal not in BY_OPENING:
            return self.dealt.starter
        shown = {
            seat: sum(opened.house.value(spot.card) for spot in opened.seats[seat].spots if spot.card and spot[1])
            for seat in range(self.players)
        }
        seat = self.dealt.starter
        while shown[seat] < max(shown.values()):
            seat = (seat + 1) % self.players
        return seat

    def _due_after(self, ender: int) -> list[int]:
        """The seats that play after that one ended the hole, counted from the seats, not from the state."""
        ending = self.state.house.ending
        others = [(ender + number) % self.players for number in range(1, self.players)]
        if ending.last_turns_for == "rest-of-round":
            others = others[: self.players - 1 - (ender - self.first) % self.players]
        return others * ending.last_turns

    def broken(self, how: str) -> NoReturn:
        """Raise with the broken rule and the actions before it."""
        raise Broken("\n".join([how, shown(self.dealt), *self.story(), shown(self.state)]))

    def story(self) -> list[str]:
        """All actions, line by line."""
        return [f"{self.dealt.seats[player].name}: {action}" for player, action in self.done]


def _cards(state: State) -> list[Card]:
    """Every card on, under and beside the table."""
    cards = [*state.stock, *state.discards]
    if state.drawn is not None:
        cards.append(state.drawn)
    for seat in state.seats:
        cards += [spot[0] for spot in seat.spots if spot[0] is not None]
    return cards


def play_hole(house: House, players: int, dice: Random, sampled: float = 0.002) -> Watch:
    """One hole by dice, watched. In this many of its states the whole alphabet of actions is asked.

    It is over in the end, or no player can end it any longer.
    """
    state = deal(house, players, dice)
    watch = Watch(state)
    in_haste = dice.random() < 0.7
    done = 0
    while state.step is not Step.OVER:
        offered = legal_actions(state)
        if not offered:
            watch.broken("no player can do anything")
        if dice.random() < sampled:
            check_the_offer(state, offered)
        player, action = _chosen(state, offered, dice, in_haste or done > PATIENCE)
        state = do(state, player, action)
        watch.step(player, action, state)
        done += 1
        if done > PATIENCE and nobody_can_end(state):
            return watch
        if done > GIVEN_UP:
            watch.broken("the hole does not end")
    if dice.random() < sampled:
        check_the_offer(state, ())
    return watch


def nobody_can_end(state: State) -> bool:
    """Whether all cards are face up in a house where only flipping the last one ends a hole."""
    stuck = not state.house.ending.replacing_last_ends and state.house.ending.trigger in ("turn-up-last", "all-face-up")
    return stuck and state.ender is None and not any(seat.face_down for seat in state.seats)


def _chosen(state: State, offered: tuple[tuple[int, Action], ...], dice: Random, in_haste: bool) -> tuple[int, Action]:
    """One of these actions by dice; in haste mostly one that turns a card face up or ends the hole."""
    choice = offered
    if in_haste and dice.random() < 0.8:
        choice = hurried(state, offered)
    player, action = choice[int(dice.random() * len(choice))]
    if isinstance(action, Shuffle):
        order = list(action.order)
        dice.shuffle(order)
        action = Shuffle(tuple(order))
    return player, action


def hurried(state: State, offered: tuple[tuple[int, Action], ...]) -> tuple[tuple[int, Action], ...]:
    """The actions that turn a card face up or end the hole; all if none does."""
    return tuple(found for found in offered if _hurries(state, *found)) or offered


def _hurries(state: State, player: int, action: Action) -> bool:
    kind = type(action)
    if isinstance(action, Replace):
        return action.face_up and state.seats[player].spots[state.position(action.cell)].face_down
    return kind is TurnUp or kind is Knock or (kind is Discard and turns_up_after_discard(state, player))


@cache
def with_a_card(grid: Grid) -> tuple[Action, ...]:
    """Every action that names a place, one outside the grid as well."""
    cells = (*grid.cells(), Cell(grid.rows, 0))
    return tuple(
        action
        for cell in cells
        for action in (TurnUp(cell), Peek(cell), Look(cell), Replace(cell, True), Replace(cell, False))
    )


WITHOUT_A_CARD = (Ready(), DrawStock(), TakeDiscard(), Discard(), Knock(), EndTurn())


def alphabet(state: State) -> Iterator[Action]:
    """Every action that can be written down, and a few beyond: a place outside the grid, another deck to shuffle."""
    yield from (*with_a_card(state.house.grid), *WITHOUT_A_CARD, Rearrange(Cell(0, 0), Cell(0, 1)))
    yield from (Shuffle(state.shuffled_next()), Shuffle(state.stock[:3]))


def check_the_offer(state: State, offered: tuple[tuple[int, Action], ...]) -> None:
    """For every player, exactly the actions that are not refused are offered; every refusal can say why."""
    found = set()
    for player in range(len(state.seats)):
        for action in alphabet(state):
            if can(state, player, action):
                verify(state, player, action)
                found.add((player, action))
            else:
                _refused(state, player, action)
    assert found == set(offered), f"offered and legal differ: {found ^ set(offered)}\n{shown(state)}"
    assert len(offered) == len(set(offered)), f"offered twice\n{shown(state)}"


def _refused(state: State, player: int, action: Action) -> None:
    with pytest.raises(NotAllowed) as caught:
        do(state, player, action)
    refused = caught.value
    assert refused.code in CODES
    assert refused.sentence.endswith(".")
    assert refused.citation.passage.endswith((".", "?"))
