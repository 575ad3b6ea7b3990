"""What each parameter of a house does to a turn: a table of houses, of what is done, and of what may be done then.

The house is the six-card one of two rows of three, with what the case says. Ann, Bo and Cy sit clockwise, Ann begins;
the cards lie as they are dealt, so that nothing depends on dice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from scorekeeper import houses
from scorekeeper.referee import (
    BadDeal,
    NotAllowed,
    State,
    Step,
    TurnUp,
    UnknownAction,
    begin,
    can,
    do,
    full_deck,
    legal_actions,
    parse_action,
    verify,
)
from scorekeeper.rules import Cell, Grid, House, parse_card
from scorekeeper.rules.house import Cancelling, Ending, Opening, Turn

PLAIN = replace(
    houses.get("two-joker"),
    key="plain",
    options=(),
    opening=Opening(),
    turn=Turn(may_return_discard=True),
    ending=Ending(trigger="all-face-up", last_turns=1),
)
NAMES = ("Ann", "Bo", "Cy")


def house_with(**changes: Any) -> House:
    """The plain house with other parameters: `turn=..., ending=...` as keywords of these."""
    return replace(PLAIN, **{name: replace(getattr(PLAIN, name), **keys) for name, keys in changes.items()})


def dealt(house: House, deck: str = "", players: int = 3) -> State:
    """The hole after the deal; ``deck`` are the cards on top, in the order in which they are dealt."""
    cards = list(full_deck(house, 1))
    top = []
    for card in deck.split():
        top.append(cards.pop(cards.index(parse_card(card))))
    return begin(house, NAMES[:players], [*top, *cards])


def played(state: State, story: str) -> State:
    """The state after `Ann: draw stock; Ann: replace 1 1; ...`."""
    for line in filter(None, (line.strip() for line in story.split(";"))):
        name, action = line.split(": ")
        state = do(state, NAMES.index(name), parse_action(action))
    return state


def offered(state: State) -> set[str]:
    """Everything that may be done, places left out: `Ann: replace`."""
    return {f"{NAMES[player]}: {str(action).rstrip(' 0123456789')}" for player, action in legal_actions(state)}


def refusal(state: State, line: str) -> str:
    """The code with which it is refused; empty where it is allowed."""
    name, action = line.split(": ")
    try:
        verify(state, NAMES.index(name), parse_action(action))
    except NotAllowed as refused:
        return refused.code
    return ""


OPEN_ALL = "; ".join(f"{name}: draw stock; {name}: discard" for name in NAMES)
"""A round in which everybody throws away what they draw."""


def up(name: str, *places: str) -> str:
    """Rounds in which that player puts a card into each of these places and the others throw theirs away."""
    first = NAMES.index(name)
    story = []
    for place in places:
        for number, other in enumerate(NAMES):
            play = f"replace {place}" if number == first else "discard"
            story += [f"{other}: draw stock", f"{other}: {play}"]
    return "; ".join(story)


@dataclass(frozen=True)
class Case:
    """A house, what is done in it, and for each further wish the code of its refusal; `` where it is allowed."""

    house: House
    done: str
    asked: dict[str, str]


PLACES = ("1 1", "1 2", "1 3", "2 1", "2 2", "2 3")
FIVE_UP = up("Ann", *PLACES[:5])

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
    "two are turned up when one's own first turn begins": Case(
        house_with(opening={"face_up": 2, "when": "first-turn"}),
        "Ann: turn up 1 1; Ann: turn up 1 2; Ann: draw stock; Ann: discard; Bo: turn up 2 1",
        {"Bo: draw stock": "opening.first", "Bo: turn up 2 2": "", "Cy: turn up 1 1": "turn.not_yours"},
    ),
    "they must lie in one column": Case(
        house_with(opening={"face_up": 2, "where": "same-column"}),
        "Ann: turn up 1 2",
        {"Ann: turn up 2 2": "", "Ann: turn up 2 1": "opening.same_column", "Bo: turn up 2 1": ""},
    ),
    "they must lie in different columns": Case(
        house_with(opening={"face_up": 2, "where": "different-columns"}),
        "Ann: turn up 1 2",
        {"Ann: turn up 2 2": "opening.different_columns", "Ann: turn up 2 1": ""},
    ),
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
    "any card may be looked at": Case(house_with(opening={"peek": 1, "peek_where": "any"}), "", {"Ann: peek 1 2": ""}),
    "the two ends of the nearest row are looked at": Case(
        house_with(opening={"peek": 2, "peek_where": "outer"}),
        "",
        {"Ann: peek 2 1": "", "Ann: peek 2 3": "", "Ann: peek 2 2": "peek.not_that_card"},
    ),
    "some are turned up and some looked at": Case(
        house_with(opening={"face_up": 1, "peek": 1, "peek_where": "any"}),
        "Ann: turn up 1 1",
        {"Ann: peek 1 1": "peek.open", "Ann: peek 1 2": "", "Ann: turn up 1 2": "opening.turned_up"},
    ),
    "nothing is looked at": Case(PLAIN, "", {"Ann: peek 1 1": "peek.never", "Ann: ready": "opening.over"}),
    # drawing
    "both piles": Case(PLAIN, "", {"Ann: draw stock": "", "Ann: take discard": "", "Ann: end turn": "turn.must_draw"}),
    "the stock alone": Case(
        house_with(turn={"sources": "stock", "may_return_discard": False}),
        "",
        {"Ann: draw stock": "", "Ann: take discard": "discard.closed"},
    ),
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
    "a taken card must be used": Case(
        house_with(turn={"may_return_discard": False}),
        "Ann: take discard",
        {"Ann: discard": "discard.must_use", "Ann: replace 1 1": ""},
    ),
    # putting down
    "face up": Case(
        PLAIN, "Ann: draw stock", {"Ann: replace 1 1": "", "Ann: replace 1 1 face down": "replace.face_up"}
    ),
    "face down": Case(
        house_with(turn={"placed": "face-down"}, ending={"trigger": "knock"}),
        "Ann: draw stock",
        {"Ann: replace 1 1": "replace.face_down", "Ann: replace 1 1 face down": ""},
    ),
    "as drawn, from the stock": Case(
        house_with(turn={"placed": "as-drawn"}),
        "Ann: draw stock",
        {"Ann: replace 1 1": "replace.face_down", "Ann: replace 1 1 face down": ""},
    ),
    "as drawn, from the discard pile": Case(
        house_with(turn={"placed": "as-drawn"}),
        "Ann: take discard",
        {"Ann: replace 1 1": "", "Ann: replace 1 1 face down": "replace.face_up"},
    ),
    "either way": Case(
        house_with(turn={"placed": "either"}),
        "Ann: draw stock",
        {"Ann: replace 1 1": "", "Ann: replace 1 1 face down": "", "Ann: replace 3 1": "place.none"},
    ),
    "an open card is not left alone with one card face down": Case(
        PLAIN, f"{FIVE_UP}; Ann: draw stock", {"Ann: replace 1 1": "", "Ann: replace 2 3": ""}
    ),
    "an open card is left alone with one card face down": Case(
        house_with(turn={"swap_open_at_last": False}),
        f"{FIVE_UP}; Ann: draw stock",
        {"Ann: replace 1 1": "replace.open_at_last", "Ann: replace 2 3": ""},
    ),
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
    "an open card is no secret": Case(
        house_with(turn={"look": "commits"}), f"{up('Ann', '1 1')}; Ann: draw stock", {"Ann: look 1 1": "look.open"}
    ),
    # turning up
    "nothing is turned up": Case(PLAIN, "", {"Ann: turn up 1 1": "turn_up.never"}),
    "one may be turned up after a discard": Case(
        house_with(turn={"turn_up_after_discard": "may"}),
        "Ann: draw stock; Ann: discard",
        {
            "Ann: turn up 1 1": "",
            "Ann: end turn": "",
            "Ann: draw stock": "draw.once",
            "Ann: replace 1 1": "hand.played",
        },
    ),
    "one must be turned up after a discard": Case(
        house_with(turn={"turn_up_after_discard": "must"}),
        "Ann: draw stock; Ann: discard",
        {"Ann: turn up 1 1": "", "Ann: end turn": "turn_up.must", "Bo: draw stock": "turn.not_yours"},
    ),
    "not after a replacement": Case(
        house_with(turn={"turn_up_after_discard": "must"}),
        "Ann: draw stock; Ann: replace 1 1",
        {"Ann: turn up 1 2": "turn.not_yours", "Bo: turn up 1 1": "turn_up.not_now"},
    ),
    "all but the last one must be turned up: two left": Case(
        house_with(turn={"turn_up_after_discard": "must-but-last"}, ending={"trigger": "turn-up-last"}),
        "; ".join(
            f"{name}: draw stock; {name}: discard; {name}: turn up {place}" for place in PLACES[:4] for name in NAMES
        )
        + "; Ann: draw stock; Ann: discard",
        {"Ann: end turn": "turn_up.must", "Ann: turn up 2 2": ""},
    ),
    "all but the last one must be turned up: one left": Case(
        house_with(turn={"turn_up_after_discard": "must-but-last"}, ending={"trigger": "turn-up-last"}),
        "; ".join(
            f"{name}: draw stock; {name}: discard; {name}: turn up {place}" for place in PLACES[:5] for name in NAMES
        )
        + "; Ann: draw stock; Ann: discard",
        {"Ann: end turn": "", "Ann: turn up 2 3": "", "Ann: turn up 2 2": "turn_up.open"},
    ),
    "a turn may be turning one up": Case(
        house_with(turn={"turn_up_instead": True}),
        "Ann: turn up 1 1",
        {"Bo: turn up 1 1": "", "Bo: draw stock": "", "Ann: turn up 1 2": "turn.not_yours"},
    ),
    # knocking
    "no knocking": Case(PLAIN, "", {"Ann: knock": "knock.never"}),
    "a knock takes the place of a turn": Case(
        house_with(ending={"trigger": "knock"}), "Ann: draw stock", {"Ann: knock": "knock.instead"}
    ),
    "nobody knocks after a knock": Case(
        house_with(ending={"trigger": "knock"}),
        "Ann: knock",
        {"Bo: knock": "knock.already", "Bo: draw stock": "", "Ann: draw stock": "turn.ender_is_done"},
    ),
    "a knock ends a turn": Case(
        house_with(ending={"trigger": "knock", "knock": "after-turn"}),
        "Ann: draw stock; Ann: discard",
        {"Ann: knock": "", "Ann: end turn": "", "Bo: draw stock": "turn.not_yours"},
    ),
    "a knock comes after the card": Case(
        house_with(ending={"trigger": "knock", "knock": "after-turn"}), "", {"Ann: knock": "knock.after_turn"}
    ),
    "knocking from the second turn on, first turn": Case(
        house_with(ending={"trigger": "knock", "knock_from": 2}), "", {"Ann: knock": "knock.too_early"}
    ),
    "knocking from the second turn on, second turn": Case(
        house_with(ending={"trigger": "knock", "knock_from": 2}), OPEN_ALL, {"Ann: knock": ""}
    ),
    # never
    "cards stay in their places": Case(PLAIN, "", {"Ann: exchange 1 1 with 2 3": "rearrange.never"}),
    "the discards are shuffled when the stock is empty": Case(PLAIN, "", {"Ann: shuffle": "shuffle.not_yet"}),
}


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


# --- how a hole ends -----------------------------------------------------------------------------------------------


def ends(house: House, story: str, deck: str = "") -> State:
    return played(dealt(house, deck), story)


def test_the_last_card_face_up_ends_it_by_itself_and_the_others_have_a_turn_each() -> None:
    state = ends(PLAIN, f"{FIVE_UP}; Ann: draw stock; Ann: replace 2 3")
    assert (state.ender, state.player, state.last_turns) == (0, 1, (2,))
    state = played(state, "Bo: draw stock; Bo: replace 1 1; Cy: draw stock; Cy: discard")
    assert state.over
    assert offered(state) == set()


def test_without_last_turns_it_is_over_at_once() -> None:
    assert ends(house_with(ending={"last_turns": 0}), f"{FIVE_UP}; Ann: draw stock; Ann: replace 2 3").over


def test_with_two_last_turns_they_go_round_twice() -> None:
    state = ends(house_with(ending={"trigger": "knock", "last_turns": 2}), "Ann: draw stock; Ann: discard; Bo: knock")
    assert (state.player, state.last_turns) == (2, (0, 2, 0))


def test_last_turns_to_the_end_of_the_round() -> None:
    house = house_with(ending={"trigger": "knock", "last_turns_for": "rest-of-round"})
    assert ends(house, "Ann: knock").last_turns == (2,)
    assert ends(house, "Ann: draw stock; Ann: discard; Bo: knock").last_turns == ()
    assert ends(house, "Ann: draw stock; Ann: discard; Bo: draw stock; Bo: discard; Cy: knock").over


def test_replacing_the_last_card_need_not_end_it() -> None:
    state = ends(house_with(ending={"replacing_last_ends": False}), f"{FIVE_UP}; Ann: draw stock; Ann: replace 2 3")
    assert (state.ender, state.player) == (None, 1)


VOLUNTARY = house_with(turn={"turn_up_after_discard": "must-but-last"}, ending={"trigger": "turn-up-last"})


def test_turning_up_the_last_card_ends_it_and_leaving_it_does_not() -> None:
    choice = played(dealt(VOLUNTARY), f"{_with_turning(4)}; {_five_up_ann()}")
    assert offered(choice) == {"Ann: turn up", "Ann: end turn"}
    assert played(choice, "Ann: turn up 2 3").ender == 0
    assert played(choice, "Ann: end turn").ender is None


def _with_turning(rounds: int) -> str:
    """Rounds in which everybody throws a card away and turns one up."""
    return "; ".join(
        f"{name}: draw stock; {name}: discard; {name}: turn up {place}" for place in PLACES[:rounds] for name in NAMES
    )


def _five_up_ann() -> str:
    """Ann has thrown away the card of her fifth and sixth turn; Bo and Cy have turned up five."""
    fifth = "; ".join(f"{name}: draw stock; {name}: discard; {name}: turn up {PLACES[4]}" for name in NAMES)
    return f"{fifth}; Ann: draw stock; Ann: discard"


def test_the_last_card_may_be_left_once() -> None:
    house = replace(VOLUNTARY, ending=replace(VOLUNTARY.ending, declines="once"))
    left = played(dealt(house), f"{_with_turning(4)}; {_five_up_ann()}; Ann: end turn")
    others = "; ".join(f"{name}: draw stock; {name}: discard; {name}: end turn" for name in NAMES[1:])
    again = played(left, f"{others}; Ann: draw stock; Ann: discard")
    assert refusal(again, "Ann: end turn") == "turn_up.left_once"
    assert refusal(again, "Ann: turn up 2 3") == ""
    # Once somebody has ended the hole it makes no difference any more.
    ended = played(again, "Ann: turn up 2 3; Bo: draw stock; Bo: discard")
    assert refusal(ended, "Bo: end turn") == ""


def test_nobody_ends_it_before_all_have_come_to_their_last_card() -> None:
    house = replace(VOLUNTARY, ending=replace(VOLUNTARY.ending, waits_for_all=True))
    # Bo swaps an open card in his second turn and is one behind.
    story = f"{_with_turning(1)}; Ann: draw stock; Ann: discard; Ann: turn up 1 2; Bo: draw stock; Bo: replace 1 1"
    story += "; Cy: draw stock; Cy: discard; Cy: turn up 1 2"
    for place in PLACES[2:5]:
        for name in NAMES:
            at = PLACES[PLACES.index(place) - 1] if name == "Bo" else place
            story += f"; {name}: draw stock; {name}: discard; {name}: turn up {at}"
    state = played(dealt(house), f"{story}; Ann: draw stock")
    assert [seat.face_down for seat in state.seats] == [1, 2, 1]
    assert refusal(state, "Ann: replace 2 3") == "end.wait"
    assert refusal(state, "Ann: replace 1 1") == ""
    assert do(state, 0, parse_action("discard")).player == 1  # there is nothing to choose
    later = played(state, "Ann: discard; Bo: draw stock; Bo: discard; Bo: turn up 2 2")
    later = played(later, "Cy: draw stock; Cy: discard; Cy: end turn; Ann: draw stock; Ann: discard")
    assert refusal(later, "Ann: turn up 2 3") == ""


def test_the_last_card_may_be_turned_up_after_a_swap() -> None:
    house = replace(VOLUNTARY, ending=replace(VOLUNTARY.ending, turning_after_swap=True))
    state = played(dealt(house), f"{_with_turning(5)}; Ann: draw stock; Ann: replace 1 1")
    assert state.step is Step.LAST_CARD
    assert offered(state) == {"Ann: turn up", "Ann: end turn"}
    assert played(state, "Ann: turn up 2 3").ender == 0
    assert played(state, "Ann: end turn").player == 1


def test_in_last_turns_nothing_is_turned_up_where_the_house_says_so() -> None:
    for turns_up in (True, False):
        house = replace(VOLUNTARY, turn=replace(VOLUNTARY.turn, turn_up_in_last_turn=turns_up))
        state = played(
            dealt(house), f"{_with_turning(4)}; {_five_up_ann()}; Ann: turn up 2 3; Bo: draw stock; Bo: discard"
        )
        assert (state.player == 1) == turns_up


def test_a_number_of_turns_ends_it_for_all() -> None:
    house = house_with(ending={"trigger": "turns", "turns": 2, "last_turns": 0})
    assert not played(dealt(house), f"{OPEN_ALL}; {OPEN_ALL.rsplit('; ', 2)[0]}").over
    state = played(dealt(house), f"{OPEN_ALL}; {OPEN_ALL}")
    assert state.over
    assert state.ender is None


# --- the stock runs out --------------------------------------------------------------------------------------------


def short(house: House, stock: int) -> State:
    """A hole with so few cards in the stock."""
    state = dealt(house)
    return state._replace(stock=state.stock[:stock])


def test_an_empty_stock_is_made_anew_of_all_discards_but_the_top_one() -> None:
    state = played(short(PLAIN, 3), OPEN_ALL)
    assert refusal(state, "Ann: draw stock") == "stock.empty"
    lying = [str(card) for card in state.discards]
    assert refusal(state, f"Ann: shuffle {' '.join(lying)}") == "shuffle.other_cards"
    order = list(reversed(lying[1:]))
    state = played(state, f"Ann: shuffle {' '.join(order)}")
    assert [str(card) for card in state.stock] == order
    assert [str(card) for card in state.discards] == lying[:1]
    assert refusal(state, "Ann: draw stock") == ""


def test_it_is_made_anew_once() -> None:
    house = house_with(ending={"stock_empty": "reshuffle-once"})
    state = played(short(house, 3), OPEN_ALL)
    state = played(state, f"Ann: shuffle {' '.join(map(str, state.discards[1:]))}; {OPEN_ALL}")
    assert state.over
    assert state.ender is None


def test_the_hole_ends_with_the_stock() -> None:
    for ending in ({"stock_empty": "hole-ends"}, {"trigger": "stock-empty", "last_turns": 0}):
        house = house_with(ending=ending)
        assert not played(short(house, 3), OPEN_ALL.rsplit("; ", 2)[0]).over
        assert played(short(house, 3), OPEN_ALL).over


def test_nothing_to_shuffle_and_nothing_to_take_ends_the_hole() -> None:
    house = house_with(turn={"sources": "stock", "may_return_discard": False})
    state = played(short(house, 1), "Ann: draw stock; Ann: replace 1 1")
    assert refusal(state, f"Bo: shuffle {state.discards[1]}") == ""
    bare = short(house, 1)._replace(discards=())
    assert played(bare, "Ann: draw stock; Ann: replace 1 1").over


def test_with_one_discard_there_is_nothing_to_shuffle() -> None:
    state = short(PLAIN, 0)
    assert refusal(state, "Ann: shuffle") == "shuffle.no_cards"
    assert refusal(state, "Ann: take discard") == ""
    ending = short(house_with(ending={"stock_empty": "hole-ends"}), 0)
    assert (
        refusal(ending._replace(discards=ending.discards * 2), f"Ann: shuffle {ending.discards[0]}") == "shuffle.never"
    )


# --- cards that leave ----------------------------------------------------------------------------------------------


def test_an_equal_column_leaves_the_grid_at_once() -> None:
    cancelling = Cancelling(where=("column",), leave=True)
    house = replace(house_with(opening={"face_up": 1}), cancelling=cancelling)
    deck = "5S KC KD 6S KH QC 7S QD QH 8S JC JD 9S JH 10C 10S 10D 10H 2C 5D 3C 3D 3H"
    opened = played(dealt(house, deck), "Ann: turn up 1 1; Bo: turn up 1 1; Cy: turn up 1 1")
    state = played(opened, "Ann: draw stock; Ann: replace 2 1")
    assert str(state.layout(0)) == ". [6S] [7S] / . [9S] [10S]"
    assert [str(card) for card in state.discards] == ["5D", "5S", "8S", "2C"]  # the pair lies on the card replaced
    later = played(state, "Bo: draw stock; Bo: discard; Cy: draw stock; Cy: discard; Ann: draw stock")
    assert refusal(later, "Ann: replace 1 1") == "place.empty"
    assert refusal(later, "Ann: replace 1 2") == ""


def test_cards_that_keep_their_value_stay() -> None:
    cancelling = Cancelling(where=("column",), leave=True, exceptions={parse_card("5").rank: "keep"})
    house = replace(house_with(opening={"face_up": 1}), cancelling=cancelling)
    deck = "5S KC KD 6S KH QC 7S QD QH 8S JC JD 9S JH 10C 10S 10D 10H 2C 5D 3C 3D 3H"
    opened = played(dealt(house, deck), "Ann: turn up 1 1; Bo: turn up 1 1; Cy: turn up 1 1")
    assert str(played(opened, "Ann: draw stock; Ann: replace 2 1").layout(0)) == "5S [6S] [7S] / 5D [9S] [10S]"


# --- the deal, and the text of an action ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "cards", "starter", "cause"),
    [(0, 52, 0, "nobody"), (3, 52, 3, "seat 3"), (3, 18, 0, "too few"), (2, 12, 0, "too few")],
)
def test_a_deal_that_cannot_be(players: int, cards: int, starter: int, cause: str) -> None:
    with pytest.raises(BadDeal, match=cause):
        begin(PLAIN, NAMES[:players], full_deck(PLAIN, 1)[:cards], starter)


def test_cards_are_dealt_singly_from_the_starter_round() -> None:
    deck = full_deck(PLAIN, 1)
    state = begin(PLAIN, NAMES, deck, 1)
    assert [seat.places[0].card for seat in state.seats] == [deck[2], deck[0], deck[1]]
    assert [seat.places[5].card for seat in state.seats] == [deck[17], deck[15], deck[16]]
    assert state.discards == (deck[18],)
    assert state.stock == deck[19:]


@pytest.mark.parametrize(
    "text",
    [
        "turn up 1 2",
        "peek 2 1",
        "ready",
        "draw stock",
        "take discard",
        "shuffle 5H * 10S",
        "shuffle",
        "look 1 1",
        "replace 2 3",
        "replace 2 3 face down",
        "discard",
        "knock",
        "end turn",
        "exchange 1 1 with 2 2",
    ],
)
def test_an_action_and_its_text(text: str) -> None:
    assert str(parse_action(text)) == text


@pytest.mark.parametrize("text", ["", "draw", "replace 1", "replace a b", "turn up 1 2 3", "knock knock"])
def test_a_text_that_is_no_action(text: str) -> None:
    with pytest.raises(UnknownAction):
        parse_action(text)


def test_only_a_refusal_is_answered_with_no() -> None:
    """A mistake in the rules themselves is never taken for something that is not allowed."""
    state = dealt(PLAIN)
    broken = state._replace(step=Step.TURN_UP, seats=())
    with pytest.raises(IndexError):
        can(broken, 0, TurnUp(Cell(0, 0)))
