"""Any order of edits and undos does what a simple model in memory does, and can be undone to the new game."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from scorekeeper.rules import Entry
from scorekeeper.store import (
    NothingToRedo,
    NothingToUndo,
    PlanGame,
    SeatedPlayer,
    SettleHole,
    Store,
    change,
    history,
    redo,
)
from tests.store.playing import FIVES, KINGS, Table, begin, new_write, points, seated

HOLES = st.integers(1, 4)
ENTRIES = st.sampled_from([FIVES, KINGS, points(0), points(-5), None])


@dataclass(frozen=True)
class Model:
    """What the game is, in the plainest way: nothing here knows how the store does it."""

    people: tuple[tuple[int, str, int, int | None], ...]
    hands: Mapping[tuple[int, int], Entry] = field(default_factory=dict)
    begun: Mapping[int, bool] = field(default_factory=dict)  # hole to confirmed
    title: str = ""
    length: int = 4


class Games(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.store = Store.open(Path(self.folder.name) / "games.sqlite3")
        self.table: Table = begin(self.store, holes=4)
        self.model = Model(self.people())
        self.past: list[Model] = []
        self.future: list[Model] = []
        self.joined = 0

    def teardown(self) -> None:
        while self.past:
            self.undo()
            self.as_the_model_says()
        assert self.table.kept.game.holes == ()
        assert self.table.names == ["Ann", "Bo", "Cy"]
        self.store.close()
        self.folder.cleanup()

    def people(self) -> tuple[tuple[int, str, int, int | None], ...]:
        return tuple((p.id, p.name, p.joined, p.left) for p in self.table.kept.game.players)

    def now(self, model: Model) -> None:
        if model != self.model:
            self.past.append(self.model)
            self.future.clear()
        self.model = model

    @rule(hole=HOLES, place=st.integers(0, 20), entry=ENTRIES)
    def enter(self, hole: int, place: int, entry: Entry | None) -> None:
        here = [one for one in self.model.people if one[2] <= hole and (one[3] is None or hole <= one[3])]
        player, name, *_ = here[place % len(here)]
        self.table.enter(hole, name, entry)
        hands = {key: there for key, there in self.model.hands.items() if key != (hole, player)}
        begun = dict(self.model.begun)
        if entry is not None:
            hands[hole, player] = entry
            begun.setdefault(hole, False)
        elif (hole, player) in self.model.hands:
            begun[hole] = False  # a hole that lost a hand is open again
        self.now(replace(self.model, hands=hands, begun=begun))

    @rule(hole=HOLES, entry=ENTRIES.filter(bool), confirmed=st.booleans())
    def enter_everybody(self, hole: int, entry: Entry, confirmed: bool) -> None:
        here = [one for one in self.model.people if one[2] <= hole and (one[3] is None or hole <= one[3])]
        self.table.change(
            *(self.table.hand(hole, name, entry) for _, name, *_ in here), SettleHole(hole, confirmed=confirmed)
        )
        hands = {**self.model.hands, **{(hole, player): entry for player, *_ in here}}
        self.now(replace(self.model, hands=hands, begun={**self.model.begun, hole: confirmed}))

    @rule(title=st.sampled_from(["", "Cup", "Cabin"]))
    def call(self, title: str) -> None:
        self.table.change(PlanGame(title=title))
        self.now(replace(self.model, title=title))

    @rule(length=st.integers(4, 9))
    def plan(self, length: int) -> None:
        self.table.change(PlanGame(holes_planned=length))
        self.now(replace(self.model, length=length))

    @rule(hole=HOLES)
    @precondition(lambda self: len(self.model.people) < 6)
    def join(self, hole: int) -> None:
        self.joined += 1
        everybody = map(seated, self.table.kept.game.players)
        self.table.seat(SeatedPlayer(None, f"Guest {self.joined}", hole), *everybody)
        self.now(replace(self.model, people=self.people()))
        assert self.model.people[0][1:] == (f"Guest {self.joined}", hole, None)

    @rule()
    def reorder(self) -> None:
        self.table.seat(*reversed(self.table.names))
        self.now(replace(self.model, people=self.model.people[::-1]))

    @rule()
    def send_again(self) -> None:
        edits, write = [PlanGame(title="Twice")], new_write()
        change(self.store, self.table.key, edits, write)
        assert change(self.store, self.table.key, edits, write).repeated
        self.now(replace(self.model, title="Twice"))

    @rule()
    def undo(self) -> None:
        if not self.past:
            try:
                self.table.undo()
            except NothingToUndo:
                return
            raise AssertionError("there was nothing to undo")
        self.table.undo()
        self.future.append(self.model)
        self.model = self.past.pop()

    @rule()
    def redo(self) -> None:
        if not self.future:
            try:
                redo(self.store, self.table.key, new_write())
            except NothingToRedo:
                return
            raise AssertionError("there was nothing to redo")
        redo(self.store, self.table.key, new_write())
        self.past.append(self.model)
        self.model = self.future.pop()

    @rule()
    def reopen(self) -> None:
        self.store.close()
        self.store = self.table.store = Store.open(self.store.path)

    @invariant()
    def as_the_model_says(self) -> None:
        kept = self.table.kept
        assert self.people() == self.model.people
        hands = {(hole.number, player): entry for hole in kept.game.holes for player, entry in hole.entries.items()}
        assert hands == self.model.hands
        assert kept.hand_versions.keys() == hands.keys()
        assert {hole.number: hole.confirmed for hole in kept.game.holes} == self.model.begun
        assert (kept.title, kept.game.holes_planned) == (self.model.title, self.model.length)

    @invariant()
    def history_adds_up(self) -> None:
        changes = history(self.store, self.table.key)
        standing = [one for one in changes if one.kind not in ("created", "undo", "redo") and not one.undone]
        assert len(standing) == len(self.past)


TestGames = Games.TestCase
TestGames.settings = settings(
    max_examples=25, stateful_step_count=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
