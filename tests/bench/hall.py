"""A hall full of tables on one server, and what their phones ask for."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

from scorekeeper import houses
from scorekeeper.rules import Entry, parse_layout
from scorekeeper.tally.changing import change
from scorekeeper.tally.values import Edit, EnterHand, SettleHole
from scorekeeper.web.app import create_app
from scorekeeper.web.db import new_write, store
from tests.bench.load import AS_A_PHONE, PHONES, request
from tests.devices import Device
from tests.serving import RunningServer
from tests.store.playing import create_game

HANDS = ("5 * 7 / 5 Q K", "A 2 3 / 4 6 8", "9 9 J / 9 9 10", "K K K / A 2 3")


def nine_holes(instance: Path) -> str:
    """A game of four with eight holes played and the ninth to be entered; its edit key."""
    return tables(instance, 1)[0]


def tables(instance: Path, number: int) -> list[str]:
    """`number` such games."""
    with create_app(instance_path=str(instance)).test_request_context():
        try:
            return [_eight_of_nine() for _ in range(number)]
        finally:
            store().close()


def _eight_of_nine() -> str:
    house = houses.get("two-joker")
    players = ["Ann", "Bo", "Cy", "Di"]
    kept = create_game(store(), house=house, players=players, holes=9, first_dealer=0, write=new_write())
    for hole in range(1, 9):
        edits: list[Edit] = [
            EnterHand(hole=hole, player=player.id, entry=Entry(layout=parse_layout(hand, house)), based_on=0)
            for player, hand in zip(kept.game.players, HANDS, strict=True)
        ]
        change(store(), kept.edit_key, [*edits, SettleHole(hole=hole, confirmed=True)], new_write())
    return kept.edit_key


@dataclass(frozen=True)
class Asking:
    """What phones ask for over and over; ``bare`` is what a bare answer of the same size is asked for by."""

    name: str
    phones: Sequence[Iterator[bytes]]
    bare: bytes
    status: int = 200
    most: float = 8
    """How many times a bare answer it may cost."""


class Hall:
    """Phones with cookies of their own at the games of these edit keys."""

    def __init__(self, server: RunningServer, keys: Sequence[str]):
        self._server = server
        self._at_keys = [(self._phone(key), key) for key in islice(cycle(keys), PHONES)]

    def asks(self) -> tuple[Asking, ...]:
        """What a table loads all evening, and what its open pages ask; the start page has a game to go on with."""
        return (
            self._page("the scorecard", "/g/{}"),
            self._page("the hole page", "/g/{}/hole/9"),
            self._page("the start page", "/?{}"),
            self._page("the rules of a game", "/g/{}/rules", most=10),
            self._page("its other readings", "/g/{}/readings", most=10),
            self._page("its history", "/g/{}/history", most=10),
            self._page("its result", "/g/{}/end", most=10),
            self._page("a hole worked out", "/g/{}/hole/3/worked", most=10),
            self._poll(),
        )

    def _poll(self) -> Asking:
        """The question of each open page whether something is new, when nothing is."""
        asked, said = [], {}
        for phone, key in self._at_keys:
            tag = phone.ask("GET", f"/api/games/{key}").headers["etag"]
            said = {**_headers(phone), "If-None-Match": tag}
            asked.append(cycle([request(f"/api/games/{key}", headers=said)]))
            phone.hang_up()
        return Asking("the live poll", asked, request("/bare/unchanged", headers=said), status=304, most=1.1)

    def _page(self, name: str, path: str, most: float = 8) -> Asking:
        """Unpacked, for nothing packs the bare page of its size."""
        of: Callable[[Device], Mapping[str, str]] = lambda phone: {**_headers(phone), "Accept-Encoding": "identity"}  # noqa: E731
        asked = [request(path.format(key), headers=of(phone)) for phone, key in self._at_keys]
        phone, key = self._at_keys[0]
        size = len(phone.page(path.format(key)).text.encode())
        phone.hang_up()
        return Asking(
            name, [cycle([one]) for one in asked], request(f"/bare/flask/{size}", headers=_headers(phone)), most=most
        )

    def _phone(self, key: str) -> Device:
        phone = Device(self._server)
        phone.page(f"/g/{key}")
        phone.page(f"/g/{key}")  # the first visit is over
        phone.hang_up()
        return phone


def _headers(phone: Device) -> Mapping[str, str]:
    cookies = "; ".join(f"{name}={value}" for name, value in phone.cookies.items())
    return {**AS_A_PHONE, "Cookie": cookies}
