"""Whatever happens to a game, a page that is remembered is the one that would be made now."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count

import pytest
from flask_openapi3.openapi import OpenAPI

from scorekeeper.rules import Entry, RuleError, parse_layout
from scorekeeper.store import (
    ChooseReadings,
    EnterHand,
    PlanGame,
    SeatedPlayer,
    SeatPlayers,
    SettleHole,
    StoreError,
    change,
    choose_seat,
    rematch,
    renew_link,
    undo,
)
from scorekeeper.web.db import store
from scorekeeper.web.device import new_write
from tests.conftest import Phone
from tests.web.remembering import another_process, begin_game, headers_of, made_anew, ordinary, text_of
from tests.web.tables import WebTable

HANDS = ("5 * 7 / 5 Q K", "A 2 3 / 4 6 8", "9 9 J / 9 9 10", "K K K / A 2 3", "2 2 2 / 2 2 2")
_once = count()


@pytest.fixture
def table(client: Phone) -> WebTable:
    return begin_game(client)


@pytest.fixture
def another(app: OpenAPI) -> Iterator[OpenAPI]:
    yield from another_process(app)


@dataclass
class Others:
    """What anybody does to the game, by whatever way, drawn by lot."""

    table: WebTable
    phones: list[Phone]
    elsewhere: OpenAPI
    chance: random.Random

    def do_something(self) -> str:
        steps: list[Callable[[], object]] = [
            *[self.enter] * 6,
            *[self.confirm] * 3,
            self.correct_by_form,
            *[self.undo] * 2,
            self.rename,
            self.join,
            self.plan,
            self.answer_question,
            self.sit,
            self.sit,
            self.sit_by_form,
            self.play_again,
            self.renew,
        ]
        step = self.chance.choice(steps)
        try:
            with self.elsewhere.test_request_context():
                step()
        except (RuleError, StoreError):  # the table may not do that now
            return f"{step.__name__}, refused"
        return step.__name__

    def _hole(self) -> int:
        return self.table.kept().game.current_hole or 1

    def _player(self) -> int:
        return self.chance.choice(self.table.kept().game.players).id

    def enter(self) -> None:
        kept, hole, player = self.table.kept(), self._hole(), self._player()
        entry = Entry(layout=parse_layout(self.chance.choice(HANDS), kept.game.house))
        based_on = kept.hand_versions.get((hole, player), 0)
        change(store(), kept.edit_key, [EnterHand(hole, player, entry, based_on)], new_write())

    def confirm(self) -> None:
        settled = SettleHole(self._hole(), ender=self._player(), ender_known=True, confirmed=True)
        change(store(), self.table.edit_key, [settled], new_write())

    def correct_by_form(self) -> None:
        self.table.enter(1, dict.fromkeys(self.table.players, "15"))

    def undo(self) -> None:
        undo(store(), self.table.edit_key, new_write())

    def _seat_all(self, *more: SeatedPlayer, renamed: int = 0) -> None:
        seated = [
            SeatedPlayer(p.id, f"N{next(_once)} </script>" if p.id == renamed else p.name, p.joined, p.left)
            for p in self.table.kept().game.players
        ]
        change(store(), self.table.edit_key, [SeatPlayers((*seated, *more))], new_write())

    def rename(self) -> None:
        self._seat_all(renamed=self._player())

    def join(self) -> None:
        self._seat_all(SeatedPlayer(None, f"Late {next(_once)}", joined=self._hole()))

    def plan(self) -> None:
        plan = PlanGame(title=f"Evening {next(_once)}", holes_planned=self.chance.choice([9, 12, 18]))
        change(store(), self.table.edit_key, [plan], new_write())

    def answer_question(self) -> None:
        option = self.chance.choice(self.table.kept().game.house.options)
        reading = self.chance.choice(option.readings)
        change(store(), self.table.edit_key, [ChooseReadings({option.key: reading.key})], new_write())

    def _device(self) -> str:
        with self.chance.choice(self.phones).session_transaction() as session:
            return str(session["device"])

    def sit(self) -> None:
        choose_seat(store(), self._device(), self.table.edit_key, self.chance.choice([None, self._player()]))

    def sit_by_form(self) -> None:
        phone = self.chance.choice(self.phones[:-1])
        phone.send_form(f"/g/{self.table.edit_key}/seat", player=str(self._player()))  # leaves a message to show

    def play_again(self) -> None:
        rematch(store(), self.table.edit_key, new_write())

    def renew(self) -> None:
        which = self.chance.choice(["edit", "view"])
        old = self.table.edit_key if which == "edit" else self.table.view_key
        kept = renew_link(store(), self.table.edit_key, which, new_write())  # type: ignore[arg-type]
        self.table.edit_key, self.table.view_key = kept.edit_key, kept.view_key
        for phone in self.phones:
            for address in (f"/g/{old}", f"/api/games/{old}", f"/g/{old}/hole/1"):
                assert phone.get(address).status_code == 410, f"{which} {address}"


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_happens_a_page_is_the_one_that_would_be_made_now(
    app: OpenAPI, another: OpenAPI, table: WebTable, seed: int
) -> None:
    phones = [table.client, *(app.test_client() for _ in range(3))]
    assert all(isinstance(phone, Phone) for phone in phones)
    others = Others(table, phones, another, random.Random(seed))  # type: ignore[arg-type]
    from_memory = asked = 0
    for phone in phones:
        phone.get(f"/g/{table.edit_key}" if phone is not phones[-1] else f"/g/{table.view_key}")
    done = ["the beginning"]
    for _ in range(40):
        done.append(others.do_something())
        hole = others.chance.choice([1, table.kept().game.current_hole or 1])
        page = others.chance.choice(
            ["/g/{}", "/g/{}", f"/g/{{}}/hole/{hole}", f"/g/{{}}/hole/{hole}/worked", "/api/games/{}"]
        )
        headers = others.chance.choice([{}, {"Accept-Encoding": "gzip, deflate"}])
        for phone in phones:
            path = page.format(table.view_key if phone is phones[-1] else table.edit_key)
            for _ in range(2):
                wanted = ordinary(another, phone, path, **headers)
                with made_anew(app) as made:
                    got = phone.get(path, headers=headers)
                assert got.status_code == wanted.status_code, done
                assert text_of(got) == text_of(wanted), done
                assert headers_of(got) == headers_of(wanted), done
                from_memory += not made
                asked += 1
    assert from_memory > asked / 4, f"{from_memory} of {asked} answers came from memory: nothing was tried"
