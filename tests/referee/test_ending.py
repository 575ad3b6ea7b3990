"""How a hole ends, what happens when the stock runs out, and cards that leave the grid."""

from dataclasses import replace

from scorekeeper.referee import State, Step, do, parse_action
from scorekeeper.rules import Grid, House, parse_card, score
from scorekeeper.rules.parameters import Cancelling
from tests.referee.telling import FIVE_UP, NAMES, OPEN_ALL, PLACES, PLAIN, dealt, house_with, offered, played, refusal

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
    """Rounds in which all players discard a card and flip one."""
    return "; ".join(
        f"{name}: draw stock; {name}: discard; {name}: turn up {spot}" for spot in PLACES[:rounds] for name in NAMES
    )


def _five_up_ann() -> str:
    """Ann has discarded in her fifth and sixth turn; Bo and Cy have five cards face up."""
    fifth = "; ".join(f"{name}: draw stock; {name}: discard; {name}: turn up {PLACES[4]}" for name in NAMES)
    return f"{fifth}; Ann: draw stock; Ann: discard"


def test_the_last_card_may_be_left_once() -> None:
    house = replace(VOLUNTARY, ending=replace(VOLUNTARY.ending, declines="once"))
    left = played(dealt(house), f"{_with_turning(4)}; {_five_up_ann()}; Ann: end turn")
    others = "; ".join(f"{name}: draw stock; {name}: discard; {name}: end turn" for name in NAMES[1:])
    again = played(left, f"{others}; Ann: draw stock; Ann: discard")
    assert refusal(again, "Ann: end turn") == "turn_up.left_once"
    assert refusal(again, "Ann: turn up 2 3") == ""
    # After the end it makes no difference.
    ended = played(again, "Ann: turn up 2 3; Bo: draw stock; Bo: discard")
    assert refusal(ended, "Bo: end turn") == ""


def test_nobody_ends_it_before_all_have_come_to_their_last_card() -> None:
    house = replace(VOLUNTARY, ending=replace(VOLUNTARY.ending, waits_for_all=True))
    # Bo swaps an open card in his second turn and is one behind.
    story = f"{_with_turning(1)}; Ann: draw stock; Ann: discard; Ann: turn up 1 2; Bo: draw stock; Bo: replace 1 1"
    story += "; Cy: draw stock; Cy: discard; Cy: turn up 1 2"
    for spot in PLACES[2:5]:
        for name in NAMES:
            at = PLACES[PLACES.index(spot) - 1] if name == "Bo" else spot
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


def test_a_turn_ends_with_a_knock_or_without() -> None:
    house = house_with(ending={"trigger": "knock", "knock": "after-turn", "knock_from": 2})
    first = played(dealt(house), "Ann: draw stock; Ann: discard")
    assert first.player == 1  # it is too early to be asked
    second = played(
        first, "Bo: draw stock; Bo: discard; Cy: draw stock; Cy: discard; Ann: draw stock; Ann: replace 1 1"
    )
    assert offered(second) == {"Ann: knock", "Ann: end turn"}
    assert played(second, "Ann: end turn").player == 1
    knocked = played(second, "Ann: knock")
    assert (knocked.ender, knocked.player) == (0, 1)
    assert played(knocked, "Bo: draw stock; Bo: discard").player == 2  # no player is asked in a last turn


def test_a_number_of_turns_ends_it_for_all() -> None:
    house = house_with(ending={"trigger": "turns", "turns": 2, "last_turns": 0})
    assert not played(dealt(house), f"{OPEN_ALL}; {OPEN_ALL.rsplit('; ', 2)[0]}").over
    state = played(dealt(house), f"{OPEN_ALL}; {OPEN_ALL}")
    assert state.over
    assert state.ender is None


# --- the stock runs out --------------------------------------------------------------------------------------------


def short(house: House, stock: int) -> State:
    """A hole with that many cards in the stock."""
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


def test_a_grid_without_cards_ends_the_hole() -> None:
    """A player whose last two cards leave together has no card face down, which ends the hole."""
    pairs = replace(
        house_with(opening={"face_up": 1}, ending={"last_turns": 0}),
        grid=Grid(2, 1),
        cancelling=Cancelling(leave=True),
    )
    state = played(
        dealt(pairs, "5H 9H 8H 2H 3H 4H KH 5D"),
        "Ann: turn up 1 1; Bo: turn up 1 1; Cy: turn up 1 1; Ann: draw stock; Ann: replace 2 1",
    )
    assert [spot.card for spot in state.seats[0].spots] == [None, None]
    assert (state.step, state.ender) == (Step.OVER, 0)
    assert score(state.layout(0), pairs).total == 0
