"""Addresses: built for pages, each once, and read: which game, house, reading or number one names.

A wrong key, a view key where an edit key is needed, and a game that never was all look alike. Only a link that was
renewed says so: whoever has it knew the game.

A house that comes with Scorekeeper is called by its key, as `two-joker`. One that somebody made is called by a tilde
and the key that is shared, as `~k3v9…`; with a version, as `~k3v9….2`, it stays as it was then.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any, Final, NoReturn

from flask import Flask, abort, current_app, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper import houses
from scorekeeper.rules import House, Option, RuleError
from scorekeeper.rules.problems import UnknownHouse
from scorekeeper.rules.signs import plain_signs
from scorekeeper.tally.editing import LAST_HOLE
from scorekeeper.tally.game_errors import GameNotFound
from scorekeeper.tally.kept_houses import HouseDeleted, HouseGone, HouseNotFound, KeptHouse, find_shared_house
from scorekeeper.tally.sharing import games_of_device, remember_game
from scorekeeper.tally.values import KeptGame
from scorekeeper.web.db import device_id, store

MOST_KEPT: Final = 2048
"""Addresses of some hundred bytes. The pages of one game have thirty."""


def init_app(app: Flask) -> None:
    """Give templates a ``url_for`` that remembers. What it built is of one host, for some addresses name it."""

    @lru_cache(maxsize=MOST_KEPT)
    def built(_root: tuple[str, ...], endpoint: str, /, **values: Any) -> str:
        return app.url_for(endpoint, **values)

    app.extensions["scorekeeper_addresses"] = built
    app.context_processor(lambda: {"url_for": addresses()})
    app.jinja_env.globals["url_for"] = lambda endpoint, **values: addresses()(endpoint, **values)  # of macros


def addresses() -> Callable[..., str]:
    """What builds addresses for the request under way, as `flask.url_for` does."""
    built: Callable[..., str] = current_app.extensions["scorekeeper_addresses"]
    return partial(built, (request.scheme, request.host, request.script_root))


def whole_number(text: str | None) -> int | None:
    """A number from 0, as ids and holes are written, in any script's digits; None for anything else."""
    plain = plain_signs(text or "")
    return int(plain) if plain.isascii() and plain.isdecimal() and len(plain) < 16 else None


OPTION = "option."
"""The name of a question's field begins with this; the option's key follows."""


def chosen_in(asked: Mapping[str, str]) -> dict[str, str]:
    """What an address or a form chooses: readings by option, whether there is such a thing or not."""
    return {name.removeprefix(OPTION): chosen for name, chosen in asked.items() if name.startswith(OPTION)}


def as_fields(readings: Mapping[str, str]) -> dict[str, str]:
    """The same as parameters of an address."""
    return {f"{OPTION}{key}": reading for key, reading in readings.items()}


def game_to_see(key: str) -> KeptGame:
    """The game behind an edit or view key, noted among this device's games.

    Raises GameNotFound, which is answered by 404, or as LinkRenewed by 410.
    """
    return remember_game(store(), device_id(), key)


def game_to_change(key: str) -> KeptGame:
    """The game behind an edit key. Raises GameNotFound or LinkRenewed for anything else."""
    kept = game_to_see(key)
    if not kept.may_edit:
        raise GameNotFound
    return kept


class HoleNotYet(RuleError):
    """That hole comes later: one before it is not finished, perhaps because its confirmation was taken back."""

    code = "hole.not_yet"


class HoleAfterEnd(RuleError):
    """The game ended before that hole."""

    code = "hole.after_end"


def hole_to_see(kept: KeptGame, number: int) -> int:
    """The number of a hole that was begun or comes next.

    Raises HoleNotYet for a planned one that comes later, HoleAfterEnd once the game is over; aborts with 404 else.
    """
    game = kept.game
    if game.hole(number) is None and number != game.current_hole:
        if game.current_hole is None and 0 < number <= LAST_HOLE:
            raise HoleAfterEnd(f"the game is over, and hole {number} is not played")
        if game.current_hole is None or not game.current_hole < number <= game.holes_planned:
            abort(404)
        raise HoleNotYet(f"hole {game.current_hole} is not finished yet, and hole {number} comes after it")
    return number


def by_view_link(kept: KeptGame | None, **asked: object) -> Response | None:
    """Go on to the same page with the game named by the link that changes nothing, if it is named by the other one.

    For pages whose addresses are sent around. ``asked`` is whatever else the address says.
    """
    if kept is None or not kept.may_edit or request.endpoint is None:
        return None
    return redirect(url_for(request.endpoint, **{**asked, "game": kept.view_key}))  # type: ignore[arg-type]


def best_key(kept: KeptGame) -> str:
    """Whoever may enter cards in this game goes back to where they may, though the address has the other link."""
    known = next((game.key for game in games_of_device(store(), device_id()) if game.id == kept.id), "")
    return known or kept.view_key


OWN = "~"
"""What an address of a house that somebody made begins with."""


def find_house(key: str) -> House:
    """The house of that address. Raises UnknownHouse, naming those there are."""
    if key.startswith(OWN):
        return find_made_house(key).house
    return houses.get(key)


def house_or_missing(address: str) -> House:
    """The house of that address; aborts with 404 where there is none, with 410 where it was deleted."""
    try:
        return find_house(address)
    except UnknownHouse as unknown:
        refuse_missing(unknown)


def refuse_missing(unknown: UnknownHouse) -> NoReturn:
    """Answer 404 for an unknown house; 410 for one that was deleted."""
    if isinstance(unknown.__cause__, HouseDeleted | HouseGone):
        raise unknown.__cause__
    abort(404)


def find_made_house(address: str) -> KeptHouse:
    """The house that somebody made, as it is shared. Raises UnknownHouse."""
    share_key, dot, version = address.removeprefix(OWN).partition(".")
    if not dot or (version.isascii() and version.isdecimal() and len(version) < 8):
        try:
            return find_shared_house(store(), share_key, int(version) if dot else None)
        except (HouseDeleted, HouseGone) as deleted:
            raise UnknownHouse("these rules were deleted") from deleted
        except HouseNotFound:
            pass
    raise UnknownHouse("there is no such house; the link to one must be complete")


def house_address(house: House) -> str:
    """What to write for this very house into `?house=`: `find_house` gives it back.

    The readings that a table chose are not part of it, nor is a house that was never kept here.
    """
    if any(house.key == built_in.key for built_in in houses.built_in()):
        return house.key
    return f"{OWN}{house.key}.{house.version}"


def found_address(house: House) -> str:
    """The same where that house is still found by it; "" for one that was deleted, or never kept here."""
    address = house_address(house)
    try:
        find_house(address)
    except UnknownHouse:
        return ""
    return address


def question_row(option: Option) -> str:
    """What the page of a question goes by under its house: the row of the sheets' comparison, or else its key."""
    return option.row or option.key
