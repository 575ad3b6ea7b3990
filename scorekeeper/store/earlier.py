"""A game as it was: before and after any change of its history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.houses import as_chosen
from scorekeeper.rules import Game, Hole, Player
from scorekeeper.store.subjects import HOUSE, PLAN, PLAYERS, Subject, subjects
from scorekeeper.store.texts import entry_of
from scorekeeper.store.values import Change, KeptGame


def games_around(kept: KeptGame, changes: Sequence[Change], change: Change) -> tuple[Game, Game]:
    """The game right before and right after a change. ``changes`` are its whole history, as `history` gives it.

    The change must be none that began the game, and no remark.
    """
    state = subjects(kept.game, kept.title)
    for later in changes:
        if later.id == change.id:
            break
        if later.id > 0:  # a remark changed nothing
            _take_back(state, later)
    after = _game(state, kept)
    _take_back(state, change)
    return _game(state, kept), after


def _take_back(state: dict[Subject, Any], change: Change) -> None:
    for part in change.parts:
        subject = Subject(part.subject, part.hole, part.player)
        if part.before is None:
            state.pop(subject, None)
        else:
            state[subject] = part.before


def _game(state: Mapping[Subject, Any], kept: KeptGame) -> Game:
    plan = state[PLAN]
    return Game(
        as_chosen(kept.house_begun, state[HOUSE]),
        tuple(Player(**player) for player in state[PLAYERS]),
        plan["holes_planned"],
        plan["first_dealer"],
        tuple(
            _hole(subject.hole, plain, state)
            for subject, plain in sorted(state.items(), key=lambda item: item[0].hole or 0)
            if subject.name == "hole" and subject.hole is not None
        ),
    )


def _hole(number: int, plain: Mapping[str, Any], state: Mapping[Subject, Any]) -> Hole:
    entered = {
        subject.player: entry_of(value)
        for subject, value in state.items()
        if subject.name == "hand" and subject.hole == number
    }
    entries = {player: entry for player, entry in entered.items() if player is not None and entry is not None}
    return Hole(number, entries=entries, **{**plain, "playoff": tuple(plain["playoff"])})
