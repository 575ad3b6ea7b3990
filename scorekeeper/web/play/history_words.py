"""Telling people what a change in a game's history did, in their own words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from scorekeeper.rules import House
from scorekeeper.rules.wording import as_printed, counted, listing, number, signed
from scorekeeper.store.columns import parse_moment
from scorekeeper.tally.history import OF_GAMES, REMARKS, reversed_parts
from scorekeeper.tally.origins import hole_moments, told_by
from scorekeeper.tally.values import Change, Part
from scorekeeper.web.deleted import ANOTHER, THIS_DEVICE
from scorekeeper.web.filters import clock, day

LINKS = {"edit": "the link to play along", "view": "the link to watch"}


class Detail(NamedTuple):
    """One thing that changed: what, and how it stood before and since. "" stands for nothing."""

    what: str
    before: str
    after: str
    cards: bool = False  # a hand, in the notation or as a bare number
    hole: int | None = None  # on which a game that was brought in from a file has it
    heads: bool = False  # the hole itself, before its hands


class ToldChange(NamedTuple):
    change: Change
    summary: str
    details: tuple[Detail, ...]
    who: str  # the device: `this device`, `Bo's phone`


@dataclass(frozen=True)
class HistoryWords:
    """The words for one game's history, as the one who reads it knows its devices."""

    house: House
    own: str = ""  # the id of the reader's device
    seats: Mapping[str, int | None] = field(default_factory=dict)  # player id by the id of a device
    hole: int | None = None  # of whose history this is a part; None for the whole game

    def tell(self, change: Change) -> ToldChange:
        parts = () if change.kind in (*REMARKS, *OF_GAMES) else change.parts
        if change.kind == "created":  # all holes of a game from a file, one after the other
            shown = [part for part in parts if self.hole is None or part.hole in (None, self.hole)]
            parts = tuple(sorted(shown, key=lambda part: part.hole or 0))
        details = [
            detail._replace(hole=part.hole if change.kind == "created" else None)
            for part in parts
            for detail in self._details(part, change)
        ]
        return ToldChange(change, self.summary(change), tuple(details), self.device(change))

    def device(self, change: Change) -> str:
        """The device that made a change: the reader's own, or by the player's name of that time."""
        if change.device == self.own:
            return THIS_DEVICE
        player = change.names.get(self.seats.get(change.device) or 0)
        return f"{player}'s phone" if player else ANOTHER

    def summary(self, change: Change, *, short: bool = False) -> str:
        """One line for a change, starting small: `Ann's cards on hole 3`.

        If it is ``short`` it has room on the button that takes the change back, and does not tell which questions were
        answered and how.
        """
        match change.kind:
            case "created":
                told = told_by(change)
                return f"imported from a file on {day(parse_moment(told['imported_at']))}" if told else "the game began"
            case "renewed":
                renewed = listing([LINKS.get(str(part.after), "a link") for part in change.parts])
                return f"{renewed} was renewed; the old one opens nothing any more"
            case "deleted":
                return "the game was deleted"
            case "put-back":
                return "the game was put back"
            case "rematch":
                return "the table went on to a new game"
            case "declined":
                return "; ".join(_declined(part, change, self.device(change)) for part in change.parts)
            case "undo":
                return f"taken back: {self.matter(change)}"
            case "redo":
                return f"done again: {self.matter(change)}"
        return self.matter(change, short=short)

    def matter(self, change: Change, *, short: bool = True) -> str:
        """What a change was about; an undo, what it took back."""
        parts = reversed_parts(change.parts) if change.kind == "undo" else change.parts
        told = [self._words(part, change, short) for part in parts]
        return "; ".join(dict.fromkeys(words for words in told if words)) or "a change"

    def _words(self, part: Part, change: Change, short: bool) -> str:
        match part.subject:
            case "hand":
                name = change.names.get(part.player or 0, "somebody")
                removed = " removed" if part.after is None else ""
                return f"{name}'s {_kind(part)}{removed} on hole {part.hole}"
            case "by_hand":
                name = change.names.get(part.player or 0, "somebody")
                return f"{name}'s points by hand{'' if part.after else ' removed'} on hole {part.hole}"
            case "hole":
                return _hole_in_words(part)
            case "players":
                return _players_in_words(part)
            case "plan":
                return _plan_in_words(part)
        answers = list(self._readings(part))
        if short:
            return f"the change of rules ({len(answers)} questions)" if len(answers) > 1 else "the change of rules"
        return "; ".join(f"{one.what} Now: {one.after}" for one in answers) or "the rules"

    def _details(self, part: Part, change: Change) -> Iterator[Detail]:
        if part.subject == "hand":
            name = change.names.get(part.player or 0, "somebody")
            yield Detail(name, _cards(part.before), _cards(part.after), cards=True)
        if part.subject == "by_hand":
            name = change.names.get(part.player or 0, "somebody")
            yield Detail(f"{name}, points by hand", _by_hand(part.before), _by_hand(part.after))
        if part.subject == "hole" and change.kind == "created":
            yield _begun_with(part, change)
        if part.before is None:
            return
        before, after = part.before, part.after or {}
        match part.subject:
            case "hole":
                was, now = (change.names.get(side.get("dealer") or 0, "nobody") for side in (before, after))
                if was != now:
                    yield Detail(f"dealer, hole {part.hole}", was, now)
                if _ender(before, change) != _ender(after, change):
                    yield Detail(f"ender, hole {part.hole}", _ender(before, change), _ender(after, change))
            case "players":
                # Who joins, leaves or is renamed stands in the summary; a new seating order needs both tables.
                both = {player["id"] for player in before} & {player["id"] for player in after}
                old, new = ([one for one in side if one["id"] in both] for side in (before, after))
                if [one["id"] for one in old] != [one["id"] for one in new]:
                    yield Detail("players", _names(old), _names(new))
            case "house":
                yield from self._readings(part)
            case "plan":
                for key, what in (("holes_planned", "holes"), ("title", "name of the game")):
                    if before.get(key) != after.get(key):
                        yield Detail(what, _text(before.get(key)), _text(after.get(key)))

    def _readings(self, part: Part) -> Iterator[Detail]:
        """Every question that was answered anew, and the answers before and since."""
        before, after = part.before or {}, part.after or {}
        for key in {**before, **after}:
            if before.get(key) == after.get(key):
                continue
            option = self.house.option(key)
            if option is None:  # nothing that this house still asks
                yield Detail(f"{key}:", _text(before.get(key)), _text(after.get(key)) or "open")
                continue
            was, now = (
                option.default if chosen is None else option.reading(str(chosen))
                for chosen in (before.get(key), after.get(key))
            )
            yield Detail(option.question, "open" if was is None else was.text, "open" if now is None else now.text)


def _begun_with(part: Part, change: Change) -> Detail:
    """A hole that a game began with: when it was confirmed, as far as its file says, or who dealt it."""
    told = told_by(change)
    moment = hole_moments(told).get(part.hole or 0) if told else None
    dealer = change.names.get(part.after["dealer"], "nobody")
    when = f"{dealer} dealt" if moment is None else f"{day(moment)}, {clock(moment)}"
    return Detail(f"hole {part.hole}", "", when, heads=True)


def without_steps(newest_first: Sequence[Change]) -> list[Change]:
    """The changes as a table remembers them: who ended a hole is told with its end, not each time that it was chosen.

    A choice that was followed by another one, or by the hole's confirmation, is told by that: both stand, and what the
    later one found is what was there before the first.
    """
    told: list[Change] = []
    later: dict[int, int] = {}  # by hole: where the change of it that came next stands in `told`
    for change in newest_first:
        holes = [part for part in change.parts if part.subject == "hole" and part.hole is not None]
        at = later.get(holes[0].hole or 0) if len(change.parts) == 1 and holes else None
        if at is not None and _is_step(change) and told[at].kind == "hole" and not told[at].undone:
            told[at] = _with_step(told[at], change.parts[0])
            continue
        for part in holes:
            later[part.hole or 0] = len(told)
        told.append(change)
    return told


def _is_step(change: Change) -> bool:
    """Whether this says no more than who ended a hole that was not confirmed, and stands."""
    (part,) = change.parts
    if change.kind != "hole" or change.undone or part.before is None or part.before.get("confirmed"):
        return False
    return {key for key in part.after if part.after.get(key) != part.before.get(key)} <= {"ender", "ender_known"}


def _with_step(change: Change, step: Part) -> Change:
    """The change, together with the step that led to it."""
    parts = [
        replace(part, before=step.before) if (part.about, part.before) == (step.about, step.after) else part
        for part in change.parts
    ]
    return replace(change, parts=tuple(parts))


def _declined(part: Part, change: Change, sender: str) -> str:
    """A hand that lost: who sent what for whom, and what the table had meanwhile."""
    name = change.names.get(part.player or 0, "somebody")
    sent = (
        f"sent {_cards(part.after)} for {name}"
        if part.after is not None
        else f"wanted to remove {name}'s {_kind(part)}"
    )
    kept = f"the table kept {_cards(part.before)}"
    if part.before is None:
        kept = "meanwhile the table had removed what it saw"
    return f"{sender} {sent} on hole {part.hole}; {kept}"


def _kind(part: Part) -> str:
    """What a hand was entered as; of one that was taken away, what it had been."""
    plain = part.before if part.after is None else part.after
    return "number" if isinstance(plain, int) else "cards"


def _cards(plain: Any) -> str:
    """A hand as people read it: cards as they are printed, a bare number with its true minus sign."""
    return number(plain) if isinstance(plain, int) else as_printed(_text(plain))


def _by_hand(plain: Any) -> str:
    return f"{signed(plain['points'])} ({plain['reason']})" if plain else ""


def _hole_in_words(part: Part) -> str:
    before, after = part.before or {}, part.after or {}
    if part.before is None:
        return f"hole {part.hole} begun" if not after.get("playoff") else f"extra hole {part.hole} begun"
    if after.get("confirmed") and not before.get("confirmed"):
        return f"hole {part.hole} confirmed"
    if before.get("confirmed") and not after.get("confirmed"):
        return f"hole {part.hole} open again"
    changed = [key for key in after if after.get(key) != before.get(key)]
    words = {
        "ender": "ender",
        "ender_known": "ender",
        "dealer": "dealer",
        "warnings_accepted": "impossible cards or numbers",
    }
    told = list(dict.fromkeys(words.get(key, key) for key in changed)) or ["ender"]  # chosen to and fro
    return f"{listing(told)} of hole {part.hole}"


def _players_in_words(part: Part) -> str:
    before = {player["id"]: player for player in part.before or ()}
    after = {player["id"]: player for player in part.after or ()}
    told = []
    for player_id, player in after.items():
        old = before.get(player_id)
        if old is None:
            told.append(f"{player['name']} joined")
        elif old["name"] != player["name"]:
            told.append(f"{old['name']} is now called {player['name']}")
        if old is not None and old["left"] is None and player["left"] is not None:
            told.append(f"{player['name']} left")
        if old is not None and old["left"] is not None and player["left"] is None:
            told.append(f"{player['name']} came back")
        if old is not None and old.get("team") != player.get("team"):
            team = "in no team" if player.get("team") is None else f"now in team {player['team']}"
            told.append(f"{player['name']} is {team}")
    told += [f"{player['name']} was removed" for player_id, player in before.items() if player_id not in after]
    stayed = [player_id for player_id in before if player_id in after]
    if stayed != [player_id for player_id in after if player_id in before]:
        told.append("new seating order")
    return listing(told) or "the players"


def _plan_in_words(part: Part) -> str:
    before, after = part.before or {}, part.after or {}
    changed = [key for key in ("holes_planned", "title", "first_dealer") if before.get(key) != after.get(key)]
    words = {
        "holes_planned": f"{counted(after.get('holes_planned', 0), 'hole')} instead of {before.get('holes_planned')}",
        "title": "the game's name",
        "first_dealer": "the first dealer",
    }
    return listing([words[key] for key in changed]) or "the plan"


def _names(players: Sequence[Mapping[str, Any]]) -> str:
    return listing([player["name"] for player in players])


def _text(plain: Any) -> str:
    return "" if plain is None else str(plain)


def _ender(hole: dict[str, Any], change: Change) -> str:
    """Who ended the hole; "" while nobody has said."""
    if not hole.get("ender_known"):
        return ""
    return change.names.get(hole.get("ender") or 0, "nobody")
