"""The effect of each parameter on a turn: a table of houses, actions, and what is allowed then."""

from dataclasses import dataclass, replace

import pytest

from scorekeeper.rules import Grid, House, parse_card
from tests.referee.telling import FIVE_UP, NAMES, OPEN_ALL, PLACES, PLAIN, dealt, house_with, played, refusal, up


@dataclass(frozen=True)
class Case:
    """A house, the actions so far, and for each next action the code of its refusal; empty if allowed."""

    house: House
    done: str
    asked: dict[str, str]


CASES = {
    # the opening
    "two are turned up before anybody plays, and nobody waits for another": Case(
        house_with(opening={"face_up": 2}),
        "Cy: turn up 1 1; Ann: turn up 2 2; Cy: turn up 1 2",
        {
            "Bo: turn up 1 3": "",
            "Cy: turn up 1 3": "opening.turned_up",
            "Ann: draw stock": "opening.first",
            "Cy: draw stock": "opening.others_first",
            "Ann: turn up 2 2": "turn_up.open",
            "Ann: ready": "opening.must_turn_up",
        },
    ),
    "two are turned up when one's own first turn begins":
     Case(house_with(opening={"face_up": 2, "when": "first-turn"}),
     "Ann: turn up 1 1; Ann: turn up 1 2; Ann: draw stock; Ann: discard; Bo: turn up 2 1",
     {"Bo: draw stock": "opening.first", "Bo: turn up 2 2": "", "Cy: turn up 1 1": "turn.not_yours"}),
    "they must lie in one column": Case(house_with(opening={"face_up": 2, "where": "same-column"}),
     "Ann: turn up 1 2", {"Ann: turn up 2 2": "", "Ann: turn up 2 1": "opening.same_column", "Bo: turn up 2 1": ""}),
    "they must lie in different columns": Case(house_with(opening={"face_up": 2, "where": "different-columns"}),
     "Ann: turn up 1 2", {"Ann: turn up 2 2": "opening.different_columns", "Ann: turn up 2 1": ""}),
    "no two of one row": Case(house_with(opening={"face_up": 2, "where": "each-row"}), "Ann: turn up 1 2",
     {"Ann: turn up 1 3": "opening.each_row", "Ann: turn up 2 2": "", "Bo: turn up 1 1": ""}),
    "always the same ones, in any order":
     Case(house_with(opening={"face_up": 2, "where": "fixed", "places": (1, 6)}), "Ann: turn up 2 3",
     {"Ann: turn up 1 1": "", "Ann: turn up 1 2": "opening.fixed", "Bo: turn up 1 3": "opening.fixed"}),
    "the discard pile is not begun before all have opened":
     Case(house_with(opening={"face_up": 1, "when": "before-first-discard"}), "Ann: turn up 1 1; Bo: turn up 1 1",
     {"Cy: turn up 1 1": "", "Ann: draw stock": "opening.others_first", "Ann: take discard": "opening.others_first"}),
    "the discard pile is begun once all have opened":
     Case(house_with(opening={"face_up": 1, "when": "before-first-discard"}),
     "Ann: turn up 1 1; Bo: turn up 1 1; Cy: turn up 1 1",
     {"Ann: draw stock": "", "Ann: take discard": "", "Bo: draw stock": "turn.not_yours"}),
    "the two nearest are looked at, or not": Case(
        house_with(opening={"peek": 2}),
        "Ann: peek 2 1; Bo: ready",
        {
            "Ann: peek 2 1": "peek.once",
            "Ann: peek 1 1": "peek.not_that_card",
            "Ann: peek 2 3": "",
            "Ann: ready": "",
            "Bo: peek 2 1": "peek.no_more",
            "Bo: ready": "opening.others_first",
            "Cy: turn up 1 1": "opening.turned_up",
        },
    ),
    "any card may be looked at": Case(house_with(opening={"peek": 1, "peek_where": "any"}), "",
     {"Ann: peek 1 2": ""}),
    "the two ends of the nearest row are looked at": Case(house_with(opening={"peek": 2, "peek_where": "outer"}), "",
     {"Ann: peek 2 1": "", "Ann: peek 2 3": "", "Ann: peek 2 2": "peek.not_that_card"}),
    "some are turned up and some looked at": Case(house_with(opening={"face_up": 1, "peek": 1, "peek_where": "any"}),
     "Ann: turn up 1 1",
     {"Ann: peek 1 1": "peek.open", "Ann: peek 1 2": "", "Ann: turn up 1 2": "opening.turned_up"}),
    "nothing is looked at": Case(PLAIN, "", {"Ann: peek 1 1": "peek.never", "Ann: ready": "opening.over"}),
    # drawing
    "both piles": Case(PLAIN, "",
     {"Ann: draw stock": "", "Ann: take discard": "", "Ann: end turn": "turn.must_draw"}),
    "the stock alone": Case(house_with(turn={"sources": "stock", "may_return_discard": False}), "",
     {"Ann: draw stock": "", "Ann: take discard": "discard.closed"}),
    "one card a turn": Case(
        PLAIN,
        "Ann: draw stock",
        {
            "Ann: draw stock": "draw.once",
            "Ann: take discard": "draw.once",
            "Ann: end turn": "hand.must_play",
            "Bo: draw stock": "turn.not_yours",
        },
    ),
    "a taken card may go straight back": Case(PLAIN, "Ann: take discard", {"Ann: discard": ""}),
    "a taken card must be used": Case(house_with(turn={"may_return_discard": False}), "Ann: take discard",
     {"Ann: discard": "discard.must_use", "Ann: replace 1 1": ""}),
    "a card from the stock must be used": Case(house_with(turn={"may_discard_stock": False}), "Ann: draw stock",
     {"Ann: discard": "stock.must_use", "Ann: replace 1 1": ""}),
    "only a card from the stock must be used": Case(house_with(turn={"may_discard_stock": False}), "Ann: take discard",
     {"Ann: discard": ""}),
    # putting down
    "face up": Case(PLAIN, "Ann: draw stock",
     {"Ann: replace 1 1": "", "Ann: replace 1 1 face down": "replace.face_up"}),
    "face down": Case(house_with(turn={"placed": "face-down"}, ending={"trigger": "knock"}), "Ann: draw stock",
     {"Ann: replace 1 1": "replace.face_down", "Ann: replace 1 1 face down": ""}),
    "as drawn, from the stock": Case(house_with(turn={"placed": "as-drawn"}), "Ann: draw stock",
     {"Ann: replace 1 1": "replace.face_down", "Ann: replace 1 1 face down": ""}),
    "as drawn, from the discard pile": Case(house_with(turn={"placed": "as-drawn"}), "Ann: take discard",
     {"Ann: replace 1 1": "", "Ann: replace 1 1 face down": "replace.face_up"}),
    "as the one lay that is replaced": Case(
        house_with(
            opening={"face_up": 1}, turn={"placed": "as-replaced", "turn_up_instead": True}, ending={"trigger": "knock"}
        ),
        "Ann: turn up 1 1; Bo: turn up 1 1; Cy: turn up 1 1; Ann: take discard",
        {
            "Ann: replace 1 1": "",
            "Ann: replace 1 1 face down": "replace.face_up",
            "Ann: replace 1 2": "replace.face_down",
            "Ann: replace 1 2 face down": "",
        },
    ),
    "either way": Case(house_with(turn={"placed": "either"}), "Ann: draw stock",
     {"Ann: replace 1 1": "", "Ann: replace 1 1 face down": "", "Ann: replace 3 1": "place.none"}),
    "an open card is not left alone with one card face down": Case(PLAIN, f"{FIVE_UP}; Ann: draw stock",
     {"Ann: replace 1 1": "", "Ann: replace 2 3": ""}),
    "an open card is left alone with one card face down": Case(house_with(turn={"swap_open_at_last": False}),
     f"{FIVE_UP}; Ann: draw stock", {"Ann: replace 1 1": "replace.open_at_last", "Ann: replace 2 3": ""}),
    "an open card is final":
     Case(house_with(opening={"face_up": 1}, turn={"swap_open": False, "may_return_discard": False}),
     "Ann: turn up 1 1; Bo: turn up 1 1; Cy: turn up 1 1; Ann: draw stock",
     {"Ann: replace 1 1": "replace.open", "Ann: replace 1 2": ""}),
    # looking
    "nobody looks": Case(PLAIN, "Ann: draw stock", {"Ann: look 1 1": "look.never"}),
    "looking before drawing": Case(house_with(turn={"look": "commits"}), "", {"Ann: look 1 1": "look.draw_first"}),
    "looking commits": Case(
        house_with(turn={"look": "commits"}),
        "Ann: draw stock; Ann: look 1 2",
        {
            "Ann: discard": "look.must_replace",
            "Ann: replace 1 1": "look.must_replace",
            "Ann: look 1 1": "look.must_replace",
            "Ann: replace 1 2": "",
        },
    ),
    "an open card is no secret": Case(house_with(turn={"look": "commits"}), f"{up('Ann', '1 1')}; Ann: draw stock",
     {"Ann: look 1 1": "look.open"}),
    # turning up
    "nothing is turned up": Case(PLAIN, "", {"Ann: turn up 1 1": "turn_up.never"}),
    "one may be turned up after a discard": Case(house_with(turn={"turn_up_after_discard": "may"}),
     "Ann: draw stock; Ann: discard",
     {"Ann: turn up 1 1": "", "Ann: end turn": "", "Ann: draw stock": "draw.once", "Ann: replace 1 1": "hand.played"}),
    "one must be turned up after a discard": Case(house_with(turn={"turn_up_after_discard": "must"}),
     "Ann: draw stock; Ann: discard",
     {"Ann: turn up 1 1": "", "Ann: end turn": "turn_up.must", "Bo: draw stock": "turn.not_yours"}),
    "not after a replacement": Case(house_with(turn={"turn_up_after_discard": "must"}),
     "Ann: draw stock; Ann: replace 1 1",
     {"Ann: turn up 1 2": "turn.not_yours", "Bo: turn up 1 1": "turn_up.not_now"}),
    "all but the last one must be turned up: two left": Case(
        house_with(turn={"turn_up_after_discard": "must-but-last"}, ending={"trigger": "turn-up-last"}),
        "; ".join(
            f"{name}: draw stock; {name}: discard; {name}: turn up {spot}" for spot in PLACES[:4] for name in NAMES
        )
        + "; Ann: draw stock; Ann: discard",
        {"Ann: end turn": "turn_up.must", "Ann: turn up 2 2": ""},
    ),
    "all but the last one must be turned up: one left": Case(
        house_with(turn={"turn_up_after_discard": "must-but-last"}, ending={"trigger": "turn-up-last"}),
        "; ".join(
            f"{name}: draw stock; {name}: discard; {name}: turn up {spot}" for spot in PLACES[:5] for name in NAMES
        )
        + "; Ann: draw stock; Ann: discard",
        {"Ann: end turn": "", "Ann: turn up 2 3": "", "Ann: turn up 2 2": "turn_up.open"},
    ),
    "a turn may be turning one up": Case(house_with(turn={"turn_up_instead": True}), "Ann: turn up 1 1",
     {"Bo: turn up 1 1": "", "Bo: draw stock": "", "Ann: turn up 1 2": "turn.not_yours"}),
    # knocking
    "no knocking": Case(PLAIN, "", {"Ann: knock": "knock.never"}),
    "a knock takes the place of a turn": Case(house_with(ending={"trigger": "knock"}), "Ann: draw stock",
     {"Ann: knock": "knock.instead"}),
    "nobody knocks after a knock": Case(house_with(ending={"trigger": "knock"}), "Ann: knock",
     {"Bo: knock": "knock.already", "Bo: draw stock": "", "Ann: draw stock": "turn.ender_is_done"}),
    "a knock ends a turn": Case(house_with(ending={"trigger": "knock", "knock": "after-turn"}),
     "Ann: draw stock; Ann: discard", {"Ann: knock": "", "Ann: end turn": "", "Bo: draw stock": "turn.not_yours"}),
    "a knock comes after the card": Case(house_with(ending={"trigger": "knock", "knock": "after-turn"}), "",
     {"Ann: knock": "knock.after_turn"}),
    "knocking from the second turn on, first turn": Case(house_with(ending={"trigger": "knock", "knock_from": 2}),
     "", {"Ann: knock": "knock.too_early"}),
    "knocking from the second turn on, second turn": Case(house_with(ending={"trigger": "knock", "knock_from": 2}),
     OPEN_ALL, {"Ann: knock": ""}),
    # never
    "cards stay in their places": Case(PLAIN, "", {"Ann: exchange 1 1 with 2 3": "rearrange.never"}),
    "the discards are shuffled when the stock is empty": Case(PLAIN, "", {"Ann: shuffle": "shuffle.not_yet"}),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_may_be_done(name: str) -> None:
    case = CASES[name]
    state = played(dealt(case.house), case.done)
    assert {line: refusal(state, line) for line in case.asked} == case.asked


def test_an_equal_card_may_replace_an_open_one_unless_the_house_forbids_it() -> None:
    deck = "5S KC KD 6S KH QC 7S QD QH 8S JC JD 9S JH 10C 10S 10D 10H 2C 5D 3C 3D 3H"
    story = "Ann: turn up 1 1; Bo: turn up 1 1; Cy: turn up 1 1; Ann: draw stock"
    for allowed in (True, False):
        house = house_with(opening={"face_up": 1}, turn={"swap_equal": allowed})
        state = played(dealt(house, deck), story)
        assert state.drawn == parse_card("5D")
        assert refusal(state, "Ann: replace 1 1") == ("" if allowed else "replace.equal")


def test_a_discard_that_could_go_nowhere_is_not_taken() -> None:
    house = replace(
        house_with(opening={"face_up": 1}, turn={"may_return_discard": False, "swap_equal": False}), grid=Grid(1, 1)
    )
    state = played(dealt(house, "5S KH KD 5D"), "Ann: turn up 1 1; Bo: turn up 1 1; Cy: turn up 1 1")
    assert refusal(state, "Ann: take discard") == "discard.no_use"
    assert refusal(state, "Ann: draw stock") == ""
