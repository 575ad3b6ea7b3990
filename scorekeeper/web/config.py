"""What can be set from outside: one table, read from SCOREKEEPER_* in the environment, told in docs/settings.md."""

import os
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from flask import Flask

from scorekeeper import paths
from scorekeeper.store.connection import SERVERS
from scorekeeper.store.files import FileThere, named_when_whole

PREFIX = "SCOREKEEPER_"


class BadSetting(ValueError):
    """A setting has a value that means nothing; its text names the setting, the value and what is understood."""


def _number(least: int, what: str) -> Callable[[str], int]:
    def read(text: str) -> int:
        amount = int(text)
        if amount < least:
            raise ValueError(f"expected {what}")
        return amount

    return read


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _yes_or_no(text: str) -> bool:
    told = {"yes": True, "no": False, "1": True, "0": False}.get(text.strip().lower())
    if told is None:
        raise ValueError("expected yes or no")
    return told


def _limits(text: str) -> bool | str:
    if not text.startswith(("redis://", "rediss://")):
        return _yes_or_no(text)
    if find_spec("redis") is None:
        raise ValueError("this needs what pip installs as scorekeeper[postgresql]")
    return text


@dataclass(frozen=True)
class Setting:
    """One setting: its name in Flask's configuration, the value without a word, how it is read, what it does."""

    name: str
    default: Any
    read: Callable[[str], Any]
    help: str

    @property
    def variable(self) -> str:
        return PREFIX + self.name


SETTINGS = (
    Setting("SECRET_KEY", None, str, "Signs the session cookie. Unset: made once and kept in the instance folder."),
    Setting(
        "STORE",
        None,
        str,
        "Path of the SQLite file, or `postgresql://...`, the address of a database. Unset: `scorekeeper.sqlite3` in "
        "the instance folder.",
    ),
    Setting(
        "MAX_CONTENT_LENGTH",
        1_000_000,
        _number(1, "a number of bytes above 0"),
        "The most bytes that a request may carry; larger ones are answered 413.",
    ),
    Setting(
        "TRUSTED_HOSTS",
        None,
        _names,
        "By which names and addresses the app is reached, with commas between them: whoever asks for another is "
        "answered 400. Unset, links and codes to scan begin with the name that whoever looks at them asked for.",
    ),
    Setting(
        "LIMITS",
        True,
        _limits,
        "`no` for none of the limits below, where only people whom you know can reach the app. Or `redis://...`, where "
        "several servers count together.",
    ),
    Setting(
        "PROXIES",
        0,
        _number(0, "how many there are, 0 for none"),
        "How many proxies of yours stand before the app, one behind the other: so many values of `X-Forwarded-For`, "
        "`-Proto` and `-Host` are believed. Leave it at 0 where anybody can reach the app past them.",
    ),
)

PLAIN_COOKIE = "scorekeeper"

FIXED: Mapping[str, Any] = {
    "SESSION_COOKIE_NAME": PLAIN_COOKIE,
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    # The longest that browsers keep a cookie; security.py renews it each month that the device is seen.
    "PERMANENT_SESSION_LIFETIME": timedelta(days=400),
    "SESSION_REFRESH_EACH_REQUEST": False,
    # The port of the way in by plain http, where there is one beside https; see door.py.
    "DOOR": None,
    # A page that was saved at the cabin must still be able to send tonight's cards: the token ends with the session.
    "WTF_CSRF_TIME_LIMIT": None,
}


def from_environment(environment: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """Every setting, as the environment has it or by default.

    :raises BadSetting: for the first value that cannot be read.
    """
    found: dict[str, Any] = {}
    for setting in SETTINGS:
        given = environment.get(setting.variable)
        try:
            found[setting.name] = setting.read(given) if given else setting.default
        except ValueError as error:
            raise BadSetting(f"{setting.variable}={given!r}: {error}") from error
    return found


def kept_secret_key(instance: Path) -> str:
    """The key in the instance folder, made on the first start; only its owner may read the file."""
    file = instance / "secret_key"
    if not file.exists():
        # Whole or not at all: of two servers that start at once the second takes the key of the first.
        with suppress(FileThere), named_when_whole(file) as draft:
            draft.write_text(secrets.token_hex(32), encoding="ascii")
    return read_secret_key(file)


def read_secret_key(file: Path) -> str:
    """The key in that file.

    :raises BadSetting: where no server could start with what is there; it says what to do.
    """
    try:
        key = file.read_text(encoding="ascii").strip()
    except UnicodeDecodeError:
        key = ""
    except OSError as error:
        raise BadSetting(
            f"{file} cannot be read: {error.strerror or error}; let the server read it, or {_ANEW}"
        ) from error
    if len(key) < 32:
        raise BadSetting(f"{file} holds no key; {_ANEW}")
    return key


_ANEW = "delete it and start again (phones then lose their list of past games)"


STORE_FILE = "scorekeeper.sqlite3"


@dataclass(frozen=True)
class Places:
    """The folder that belongs to one server, and the file with its games, which may lie elsewhere, or a database."""

    instance: Path
    store: Path | str

    @property
    def file(self) -> Path:
        """The file with the games.

        :raises BadSetting: where they are in a database.
        """
        if isinstance(self.store, str):
            raise BadSetting("the games are in a PostgreSQL database, which its own tools look after: docs/running.md")
        return self.store


def places() -> Places:
    """As the environment says, just as the app finds them.

    :raises scorekeeper.web.config.BadSetting: when the environment says something that means nothing.
    """
    # For an installed package it is Flask that knows.
    instance = Path(paths.instance_path() or Flask("scorekeeper").instance_path)
    return Places(instance, store_address(instance, from_environment()))


def store_address(instance: Path, config: Mapping[str, Any]) -> Path | str:
    """What `Store.open` opens."""
    named = config.get("STORE") or instance / STORE_FILE
    return named if str(named).startswith(SERVERS) else Path(named)
