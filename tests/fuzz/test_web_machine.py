"""Whatever two devices send, by forms and by JSON: JSON, scorecard and CSV all tell what a model of the game says."""

from __future__ import annotations

import csv
import io
import json
import re
import tempfile
from collections.abc import Iterator
from copy import deepcopy
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from werkzeug.test import TestResponse

from scorekeeper.web.db import store
from tests.apps import make_app
from tests.conftest import Phone
from tests.fuzz.game_model import HANDS, Hand, Model, Seat, Table, points_of
from tests.web.tables import new_id, sit_down
from tests.web.test_table import form

BY_DAY = settings(max_examples=14, stateful_step_count=15, suppress_health_check=list(HealthCheck))
BY_NIGHT = settings(BY_DAY, max_examples=40, stateful_step_count=30, derandomize=False)

HOLES = st.integers(1, 3)
PLACES = st.integers(0, 7)
SOME_HAND = st.sampled_from([*HANDS, None])
DEVICES = st.sampled_from([0, 1])


class Devices(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.app = make_app(Path(self.folder.name))
        self.app.test_client_class = Phone
        self.devices = [self.phone(), self.phone()]
        self.table = sit_down(self.devices[0], "two-joker", holes=3)
        self.model = Model(self.table.players, 3)
        self.seen: list[dict[tuple[int, int], tuple[int, int]]] = [{}, {}]  # by device: its version, and our stamp
        self.sent: list[tuple[str, dict[str, Any], dict[str, Any]]] = []
        self.newcomers = 0

    def teardown(self) -> None:
        with self.app.app_context():
            store().close()
        self.folder.cleanup()

    def phone(self) -> Phone:
        phone = self.app.test_client()
        assert isinstance(phone, Phone)
        return phone

    @property
    def game(self) -> str:
        return f"/g/{self.table.edit_key}"

    def told(self, key: str = "") -> dict[str, Any]:
        """As the JSON tells it to whoever looks on."""
        answer = self.devices[1].get(f"/api/games/{key or self.table.view_key}")
        assert answer.status_code == 200
        body: dict[str, Any] = answer.get_json()
        return body

    def versions(self) -> dict[tuple[int, int], int]:
        return {
            (hole["hole"], hand["player"]): hand["version"] for hole in self.told()["holes"] for hand in hole["hands"]
        }

    def somebody(self, place: int, hole: int) -> Seat:
        here = self.model.here(hole)
        return here[place % len(here)]

    # --- by JSON ---

    @rule(device=DEVICES)
    def look(self, device: int) -> None:
        versions = self.versions()
        places = ((hole, seat.id) for hole in range(1, 4) for seat in self.model.now.seats)
        self.seen[device] = {place: (versions.get(place, 0), self.model.stamp(*place)) for place in places}

    @rule(device=DEVICES, hole=HOLES, place=PLACES, hand=SOME_HAND, looks=st.booleans())
    def put(self, device: int, hole: int, place: int, hand: Hand | None, looks: bool) -> None:
        """A hand by somebody who looks before, or who looked some time ago."""
        if looks:
            self.look(device)
        player = self.somebody(place, hole).id
        version, stamp = self.seen[device].get((hole, player), (0, 0))
        theirs = self.model.now.hands.get((hole, player))
        path = f"/api/games/{self.table.edit_key}/holes/{hole}/hands/{player}"
        entered = {} if hand is None else {"cards": hand} if isinstance(hand, str) else {"points": hand}
        body = {"write_id": new_id(), "based_on": version, **entered}
        answer = self.devices[device].send_json(path, body, method="PUT")
        expected = self.model.entered(hole, player, hand)
        if not self.may_be_seen(hole):
            assert answer.status_code in (404, 409, 422)
            assert answer.get_json()["message"]
        elif theirs != hand and stamp != self.model.stamp(hole, player):
            assert answer.status_code == 409
            conflict = answer.get_json()
            assert conflict["code"] == "store.conflict"
            assert conflict["theirs"] == (None if theirs is None else str(theirs))
            assert conflict["yours"] == (None if hand is None else str(hand))
        else:
            assert answer.status_code == 200, answer.text
            assert expected is not None
            self.model.changed(expected)
            self.sent.append((path, body, answer.get_json()))

    def may_be_seen(self, hole: int) -> bool:
        """Holes are entered in turn: those that have begun, and the first that was not confirmed."""
        confirmed = {number for number, one in self.model.now.holes.items() if one["confirmed"]}
        open_ones = {*range(1, self.model.now.length + 1), *self.model.now.holes} - confirmed
        return hole in self.model.now.holes or hole == min(open_ones, default=0)

    @rule(place=PLACES, other=st.booleans())
    def put_again(self, place: int, other: bool) -> None:
        """The same once more, or something else under its id."""
        if self.sent:
            path, body, _ = self.sent[-1 - place % len(self.sent)]
            path = re.sub("/games/[^/]+", f"/games/{self.table.edit_key}", path)
            if other:
                body = {**body, "cards": None, "points": 321}
            answer = self.devices[0].send_json(path, body, method="PUT")
            assert answer.status_code in ((409,) if other else (200, 404)), answer.text

    @rule(device=DEVICES, hole=HOLES)
    def confirm(self, device: int, hole: int) -> None:
        """What is not confirmed yet: to accept impossible cards once more is a change unknown to the model."""
        begun = self.model.now.holes.get(hole)
        if begun is None or begun["confirmed"] or not any(number == hole for number, _ in self.model.now.hands):
            return
        body = {"ender": None, "ender_known": True, "accept_warnings": True, "accept_missing": True}
        path = f"/api/games/{self.table.edit_key}/holes/{hole}/confirm"
        answer = self.devices[device].send_json(path, {"write_id": new_id(), **body})
        assert answer.status_code == 200, answer.text
        expected = self.model.settled(hole, None, True)
        assert expected is not None
        self.model.changed(expected)

    # --- by forms ---

    def send(self, device: int, path: str, **fields: str) -> TestResponse:
        return self.devices[device].send_form(f"{self.game}{path}", **{"write_id": new_id(), **fields})

    @rule(device=DEVICES, hole=HOLES, place=PLACES, hand=SOME_HAND)
    def fill_in(self, device: int, hole: int, place: int, hand: Hand | None) -> None:
        """The form of a hole, as the page shows it, with something else for one player."""
        if not self.may_be_seen(hole):
            assert self.devices[device].get(f"{self.game}/hole/{hole}").status_code in (302, 404, 409, 422)
            return
        player = self.somebody(place, hole).id
        hands = {seat.id: self.model.now.hands.get((hole, seat.id)) for seat in self.model.here(hole)} | {player: hand}
        versions = self.versions()
        fields = {f"hand-{one}": "" if held is None else str(held) for one, held in hands.items()}
        fields |= {f"based-{one}": str(versions.get((hole, one), 0)) for one in hands}
        answer = self.send(device, f"/hole/{hole}", do="save", **fields)
        assert answer.status_code == 302, answer.text
        expected = self.model.entered(hole, player, hand)
        assert expected is not None
        self.model.changed(expected)

    @rule(device=DEVICES)
    def undo(self, device: int) -> None:
        named = re.search(r'name="change" value="(\d+)"', self.devices[device].get(self.game).text)
        assert bool(named) == bool(self.model.past)
        if named:
            assert self.send(device, "/undo", change=named[1]).status_code == 302
            self.model.undo()

    def change_table(self, device: int, expected: Table | None, **changed: str) -> None:
        answer = self.send(device, "/table", **{**form(self.table), **changed})
        assert answer.status_code == (422 if expected is None else 302), answer.text
        if expected is not None:
            self.model.changed(expected)

    @rule(device=DEVICES, place=PLACES, name=st.sampled_from(["Zoë", "<b>&amp;", '"; --', "=1+1", "Ann"]))
    def rename(self, device: int, place: int, name: str) -> None:
        table = deepcopy(self.model.now)
        seat = table.seats[place % len(table.seats)]
        free = name not in {one.name for one in table.seats if one is not seat}
        seat.name = name
        self.change_table(device, table if free else None, **{f"name-{seat.id}": name})

    @rule(device=DEVICES, length=st.integers(1, 5))
    def plan(self, device: int, length: int) -> None:
        self.change_table(device, self.model.planned(length), holes_planned=str(length))

    @rule(device=DEVICES, title=st.sampled_from(["", "Cup", "<i>Cup</i>"]))
    def call(self, device: int, title: str) -> None:
        table = deepcopy(self.model.now)
        table.title = title
        self.change_table(device, table, title=title)

    @rule(device=DEVICES)
    def join(self, device: int) -> None:
        """At the hole that is played."""
        shown, table = form(self.table), deepcopy(self.model.now)
        if not shown["newcomer_hole"] or len(table.seats) == 4:
            return
        self.newcomers += 1
        name = f"Guest {self.newcomers}"
        answer = self.send(device, "/table", **{**shown, "newcomer": name})
        assert answer.status_code == 302, answer.text
        player = self.told()["players"][-1]
        table.seats.append(Seat(player["id"], name, int(shown["newcomer_hole"])))
        self.model.changed(table)

    @rule(device=DEVICES, which=st.sampled_from(["edit", "view"]))
    def renew(self, device: int, which: str) -> None:
        old = self.table.edit_key if which == "edit" else self.table.view_key
        answer = self.send(device, "/invite/renew", link=which)
        assert answer.status_code == 302
        self.table.edit_key = answer.location.split("/")[2]
        self.table.view_key = self.table.kept().view_key
        for path in (f"/g/{old}", f"/api/games/{old}", f"/g/{old}/card.csv"):
            assert self.devices[device].get(path).status_code == 410

    # --- always ---

    @invariant()
    def the_json_says_so(self) -> None:
        told, now = self.told(), self.model.now
        assert told | {"may_edit": True} == self.told(self.table.edit_key) | {"rematch": None}
        assert [Seat(one["id"], one["name"], one["joined"], one["left"]) for one in told["players"]] == now.seats
        assert (told["title"], told["holes_planned"]) == (now.title, now.length)
        entered = {
            (hole["hole"], hand["player"]): hand["points"] if hand["cards"] is None else hand["cards"]
            for hole in told["holes"]
            for hand in hole["hands"]
            if hand["raw"] is not None
        }
        assert entered == now.hands
        assert {hole["hole"]: hole["confirmed"] for hole in told["holes"]} == {
            number: hole["confirmed"] for number, hole in now.holes.items()
        }
        assert {one["name"]: one["total"] for one in told["standings"]} == self.model.totals

    @invariant()
    def the_page_says_so(self) -> None:
        page = self.devices[0].get(f"/g/{self.table.view_key}").text
        held = re.search(r'<script type="application/json" class="game-data">(.*?)</script>', page, re.DOTALL)
        assert held is not None
        assert json.loads(held[1])["answer"] == self.told()
        drawn = page[page.index('<table class="card-table"') : page.index("</table>")]
        names = [
            unescape(re.sub(" <span.*?</span>", "", name))
            for name in re.findall(r'<th scope="col".*?>(.*?)</th>', drawn)
        ]
        assert sorted(names[1:]) == sorted(seat.name for seat in self.model.now.seats)
        ids = {seat.name: seat.id for seat in self.model.now.seats}
        for number, cells in rows_of(drawn):
            for name, cell in zip(names[1:], cells, strict=True):
                hand = self.model.now.hands.get((number, ids[name]))
                shown = re.match(r"\s*<a[^>]*>([−0-9]+)", cell)
                assert (shown and int(shown[1].replace("−", "-"))) == (None if hand is None else points_of(hand))

    @invariant()
    def the_table_for_spreadsheets_says_so(self) -> None:
        content = self.devices[1].get(f"/g/{self.table.view_key}/card.csv").data.decode("utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(content, newline="")))
        by_hole = {row["Hole"]: row for row in rows}
        for seat in self.model.now.seats:
            name = f"'{seat.name}" if seat.name.startswith("=") else seat.name
            for number in self.model.now.holes:
                hand = self.model.now.hands.get((number, seat.id))
                raw = by_hole[str(number)][f"{name} raw"]
                assert raw == ("" if hand is None else str(points_of(hand)))
            if any(
                player == seat.id and self.model.now.holes[number]["confirmed"]
                for number, player in self.model.now.hands
            ):
                assert by_hole["Total"][f"{name} total"] == str(self.model.totals[seat.name])


def rows_of(table: str) -> Iterator[tuple[int, list[str]]]:
    """The number and the cells of each hole."""
    for number, row in re.findall(r'<tr id="hole-(\d+)".*?>(.*?)</tr>', table, re.DOTALL):
        yield int(number), re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL)


def test_two_devices_by_forms_and_by_json() -> None:
    run_state_machine_as_test(Devices, settings=BY_DAY)


@pytest.mark.nightly
def test_two_devices_for_a_long_time() -> None:
    run_state_machine_as_test(Devices, settings=BY_NIGHT)
