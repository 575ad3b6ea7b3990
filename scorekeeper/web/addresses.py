"""Build addresses for pages, and find the game, house, reading or number that an address names.

A wrong key, a view key where an edit key is needed, and a game that never existed all look the same. Only a replaced
link says so, because its owner knew the game.

A built-in house is addressed by its key, as `two-joker`; a custom one by a tilde and its share key, as `~k3v9…`. With a
version, as `~k3v9….2`, it never changes.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NoReturn

from flask import Flask, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper import houses
from scorekeeper.rules import House, Option, RuleError
from scorekeeper.rules.problems import UnknownHouse
from scorekeeper.rules.signs import plain_signs
from scorekeeper.tally.editing import last_hole
from scorekeeper.tally.game_errors import GameNotFound
from scorekeeper.tally.kept_houses import HouseDeleted, HouseGone, HouseNotFound, KeptHouse, find_shared_house
from scorekeeper.tally.sharing import games_of_device, remember_game
from scorekeeper.tally.values import KeptGame
from scorekeeper.web.db import device_id, store


def init_app(app: Flask) -> None:
    """Tell templates the page and the area that the menu marks, and where a game goes on."""
    app.context_processor(lambda: {"endpoint": request.endpoint, "area": request.blueprint})
    app.add_template_global(hole_address)
    app.add_template_global(hole_words)


def address_here() -> str:
    """The address of the current request, to try again."""
    return request.full_path if request.query_string else request.path


def whole_number(text: str | None) -> int | None:
    """A whole number from 0, such as an id or hole, in any script's digits; None for anything else."""
    plain = plain_signs(text or "")
    return int(plain) if plain.isascii() and plain.isdecimal() and len(plain) < 16 else None


OPTION = "option."
"""Prefix of a question's field, followed by the option's key."""


def chosen_in(asked: Mapping[str, str]) -> dict[str, str]:
    """Readings chosen by an address or form, by option; not checked."""
    return {name.removeprefix(OPTION): chosen for name, chosen in asked.items() if name.startswith(OPTION)}


def as_fields(readings: Mapping[str, str]) -> dict[str, str]:
    """The same as parameters of an address."""
    return {f"{OPTION}{key}": reading for key, reading in readings.items()}


def game_to_see(key: str) -> KeptGame:
    """The game of an edit or view key, added to this device's games.

    Raises GameNotFound (404), or LinkRenewed (410).
    """
    return remember_game(store(), device_id(), key)


def game_to_change(key: str) -> KeptGame:
    """The game of an edit key. Raises GameNotFound or LinkRenewed for anything else."""
    kept = game_to_see(key)
    if not kept.may_edit:
        raise GameNotFound
    return kept


class HoleNotYet(RuleError):
    """An earlier hole isn't finished, perhaps because it was reopened."""

    code = "hole.not_yet"


class HoleAfterEnd(RuleError):
    """The game ended before that hole."""

    code = "hole.after_end"


def hole_to_see(kept: KeptGame, number: int) -> int:
    """The number of a hole that was started or is next.

    Raises HoleNotYet for a later planned one, HoleAfterEnd once the game is over; aborts with 404 for others.
    """
    game = kept.game
    if game.hole(number) is None and number != game.current_hole:
        if game.current_hole is None and 0 < number <= last_hole(game.house):
            raise HoleAfterEnd(f"The game is over. There’s no {game.house.round_word} {number}.")
        if game.current_hole is None or not game.current_hole < number <= game.holes_planned:
            abort(404)
        raise HoleNotYet(f"Finish {game.house.round_word} {game.current_hole} first.")
    return number


def by_view_link(kept: KeptGame | None, **asked: object) -> Response | None:
    """Redirect to the same page with the view-only link if the address has the join link.

    For pages whose addresses people share. ``asked`` has the other parameters.
    """
    if kept is None or not kept.may_edit or request.endpoint is None:
        return None
    return redirect(url_for(request.endpoint, **{**asked, "game": kept.view_key}))  # type: ignore[arg-type]


def best_key(kept: KeptGame) -> str:
    """The join link if this device knows it, else the view-only link."""
    known = next((game.key for game in games_of_device(store(), device_id()) if game.id == kept.id), "")
    return known or kept.view_key


OWN = "~"
"""Prefix of the address of a custom house."""


def find_house(key: str) -> House:
    """The house of that address. Raises UnknownHouse, with the known ones."""
    if key.startswith(OWN):
        return find_made_house(key).house
    return houses.get(key)


def house_or_missing(address: str) -> House:
    """The house of that address; aborts with 404, or with 410 if it was deleted."""
    try:
        return find_house(address)
    except UnknownHouse as unknown:
        refuse_missing(unknown)


class NoCards(RuleError):
    """The game has no cards, so it can't be practiced, played against the phone, built or ruled on."""

    code = "house.no_cards"

    def __init__(self, house: House) -> None:
        super().__init__(f"{house.name} is counted in points and has no cards, so there’s nothing to do on this page.")


def card_house_or_missing(address: str) -> House:
    """The house of that address if it has cards. Raises NoCards."""
    house = house_or_missing(address)
    if not house.has_cards:
        raise NoCards(house)
    return house


def with_cards(kept: KeptHouse) -> KeptHouse:
    """A custom house to change. Raises NoCards: the builder asks about cards."""
    if not kept.house.has_cards:
        raise NoCards(kept.house)
    return kept


def refuse_missing(unknown: UnknownHouse) -> NoReturn:
    """Answer 404 for an unknown house, 410 for a deleted one."""
    if isinstance(unknown.__cause__, HouseDeleted | HouseGone):
        raise unknown.__cause__
    abort(404)


def find_made_house(address: str) -> KeptHouse:
    """The custom house of a shared address. Raises UnknownHouse."""
    share_key, dot, version = address.removeprefix(OWN).partition(".")
    if not dot or (version.isascii() and version.isdecimal() and len(version) < 8):
        try:
            return find_shared_house(store(), share_key, int(version) if dot else None)
        except (HouseDeleted, HouseGone) as deleted:
            raise UnknownHouse("These rules were deleted.") from deleted
        except HouseNotFound:
            pass
    raise UnknownHouse("There are no rules at this link. Make sure you have the whole link.")


def house_address(house: House) -> str:
    """The value of `?house=` for this house and version; `find_house` reads it.

    It contains no chosen readings, and works only for a house that is stored here.
    """
    if any(house.key == shipped.key for shipped in (*houses.built_in(), *houses.score_games())):
        return house.key
    return f"{OWN}{house.key}.{house.version}"


def found_address(house: House) -> str:
    """The same if the house can still be found; "" if it was deleted or never stored here."""
    address = house_address(house)
    try:
        find_house(address)
    except UnknownHouse:
        return ""
    return address


def practice_address(kept: KeptGame) -> str:
    """Where a game against the phone is played; "" for one at a table."""
    return url_for("practice_hole.play", house=house_address(kept.game.house)) if kept.practice else ""


def hole_address(kept: KeptGame, hole: int) -> str:
    """Where that hole is played next: the page on which its cards are entered, or against the phone."""
    if kept.practice:
        return f"{practice_address(kept)}?game={kept.key}"
    return url_for("play.hole", key=kept.key, hole=hole)


def hole_words(kept: KeptGame, hole: int) -> str:
    """The button to that place: `Enter hole 4`, or the word of the house."""
    if kept.game.house.match.until is not None:  # its extra holes come after the longest possible game
        return enter_words(kept, hole)
    return _by_number(kept, hole)


def enter_words(kept: KeptGame, hole: int) -> str:
    """The same where an extra hole is named as one: `Enter the extra hole`."""
    begun = kept.game.hole(hole)
    return f"Enter the extra {kept.game.house.round_word}" if begun and begun.playoff else _by_number(kept, hole)


def _by_number(kept: KeptGame, hole: int) -> str:
    return f"{'Play' if kept.practice else 'Enter'} {kept.game.house.round_word} {hole}"


def question_row(option: Option) -> str:
    """A question's part of the address: its row in docs/open-questions.md, or its key."""
    return option.row or option.key


@lru_cache(256)
def question_links(house: House, game: str | None) -> Mapping[str, str]:
    """The page of each question of this house, by option; from the game of this key, if there is one."""
    address = house_address(house)
    return {
        option.key: url_for("questions.row", key=address, row=question_row(option), game=game, _anchor=option.key)
        for option in house.options
    }
