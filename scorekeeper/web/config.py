"""Settings from SCOREKEEPER_* in the environment; docs/settings.md lists them."""

import os
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from scorekeeper import paths
from scorekeeper.store.connection import SERVERS
from scorekeeper.store.files import FileThere, named_when_whole

PREFIX = "SCOREKEEPER_"


class BadSetting(ValueError):
    """An invalid setting; the message names it, its value and the valid ones."""


def _number(least: int, what: str) -> Callable[[str], int]:
    def read(text: str) -> int:
        with suppress(ValueError):
            if (amount := int(text)) >= least:
                return amount
        raise ValueError(f"Expected {what}.")

    return read


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _yes_or_no(text: str) -> bool:
    told = {"yes": True, "no": False, "1": True, "0": False}.get(text.strip().lower())
    if told is None:
        raise ValueError("Expected yes or no.")
    return told


def _limits(text: str) -> bool | str:
    if not text.startswith(("redis://", "rediss://")):
        return _yes_or_no(text)
    if find_spec("redis") is None:
        raise ValueError("This needs more packages. Run: pip install 'scorekeeper[postgresql]'")
    return text


@dataclass(frozen=True)
class Setting:
    """One setting: its name in Flask's configuration, default, parser and description."""

    name: str
    default: Any
    read: Callable[[str], Any]
    help: str

    @property
    def variable(self) -> str:
        return PREFIX + self.name


SETTINGS = (
    Setting("SECRET_KEY", None, str, "Signs the session cookie. If unset, made once and saved in the instance folder."),
    Setting(
        "STORE",
        None,
        str,
        "Path of the SQLite file, or the address of a database (`postgresql://...`). If unset, `scorekeeper.sqlite3` "
        "in the instance folder.",
    ),
    Setting(
        "MAX_CONTENT_LENGTH",
        1_000_000,
        _number(1, "a number of bytes above 0"),
        "Largest request in bytes. Larger ones get a 413.",
    ),
    Setting(
        "TRUSTED_HOSTS",
        None,
        _names,
        "Host names that may reach the app, separated by commas. Others get a 400. If unset, links and QR codes use "
        "the host name of the request.",
    ),
    Setting(
        "LIMITS",
        True,
        _limits,
        "`no` turns the limits below off, for private servers. `redis://...` shares counts between servers.",
    ),
    Setting(
        "PROXIES",
        0,
        _number(0, "a number, 0 for none"),
        "Number of your own proxies in front of the app. That many `X-Forwarded-*` values are trusted. Keep 0 if "
        "clients can bypass them.",
    ),
)

PLAIN_COOKIE = "scorekeeper"

FIXED: Mapping[str, Any] = {
    "SESSION_COOKIE_NAME": PLAIN_COOKIE,
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    # The longest that browsers keep a cookie; security.py renews it every month in use.
    "PERMANENT_SESSION_LIFETIME": timedelta(days=400),
    "SESSION_REFRESH_EACH_REQUEST": False,
    # The port for plain http next to https, if any; see trust_page_server.py.
    "TRUST_PAGE_PORT": None,
    # The token lasts as long as the session, so a page that was opened days ago can still send cards.
    "WTF_CSRF_TIME_LIMIT": None,
}


def from_environment(environment: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """Every setting, from the environment or by default.

    :raises BadSetting: for the first invalid value.
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
    """The key in the instance folder, made at the first start; only its owner can read the file."""
    file = instance / "secret_key"
    if not file.exists():
        # If two servers start at once, the second uses the key of the first.
        with suppress(FileThere), named_when_whole(file) as draft:
            draft.write_text(secrets.token_hex(32), encoding="ascii")
    return read_secret_key(file)


def read_secret_key(file: Path) -> str:
    """The key in that file.

    :raises BadSetting: for an unusable file, with advice.
    """
    try:
        key = file.read_text(encoding="ascii").strip()
    except UnicodeDecodeError:
        key = ""
    except OSError as error:
        raise BadSetting(
            f"{file} can't be read: {error.strerror or error}. Let the server read it, or {_ANEW}."
        ) from error
    if len(key) < 32:
        raise BadSetting(f"{file} contains no key. To fix it, {_ANEW}.")
    return key


_ANEW = "delete it and start again (phones lose their list of past games)"


STORE_FILE = "scorekeeper.sqlite3"


@dataclass(frozen=True)
class Places:
    """One server's folder, and the file or database with its games."""

    instance: Path
    store: Path | str

    @property
    def file(self) -> Path:
        """The file with the games.

        :raises BadSetting: if they are in a database.
        """
        if isinstance(self.store, str):
            raise BadSetting("The games are in a PostgreSQL database. Use its own tools (docs/running.md).")
        return self.store


def places() -> Places:
    """The folder and file of the app's settings.

    :raises scorekeeper.web.config.BadSetting: for an invalid setting.
    """
    return Places(instance := _instance(), store_address(instance, from_environment()))


def _instance() -> Path:
    if chosen := paths.instance_path():
        return Path(chosen)
    from flask import Flask  # chooses the folder for an installed package; a checkout's commands start without it

    return Path(Flask("scorekeeper").instance_path)


def store_address(instance: Path, config: Mapping[str, Any]) -> Path | str:
    """The address for `open_store`."""
    named = config.get("STORE") or instance / STORE_FILE
    return named if str(named).startswith(SERVERS) else Path(named)
