"""Holes in readable text: they are played as they were written, and show every row of each sheet's procedure."""

from __future__ import annotations

from scorekeeper.rules import House
from tests.referee import HOUSES, each_house
from tests.referee.playthroughs import FOLDER, LEAVING, replay

# What nobody may do in any house, whatever its sheet is about.
NEVER = {
    "refused turn.not_yours",
    "refused turn.must_draw",
    "refused draw.once",
    "refused hand.draw_first",
    "refused look.never",
    "refused rearrange.never",
    "refused hole.over",
}
# The states of each sheet, and what the holes of its house must show of them.
OPENS_BEFORE_PLAY = {
    "turn up in opening",
    "refused opening.first",
    "refused opening.turned_up",
    "refused opening.others_first",
}
DRAWS = {"draw stock in draw", "take discard in draw"}
REPLACES_FACE_UP = {
    "replace a face-down card",
    "replace an open card",
    "put down face up from stock",
    "put down face up from discard",
    "refused replace.face_up",
}
ROWS = {
    "000 opening": OPENS_BEFORE_PLAY,
    "000 turn": DRAWS,
    "000 hand, replacing": REPLACES_FACE_UP,
    "000 hand, discarding from either pile": {"discard from stock", "discard from discard"},
    "000 hand, nothing is turned up": {"refused turn_up.never"},
    "000 check: six up end the hole at once": {"ended by Replace", "over", "over at once"},
    "000 nobody knocks": {"refused knock.never"},
    "000 never": NEVER,
    "001 begin: two cards in the own first turn": {"turn up in opening", "refused opening.first",
     "refused opening.must_turn_up"},
    "001 draw": DRAWS,
    "001 hand, replacing": REPLACES_FACE_UP,
    "001 hand, discarding from either pile": {"discard from stock", "discard from discard"},
    "001 must turn": {"turn up in turn up", "refused turn_up.must", "refused hand.played"},
    "001 choice: extend": {"end turn in turn up"},
    "001 choice: terminate": {"ended by TurnUp"},
    "001 after a swap: replacing the last one ends it": {"ended by Replace"},
    "001 nothing is turned up but after a discard": {"refused turn_up.not_now"},
    "001 last turns": {"last turn", "refused turn.ender_is_done", "over"},
    "001 never": NEVER,
    "002 opening": OPENS_BEFORE_PLAY,
    "002 turn": DRAWS,
    "002 hand, replacing": REPLACES_FACE_UP,
    "002 hand, from the stock it may be discarded": {"discard from stock"},
    "002 hand, from the discard pile it must be used": {"refused discard.must_use"},
    "002 check: six up end the hole at once": {"ended by Replace", "over", "over at once"},
    "002 nobody turns up or knocks": {"refused turn_up.never", "refused knock.never"},
    "002 never": NEVER,
    "003 peek": {"peek in opening", "ready in opening", "refused peek.once", "refused peek.no_more",
     "refused peek.not_that_card", "refused peek.opening_only"},
    "003 turn": DRAWS,
    "003 turn: knock": {"knock in draw", "ended by Knock"},
    "003 hand from the stock": {"put down face down from stock", "discard from stock", "refused replace.face_down"},
    "003 hand from the discard pile": {"put down face down from discard", "refused discard.must_use"},
    "003 no knock after drawing": {"refused knock.instead"},
    "003 last turns without a knock": {"last turn", "refused knock.already", "refused turn.ender_is_done", "over"},
    "003 nothing is turned up": {"refused turn_up.never"},
    "003 never": NEVER,
    "004 opening": OPENS_BEFORE_PLAY,
    "004 turn": DRAWS,
    "004 hand, discarding from either pile": {"discard from stock", "discard from discard"},
    "004 hand, swapping": REPLACES_FACE_UP,
    "004 check: six up begin the last turns": {"ended by Replace", "last turn", "refused turn.ender_is_done"},
    "004 nobody turns up or knocks": {"refused turn_up.never", "refused knock.never"},
    "004 never": NEVER,
    "000 the stock runs out": {"shuffle", "refused stock.empty", "refused shuffle.other_cards"},
    "001 the stock runs out": {"shuffle", "refused stock.empty", "refused shuffle.other_cards"},
    "002 the stock runs out": {"shuffle", "refused stock.empty", "refused shuffle.other_cards"},
    "003 the stock runs out": {"shuffle", "refused stock.empty", "refused shuffle.other_cards"},
    "004 the stock runs out": {"shuffle", "refused stock.empty", "refused shuffle.other_cards"},
}  # fmt: skip


def written(house: House) -> str:
    file = FOLDER / f"{house.key}.txt"
    assert file.exists(), f"{house.key} has no playthrough yet: run `python -m tests.referee`"
    return file.read_text("utf-8")


@each_house()
def test_the_holes_are_played_as_written(house: House) -> None:
    text = written(house)
    told, shown = replay(text, house)
    assert told == text, f"if the rule was meant to change: `python -m tests.referee {house.key}`"
    assert shown >= {"over", *NEVER} or house.ending.trigger in ("turns", "stock-empty")
    assert ("last turn" in shown) == (house.ending.last_turns > 0)
    assert (LEAVING in shown) == (house.cancelling is not None and house.cancelling.leave)
    if house.source.sheet:
        assert {row: missing for row in ROWS if row[:3] == house.source.sheet and (missing := ROWS[row] - shown)} == {}


def test_only_houses_are_played() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.txt")) == sorted(house.key for house in HOUSES)
