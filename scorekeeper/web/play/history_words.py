"""Telling people what a change in a game's history did, in their own words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.rules import House
from scorekeeper.rules.what_if import HandsNotPlayable, Rereading, changes_by
from scorekeeper.rules.wording import listing, number
from scorekeeper.tally.history_parts import games_around
from scorekeeper.tally.values import Change, KeptGame, Part

REMARKS = ("declined", "renewed", "rematch")
"""Kinds of what happened without changing the game."""

_TOLD_BY_KIND = ("created", "undo", *REMARKS)


@dataclass(frozen=True, slots=True)
class Detail:
    """One thing that changed: what, and how it stood before and since. "" stands for nothing."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ToldChange:
    """A change as the history page shows it."""

    change: Change
    summary: str
    short: str  # the same in the words of a button
    details: tuple[Detail, ...]
    who: str  # the device: `this device`, `Bo's phone`


THIS_DEVICE = "this device"
ANOTHER = "another device"
LINKS = {"edit": "the link to play along", "view": "the link to watch"}


@dataclass(frozen=True, slots=True)
class Phones:
    """Which device is which, as the reader of a history knows them."""

    own: str = ""  # the id of the reader's device
    seats: Mapping[str, int | None] = field(default_factory=dict)  # player id by the id of a device

    def name(self, change: Change) -> str:
        """The device that made a change: the reader's own, or by the player's name of that time."""
        if change.device == self.own:
            return THIS_DEVICE
        player = change.names.get(self.seats.get(change.device) or 0)
        return f"{player}'s phone" if player else ANOTHER


NOBODY_KNOWN = Phones()


@dataclass(frozen=True, slots=True)
class Rules:
    """The house of the game, whose questions a table answered, and what each such change made of the holes."""

    house: House
    recounts: Mapping[int, Rereading] = field(default_factory=dict)  # by the id of the change

    def changes(self, change: Change, hole: int) -> bool:
        """Whether that hole counts differently since that change."""
        recount = self.recounts.get(change.id)
        return recount is not None and any(found.number == hole for found in recount.holes)


def tell(
    change: Change, rules: Rules, by_id: dict[int, Change] | None = None, phones: Phones = NOBODY_KNOWN
) -> ToldChange:
    """A change in words; ``by_id`` finds the change that an undo took back."""
    details = () if change.kind in REMARKS else tuple(_details(change, rules))
    told = summary(change, rules, by_id, phones)
    return ToldChange(change, told, short_summary(change, rules, by_id), details, phones.name(change))


def answers_questions(change: Change) -> bool:
    """Whether questions of the house were answered, which may count any hole anew."""
    return any(part.subject == "house" and part.before is not None for part in change.parts)


def recounts(kept: KeptGame, changes: Sequence[Change], told: Iterable[Change]) -> dict[int, Rereading]:
    """What each answer to a question of the house among those ``told`` made of the holes played by then, by the id of
    the change; ``changes`` are all of the game's."""
    found = {}
    for change in filter(answers_questions, told):
        before, after = games_around(kept, changes, change)
        with suppress(HandsNotPlayable):  # once, such an answer was not refused
            found[change.id] = changes_by(before, after.house)
    return found


def summary(change: Change, rules: Rules, by_id: dict[int, Change] | None = None, phones: Phones = NOBODY_KNOWN) -> str:
    """One line for a change, starting small: `Ann's cards on hole 3`."""
    if change.kind == "created":
        return "the game began"
    if change.kind == "renewed":
        renewed = listing([LINKS.get(str(part.after), "a link") for part in change.parts])
        return f"{renewed} was renewed; the old one opens nothing any more"
    if change.kind == "rematch":
        return "the table went on to a new game"
    if change.kind == "declined":
        return "; ".join(_declined_in_words(part, change, phones.name(change)) for part in change.parts)
    if change.kind == "undo":
        of = (by_id or {}).get(change.of) if change.of is not None else None
        return f"taken back: {short_summary(of, rules, by_id)}" if of else "taken back"
    told = [_part_in_words(part, change, rules) for part in change.parts]
    return "; ".join(dict.fromkeys(words for words in told if words)) or "a change"


def short_summary(change: Change, rules: Rules, by_id: dict[int, Change] | None = None) -> str:
    """What a button that takes the change back has room for, which is true before and after: `the change of rules`.

    The history tells which questions were answered, and how.
    """
    if change.kind in _TOLD_BY_KIND:
        return summary(change, rules, by_id)
    told = [
        _part_in_words(part, change, rules) if part.subject != "house" else _rules_in_short(part, rules)
        for part in change.parts
    ]
    return "; ".join(dict.fromkeys(words for words in told if words)) or "a change"


def _rules_in_short(part: Part, rules: Rules) -> str:
    answered = len(list(_readings(part, rules)))
    return f"the change of rules ({answered} questions)" if answered > 1 else "the change of rules"


def _declined_in_words(part: Part, change: Change, sender: str) -> str:
    """A hand that lost: who sent what for whom, and what the table had meanwhile."""
    name = change.names.get(part.player or 0, "somebody")
    sent = (
        f"{sender} wanted to remove {name}'s cards on hole {part.hole}"
        if part.after is None
        else f"{sender} sent {_cards(part.after)} for {name} on hole {part.hole}"
    )
    if part.before is None:
        return f"{sent}; meanwhile the table had removed what it saw"
    return f"{sent}; the table kept {_cards(part.before)}"


def _cards(plain: Any) -> str:
    """A hand as people read it: cards in the notation, a bare number with its true minus sign."""
    return number(plain) if isinstance(plain, int) else _text(plain)


def _part_in_words(part: Part, change: Change, rules: Rules) -> str:
    if part.subject == "hand":
        name = change.names.get(part.player or 0, "somebody")
        return f"{name}'s {'cards' if part.after is not None else 'cards removed'} on hole {part.hole}"
    if part.subject == "hole":
        return _hole_in_words(part)
    if part.subject == "players":
        return _players_in_words(part)
    if part.subject == "house":
        return "; ".join(f"{what} Now: {after}" for what, _before, after in _readings(part, rules)) or "the rules"
    return _plan_in_words(part)


def _hole_in_words(part: Part) -> str:
    before, after = _table(part.before), _table(part.after)
    if part.before is None:
        return f"hole {part.hole} begun" if not after.get("playoff") else f"extra hole {part.hole} begun"
    if after.get("confirmed") and not before.get("confirmed"):
        return f"hole {part.hole} confirmed"
    if before.get("confirmed") and not after.get("confirmed"):
        return f"hole {part.hole} open again"
    changed = [key for key in after if after.get(key) != before.get(key)]
    words = {"ender": "ender", "ender_known": "ender", "dealer": "dealer", "warnings_accepted": "impossible cards"}
    return f"{listing(list(dict.fromkeys(words.get(key, key) for key in changed)))} of hole {part.hole}"


def _players_in_words(part: Part) -> str:
    before = {player["id"]: player for player in _rows(part.before)}
    after = {player["id"]: player for player in _rows(part.after)}
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
            told.append(_team_in_words(player))
    told += [f"{player['name']} was removed" for player_id, player in before.items() if player_id not in after]
    stayed = [player_id for player_id in before if player_id in after]
    if stayed != [player_id for player_id in after if player_id in before]:
        told.append("new seating order")
    return listing(told) or "the players"


def _team_in_words(player: dict[str, Any]) -> str:
    if player.get("team") is None:
        return f"{player['name']} is in no team"
    return f"{player['name']} is now in team {player['team']}"


def _plan_in_words(part: Part) -> str:
    before, after = _table(part.before), _table(part.after)
    told = []
    if before.get("holes_planned") != after.get("holes_planned"):
        told.append(f"{after.get('holes_planned')} holes instead of {before.get('holes_planned')}")
    if before.get("title") != after.get("title"):
        told.append("the game's name")
    if before.get("first_dealer") != after.get("first_dealer"):
        told.append("the first dealer")
    return listing(told) or "the plan"


def _details(change: Change, rules: Rules) -> Iterator[Detail]:
    for part in change.parts:
        if part.subject == "hand":
            name = change.names.get(part.player or 0, "somebody")
            yield Detail(f"{name}, hole {part.hole}", _text(part.before), _text(part.after))
        elif part.subject == "hole":
            before, after = _table(part.before), _table(part.after)
            if part.before is None:
                continue
            if before.get("dealer") != after.get("dealer"):
                was, now = (change.names.get(side.get("dealer") or 0, "nobody") for side in (before, after))
                yield Detail(f"dealer, hole {part.hole}", was, now)
            if _ender(before, change) != _ender(after, change):
                yield Detail(f"ender, hole {part.hole}", _ender(before, change), _ender(after, change))
        elif part.subject == "players" and part.before is not None:
            yield Detail(
                "players",
                listing([player["name"] for player in _rows(part.before)]),
                listing([player["name"] for player in _rows(part.after)]),
            )
            yield from _teams_changed(part)
        elif part.subject == "house" and part.before is not None:
            for what, was, now in _readings(part, rules):
                yield Detail(what, was, now)
            yield from _recounted(rules.recounts.get(change.id))
        elif part.subject == "plan" and part.before is not None:
            before, after = _table(part.before), _table(part.after)
            for key, what in (("holes_planned", "holes"), ("title", "name of the game")):
                if before.get(key) != after.get(key):
                    yield Detail(what, _text(before.get(key)), _text(after.get(key)))


def _teams_changed(part: Part) -> Iterator[Detail]:
    before = {player["id"]: player for player in _rows(part.before)}
    for player in _rows(part.after):
        was, now = before.get(player["id"], {}).get("team"), player.get("team")
        if was != now:
            yield Detail(f"team of {player['name']}", _text(was), _text(now))


def _readings(part: Part, rules: Rules) -> Iterator[tuple[str, str, str]]:
    """Every question that was answered anew: the question, and the answers before and since."""
    before, after = _table(part.before), _table(part.after)
    for key in {**before, **after}:
        if before.get(key) == after.get(key):
            continue
        option = rules.house.option(key)
        if option is None:  # nothing that this house still asks
            yield f"{key}:", _text(before.get(key)), _text(after.get(key)) or "open"
            continue
        was, now = (
            option.default if chosen is None else option.reading(str(chosen))
            for chosen in (before.get(key), after.get(key))
        )
        yield option.question, "open" if was is None else was.text, "open" if now is None else now.text


def _recounted(recount: Rereading | None) -> Iterator[Detail]:
    for hole in recount.holes if recount is not None else ():
        for score in hole.scores:
            yield Detail(
                f"{score.player.name}, hole {hole.number}", number(score.before.score), number(score.after.score)
            )


def _table(plain: Any) -> dict[str, Any]:
    return plain if isinstance(plain, dict) else {}


def _rows(plain: Any) -> list[dict[str, Any]]:
    return plain if isinstance(plain, list) else []


def _text(plain: Any) -> str:
    return "" if plain is None else str(plain)


def _ender(hole: dict[str, Any], change: Change) -> str:
    """Who ended the hole; "" while nobody has said."""
    if not hole.get("ender_known"):
        return ""
    return change.names.get(hole.get("ender") or 0, "nobody")
