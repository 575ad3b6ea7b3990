"""A game as plain values: what its row keeps, and what its history tells the difference of."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from scorekeeper.rules import Entry, Game, Hole, House, Player
from scorekeeper.store.columns import entry_of, plain_entry, to_json
from scorekeeper.tally.values import Part, Subject

PLAYERS: Final = Subject("players")
PLAN: Final = Subject("plan")
HOUSE: Final = Subject("house")

OF_HOLES: Final = ("dealer", "ender", "ender_known", "confirmed", "warnings_accepted", "playoff")
"""What a table says of a hole besides its hands."""

_ORDER: Final = ("players", "plan", "house", "hole", "hand")


def subjects(game: Game, title: str) -> dict[Subject, Any]:
    """Everything in a game that can change, as plain values."""
    found: dict[Subject, Any] = {
        PLAYERS: [_plain_player(player) for player in game.players],
        HOUSE: dict(game.house.readings),
        PLAN: {"holes_planned": game.holes_planned, "first_dealer": game.first_dealer, "title": title},
    }
    for hole in game.holes:
        found[Subject("hole", hole.number)] = {name: getattr(hole, name) for name in OF_HOLES} | {
            "playoff": list(hole.playoff)
        }
        for player, entry in hole.entries.items():
            found[Subject("hand", hole.number, player)] = plain_entry(entry)
    return found


def _plain_player(player: Player) -> dict[str, Any]:
    plain: dict[str, Any] = {"id": player.id, "name": player.name, "joined": player.joined, "left": player.left}
    # Left out where there is none: what was written before there were teams stays equal to what is written now.
    return plain if player.team is None else {**plain, "team": player.team}


def game_from(state: Mapping[Subject, Any], house: House) -> Game:
    """The game that ``subjects`` took apart. Raises LookupError for a hand on a hole that has not begun."""
    entries: dict[int, dict[int, Entry]] = {about.hole: {} for about in state if about.name == "hole" and about.hole}
    for about, value in state.items():
        entry = entry_of(value) if about.name == "hand" else None
        if entry is not None and about.hole is not None and about.player is not None:
            entries[about.hole][about.player] = entry
    return Game(
        house,
        tuple(Player(**player) for player in state[PLAYERS]),
        state[PLAN]["holes_planned"],
        state[PLAN]["first_dealer"],
        tuple(_hole(state[Subject("hole", number)], number, entries[number]) for number in sorted(entries)),
    )


def _hole(plain: Mapping[str, Any], number: int, entries: Mapping[int, Entry]) -> Hole:
    return Hole(number, entries=entries, **{**plain, "playoff": tuple(plain["playoff"])})


def after(state: Mapping[Subject, Any], parts: Iterable[Part]) -> dict[Subject, Any]:
    """The state once these parts are done."""
    changed = dict(state) | {part.about: part.after for part in parts}
    return {about: value for about, value in changed.items() if value is not None}


def difference(before: Mapping[Subject, Any], after: Mapping[Subject, Any]) -> tuple[Part, ...]:
    """One part for each subject that is not the same."""
    return in_order(
        Part(about.name, before.get(about), after.get(about), about.hole, about.player)
        for about in before.keys() | after.keys()
        if before.get(about) != after.get(about)
    )


def in_order(parts: Iterable[Part]) -> tuple[Part, ...]:
    """By what refers to what, then by hole and player."""
    return tuple(sorted(parts, key=lambda part: (_ORDER.index(part.subject), part.hole or 0, part.player or 0)))


def reversed_parts(parts: Iterable[Part]) -> tuple[Part, ...]:
    """What takes these parts back."""
    return tuple(Part(part.subject, part.after, part.before, part.hole, part.player) for part in parts)


def kind_of(parts: Iterable[Part]) -> str:
    """The word for a change in the history: what a person would say was done."""
    touched = {part.subject for part in parts}
    # A hole begins by itself with its first hand; that is no news. The rules are part of what was agreed: the plan.
    kinds = {"hand": "hand", "players": "players", "plan": "plan", "house": "plan", "hole": "hole"}
    return next((kind for name, kind in kinds.items() if name in touched), "same")


# --- as text ----------------------------------------------------------------------------------------------------------


def state_to_json(state: Mapping[Subject, Any], versions: Mapping[Subject, int]) -> str:
    """A state with the version of the last change of each subject."""
    return to_json([[*about, value, versions[about]] for about, value in state.items()])


def state_from_json(text: str) -> tuple[dict[Subject, Any], dict[Subject, int]]:
    """The state and the versions that ``state_to_json`` wrote."""
    rows = [(Subject(*about), value, version) for *about, value, version in json.loads(text)]
    return {about: value for about, value, _ in rows}, {about: version for about, _, version in rows}


def versions_after(
    versions: Mapping[Subject, int], parts: Iterable[Part], state: Mapping[Subject, Any], version: int
) -> dict[Subject, int]:
    """The versions once these parts led to that state: a hole has that of the last change of anything on it.

    A hand's version is the game's: it never comes back, not even when the hand is taken away and entered anew.
    """
    touched = {about for part in parts for about in (part.about, Subject("hole", part.hole))}
    return {about: version if about in touched else versions[about] for about in state}


def parts_to_json(parts: Iterable[Part]) -> str:
    """The parts as one line of JSON; hole and player only where there are some."""
    keys = ("subject", "hole", "player")
    return to_json(
        [
            {key: value for key, value in zip(keys, part.about, strict=True) if value}
            | {"before": part.before, "after": part.after}
            for part in parts
        ]
    )


def parts_from_json(text: str) -> tuple[Part, ...]:
    """The parts that ``parts_to_json`` wrote."""
    return tuple(
        Part(part["subject"], part["before"], part["after"], part.get("hole"), part.get("player"))
        for part in json.loads(text)
    )
