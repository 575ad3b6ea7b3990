"""Words for the changes in a game's history."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup

from scorekeeper.rules import LONGEST_OPEN, BadLayout, House, parse_layout, score
from scorekeeper.rules.options import OPEN
from scorekeeper.rules.wording import as_printed, counted, listing, number, signed
from scorekeeper.store.columns import parse_moment
from scorekeeper.tally.history import OF_GAMES, REMARKS, reversed_parts
from scorekeeper.tally.origins import hole_moments, told_by
from scorekeeper.tally.values import Change, Part
from scorekeeper.web.deleted import ANOTHER_PHONE, THIS_PHONE
from scorekeeper.web.drawn_macros import draw_once
from scorekeeper.web.filters import clock, day

LINKS = {"edit": "join link", "view": "view-only link"}


ShownCard = tuple[str, bool]
"""A card as printed, and whether another one lay in its cell before or after."""


class Detail(NamedTuple):
    """One changed thing, with its state before and after; "" for nothing."""

    what: str
    before: str
    after: str
    cards: bool = False  # a hand, in the notation or as a bare number
    hole: int | None = None  # for an imported game
    heads: bool = False  # the heading of a hole, before its hands
    points: str = ""  # of both hands: "17 to 7"

    @property
    def hands(self) -> tuple[Sequence[Sequence[ShownCard]], Sequence[Sequence[ShownCard]]]:
        """Both hands row by row, with the cards that differ marked; () for one that is no cards."""
        was, now = ([row.split() for row in text.split(" / ")] for text in (self.before, self.after))
        same_shape = [len(row) for row in was] == [len(row) for row in now]
        return tuple(  # type: ignore[return-value]
            [
                [(card, same_shape and card != there[row][column]) for column, card in enumerate(cards)]
                for row, cards in enumerate(hand)
            ]
            if self.cards and " " in text
            else ()
            for text, hand, there in ((self.before, was, now), (self.after, now, was))
        )


class ToldChange(NamedTuple):
    change: Change
    summary: str
    details: tuple[Detail, ...]
    who: str  # the device: `this phone`, `Bo's phone`
    round_word: str = "hole"
    reversal: Any = None  # the `Reversal` that undoes or redoes it, where that is possible

    def shown(self, icon: str) -> Markup:
        """The change on a page, without its reversal."""
        change = self.change
        told = (
            change.kind,
            change.undone,
            change.at,
            clock(change.at),
            self.who,
            self.summary,
            self.details,
            self.round_word,
        )
        return draw_once("play/_history_parts.html", "change", *told, icon)


@lru_cache(10_000)
def _points(plain: Any, house: House) -> str | None:
    """The points of a hand by the rules now; None for no hand, or where these rules cannot score it."""
    if plain is None or isinstance(plain, int):
        return None if plain is None else number(plain)
    try:
        return number(score(parse_layout(plain, house), house).total)
    except BadLayout:
        return None


@dataclass(frozen=True)
class HistoryWords:
    """The words for one game's history, with devices named as its reader knows them."""

    house: House
    own: str = ""  # the id of the reader's device
    seats: Mapping[str, int | None] = field(default_factory=dict)  # player id by the id of a device
    hole: int | None = None  # a single hole; None for the whole game

    def tell(self, change: Change) -> ToldChange:
        parts = () if change.kind in (*REMARKS, *OF_GAMES) else change.parts
        if change.kind == "created":  # all holes of a game from a file, one after the other
            shown = [part for part in parts if self.hole is None or part.hole in (None, self.hole)]
            parts = tuple(sorted(shown, key=lambda part: part.hole or 0))
        details = [
            detail._replace(hole=part.hole) if change.kind == "created" else detail
            for part in parts
            for detail in self._details(part, change)
        ]
        return ToldChange(change, self.summary(change), tuple(details), self.device(change), self.house.round_word)

    def told_to_reader(self, one: ToldChange) -> ToldChange:
        """What was told to another reader, with the devices and the clock of this one."""
        if one.change.kind in ("created", "declined"):  # says when, or who
            return self.tell(one.change)
        return one._replace(who=self.device(one.change))

    def device(self, change: Change) -> str:
        """The device that made a change: the reader's own, or one with the player's name at that time."""
        if change.device == self.own:
            return THIS_PHONE
        player = change.names.get(self.seats.get(change.device) or 0)
        return f"{player}’s phone" if player else ANOTHER_PHONE

    def summary(self, change: Change, *, short: bool = False) -> str:
        """One line for a change, in lower case: `Ann’s cards on hole 3`.

        A ``short`` one fits on an undo button and leaves out the answers to questions.
        """
        match change.kind:
            case "created":
                told = told_by(change)
                return f"imported from a file on {day(parse_moment(told['imported_at']))}" if told else "game started"
            case "renewed":
                return f"{listing([LINKS.get(str(part.after), 'link') for part in change.parts])} replaced"
            case "deleted":
                return "game deleted"
            case "put-back":
                return "game restored"
            case "rematch":
                return "new game started"
            case "declined":
                return ", ".join(self._declined(part, change) for part in change.parts)
            case "undo":
                return f"undone: {self.matter(change)}"
            case "redo":
                return f"redone: {self.matter(change)}"
        return self.matter(change, short=short)

    def matter(self, change: Change, *, short: bool = True) -> str:
        """The subject of a change; for an undo, of the change that it undid."""
        parts = reversed_parts(change.parts) if change.kind == "undo" else change.parts
        told: list[str] = []
        hole = None  # named last; not said again
        for part in parts:
            words = self._words(part, change, short)
            told.append(words.removesuffix(f" on {self._hole(part)}") if part.hole == hole else words)
            hole = part.hole
        return ", ".join(dict.fromkeys(words for words in told if words)) or "change"

    def _words(self, part: Part, change: Change, short: bool) -> str:
        match part.subject:
            case "hand":
                name = change.names.get(part.player or 0, "someone")
                removed = " removed" if part.after is None else ""
                return f"{name}’s {_kind(part)}{removed} on {self._hole(part)}"
            case "by_hand":
                name = change.names.get(part.player or 0, "someone")
                return f"{name}’s adjustment{'' if part.after else ' removed'} on {self._hole(part)}"
            case "hole":
                return self._hole_in_words(part)
            case "players":
                return _players_in_words(part)
            case "plan":
                return _plan_in_words(part, self.house.round_word)
        answers = list(self._readings(part))
        if short:
            return f"{counted(len(answers), 'rule')} changed" if len(answers) > 1 else "rule changed"
        return " ".join(f"{one.what} Now: {one.after}." for one in answers) or "the rules"

    def _details(self, part: Part, change: Change) -> Iterator[Detail]:
        match part.subject:
            case "hand":
                name = change.names.get(part.player or 0, "someone")
                points = [_points(side, self.house) for side in (part.before, part.after)]
                told = f"{points[0]} to {points[1]}" if None not in points else ""
                yield Detail(name, _cards(part.before), _cards(part.after), cards=True, points=told)
            case "by_hand":
                name = change.names.get(part.player or 0, "someone")
                yield Detail(f"{name}, adjustment", _by_hand(part.before), _by_hand(part.after))
            case "hole":
                yield from self._hole_details(part, change)
            case "players":
                yield from _seating_details(part)
            case "house" if part.before is not None:
                yield from self._readings(part)
            case "plan" if part.before is not None:
                yield from _plan_details(part, self.house.round_word)

    def _hole_details(self, part: Part, change: Change) -> Iterator[Detail]:
        """A hole's dealer and ender; for a game from a file, the heading above its hands."""
        if change.kind == "created":
            yield self._begun_with(part, change)
        if part.before is None:
            return
        before, after = part.before, part.after or {}
        was, now = (change.names.get(side.get("dealer") or 0, "no one") for side in (before, after))
        if was != now:
            yield Detail(f"dealer, {self._hole(part)}", was, now)
        was, now = _ender(before, change), _ender(after, change)
        if was != now:
            yield Detail(f"who {self.house.ended_words}, {self._hole(part)}", was, now)

    def _begun_with(self, part: Part, change: Change) -> Detail:
        """A hole that a game began with: when it was confirmed, if its file says so, or who dealt."""
        told = told_by(change)
        moment = hole_moments(told).get(part.hole or 0) if told else None
        dealer = change.names.get(part.after["dealer"], "no one")
        dealt = f"{dealer} dealt" if self.house.words.dealer else "played"
        when = dealt if moment is None else f"{day(moment)}, {clock(moment)}"
        return Detail(self._hole(part), "", when, heads=True)

    def _hole(self, part: Part) -> str:
        """`hole 3`, in the word of this house."""
        return f"{self.house.round_word} {part.hole}"

    def _hole_in_words(self, part: Part) -> str:
        before, after, hole = part.before or {}, part.after or {}, self._hole(part)
        if part.before is None:
            return f"{hole} started" if not after.get("playoff") else f"extra {hole} started"
        if after.get("confirmed") and not before.get("confirmed"):
            return f"{hole} finished"
        if before.get("confirmed") and not after.get("confirmed"):
            return f"{hole} reopened"
        changed = [key for key in after if after.get(key) != before.get(key)]
        ender = f"who {self.house.ended_words}"
        words = {
            "ender": ender,
            "ender_known": ender,
            "dealer": "dealer",
            "warnings_accepted": "impossible cards or score" if self.house.has_cards else "impossible score",
        }
        told = list(dict.fromkeys(words.get(key, key) for key in changed)) or [ender]  # chosen back and forth
        return f"{listing(told)} on {hole}"

    def _declined(self, part: Part, change: Change) -> str:
        """A hand that was not used: the sender, the cards and the player, and the cards that were kept."""
        name = change.names.get(part.player or 0, "someone")
        if part.after is not None:
            sent = f"sent {_cards(part.after)} for {name}"
        else:
            sent = f"tried to remove {name}’s {_kind(part)}"
        removed = f"those {self.house.entered_word} had been removed"
        kept = removed if part.before is None else f"{_cards(part.before)} stayed"
        return f"{self.device(change)} {sent} on {self._hole(part)}, but {kept}"

    def _readings(self, part: Part) -> Iterator[Detail]:
        """Every question with a new answer, and the answers before and after."""
        before, after = part.before or {}, part.after or {}
        for key in {**before, **after}:
            if before.get(key) == after.get(key):
                continue
            option = self.house.option(key)
            if option is None:  # a question that this house no longer asks
                yield Detail(f"{key}:", _text(before.get(key)), _text(after.get(key)) or OPEN)
                continue
            was, now = (
                option.default if chosen is None else option.reading(str(chosen))
                for chosen in (before.get(key), after.get(key))
            )
            before_text, after_text = (OPEN if one is None else one.text for one in (was, now))
            yield Detail(option.question, before_text, after_text)


def _seating_details(part: Part) -> Iterator[Detail]:
    """Both seating orders, if they differ; the summary has joins, leaves and new names."""
    before, after = part.before or (), part.after or ()
    both = {player["id"] for player in before} & {player["id"] for player in after}
    old, new = ([one for one in side if one["id"] in both] for side in (before, after))
    if [one["id"] for one in old] != [one["id"] for one in new]:
        yield Detail("players", _names(old), _names(new))


def _plan_details(part: Part, round_word: str) -> Iterator[Detail]:
    before, after = part.before, part.after or {}
    for key, what, text in (("holes_planned", f"{round_word}s", _many), ("title", "game name", _text)):
        if before.get(key) != after.get(key):
            yield Detail(what, text(before.get(key)), text(after.get(key)))


def without_steps(newest_first: Sequence[Change]) -> list[Change]:
    """The changes as a table remembers them: one line for a hole's end, not one for each choice of its ender.

    A later choice, or the hole's confirmation, absorbs an earlier choice and takes over its state before.
    """
    told: list[Change] = []
    later: dict[int, int] = {}  # by hole: the index in `told` of its next change
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
    """Whether this change only names the ender of an open hole, and is not undone."""
    (part,) = change.parts
    if change.kind != "hole" or change.undone or part.before is None or part.before.get("confirmed"):
        return False
    return {key for key in part.after if part.after.get(key) != part.before.get(key)} <= {"ender", "ender_known"}


def _with_step(change: Change, step: Part) -> Change:
    """The change with the step before it absorbed."""
    parts = [
        replace(part, before=step.before) if (part.about, part.before) == (step.about, step.after) else part
        for part in change.parts
    ]
    return replace(change, parts=tuple(parts))


def _kind(part: Part) -> str:
    """The kind of a hand; for a removed one, the kind before."""
    plain = part.before if part.after is None else part.after
    return "score" if isinstance(plain, int) else "cards"


def _cards(plain: Any) -> str:
    """A hand as people read it: cards as printed, a bare number with a true minus sign."""
    return number(plain) if isinstance(plain, int) else as_printed(_text(plain))


def _by_hand(plain: Any) -> str:
    return f"{signed(plain['points'])} ({plain['reason']})" if plain else ""


def _players_in_words(part: Part) -> str:
    before = {player["id"]: player for player in part.before or ()}
    after = {player["id"]: player for player in part.after or ()}
    told = [words for player_id, player in after.items() for words in _player_in_words(before.get(player_id), player)]
    told += [f"{player['name']} removed" for player_id, player in before.items() if player_id not in after]
    stayed = [player_id for player_id in before if player_id in after]
    if stayed != [player_id for player_id in after if player_id in before]:
        told.append("new seating order")
    return listing(told) or "players"


def _player_in_words(old: Mapping[str, Any] | None, player: Mapping[str, Any]) -> Iterator[str]:
    name = player["name"]
    if old is None:
        yield f"{name} joined"
        return
    if old["name"] != name:
        yield f"{old['name']} is now {name}"
    if old["left"] is None and player["left"] is not None:
        yield f"{name} left"
    if old["left"] is not None and player["left"] is None:
        yield f"{name} came back"
    if old.get("team") != player.get("team"):
        yield f"{name} is on no team" if player.get("team") is None else f"{name} is on team {player['team']} now"


def _plan_in_words(part: Part, round_word: str) -> str:
    before, after = part.before or {}, part.after or {}
    changed = [key for key in ("holes_planned", "title", "first_dealer") if before.get(key) != after.get(key)]
    planned = after.get("holes_planned", 0)
    length = f"any number of {round_word}s" if planned == LONGEST_OPEN else counted(planned, round_word)
    words = {
        "holes_planned": f"{length} instead of {_many(before.get('holes_planned'))}",
        "title": "game name",
        "first_dealer": "first dealer",
    }
    return listing([words[key] for key in changed]) or "plan"


def _names(players: Sequence[Mapping[str, Any]]) -> str:
    return listing([player["name"] for player in players])


def _many(holes: int | None) -> str:
    return "any number" if holes == LONGEST_OPEN else _text(holes)


def _text(plain: Any) -> str:
    return "" if plain is None else str(plain)


def _ender(hole: dict[str, Any], change: Change) -> str:
    """The ender of the hole; "" while that is not known."""
    if not hole.get("ender_known"):
        return ""
    return change.names.get(hole.get("ender") or 0, "no one")
