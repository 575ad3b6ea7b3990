"""The hole form as it was sent: what was typed for whom, and the version that each hand was based on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scorekeeper.rules import Entry, Player, RuleError
from scorekeeper.store.values import EnterHand, KeptGame
from scorekeeper.web.play.entering import read_hand
from scorekeeper.web.whole_numbers import whole_number

NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class SentHand:
    """One player's field as it was typed, and the version of the hand that its form was made from."""

    typed: str
    based_on: int


@dataclass(frozen=True, slots=True)
class SentHole:
    """The whole form: hands by player id, what the table says of the hole, and what it wants."""

    hands: Mapping[int, SentHand]
    based_on: int | None  # the version of the hole that the form was made from
    ender: int | None
    ender_known: bool
    accept_warnings: bool
    accept_missing: bool
    confirms: bool
    write_id: str | None


def read_hole_form(form: Mapping[str, str], players: Iterable[Player]) -> SentHole:
    """Take the form apart; nothing is judged yet."""
    said = form.get("ender", "")
    return SentHole(
        hands={
            player.id: SentHand(form.get(f"hand-{player.id}", ""), read_id(form.get(f"based-{player.id}")))
            for player in players
        },
        based_on=read_id(form["based-hole"]) if "based-hole" in form else None,
        ender=None if said in ("", NOBODY) else read_id(said),
        ender_known=said != "",
        accept_warnings="accept_warnings" in form,
        accept_missing="accept_missing" in form,
        confirms=form.get("do") == "confirm",
        write_id=form.get("write_id"),
    )


def edits_of(sent: SentHole, kept: KeptGame, hole: int) -> tuple[list[EnterHand], dict[int, tuple[str, ...]]]:
    """The hands that differ from what is kept, as edits; and by player id every problem with what was typed."""
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


def overtaken(edits: Iterable[EnterHand], kept: KeptGame) -> dict[int, Entry | None]:
    """Whose hands somebody else changed since the form was made, and what they hold now."""
    return {
        edit.player: entered(kept, edit.hole, edit.player)
        for edit in edits
        if edit.based_on != kept.hand_versions.get((edit.hole, edit.player), 0)
    }


def entered(kept: KeptGame, number: int, player_id: int) -> Entry | None:
    """What is kept for a player on a hole."""
    hole = kept.game.hole(number)
    return None if hole is None else hole.entries.get(player_id)


def read_id(text: str | None) -> int:
    """A number as our own forms send it; 0, which nothing has, for anything else."""
    return whole_number(text) or 0
