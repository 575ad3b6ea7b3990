"""A table that talks to the app without a browser: its own cookies, its own token against forged forms."""

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from werkzeug.test import TestResponse

from scorekeeper import houses
from scorekeeper.rules import House
from scorekeeper.tally.game_row import find_game
from scorekeeper.tally.values import KeptGame
from scorekeeper.web.db import new_write, store
from tests.conftest import Phone
from tests.store.playing import create_game

_ids = count(1)


@dataclass
class WebTable:
    """A device and its game."""

    client: Phone
    edit_key: str
    view_key: str
    players: dict[str, int] = field(default_factory=dict)  # name to id

    def kept(self) -> KeptGame:
        with self.client.application.app_context():
            return find_game(store(), self.edit_key)

    def token(self) -> str:
        return self.client.token()

    def post(self, path: str, form: dict[str, Any], key: str | None = None) -> TestResponse:
        """Send a form of this game."""
        address = f"/g/{self.edit_key if key is None else key}{path}"
        return self.client.post(address, data={"csrf_token": self.token(), "write_id": new_id(), **form})

    def get(self, path: str = "", key: str | None = None) -> TestResponse:
        return self.client.get(f"/g/{self.edit_key if key is None else key}{path}")

    def enter(self, hole: int, hands: dict[str, str], **form: str) -> TestResponse:
        """Send the hole form without scripts: hands by player name, as typed."""
        versions = self.kept().hand_versions
        fields = {f"hand-{self.players[name]}": text for name, text in hands.items()}
        based = {f"based-{player}": str(versions.get((hole, player), 0)) for player in self.players.values()}
        return self.post(f"/hole/{hole}", {**fields, **based, **form})

    def put_hand(self, hole: int, name: str, **body: Any) -> TestResponse:
        """Send one hand as the page's script does."""
        player = self.players[name]
        based_on = self.kept().hand_versions.get((hole, player), 0)
        sent = {"write_id": new_id(), "based_on": based_on, **body}
        return self.client.send_json(f"/api/games/{self.edit_key}/holes/{hole}/hands/{player}", sent, method="PUT")

    def name_ender(self, hole: int, ender: int | None, **body: Any) -> TestResponse:
        """Say who ended a hole as the page's script does, before it is confirmed."""
        sent = {"write_id": new_id(), "ender": ender, "ender_known": True, **body}
        return self.client.send_json(f"/api/games/{self.edit_key}/holes/{hole}/ender", sent)

    def confirm(self, hole: int, **body: Any) -> TestResponse:
        sent = {"write_id": new_id(), "ender": None, "ender_known": True, **body}
        return self.client.send_json(f"/api/games/{self.edit_key}/holes/{hole}/confirm", sent)


def sit_down(
    client: Phone,
    house: House | str = "two-joker",
    names: str = "Ann Bo Cy",
    holes: int = 9,
    teams: tuple[int | None, ...] = (),
) -> WebTable:
    """Start a game directly in the store, on this client's device."""
    chosen = houses.get(house) if isinstance(house, str) else house
    with client.application.test_request_context():
        kept = create_game(
            store(), house=chosen, players=names.split(), holes=holes, first_dealer=0, write=new_write(), teams=teams
        )
    return WebTable(client, kept.edit_key, kept.view_key, {player.name: player.id for player in kept.game.players})


def new_id() -> str:
    """An unused write id."""
    return f"test-write-{next(_ids):06}"


def device_of(client: Phone) -> str:
    """The server's id for a phone."""
    with client.session_transaction() as session:
        known = session.get("device")
    if known is None:
        client.get("/")
        with client.session_transaction() as session:
            known = session["device"]
    return str(known)
