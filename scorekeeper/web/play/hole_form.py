"""The hole form: showing it, reading it, and changing the game by it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from flask import render_template

from scorekeeper.rules import (
    Entry,
    Hole,
    House,
    Player,
    PlayerResult,
    RuleError,
    looks_like_points,
    parse_layout,
    parse_points,
)
from scorekeeper.rules.game import HANDS_MISSING, IMPOSSIBLE_CARDS
from scorekeeper.rules.problems import SeveralProblems
from scorekeeper.rules.wording import as_printed
from scorekeeper.store.writes import Write
from scorekeeper.tally.changing import change
from scorekeeper.tally.game_row import find_to_change
from scorekeeper.tally.sharing import seat_of_device
from scorekeeper.tally.values import UNCHANGED, EnterHand, KeptGame, SettleHole
from scorekeeper.web import db
from scorekeeper.web.addresses import whole_number
from scorekeeper.web.game_json import game_data


class HoleNotSettled(SeveralProblems):
    """Every reason why a hole cannot be confirmed yet."""

    code = "hole.not_settled"


def read_hand(text: str, house: House) -> Entry | None:
    """One player's typed text: cards, a bare score such as `15` or `10+5`, or nothing (None).

    Raises BadLayout, or RuleError for points.
    """
    if not text.strip():
        return None
    if not house.has_cards or (looks_like_points(text, house) and house.grid.size > 1):
        return Entry(points=parse_points(text, house))
    return Entry(layout=parse_layout(text, house))


class Confirmation(NamedTuple):
    """A finished hole as the table sends it, by the form or by a script."""

    ender: int | None
    ender_known: bool
    accept_warnings: bool
    accept_missing: bool
    based_on: int | None
    """The version of the hole that the sender saw; None where it is not sent."""


def confirm_hole(kept: KeptGame, number: int, said: Confirmation, write: Write) -> KeptGame:
    """Confirm a hole: from now on it is final.

    Raises HoleNotSettled with every reason why not, apart from those that the table accepted, and HoleConflict when the
    hole has changed.
    """
    accepted = (IMPOSSIBLE_CARDS,) * said.accept_warnings + (HANDS_MISSING,) * said.accept_missing
    ender_known = said.ender_known or said.ender is not None
    store = db.store()
    with store.write():  # a reason found after the change rolls it back
        game = find_to_change(store, kept.edit_key).game
        hole = game.hole(number)
        settled = SettleHole(
            number,
            based_on=UNCHANGED if said.based_on is None else said.based_on,
            ender=said.ender,
            ender_known=ender_known,
            confirmed=True,
            warnings_accepted=said.accept_warnings or (hole is not None and hole.warnings_accepted),
        )
        changed = change(store, kept.edit_key, [settled], write)
        reasons = game.ended_by(number, said.ender).confirm_problems(number, ender_known=ender_known)
        problems = [problem for problem in reasons if problem.code not in accepted]
        if problems and not changed.repeated:
            raise HoleNotSettled(problems)
        return changed.kept


NOBODY = "nobody"


class SentHand(NamedTuple):
    """One player's typed field, and the version of the hand that its form showed."""

    typed: str
    based_on: int


class SentHole(NamedTuple):
    """The whole form: hands by player id, the table's word on the hole, and whether it confirms."""

    hands: Mapping[int, SentHand]
    said: Confirmation
    confirms: bool
    write_id: str | None


def read_hole_form(form: Mapping[str, str], players: Iterable[Player]) -> SentHole:
    """Read the form without judging it."""
    ender = form.get("ender", "")
    return SentHole(
        hands={
            player.id: SentHand(form.get(f"hand-{player.id}", ""), read_id(form.get(f"based-{player.id}")))
            for player in players
        },
        said=Confirmation(
            ender=None if ender in ("", NOBODY) else read_id(ender),
            ender_known=ender != "",
            accept_warnings="accept_warnings" in form,
            accept_missing="accept_missing" in form,
            based_on=read_id(form["based-hole"]) if "based-hole" in form else None,
        ),
        confirms=form.get("do") == "confirm",
        write_id=form.get("write_id"),
    )


def edits_of(sent: SentHole, kept: KeptGame, hole: int) -> tuple[list[EnterHand], dict[int, tuple[str, ...]]]:
    """The changed hands as edits, and every problem of the typed texts by player id."""
    edits = []
    problems: dict[int, tuple[str, ...]] = {}
    for player_id, hand in sent.hands.items():
        try:
            entry = read_hand(hand.typed, kept.game.house)
        except RuleError as error:
            problems[player_id] = tuple(problem.message for problem in error.problems)
            continue
        if entry != entered(kept, hole, player_id):
            edits.append(EnterHand(hole, player_id, entry, hand.based_on))
    return edits, problems


def conflicting_hands(edits: Iterable[EnterHand], kept: KeptGame) -> dict[int, Entry | None]:
    """The hands that another phone changed since the form was made, as they are now."""
    return {
        edit.player: entered(kept, edit.hole, edit.player)
        for edit in edits
        if edit.based_on != kept.hand_versions.get((edit.hole, edit.player), 0)
    }


def entered(kept: KeptGame, number: int, player_id: int) -> Entry | None:
    """A player's saved entry on a hole."""
    hole = kept.game.hole(number)
    return None if hole is None else hole.entries.get(player_id)


def read_id(text: str | None) -> int:
    """An id or version as our forms send it; 0, which nothing has, for other text."""
    return whole_number(text) or 0


# --- the page ---------------------------------------------------------------------------------------------------------


class HandField(NamedTuple):
    """One player's part of the hole form."""

    player: Player
    typed: str  # the text in the form: kept as typed when it was refused
    based_on: int  # the version of the hand that the form shows
    entry: Entry | None
    result: PlayerResult | None
    problems: tuple[str, ...] = ()
    theirs: str | None = None  # the entry of another phone


def _printed(entry: Entry | None) -> str:
    return "" if entry is None else as_printed(str(entry))


def show_hole(
    kept: KeptGame,
    number: int,
    sent: SentHole | None = None,
    *,
    problems: Mapping[int, tuple[str, ...]] | None = None,
    theirs: Mapping[int, Entry | None] | None = None,
    refused: tuple[str, ...] = (),
    saved: bool = False,
    first: int | None = None,
) -> str:
    """The entry page; ``first`` is the hole to confirm before this one."""
    game = kept.game
    found = game.hole(number)
    said = sent.said if sent else None
    seat = seat_of_device(db.store(), db.device_id(), kept.id).player
    hands = list(_hand_fields(kept, number, sent.hands if sent else {}, problems or {}, theirs or {}, saved=saved))
    ender, ender_known = _ender_in_form(said, found)
    based_on = said.based_on if said and not saved and not theirs else None
    return render_template(
        "play/hole.html",
        kept=kept,
        key=kept.edit_key,
        data=game_data(kept, seat),
        number=number,
        hands=hands,
        ender=ender,
        ender_known=ender_known,
        warnings=() if found is None or found.warnings_accepted else game.warnings(number),
        write_id=db.new_write_id(),
        refused=refused,  # why the form was refused: a sentence, and perhaps reasons
        first=first,
        seat=seat,  # the player whose phone this is
        # The version that a confirmation is based on.
        based_on=kept.hole_version(number) if based_on is None else based_on,
    )


def _hand_fields(
    kept: KeptGame,
    number: int,
    sent: Mapping[int, SentHand],
    problems: Mapping[int, tuple[str, ...]],
    theirs: Mapping[int, Entry | None],
    *,
    saved: bool,
) -> Iterator[HandField]:
    """Each player's part of the form.

    Typed texts stay, based on the versions that the sender saw. Only a hand that was just saved, or is shown with
    another phone's entry, is based on the current version.
    """
    for player in kept.game.at_table(number):
        entry = entered(kept, number, player.id)
        now = kept.hand_versions.get((number, player.id), 0)
        hand = sent.get(player.id)
        shows_both = player.id in theirs
        yield HandField(
            player=player,
            typed=hand.typed if hand else _printed(entry),
            based_on=now if hand is None or saved or shows_both else hand.based_on,
            entry=entry,
            result=kept.game.player_result(number, player),
            problems=problems.get(player.id, ()),
            theirs=_printed(theirs[player.id]) if shows_both else None,
        )


def _ender_in_form(said: Confirmation | None, saved: Hole | None) -> tuple[int | None, bool]:
    """The ender in the form, if any, and whether that is known."""
    if said is not None and said.ender_known:
        return said.ender, True
    return (None, False) if saved is None else (saved.ender, saved.ender_known)
