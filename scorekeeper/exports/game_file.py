"""A whole game as JSON, written and read back (docs/game-json.md); anybody may have written or tampered with a file."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    ValidationError,
    ValidationInfo,
)

from scorekeeper.houses import BadHouse, HouseProblem
from scorekeeper.houses.lint import unusable
from scorekeeper.houses.loading import from_data, to_data
from scorekeeper.rules import LONGEST_GAME, Entry, Game, Hole, House, Player, RuleError, format_layout, parse_layout
from scorekeeper.rules.game import check_name
from scorekeeper.rules.notation import MOST_POINTS
from scorekeeper.tally.editing import LAST_HOLE, LONGEST_TITLE, MOST_NAMES

FORMAT = "scorekeeper.game"
VERSION = 1

LONGEST_FILE = 1_000_000
"""Bytes. The longest game of the largest table is a quarter of it."""

LONGEST_HOUSE_TEXT = 2_000
MOST_PROBLEMS = 100


def game_json(game: Game, title: str = "") -> bytes:
    """The game as a file: UTF-8, indented for people who look into it."""
    return (json.dumps(export_game(game, title), ensure_ascii=False, indent=2) + "\n").encode()


def export_game(game: Game, title: str = "") -> dict[str, Any]:
    """Everything that a game is made of, as plain JSON values.

    People are named by their place in ``players``, from 0. ``results``, ``standings`` and ``places`` are there for
    other programs: they follow from the rest, and reading the file back passes over them.
    """
    place = {player.id: number for number, player in enumerate(game.players)}
    return {
        "format": FORMAT,
        "version": VERSION,
        "title": title,
        "house": to_data(game.house),
        "players": [_fields(player, "name", "joined", "left", "team") for player in game.players],
        "holes_planned": game.holes_planned,
        "first_dealer": place[game.first_dealer],
        "holes": [_hole_data(hole, game, place) for hole in game.holes],
        "standings": [
            {"player": place[standing.player.id], **_fields(standing, "total", "holes", "rank")}
            for standing in game.standings
        ],
        "places": [
            {
                "players": [place[player.id] for player in ranked.side.players],
                **_fields(ranked, "total", "holes", "rank"),
            }
            for ranked in game.places
        ],
    }


def _fields(of: object, *names: str) -> dict[str, Any]:
    return {name: getattr(of, name) for name in names}


def _hole_data(hole: Hole, game: Game, place: dict[int, int]) -> dict[str, Any]:
    result = game.result(hole.number)
    by_name = {player.name: place[player.id] for player in game.players}
    return {
        "number": hole.number,
        "dealer": place[hole.dealer],
        "entries": [
            {"player": place[player.id], **_entry_data(hole.entries[player.id])}
            for player in game.players
            if player.id in hole.entries
        ],
        "ender": None if hole.ender is None else place[hole.ender],
        **_fields(hole, "ender_known", "confirmed", "warnings_accepted"),
        "playoff": [place[player_id] for player_id in hole.playoff],
        "results": [
            {"player": by_name[player.name], **_fields(player, "raw", "penalty", "score", "wins")}
            for player in (result.players if result else ())
        ],
    }


def _entry_data(entry: Entry) -> dict[str, Any]:
    return {"points": entry.points} if entry.layout is None else {"cards": format_layout(entry.layout)}


# --- reading ----------------------------------------------------------------------------------------------------------


class FileProblem(RuleError):
    """One thing wrong in a file: the ``path`` to it (`holes[2].entries[0].cards`), a stable code, and the cause."""

    # The one class of problem whose code is not its own: bad cards keep the code that they have everywhere.
    code: str

    def __init__(self, code: str, path: str, cause: str) -> None:
        super().__init__(f"{path}: {cause}" if path else cause)
        self.code = code
        self.path = path


class BadGameFile(RuleError):
    """A file that is no game, or not a whole one, with every problem found."""

    code = "game_file.bad"

    def __init__(self, problems: Iterable[FileProblem]) -> None:
        self._found = tuple(problems)
        super().__init__("; ".join(problem.message for problem in self._found))

    @property
    def problems(self) -> tuple[FileProblem, ...]:
        return self._found


def read_game_file(content: bytes) -> tuple[Game, str]:
    """The game in a file, its players numbered from 1, and its title. Raises BadGameFile with all that is wrong."""
    if len(content) > LONGEST_FILE:
        cause = f"the file has {len(content)} bytes; no game needs more than {LONGEST_FILE}"
        raise BadGameFile([_wrong("too_long", "", cause)])
    try:
        data = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        cause = str(error) if isinstance(error, ValueError) else "it is nested too deeply"
        raise BadGameFile([_wrong("no_json", "", f"this is no JSON file: {cause}")]) from None
    return read_game(data)


def read_game(data: object) -> tuple[Game, str]:
    """The game in values that came from JSON, and its title. Raises BadGameFile with everything that is wrong in them.

    What the file says follows from the rest (`results`, `standings`, `places`) is not read. Whether these people may
    play these holes together is for the store to say.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        cause = f"this is no game from Scorekeeper; such a file says {FORMAT!r} here"
        raise BadGameFile([_wrong("not_a_game", "format", cause)])
    if isinstance(data.get("version"), int) and data["version"] > VERSION:
        cause = f"this file was written by a newer Scorekeeper (its version is {data['version']})"
        raise BadGameFile([_wrong("newer", "version", cause)])
    listed = data.get("players")
    try:
        written = _Game.model_validate(data, context=len(listed) if isinstance(listed, list) else 0)
        return _game(written), written.title
    except ValidationError as error:
        raise BadGameFile(list(_problems(error))[:MOST_PROBLEMS]) from None
    except RecursionError:
        raise BadGameFile([_wrong("no_json", "", "it is nested too deeply")]) from None


# --- the shape of a file ----------------------------------------------------------------------------------------------


def _titled(title: str) -> str:
    if not title.isprintable():
        raise ValueError("all characters must be ones that can be seen")
    return title


def _listed(place: int, info: ValidationInfo) -> int:
    if not 0 <= place < (info.context or 0):
        raise ValueError(f"there is no player {place}; they are counted from 0")
    return place + 1  # as an id of a player


_Person = Annotated[int, AfterValidator(_listed)]
_HoleNumber = Annotated[int, Field(ge=1, le=LAST_HOLE)]


class _Strict(BaseModel):
    """A number is no text, and no key is there that nobody knows."""

    model_config = ConfigDict(strict=True, extra="forbid")


class _Player(_Strict):
    name: str
    joined: _HoleNumber
    left: Annotated[int, Field(ge=0, le=LAST_HOLE)] | None
    team: Annotated[int, Field(ge=1, le=MOST_NAMES)] | None = None  # older files do not speak of teams


class _Cards(_Strict):
    player: _Person
    cards: str


class _Points(_Strict):
    player: _Person
    points: int = Field(ge=-MOST_POINTS, le=MOST_POINTS)


_Entered = Annotated[
    Annotated[_Cards, Tag("with cards")] | Annotated[_Points, Tag("with points")],
    Discriminator(lambda row: "with cards" if isinstance(row, dict) and "cards" in row else "with points"),
]


class _Hole(_Strict):
    number: _HoleNumber
    dealer: _Person
    entries: list[_Entered] = Field(max_length=MOST_NAMES)
    ender: _Person | None
    ender_known: bool
    confirmed: bool
    warnings_accepted: bool
    playoff: list[_Person] = Field(max_length=MOST_NAMES)
    results: Any = None


class _Game(_Strict):
    format: str
    version: int = Field(ge=1)
    title: Annotated[str, Field(max_length=LONGEST_TITLE), AfterValidator(_titled)]
    house: dict[str, Any]
    players: list[_Player] = Field(min_length=1, max_length=MOST_NAMES)
    holes_planned: int = Field(ge=1, le=LONGEST_GAME)
    first_dealer: _Person
    holes: list[_Hole] = Field(max_length=LAST_HOLE)
    standings: Any = None
    places: Any = None


def _problems(error: ValidationError) -> Iterator[FileProblem]:
    """What pydantic found, under our codes."""
    codes = {"missing": "missing", "extra_forbidden": "unknown_key"}
    for found in error.errors(include_url=False, include_input=False):
        path = ""
        for step in found["loc"]:
            if isinstance(step, int):
                path += f"[{step}]"
            elif not step.startswith("with "):
                path = _join(path, step if len(step) <= 40 else f"{step[:40]}…")
        kind = found["type"]
        code = codes.get(kind, "wrong_type" if kind.endswith("_type") else "out_of_range")
        cause = found["msg"].removeprefix("Value error, ").replace("Input should be", "must be")
        yield _wrong(code, path, cause)


# --- what it means ----------------------------------------------------------------------------------------------------


def _game(written: _Game) -> Game:
    """The game, if house, names and cards are ones. Raises BadGameFile."""
    problems: list[FileProblem] = []
    house = _house(written.house, problems)
    players = [
        Player(place + 1, _name(one.name, f"players[{place}].name", problems), one.joined, one.left, one.team)
        for place, one in enumerate(written.players)
    ]
    for place, player in enumerate(players):
        if player.left is not None and player.left < player.joined - 1:
            problems.append(_wrong("out_of_range", f"players[{place}].left", "nobody leaves before joining"))
        if player.name.casefold() in {other.name.casefold() for other in players[:place]}:
            problems.append(_wrong("name_twice", f"players[{place}].name", f"two players are called {player.name}"))
    holes = [_hole(hole, f"holes[{place}]", house, problems) for place, hole in enumerate(written.holes)]
    numbers = [hole.number for hole in holes]
    for number in sorted({number for number in numbers if numbers.count(number) > 1}):
        problems.append(_wrong("twice", "holes", f"hole {number} is there twice"))
    if problems or house is None:
        raise BadGameFile(problems[:MOST_PROBLEMS])
    return Game(house, tuple(players), written.holes_planned, written.first_dealer, tuple(holes))


def _wrong(code: str, path: str, cause: str) -> FileProblem:
    return FileProblem(f"game_file.{code}", path, cause)


def _house(data: dict[str, Any], problems: list[FileProblem]) -> House | None:
    if oversized := [_wrong("out_of_range", path, cause) for path, cause in _oversized(data, "house")]:
        problems += oversized
        return None
    try:
        # These rules were played: what a newer release would not let anybody write any more stays as it was.
        return from_data(data, "house", judge=unusable)
    except BadHouse as error:
        problems += [FileProblem(HouseProblem.code, _join("house", one.key), one.cause) for one in error.found]
        return None


def _name(typed: str, path: str, problems: list[FileProblem]) -> str:
    try:
        return check_name(typed)
    except RuleError as error:
        problems += [FileProblem(problem.code, path, problem.message) for problem in error.problems]
        return path


def _hole(hole: _Hole, path: str, house: House | None, problems: list[FileProblem]) -> Hole:
    entries: dict[int, Entry] = {}
    for place, row in enumerate(hole.entries):
        here = f"{path}.entries[{place}]"
        if row.player in entries:
            problems.append(_wrong("twice", f"{here}.player", "this player has two entries on this hole"))
        if isinstance(row, _Points):
            entries[row.player] = Entry(points=row.points)
        elif house is not None:
            try:
                entries[row.player] = Entry(parse_layout(row.cards, house))
            except RuleError as error:
                problems += [FileProblem(one.code, f"{here}.cards", one.message) for one in error.problems]
    if hole.playoff and len(set(hole.playoff)) < max(2, len(hole.playoff)):
        cause = "an extra hole is played by at least two different players"
        problems.append(_wrong("out_of_range", f"{path}.playoff", cause))
    told = _fields(hole, "number", "dealer", "ender", "ender_known", "confirmed", "warnings_accepted")
    return Hole(entries=entries, playoff=tuple(hole.playoff), **told)


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
