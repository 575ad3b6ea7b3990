"""A whole game as JSON, written and read back (docs/game-json.md). Files may come from anyone."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, ValidationInfo
from pydantic_core import PydanticCustomError

from scorekeeper.houses import BadHouse
from scorekeeper.houses.file_text import text_of
from scorekeeper.houses.lint import unusable
from scorekeeper.houses.loading import from_data, to_data, with_plain_keys
from scorekeeper.houses.straightening import JSON, straightened
from scorekeeper.houses.writing import for_any_editor
from scorekeeper.rules import ByHand, Entry, Game, Hole, House, Player, RuleError, format_layout, parse_layout
from scorekeeper.rules.house import MOST_TYPED
from scorekeeper.rules.problems import SeveralProblems, raise_any
from scorekeeper.rules.wording import short
from scorekeeper.store.columns import format_moment, parse_moment
from scorekeeper.tally.editing import LAST_HOLE, LAST_OPEN, MOST_NAMES, checked_by_hand
from scorekeeper.tally.values import GameFile, Origin

FORMAT = "scorekeeper.game"
VERSION = 1

LONGEST_FILE = 1_000_000
"""Bytes. The longest game of the largest table is a quarter of it."""

TABLE_BEGINS = ("Hole,Dealer", "Hole;Dealer")
"""The start of the CSV file, which people import by mistake."""

EARLIEST, LATEST = 1900, 9000
"""Possible years of a game."""

LONGEST_HOUSE_TEXT = 2_000
MOST_IN_A_HOUSE = 10_000
MOST_PROBLEMS = 100
PREDICATES = ("is ", "isn’t ", "has ", "must ")

UNKNOWN = Origin()


def game_json(game: Game, title: str = "", origin: Origin = UNKNOWN) -> bytes:
    """The game as a file in UTF-8, indented for human readers."""
    text = json.dumps(export_game(game, title, origin), ensure_ascii=False, indent=2)
    return f"{for_any_editor(text)}\n".encode()


def export_game(game: Game, title: str = "", origin: Origin = UNKNOWN) -> dict[str, Any]:
    """A whole game as plain JSON values.

    Players are numbers: their index in ``players``, from 0. ``results`` and ``places`` are for other programs; they
    follow from the rest and are not read back.
    """
    number_of = {player.id: number for number, player in enumerate(game.players)}
    return {
        "format": FORMAT,
        "version": VERSION,
        "title": title,
        **_origin_data(origin),
        "house": to_data(game.house),
        "players": [_fields(player, "name", "joined", "left", "team") for player in game.players],
        "holes_planned": game.holes_planned,
        **({} if game.cut_from is None else {"cut_from": game.cut_from}),
        "first_dealer": number_of[game.first_dealer],
        "holes": [_hole_data(hole, game, number_of) | _confirmed_at(hole, origin) for hole in game.holes],
        "places": [
            {"players": [number_of[player.id] for player in ranked.side.players]}
            | _fields(ranked, "total", "holes", "rank")
            for ranked in game.places
        ],
    }


def _origin_data(origin: Origin) -> dict[str, Any]:
    """The known parts of an origin; a game that is not kept has no dates."""
    moments = {"begun_at": origin.begun_at, "changed_at": origin.changed_at}
    told = {name: format_moment(moment) for name, moment in moments.items() if moment is not None}
    return ({"uid": origin.uid} if origin.uid else {}) | told | ({"practice": True} if origin.practice else {})


def _confirmed_at(hole: Hole, origin: Origin) -> dict[str, Any]:
    moment = origin.holes.get(hole.number)
    return {} if moment is None else {"confirmed_at": format_moment(moment)}


def _fields(of: object, *names: str) -> dict[str, Any]:
    return {name: getattr(of, name) for name in names}


def _hole_data(hole: Hole, game: Game, number_of: dict[int, int]) -> dict[str, Any]:
    result = game.result(hole.number)
    by_name = {player.name: number_of[player.id] for player in game.players}
    return {
        "number": hole.number,
        "dealer": number_of[hole.dealer],
        "entries": [
            {"player": number_of[player.id], **_entry_data(hole.entries[player.id])}
            for player in game.players
            if player.id in hole.entries
        ],
        **_by_hand_data(hole, game, number_of),
        "ender": None if hole.ender is None else number_of[hole.ender],
        **_fields(hole, "ender_known", "confirmed", "warnings_accepted"),
        "playoff": [number_of[player_id] for player_id in hole.playoff],
        "results": [
            {
                "player": by_name[player.name],
                **_fields(player, "raw", "penalty"),
                **({"by_hand": player.by_hand.points} if player.by_hand else {}),
                **_fields(player, "score", "wins"),
            }
            for player in (result.players if result else ())
        ],
    }


def _by_hand_data(hole: Hole, game: Game, number_of: dict[int, int]) -> dict[str, Any]:
    """Points by hand, if there are any; without them, older releases can read the file too."""
    noted = [player.id for player in game.players if player.id in hole.by_hand]
    if not noted:
        return {}
    return {"by_hand": [{"player": number_of[one], **_fields(hole.by_hand[one], "points", "reason")} for one in noted]}


def _entry_data(entry: Entry) -> dict[str, Any]:
    return {"points": entry.points} if entry.layout is None else {"cards": format_layout(entry.layout)}


# --- reading ----------------------------------------------------------------------------------------------------------


class BadGameFile(RuleError):
    """One problem in a file, with its path: `holes[2].entries[0].cards: ...`.

    A cause that is a predicate continues the path: `holes[2].dealer is missing.`
    """

    code = "game_file.bad"

    def __init__(self, path: str, cause: str) -> None:
        between = " " if cause.startswith(PREDICATES) else ": "
        super().__init__(f"{path}{between}{cause}" if path else cause)


def read_game_file(content: bytes) -> GameFile:
    """The game in a file, its title, and when it was played. Raises RuleError for any other file.

    `checked_game` checks whether these players can play these holes together.
    """
    try:
        written = _read(content)
        return GameFile(_game(written), written.title, _origin(written))
    except RecursionError:
        raise BadGameFile("", "The data in this file is nested too deeply.") from None


def _read(content: bytes) -> "_Game":
    if len(content) > LONGEST_FILE:
        raise BadGameFile("", f"The file is too large: {len(content):,} bytes. The limit is {LONGEST_FILE:,}.")
    data = _json(text_of(content))
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadGameFile("format", f"This isn’t a Scorekeeper game. It should say “{FORMAT}” here.")
    listed = data.get("players")
    try:
        return _Game.model_validate(data, context=len(listed) if isinstance(listed, list) else 0)
    except ValidationError as error:
        raise SeveralProblems(list(_problems(error))[:MOST_PROBLEMS]) from None


def _json(text: str) -> Any:
    """The values of a JSON text, after an editor may have changed its quotes. Raises BadGameFile."""
    try:
        return json.loads(text)
    except ValueError:
        mended = straightened(text, JSON)
    try:
        return json.loads(mended, strict=False)  # mail programs break lines within texts
    except json.JSONDecodeError as error:
        raise BadGameFile("", _unreadable(text, mended, error)) from None
    except ValueError:  # Python's own limit of digits
        raise BadGameFile("", "A number in this file has thousands of digits.") from None


def _unreadable(text: str, mended: str, error: json.JSONDecodeError) -> str:
    """What is wrong with a text that isn't JSON, in our words."""
    if not text.lstrip().startswith(("{", "[", '"', *"“”„«")):
        first = short(text.strip().split("\n")[0])
        if first.startswith(TABLE_BEGINS):
            return "This is the CSV file. Import the game’s JSON file."
        if re.match(r"[\w-]+ *=", first):
            return "These are rules, not a game. Import them where you make your own rules."
        return f"This isn’t a Scorekeeper game. It starts with “{first}”."
    if error.pos >= len(mended.rstrip()) or error.msg.startswith("Unterminated"):
        return "The file ends too early. It was cut off, or a quote or bracket isn’t closed."
    line = mended.split("\n")[error.lineno - 1]
    near = short(line[max(0, error.colno - 20) : error.colno + 20].strip())
    return f"Line {error.lineno} can’t be read, near “{near}”. Import the file as it was downloaded."


# --- the shape of a file ----------------------------------------------------------------------------------------------


def _listed(index: int, info: ValidationInfo) -> int:
    if not 0 <= index < (info.context or 0):
        raise ValueError(f"There’s no player {index}. Player numbers start at 0.")
    return index + 1  # as an id of a player


def _moment(text: str) -> str:
    """A day or a moment; a day becomes its noon in UTC, which is the same day almost everywhere."""
    try:
        text = re.sub("[‐‑–—−]", "-", text)  # an editor may have changed the hyphens
        found = datetime.fromisoformat(text if len(text) > len("2026-11-21") else f"{text}T12:00:00")
        found = found.replace(tzinfo=found.tzinfo or UTC)
        if EARLIEST <= found.year <= LATEST:
            return format_moment(found)
    except ValueError:
        pass
    raise ValueError("must be a date like 2026-11-21 or a date and time like 2026-11-21T19:30:00Z.")


def _uid(text: str) -> str:
    if not re.fullmatch("[0-9a-f]{12,24}", text):
        raise ValueError("must be 12 to 24 characters, all digits or letters from a to f.")
    return text


def _read_here(version: int) -> int:
    if version > VERSION:
        raise ValueError(f"This file is from a newer version of Scorekeeper ({version}).")
    return version


def _few_enough(holes: Any, info: ValidationInfo) -> Any:
    """The holes, if there are no more than these rules allow."""
    match = info.data.get("house", {}).get("match")
    most = LAST_OPEN if isinstance(match, dict) and match.get("open") is True else LAST_HOLE
    if isinstance(holes, list) and len(holes) > most:
        raise PydanticCustomError("too_long", "too many holes")
    return holes


_Person = Annotated[int, AfterValidator(_listed)]
_Moment = Annotated[str, AfterValidator(_moment)]
_Number = Annotated[int, Field(ge=-MOST_TYPED, le=MOST_TYPED)]


class _Strict(BaseModel):
    """A model without unknown keys, whose numbers are numbers and not texts."""

    model_config = ConfigDict(strict=True, extra="forbid")


class _Player(_Strict):
    name: str
    joined: _Number
    left: _Number | None
    team: _Number | None = None  # not in older files


class _Entered(_Strict):
    player: _Person
    cards: str | None = None
    points: _Number | None = None


class _ByHand(_Strict):
    player: _Person
    points: _Number
    reason: str


class _Hole(_Strict):
    number: _Number
    dealer: _Person
    entries: list[_Entered] = Field(max_length=MOST_NAMES)
    by_hand: list[_ByHand] = Field(default=[], max_length=MOST_NAMES)
    ender: _Person | None
    ender_known: bool
    confirmed: bool
    confirmed_at: _Moment | None = None
    warnings_accepted: bool
    playoff: list[_Person] = Field(max_length=MOST_NAMES)
    results: Any = None


class _Game(_Strict):
    format: str
    version: Annotated[int, AfterValidator(_read_here)]
    title: str
    uid: Annotated[str, AfterValidator(_uid)] | None = None  # this and the next two are not in older files
    begun_at: _Moment | None = None
    changed_at: _Moment | None = None
    practice: bool = False
    house: dict[str, Any]
    players: list[_Player] = Field(min_length=1, max_length=MOST_NAMES)
    holes_planned: _Number
    cut_from: _Number | None = None
    first_dealer: _Person
    holes: Annotated[list[_Hole], BeforeValidator(_few_enough)]
    standings: Any = None  # in older files
    places: Any = None


_CAUSES = {
    "missing": "is missing.",
    "extra_forbidden": "isn’t a known key. A newer version of Scorekeeper may know it.",
    "dict_type": "must be an object with keys.",
    "model_type": "must be an object with keys.",
    "too_long": "has more entries than any game.",
    "too_short": "has no entries.",
}
"""Our words for the validator's problems, by its names for them."""


def _problems(error: ValidationError) -> Iterator[BadGameFile]:
    """The problems that pydantic found, in our words."""
    for found in error.errors(include_url=False, include_input=False):
        path = ""
        for step in found["loc"]:
            path = f"{path}[{step}]" if isinstance(step, int) else _join(path, step[:40])
        said = found["msg"].removeprefix("Value error, ").replace("Input should be", "must be")
        yield BadGameFile(path, _CAUSES.get(found["type"], f"{said.rstrip('.')}."))


# --- what it means ----------------------------------------------------------------------------------------------------


def _game(written: _Game) -> Game:
    """The game, if its house and cards are valid. Raises every BadGameFile at once."""
    problems: list[RuleError] = []
    house = _house(written.house, problems)
    players = [
        Player(number, one.name, one.joined, one.left, one.team) for number, one in enumerate(written.players, start=1)
    ]
    holes = [_hole(hole, f"holes[{index}]", house, problems) for index, hole in enumerate(written.holes)]
    raise_any(problems[:MOST_PROBLEMS])
    assert house is not None
    return Game(house, tuple(players), written.holes_planned, written.first_dealer, tuple(holes), written.cut_from)


def _origin(written: _Game) -> Origin:
    begun_at, changed_at = (moment and parse_moment(moment) for moment in (written.begun_at, written.changed_at))
    holes = {hole.number: parse_moment(hole.confirmed_at) for hole in written.holes if hole.confirmed_at}
    return Origin(written.uid or "", begun_at or None, changed_at or None, holes, written.practice)


def _house(data: dict[str, Any], problems: list[RuleError]) -> House | None:
    if oversized := [BadGameFile(path, cause) for path, cause in _oversized(data, "house")]:
        problems += oversized
        return None
    try:
        # These rules were played, so they stay valid even if a newer release no longer accepts them.
        return with_plain_keys(lambda rules: from_data(rules, "house", judge=unusable), data)
    except BadHouse as error:
        problems += error.problems
        return None


def _hole(hole: _Hole, path: str, house: House | None, problems: list[RuleError]) -> Hole:
    entries: dict[int, Entry] = {}
    for index, row in enumerate(hole.entries):
        here = f"{path}.entries[{index}]"
        if row.player in entries:
            problems.append(BadGameFile(here, "This player has two entries on this hole."))
        if (row.cards is None) == (row.points is None):
            problems.append(BadGameFile(here, "Give either cards or points."))
        elif row.cards is None:
            problems += _beyond(row.points or 0, f"{here}.points", house)
            entries[row.player] = Entry(points=row.points)
        elif house is not None:
            try:
                entries[row.player] = Entry(parse_layout(row.cards, house))
            except RuleError as error:
                problems += [BadGameFile(f"{here}.cards", one.message) for one in error.problems]
    by_hand = dict(_by_hand(hole.by_hand, f"{path}.by_hand", house, problems))
    told = _fields(hole, "number", "dealer", "ender", "ender_known", "confirmed", "warnings_accepted")
    return Hole(entries=entries, by_hand=by_hand, playoff=tuple(hole.playoff), **told)


def _beyond(points: int, path: str, house: House | None) -> Iterator[BadGameFile]:
    """Points with more digits than these rules have."""
    most = MOST_TYPED if house is None else house.most_points
    if abs(points) > most:
        bound = f"less than or equal to {most}" if points > 0 else f"greater than or equal to {-most}"
        yield BadGameFile(path, f"must be {bound}.")


def _by_hand(
    rows: list[_ByHand], path: str, house: House | None, problems: list[RuleError]
) -> Iterator[tuple[int, ByHand]]:
    for index, row in enumerate(rows):
        here = f"{path}[{index}]"
        if row.player in [before.player for before in rows[:index]]:
            problems.append(BadGameFile(here, "This player has two adjustments on this hole."))
        try:
            yield row.player, checked_by_hand(ByHand(row.points, row.reason), house)
        except RuleError as error:
            problems += [BadGameFile(f"{here}.{one.field}", one.message) for one in error.problems]


def _oversized(value: object, path: str) -> Iterator[tuple[str, str]]:
    """The numbers and texts in a house that are too large for any house and for pages."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if len(key) > LONGEST_HOUSE_TEXT:
                yield path, f"has a key of {len(key)} characters. The limit is {LONGEST_HOUSE_TEXT}."
            else:
                yield from _oversized(inner, _join(path, key))
    elif isinstance(value, list):
        if len(value) > LONGEST_HOUSE_TEXT:
            yield path, f"has {len(value)} entries. The limit is {LONGEST_HOUSE_TEXT}."
        else:
            for index, inner in enumerate(value):
                yield from _oversized(inner, f"{path}[{index}]")
    elif isinstance(value, str) and len(value) > LONGEST_HOUSE_TEXT:
        yield path, f"has {len(value)} characters. The limit is {LONGEST_HOUSE_TEXT}."
    elif isinstance(value, int | float) and not abs(value) <= MOST_IN_A_HOUSE:
        yield path, f"must be from −{MOST_IN_A_HOUSE} to {MOST_IN_A_HOUSE}."


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path and key else path or key
