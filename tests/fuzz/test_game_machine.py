"""After any edits of two phones, in any order, a game is what a model made of dictionaries says."""

import tempfile
from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from scorekeeper import houses
from scorekeeper.rules import Entry, Player, RuleError, parse_layout
from scorekeeper.store.writes import Write
from scorekeeper.tally.changing import change, undo
from scorekeeper.tally.game_errors import Conflict, HoleOutOfOrder, NothingToUndo, WrongLength
from scorekeeper.tally.game_row import find_game
from scorekeeper.tally.history import history
from scorekeeper.tally.values import Edit, EnterHand, KeptGame, NameEnder, PlanGame, SeatPlayers, SettleHole
from tests.fuzz.game_model import HANDS, Hand, Model, Seat, points_of
from tests.store.empty import new_store
from tests.store.playing import create_game, new_write

FEW = settings(max_examples=15, stateful_step_count=30, suppress_health_check=list(HealthCheck))
HOLES = st.integers(1, 5)
PLACES = st.integers(0, 7)
SOME_HAND = st.sampled_from([*HANDS, None])
PHONES = st.sampled_from(["one", "other"])


def as_entry(hand: Hand | None) -> Entry | None:
    if isinstance(hand, str):
        return Entry(layout=parse_layout(hand))
    return None if hand is None else Entry(points=hand)


def as_hand(entry: Entry) -> Hand:
    if entry.layout is not None:
        return str(entry.layout)
    assert entry.points is not None
    return entry.points


class Phones(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.store = new_store(Path(self.folder.name) / "games.sqlite3")
        house = houses.get("two-joker")
        names = ["Ann", "Bo", "Cy"]
        kept = create_game(self.store, house=house, players=names, holes=4, first_dealer=0, write=new_write())
        self.key, self.view_key = kept.edit_key, kept.view_key
        self.model = Model({player.name: player.id for player in kept.game.players}, 4)
        self.newcomers = 0
        self.sent: list[tuple[list[Edit], Write]] = []
        self.refused: list[tuple[list[Edit], Write]] = []
        # its version, our stamp
        self.seen: dict[str, dict[tuple[int, int], tuple[int, int]]] = {"one": {}, "other": {}}

    def teardown(self) -> None:
        while self.model.past:
            self.undo(phone="one")
            self.as_the_model_says()
        assert not self.kept.game.holes
        self.store.close()
        self.folder.cleanup()

    @property
    def kept(self) -> KeptGame:
        return find_game(self.store, self.key)

    def seat(self, place: int, hole: int | None = None) -> Seat:
        among = self.model.now.seats if hole is None else self.model.here(hole) or self.model.now.seats
        return among[place % len(among)]

    def write(self, phone: str, *edits: Edit) -> None:
        write = new_write(phone)
        change(self.store, self.key, edits, write)
        self.sent.append((list(edits), write))

    # --- hands ---

    @rule(phone=PHONES, hole=HOLES, place=PLACES, hand=SOME_HAND)
    def enter(self, phone: str, hole: int, place: int, hand: Hand | None) -> None:
        """Enter, correct or erase, from a phone that sees what is there."""
        player = self.seat(place, hole)
        version = self.kept.hand_versions.get((hole, player.id), 0)
        edit = EnterHand(hole, player.id, as_entry(hand), version)
        expected = self.model.entered(hole, player.id, hand)
        if expected is None or (hand is not None and not player.plays(hole)):
            with pytest.raises(RuleError):
                self.write(phone, edit)
        else:
            self.write(phone, edit)
            self.model.changed(expected)

    @rule(phone=PHONES, hole=HOLES, hand=st.sampled_from(HANDS), confirmed=st.booleans())
    def enter_everybody(self, phone: str, hole: int, hand: Hand, confirmed: bool) -> None:
        """In one write, which is one change: all of it or nothing."""
        versions, before = self.kept.hand_versions, self.model.now
        edits: list[Edit] = []
        for player in self.model.here(hole):
            edits.append(EnterHand(hole, player.id, as_entry(hand), versions.get((hole, player.id), 0)))
        edits.append(SettleHole(hole, ender=None, ender_known=True, confirmed=confirmed))
        expected = self.model.entered_by_all(hole, hand, confirmed)
        if expected is None:
            with pytest.raises(RuleError):
                self.write(phone, *edits)
            assert self.model.now is before
        else:
            self.write(phone, *edits)
            self.model.changed(expected)

    @rule(phone=PHONES)
    def look(self, phone: str) -> None:
        versions = self.kept.hand_versions
        everywhere = ((hole, seat.id) for hole in range(1, 6) for seat in self.model.now.seats)
        self.seen[phone] = {place: (versions.get(place, 0), self.model.stamp(*place)) for place in everywhere}

    @rule(phone=PHONES, hole=HOLES, place=PLACES, hand=SOME_HAND)
    def enter_as_seen(self, phone: str, hole: int, place: int, hand: Hand | None) -> None:
        """By a phone that looked some time ago: it overwrites nothing that it has not seen."""
        player = self.seat(place, hole)
        version, stamp = self.seen[phone].get((hole, player.id), (0, 0))
        theirs = self.model.now.hands.get((hole, player.id))
        stale = stamp != self.model.stamp(hole, player.id)
        edit = EnterHand(hole, player.id, as_entry(hand), version)
        expected = self.model.entered(hole, player.id, hand)
        if theirs != hand and stale:
            write = new_write(phone)
            with pytest.raises(Conflict) as conflict:
                change(self.store, self.key, [edit], write)
            assert conflict.value.theirs == as_entry(theirs)
            assert conflict.value.yours == as_entry(hand)
            self.refused.append(([edit], write))
        elif expected is None or (theirs != hand and hand is not None and not player.plays(hole)):
            with pytest.raises(RuleError):
                self.write(phone, edit)
        else:
            self.write(phone, edit)
            self.model.changed(expected)

    # --- holes ---

    @rule(phone=PHONES, hole=HOLES, confirmed=st.none() | st.booleans(), place=st.none() | PLACES)
    def settle(self, phone: str, hole: int, confirmed: bool | None, place: int | None) -> None:
        """Say who ended a hole, and perhaps that it counts."""
        ender = None if place is None or not self.model.here(hole) else self.seat(place, hole).id
        expected = self.model.settled(hole, ender, confirmed)
        edit: Edit = NameEnder(hole, ender, ender_known=True)
        if confirmed is not None:
            edit = SettleHole(hole, ender=ender, ender_known=True, confirmed=confirmed)
        if expected is None or not self.model.here(hole):
            with pytest.raises(HoleOutOfOrder):
                self.write(phone, edit)
        else:
            self.write(phone, edit)
            self.model.changed(expected)

    # --- people and plan ---

    def seated(self, seats: list[Seat]) -> SeatPlayers:
        return SeatPlayers(tuple(Player(one.id, one.name, one.joined, one.left) for one in seats))

    @rule(phone=PHONES, hole=HOLES)
    def join(self, phone: str, hole: int) -> None:
        self.newcomers += 1
        table = deepcopy(self.model.now)
        table.seats.insert(1, Seat(0, f"Guest {self.newcomers}", hole))
        edit = self.seated(table.seats)
        if sum(one.left is None for one in table.seats) > 4:
            with pytest.raises(RuleError):
                self.write(phone, edit)
        else:
            self.write(phone, edit)
            table.seats[1].id = self.kept.game.players[1].id
            assert table.seats[1].id not in {one.id for one in self.model.now.seats}
            self.model.changed(table)

    @rule(phone=PHONES, place=PLACES, after=st.none() | st.integers(0, 5))
    def leave(self, phone: str, place: int, after: int | None) -> None:
        """Or come back."""
        player = self.seat(place)
        expected = self.model.left(player.id, after)
        seats = deepcopy(self.model.now.seats)
        next(one for one in seats if one.id == player.id).left = after
        if expected is None:
            with pytest.raises(RuleError):
                self.write(phone, self.seated(seats))
        else:
            self.write(phone, self.seated(seats))
            self.model.changed(expected)

    @rule(phone=PHONES, place=PLACES, name=st.sampled_from(["Zoë", "李", "ann", "Ann", "Bo"]))
    def rename(self, phone: str, place: int, name: str) -> None:
        table = deepcopy(self.model.now)
        seat = table.seats[place % len(table.seats)]
        taken = {one.name.casefold() for one in table.seats if one.id != seat.id}
        seat.name = name
        if name.casefold() in taken:
            with pytest.raises(RuleError):
                self.write(phone, self.seated(table.seats))
        else:
            self.write(phone, self.seated(table.seats))
            self.model.changed(table)

    @rule(phone=PHONES, length=st.integers(1, 6))
    def plan(self, phone: str, length: int) -> None:
        expected = self.model.planned(length)
        if expected is None:
            with pytest.raises(WrongLength):
                self.write(phone, PlanGame(holes_planned=length))
        else:
            self.write(phone, PlanGame(holes_planned=length))
            self.model.changed(expected)

    # --- back and forth ---

    @rule(phone=PHONES)
    def undo(self, phone: str) -> None:
        if self.model.past:
            undo(self.store, self.key, new_write(phone))
            self.model.undo()
        else:
            with pytest.raises(NothingToUndo):
                undo(self.store, self.key, new_write(phone))

    # --- the same again ---

    @rule(place=PLACES)
    def send_again(self, place: int) -> None:
        """A repeated write is done once, even with others in between."""
        if self.sent:
            edits, write = self.sent[-1 - place % len(self.sent)]
            assert change(self.store, self.key, edits, write).repeated

    # --- always ---

    @invariant()
    def the_history_adds_up(self) -> None:
        """Everything that stands is in it once."""
        told = [one for one in history(self.store, self.key) if one.id > 0]
        standing = [one for one in told if one.kind not in ("created", "undo") and not one.undone]
        assert len(standing) == len(self.model.past)

    @invariant()
    def as_the_model_says(self) -> None:
        for kept in (self.kept, find_game(self.store, self.view_key)):
            game, told = kept.game, self.model.now
            assert [Seat(one.id, one.name, one.joined, one.left) for one in game.players] == told.seats
            assert (kept.title, game.holes_planned) == (told.title, told.length)
            hands = {
                (hole.number, player): as_hand(entry) for hole in game.holes for player, entry in hole.entries.items()
            }
            assert hands == told.hands
            assert kept.hand_versions.keys() == hands.keys()
            assert {
                hole.number: {"confirmed": hole.confirmed, "ender": hole.ender, "known": hole.ender_known}
                for hole in game.holes
            } == told.holes
            assert {one.player.name: one.total for one in game.standings} == self.model.totals
            for (hole, player), hand in told.hands.items():
                found = game.player(player)
                assert found is not None
                result = game.player_result(hole, found)
                assert result is not None
                assert result.raw == points_of(hand)


@pytest.mark.long
def test_two_phones_and_a_store() -> None:
    run_state_machine_as_test(Phones, settings=FEW)
