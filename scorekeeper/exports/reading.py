"""Reading a game back from JSON that anybody may have written, or tampered with (docs/game-json.md)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, TypeVar

from scorekeeper.exports.game_json import FORMAT, VERSION
from scorekeeper.houses import BadHouse, HouseProblem
from scorekeeper.houses.contradictions import unusable
from scorekeeper.houses.loading import from_data
from scorekeeper.rules import LONGEST_GAME, Entry, House, RuleError, parse_layout
from scorekeeper.rules.game import check_name
from scorekeeper.rules.notation import MOST_POINTS
from scorekeeper.store import ImportedGame, ImportedHole, ImportedPlayer
from scorekeeper.store.editing import LAST_HOLE, LONGEST_TITLE, MOST_NAMES

LONGEST_FILE = 1_000_000
"""Bytes. The longest game of the largest table is a quarter of it."""

LONGEST_HOUSE_TEXT = 2_000
MOST_PROBLEMS = 100

FLAGS = ("ender_known", "confirmed", "warnings_accepted")  # of a hole

T = TypeVar("T")


class FileProblem(RuleError):
    """One thing wrong in a file: the ``path`` to it (`holes[2].entries[0].cards`), a stable code, and the cause."""

    # The one class of problem whose code is not its own: bad cards keep the code that they have everywhere.
    code: str  # type: ignore[misc]

    def __init__(self, code: str, path: str, cause: str) -> None:
        super().__init__(f"{path}: {cause}" if path else cause)
        self.code = code
        self.path = path


class BadGameFile(RuleError):
    """A file that is no game, or not a whole one, with every problem found."""

    code = "game_file.bad"

    def __init__(self, problems: Iterable[FileProblem]) -> None:
        self._problems = tuple(problems)
        super().__init__("; ".join(problem.message for problem in self._problems))

    @property
    def problems(self) -> tuple[FileProblem, ...]:
        return self._problems


def read_game_file(content: bytes) -> ImportedGame:
    """The game in a file. Raises BadGameFile with everything that is wrong in it."""
    if len(content) > LONGEST_FILE:
        cause = f"the file has {len(content)} bytes; no game needs more than {LONGEST_FILE}"
        raise BadGameFile([FileProblem("game_file.too_long", "", cause)])
    try:
        data = json.loads(content.decode("utf-8-sig"), parse_constant=_no_number, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        cause = str(error) if isinstance(error, ValueError) else "it is nested too deeply"
        raise BadGameFile([FileProblem("game_file.no_json", "", f"this is no JSON file: {cause}")]) from None
    return read_game(data)


def read_game(data: object) -> ImportedGame:
    """The game in values that came from JSON. Raises BadGameFile with everything that is wrong in them.

    What the file says follows from the rest (`results`, `standings`, `places`) is not read. Whether these people may
    play these holes together is for the store to say.
    """
    reader = _Reader()
    try:
        game = reader.game(data)
    except RecursionError:
        raise BadGameFile([FileProblem("game_file.no_json", "", "it is nested too deeply")]) from None
    if reader.problems or game is None:
        raise BadGameFile(reader.problems[:MOST_PROBLEMS])
    return game


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {twice[:40]!r} is there twice")
    return found


class _Reader:
    """Takes values apart and notes every problem; whoever asks for a bad value is given None."""

    def __init__(self) -> None:
        self.problems: list[FileProblem] = []

    def wrong(self, code: str, path: str, cause: str) -> None:
        self.problems.append(FileProblem(f"game_file.{code}", path, cause))

    # --- plain values ---------------------------------------------------------------------------------------------

    def table(
        self, value: object, path: str, keys: Iterable[str], not_needed: Iterable[str] = ()
    ) -> dict[str, Any] | None:
        """An object with these keys, all of them; those ``not_needed`` may be there as well."""
        if not isinstance(value, dict):
            self.wrong("wrong_type", path, f"must be an object, not {_kind(value)}")
            return None
        keys = tuple(keys)
        for key in keys:
            if key not in value:
                self.wrong("missing", _join(path, key), "is missing")
        for key in value:
            if key not in keys and key not in not_needed:
                self.wrong("unknown_key", _join(path, _shown(key)), "nobody knows this key")
        return value

    def rows(self, value: object, path: str, most: int) -> list[Any]:
        """A list of at most so many."""
        if not isinstance(value, list):
            self.wrong("wrong_type", path, f"must be a list, not {_kind(value)}")
            return []
        if len(value) > most:
            self.wrong("out_of_range", path, f"has {len(value)} entries; at most {most} can be")
            return []
        return value

    def whole(self, value: object, path: str, least: int, most: int) -> int | None:
        """A whole number in that range."""
        if not isinstance(value, int) or isinstance(value, bool):
            self.wrong("wrong_type", path, f"must be a whole number, not {_kind(value)}")
            return None
        if not least <= value <= most:
            self.wrong("out_of_range", path, f"must be from {least} to {most}")
            return None
        return value

    def flag(self, value: object, path: str) -> bool:
        if not isinstance(value, bool):
            self.wrong("wrong_type", path, f"must be true or false, not {_kind(value)}")
            return False
        return value

    def text(self, value: object, path: str) -> str | None:
        if not isinstance(value, str):
            self.wrong("wrong_type", path, f"must be a text, not {_kind(value)}")
            return None
        return value

    def ruled(self, path: str, read: Callable[[], T]) -> T | None:
        """What a function of the rules makes of a value; its complaints become ours."""
        try:
            return read()
        except RuleError as error:
            self.problems += [FileProblem(problem.code, path, problem.message) for problem in error.problems]
            return None

    # --- the game -------------------------------------------------------------------------------------------------

    def game(self, value: object) -> ImportedGame | None:
        if not isinstance(value, dict) or value.get("format") != FORMAT:
            self.wrong("not_a_game", "format", f"this is no game from Scorekeeper; such a file says {FORMAT!r} here")
            return None
        version = self.whole(value.get("version"), "version", 1, 10**6)
        if version is None:
            return None
        if version > VERSION:
            self.wrong("newer", "version", f"this file was written by a newer Scorekeeper (its version is {version})")
            return None
        keys = ("format", "version", "title", "house", "players", "holes_planned", "first_dealer", "holes")
        self.table(value, "", keys, not_needed=("standings", "places"))
        house = self.house(value["house"]) if "house" in value else None
        players = self.players(value.get("players", []))
        planned = dealer = None
        if "holes_planned" in value:
            planned = self.whole(value["holes_planned"], "holes_planned", 1, LONGEST_GAME)
        if "first_dealer" in value:
            dealer = self.person(value["first_dealer"], "first_dealer", players)
        holes = [
            self.hole(hole, f"holes[{number}]", house, players)
            for number, hole in enumerate(self.rows(value.get("holes", []), "holes", LAST_HOLE))
        ]
        self.numbers([hole.number for hole in holes if hole is not None], "holes")
        title = self.title(value.get("title", ""))
        if house is None or planned is None or dealer is None:
            return None
        return ImportedGame(house, players, planned, dealer, tuple(hole for hole in holes if hole is not None), title)

    def title(self, value: object) -> str:
        title = self.text(value, "title") or ""
        if len(title) > LONGEST_TITLE or not title.isprintable():
            self.wrong("out_of_range", "title", f"must have at most {LONGEST_TITLE} characters, all of them to be seen")
        return title

    def house(self, value: object) -> House | None:
        if not isinstance(value, dict):
            self.wrong("wrong_type", "house", f"must be an object, not {_kind(value)}")
            return None
        oversized = list(_oversized(value, "house"))
        for path, cause in oversized:
            self.wrong("out_of_range", path, cause)
        if oversized:
            return None
        try:
            # These rules were played: what a newer release would not let anybody write any more stays as it was.
            return from_data(value, "house", judge=unusable)
        except BadHouse as error:
            for problem in error.problems:
                key, cause = (problem.key, problem.cause) if isinstance(problem, HouseProblem) else ("", str(problem))
                self.problems.append(FileProblem(problem.code, _join("house", key), cause))
            return None

    def players(self, value: object) -> tuple[ImportedPlayer, ...]:
        players = []
        names: set[str] = set()
        for number, row in enumerate(self.rows(value, "players", MOST_NAMES)):
            path = f"players[{number}]"
            # Files from before there were teams do not speak of them.
            fields = self.table(row, path, ("name", "joined", "left"), not_needed=("team",)) or {}
            text = self.text(fields["name"], f"{path}.name") if "name" in fields else None
            name = None if text is None else self.ruled(f"{path}.name", partial(check_name, text))
            joined = self.whole(fields.get("joined", 1), f"{path}.joined", 1, LAST_HOLE) or 1
            left = fields.get("left")
            if left is not None:
                left = self.whole(left, f"{path}.left", joined - 1, LAST_HOLE)
            team = fields.get("team")
            if team is not None:
                team = self.whole(team, f"{path}.team", 1, MOST_NAMES)
            if name is not None and name.casefold() in names:
                self.wrong("name_twice", f"{path}.name", f"two players are called {name}")
            names.add((name or "").casefold())
            players.append(ImportedPlayer(name or "?", joined, left, team))
        if not players and isinstance(value, list):
            self.wrong("out_of_range", "players", "there is nobody")
        return tuple(players)

    def person(self, value: object, path: str, players: tuple[ImportedPlayer, ...]) -> int | None:
        """A place in the list of players."""
        return self.whole(value, path, 0, len(players) - 1) if players else None

    def hole(
        self, value: object, path: str, house: House | None, players: tuple[ImportedPlayer, ...]
    ) -> ImportedHole | None:
        keys = ("number", "dealer", "entries", "ender", "playoff", *FLAGS)
        fields = self.table(value, path, keys, not_needed=("results",))
        if fields is None or not fields.keys() >= set(keys):
            return None
        number = self.whole(fields["number"], f"{path}.number", 1, LAST_HOLE)
        dealer = self.person(fields["dealer"], f"{path}.dealer", players)
        entries: dict[int, Entry] = {}
        for place, row in enumerate(self.rows(fields["entries"], f"{path}.entries", MOST_NAMES)):
            self.entry(row, f"{path}.entries[{place}]", house, players, entries)
        ender = fields["ender"]
        if ender is not None:
            ender = self.person(ender, f"{path}.ender", players)
        playoff = [
            self.person(row, f"{path}.playoff[{place}]", players)
            for place, row in enumerate(self.rows(fields["playoff"], f"{path}.playoff", MOST_NAMES))
        ]
        if playoff and len(set(playoff)) < max(2, len(playoff)):
            self.wrong("out_of_range", f"{path}.playoff", "an extra hole is played by at least two different players")
        flags = {key: self.flag(fields[key], f"{path}.{key}") for key in FLAGS}
        if number is None or dealer is None:
            return None
        return ImportedHole(
            number, dealer, entries, ender, playoff=tuple(place for place in playoff if place is not None), **flags
        )

    def entry(
        self,
        value: object,
        path: str,
        house: House | None,
        players: tuple[ImportedPlayer, ...],
        entries: dict[int, Entry],
    ) -> None:
        """One player's cards or points, added to the entries of the hole."""
        how = "cards" if isinstance(value, dict) and "cards" in value else "points"
        fields = self.table(value, path, ("player", how))
        if fields is None or not fields.keys() >= {"player", how}:
            return
        place = self.person(fields["player"], f"{path}.player", players)
        entry = None
        if how == "points":
            points = self.whole(fields["points"], f"{path}.points", -MOST_POINTS, MOST_POINTS)
            entry = None if points is None else Entry(points=points)
        else:
            cards = self.text(fields["cards"], f"{path}.cards")
            if cards is not None and house is not None:
                layout = self.ruled(f"{path}.cards", partial(parse_layout, cards, house))
                entry = None if layout is None else Entry(layout)
        if place is not None and place in entries:
            self.wrong("twice", f"{path}.player", "this player has two entries on this hole")
        if place is not None and entry is not None:
            entries[place] = entry

    def numbers(self, numbers: list[int], path: str) -> None:
        for number in sorted({number for number in numbers if numbers.count(number) > 1}):
            self.wrong("twice", path, f"hole {number} is there twice")


def _oversized(value: object, path: str) -> Iterator[tuple[str, str]]:
    """Numbers and texts in a house that no house needs, and that pages would choke on."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if len(key) > LONGEST_HOUSE_TEXT:
                yield path, f"has a key of {len(key)} characters"
            else:
                yield from _oversized(inner, _join(path, key))
    elif isinstance(value, list):
        if len(value) > LONGEST_HOUSE_TEXT:
            yield path, f"has {len(value)} entries"
        else:
            for place, inner in enumerate(value):
                yield from _oversized(inner, f"{path}[{place}]")
    elif isinstance(value, str) and len(value) > LONGEST_HOUSE_TEXT:
        yield path, f"has {len(value)} characters; at most {LONGEST_HOUSE_TEXT} can be"
    elif isinstance(value, int | float) and not abs(value) <= MOST_POINTS:
        yield path, f"must be from -{MOST_POINTS} to {MOST_POINTS}"


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path and key else path or key


def _kind(value: object) -> str:
    kinds = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return kinds.get(type(value), "a number")


def _shown(key: str) -> str:
    return key if len(key) <= 40 else key[:40] + "…"
