"""A phone without scripts: it follows links, sends forms as they came but for what it changes, and asks for JSON."""

import json
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from itertools import count
from typing import Any, Self
from urllib.parse import urlencode, urljoin

from lxml import html

PATIENCE = 60.0
"""Seconds until an answer is given up."""

BOUNDARY = "promise-of-a-file"

_ids = count(1)


@dataclass
class Visitor:
    """Somebody with cookies of their own; `text`, `address` and `status` are those of the last answer."""

    url: str
    text: str = ""
    address: str = ""
    status: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    content: bytes = b""

    def __post_init__(self) -> None:
        cookies = urllib.request.HTTPCookieProcessor(CookieJar())
        self._opener = urllib.request.build_opener(cookies)

    # --- pages ---

    def go(self, path: str, data: bytes | None = None, method: str | None = None, **headers: str) -> Self:
        """Open a page, or send something to its address; redirects are followed."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        asked = urllib.request.Request(urljoin(self.url, path), data, named, method=method)
        try:
            answer = self._opener.open(asked, timeout=PATIENCE)
        except urllib.error.HTTPError as refused:
            answer = refused
        with answer:
            self.content = answer.read()
        self.text = self.content.decode("utf-8", "replace")
        self.address, self.status, self.headers = answer.geturl(), answer.status, answer.headers
        return self

    @property
    def page(self) -> Any:
        """The page as a tree, for XPath and CSS classes."""
        return html.fromstring(self.text, base_url=self.address)

    def form(self, action: str) -> tuple[str, list[tuple[str, str]]]:
        """The address and the fields of the page's form whose address holds that text."""
        for form in self.page.forms:
            to = urljoin(self.address, form.get("action") or self.address)
            if action in to:
                return to, [(str(name), str(value)) for name, value in form.form_values()]
        raise AssertionError(f"{self.address} has no form for {action}")

    def post(self, address: str, fields: Sequence[tuple[str, str]]) -> Self:
        """Send those fields as a form."""
        return self.go(address, urlencode(fields).encode())

    def submit(self, action: str, changes: Mapping[str, str | None]) -> Self:
        """Send a form of the page; a changed field that is not in it is added, one of None is left out."""
        address, fields = self.form(action)
        kept = [(name, value) for name, value in fields if name not in changes]
        return self.post(address, kept + [(name, value) for name, value in changes.items() if value is not None])

    def upload(self, action: str, content: bytes, name: str, **typed: str) -> Self:
        """Send a form of the page with a file in its field `file`."""
        address, fields = self.form(action)
        kept = [one for one in fields if one[0] not in ("file", *typed)]
        parts = [
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{field}"\r\n\r\n{value}\r\n'
            for field, value in [*kept, *typed.items()]
        ]
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        body = "".join([*parts, head]).encode() + content + f"\r\n--{BOUNDARY}--\r\n".encode()
        return self.go(address, body, Content_Type=f"multipart/form-data; boundary={BOUNDARY}")

    @property
    def game_key(self) -> str:
        """The key of the game whose page is open; "" for no game's page."""
        return self.address.split("/g/")[1].split("/")[0] if "/g/" in self.address else ""

    # --- JSON ---

    def ask(self, path: str, body: Any = None, method: str | None = None) -> Any:
        """The JSON of an address, or what it answers to a JSON body; `status` tells whether it was taken."""
        if body is None:
            return json.loads(self.go(path, method=method).text)
        return self.ask_with(self.ask("/api/token")["token"], path, body, method)

    def ask_with(self, token: str, path: str, body: Any, method: str | None = None) -> Any:
        """The same with a token against forged requests that is known already."""
        sent = json.dumps(body).encode()
        kind = {"Content_Type": "application/json", "X_CSRFToken": token}
        return json.loads(self.go(path, sent, method or "POST", **kind).text)

    # --- a game ---

    def begin(
        self,
        house: str,
        names: Sequence[str] = ("Ann", "Bo"),
        holes: str = "9",
        readings: Mapping[str, str] | None = None,
    ) -> str:
        """Begin a game through the form; its edit key. Where it was refused, the page with the form is left open."""
        self.go(f"/new/{house}")
        address, fields = self.form("/new")
        chosen = {f"option.{option}": reading for option, reading in (readings or {}).items()}
        ours = {"player", "seat", "dealer", "holes", *chosen}
        sent = [one for one in fields if one[0] not in ours]
        for seat, name in enumerate(names):
            sent += [("seat", str(seat)), ("player", name)]
        self.post(address, [*sent, ("dealer", "0"), ("holes", holes), *chosen.items()])
        return self.address.split("/g/")[1].split("/")[0] if "/g/" in self.address else ""

    def enter(self, key: str, hole: int, hands: Sequence[str], ender: str = "nobody", do: str = "confirm") -> Self:
        """Enter the hands of a hole, in the order of the page, and confirm it. ``ender`` is a player's id."""
        self.go(f"/g/{key}/hole/{hole}")
        address, fields = self.form("/hole/")
        places = [name for name, _ in fields if name.startswith("hand-") and name[5:].isdigit()]
        typed = dict(zip(places, hands, strict=True))
        sent = [(name, typed.get(name, value)) for name, value in fields if name not in ("ender", "do")]
        return self.post(address, [*sent, ("ender", ender), ("do", do)])

    def game(self, key: str) -> Any:
        """The JSON of a game."""
        return self.ask(f"/api/games/{key}")

    def put_hand(self, key: str, hole: int, player: int, *, based_on: int = 0, **body: Any) -> Any:
        """Send one hand as a page's script does."""
        sent = {"write_id": new_id(), "based_on": based_on, **body}
        return self.ask(f"/api/games/{key}/holes/{hole}/hands/{player}", sent, "PUT")

    def confirm(self, key: str, hole: int, **body: Any) -> Any:
        """Confirm a hole as a page's script does."""
        sent = {"write_id": new_id(), "ender_known": True, **body}
        return self.ask(f"/api/games/{key}/holes/{hole}/confirm", sent)


def new_id() -> str:
    """A write id that was never used."""
    return f"promise-{next(_ids):06}"
