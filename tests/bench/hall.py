"""A hall full of tables and a school's classes on one server, and what their phones ask for."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, cycle, islice
from pathlib import Path
from secrets import token_hex
from typing import Any

from scorekeeper import houses
from scorekeeper.rules import Entry, Layout, format_layout, parse_layout
from scorekeeper.school.classes import KeptClass
from scorekeeper.school.question import NumberField, Question
from scorekeeper.school.session import Pace
from scorekeeper.school.set_codes import letter_of
from scorekeeper.tally.changing import change
from scorekeeper.tally.games import create_game
from scorekeeper.tally.values import Edit, EnterHand, SettleHole
from scorekeeper.web import create_app
from scorekeeper.web.db import new_write, store
from tests.bench.load import AS_A_PHONE, PHONES, request
from tests.devices import Device, Pupil, begun_class
from tests.serving import RunningServer

HANDS = ("5 * 7 / 5 Q K", "A 2 3 / 4 6 8", "9 9 J / 9 9 10", "K K K / A 2 3")
CORRECTED = ("5 6 7 / 5 Q K", "5 6 8 / 5 Q K")
"""What the hands of a table are corrected to by turns, so that each entry changes something."""
QUESTIONS = 10
OFF = (-20, -12, -10, -2, -1, 1, 2, 3, 10, 12, 20)
"""By how much numbers are wrong, where they are."""


def nine_holes(instance: Path) -> str:
    """A game of four with eight holes played and the ninth to be entered; its edit key."""
    return tables(instance, 1)[0]


def tables(instance: Path, number: int) -> list[str]:
    """So many such games."""
    with create_app(instance_path=str(instance)).test_request_context():
        try:
            return [_eight_of_nine() for _ in range(number)]
        finally:
            store().close()


def _eight_of_nine() -> str:
    kept = create_game(
        store(),
        house=houses.get("two-joker"),
        players=["Ann", "Bo", "Cy", "Di"],
        holes=9,
        first_dealer=0,
        write=new_write(),
    )
    house = kept.game.house
    edits: list[Edit] = []
    for hole in range(1, 9):
        edits += [
            EnterHand(hole=hole, player=player.id, entry=Entry(layout=parse_layout(hand, house)), based_on=0)
            for player, hand in zip(kept.game.players, HANDS, strict=True)
        ]
        edits.append(SettleHole(hole=hole, confirmed=True))
        change(store(), kept.edit_key, edits, new_write())
        edits.clear()
    return kept.edit_key


def classes(instance: Path, number: int) -> list[KeptClass]:
    """So many classes at a test, in which an answer may be changed until the end."""
    return [begun_class(instance, Pace.TEST, QUESTIONS, name=f"class {place}") for place in range(number)]


@dataclass(frozen=True)
class Asking:
    """What phones ask for over and over, and how large the answer is."""

    name: str
    phones: Sequence[Iterator[bytes]]
    size: int = 0
    """Bytes of the answer as it travels."""
    status: int = 200
    bare: Callable[[str], bytes] | None = None
    """The same request to another address."""


class Hall:
    """Phones with cookies of their own at the games of these edit keys, and pupils in these classes."""

    def __init__(self, server: RunningServer, keys: Sequence[str], school: Sequence[KeptClass] = (), pupils: int = 0):
        self._server = server
        self._keys = keys
        self._phones = [self._phone(key) for key in islice(cycle(keys), PHONES)]
        self._pupils = [pupil for kept in school for pupil in _seated(server, kept, pupils // len(school))]

    @property
    def asks(self) -> tuple[Callable[[], Asking], ...]:
        """All that phones ask for here; each begins from how the games are then."""
        return (*self.pages, self.poll, self.entry, self.class_answer)

    @property
    def pages(self) -> tuple[Callable[[], Asking], ...]:
        """What a table loads all evening."""
        return (self.scorecard, self.hole_page, self.start_page)

    def scorecard(self) -> Asking:
        return self._page("the scorecard", "/g/{}")

    def packed_scorecard(self) -> Asking:
        """As browsers ask for it by plain http."""
        return self._page("the scorecard as gzip", "/g/{}", "gzip, deflate")

    def hole_page(self) -> Asking:
        return self._page("the hole page", "/g/{}/hole/9")

    def start_page(self) -> Asking:
        """With a game to go on with."""
        return self._page("the start page", "/?{}")

    def poll(self) -> Asking:
        """The question of each open page whether something is new, when nothing is."""
        asked = []
        for phone, key in self._at_keys():
            tag = phone.ask("GET", f"/api/games/{key}").headers["etag"]
            asked.append(request(f"/api/games/{key}", headers=_headers(phone, If_None_Match=tag)))
            phone.hang_up()
        return Asking("the live poll", [cycle([one]) for one in asked], status=304)

    def entry(self) -> Asking:
        """Hands entered, each phone at tables of its own."""
        writers = []
        for number, phone in enumerate(self._phones):
            mine = [_Sheet(phone, key) for key in self._keys[number :: len(self._phones)]]
            writers.append(_by_turns(mine) if mine else None)
        at_work = [writer for writer in writers if writer]
        size = self._size_of(next(at_work[0]))
        bare = self._like(self._phones[0], b"x" * 90)
        return Asking("an entry write", at_work, size, bare=bare)

    def class_answer(self) -> Asking:
        """Answers of pupils, each phone lent to many of them."""
        phones = [self._pupils[place::PHONES] for place in range(PHONES)]
        at_work = [_answers(pupils) for pupils in phones if pupils]
        size = self._size_of(next(at_work[0]))
        return Asking("the class answer", at_work, size, bare=self._like(self._pupils[0].pupil, b"x" * 120))

    def _page(self, name: str, path: str, encoding: str = "identity") -> Asking:
        """Unpacked, for nothing packs the bare page of its size; what packing costs is a row of its own."""
        asked = [
            request(path.format(key), headers={**_headers(phone), "Accept-Encoding": encoding})
            for phone, key in self._at_keys()
        ]
        return Asking(name, [cycle([one]) for one in asked], self._size_of(asked[0]), bare=self._like(self._phones[0]))

    def _at_keys(self) -> Iterator[tuple[Device, str]]:
        return zip(self._phones, cycle(self._keys))

    def _phone(self, key: str) -> Device:
        phone = Device(self._server)
        phone.page(f"/g/{key}")
        phone.page(f"/g/{key}")  # whatever happens on a first visit has happened
        phone.hang_up()
        return phone

    def _size_of(self, asked: bytes) -> int:
        """Bytes of the body that answers this request."""
        head, _, body = asked.partition(b"\r\n\r\n")
        line, *lines = head.decode().split("\r\n")
        method, path, _ = line.split(" ")
        headers = dict(one.split(": ", 1) for one in lines)
        connection = self._server.connection()
        connection.request(method, path, body or None, headers)
        answer = connection.getresponse()
        size = len(answer.read())
        connection.close()
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status}")
        return size

    def _like(self, phone: Device, body: bytes | None = None) -> Callable[[str], bytes]:
        """A request of the same phone to another address, with a body of the same size if it has one."""
        told = None if body is None else b'"%s"' % body
        method = "GET" if body is None else "POST"
        return lambda path: request(path, method=method, body=told, headers=_headers(phone))


@dataclass
class _Sheet:
    """What a phone at a table knows: the version of each hand, so that its next entry is no conflict."""

    phone: Device
    key: str

    def __post_init__(self) -> None:
        game = self.phone.ask("GET", f"/api/games/{self.key}").json
        self.phone.hang_up()
        self._version: int = game["version"]
        self._hands = {
            (hole["hole"], hand["player"]): (hand["version"], hand["cards"])
            for hole in game["holes"]
            for hand in hole["hands"]
        }

    def entries(self) -> Iterator[bytes]:
        """One hand after the other, and again with other cards."""
        headers = _headers(self.phone, X_CSRFToken=self.phone.token)
        while True:
            for (hole, player), (based_on, before) in list(self._hands.items()):
                cards = CORRECTED[before == CORRECTED[0]]  # never the same again, which would be no change
                body = {"write_id": _new_id(), "based_on": based_on, "cards": cards}
                path = f"/api/games/{self.key}/holes/{hole}/hands/{player}"
                yield request(path, method="PUT", body=_json(body), headers=headers)
                self._version += 1
                self._hands[hole, player] = self._version, cards


def _by_turns(sheets: Sequence[_Sheet]) -> Iterator[bytes]:
    for entries in cycle([sheet.entries() for sheet in sheets]):
        yield next(entries)


def _seated(server: RunningServer, kept: KeptClass, number: int) -> Iterator[_Seated]:
    dice = random.Random(kept.code)
    questions = kept.session.questions.sheets[0].questions
    for _ in range(number):
        pupil = Pupil(server)
        pupil.join(kept.code)
        pupil.hang_up()
        yield _Seated(pupil, [typed_by(dice, question) for question in questions])


def _answers(pupils: Sequence[_Seated]) -> Iterator[bytes]:
    """Every pupil answers a question, then each the next one; and again, for an answer may be changed."""
    for place in cycle(range(QUESTIONS)):
        for one in pupils:
            body = {
                "write_id": _new_id(),
                "letter": letter_of(place),
                "did": "answer",
                "typed": dict(one.typed[place]),
                "took": 1000,
            }
            headers = _headers(one.pupil, X_CSRFToken=one.pupil.token)
            yield request(one.pupil.work_address(), method="POST", body=_json(body), headers=headers)


@dataclass(frozen=True)
class _Seated:
    pupil: Pupil
    typed: Sequence[Mapping[str, str]]


def typed_by(dice: random.Random, question: Question) -> Mapping[str, str]:
    """The right answer, or a wrong one as often as not."""
    typed = {}
    right = dice.random() < 0.5
    for box in question.fields:
        value = question.solution[box.name]
        if isinstance(value, int) and isinstance(box, NumberField):
            value += 0 if right else dice.choice(OFF)
        typed[box.name] = format_layout(value) if isinstance(value, Layout) else str(value)
    return typed


def _headers(phone: Device, **more: str) -> Mapping[str, str]:
    cookies = "; ".join(f"{name}={value}" for name, value in phone.cookies.items())
    return {**AS_A_PHONE, "Cookie": cookies, **{name.replace("_", "-"): value for name, value in more.items()}}


_THIS_RUN = token_hex(4)
_numbers = count(1)


def _new_id() -> str:
    return f"{_THIS_RUN}-{next(_numbers):08}"


def _json(body: Mapping[str, Any]) -> bytes:
    return json.dumps(body).encode()
