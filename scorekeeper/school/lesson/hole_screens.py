"""The screens about how a hole is played: each asks the referee."""

from collections.abc import Callable, Iterator

from scorekeeper.houses.sheet import sentences
from scorekeeper.houses.sheet.phrases import many
from scorekeeper.houses.sheet.worked_examples import most_decks, plain_ranks
from scorekeeper.referee import Action, DrawStock, EndTurn, Knock, Peek, State, Step, TurnUp, actions_of, do
from scorekeeper.referee.clauses import CODES, house_facts
from scorekeeper.referee.situation import ME
from scorekeeper.referee.state import full_deck
from scorekeeper.rules import Card, House, Rank
from scorekeeper.school.items import cell_key
from scorekeeper.school.lesson.scenes import after, exchange, look_first, moment, usual_face_down, ways_in
from scorekeeper.school.lesson.tasks import Exercise, Moves, Screen, Way, first_sentences
from scorekeeper.school.positions import Moment
from scorekeeper.school.questions.ending import EndingQuestion


def screens(house: House) -> Iterator[Screen]:
    """From the deal to the end of the hole, in the order in which they come about."""
    yield from _deal(house)
    yield from _turn(house)
    yield from _leaving(house)
    yield from _end(house)


def _moves(
    key: str,
    title: str,
    says: tuple[str, ...],
    asks: str,
    state: State | None,
    ways: tuple[Way, ...],
    wanted: Callable[[State], bool] = lambda then: True,
    otherwise: str = "",
) -> Iterator[Screen]:
    """A screen with that task, where some way that is allowed does what is ``wanted``."""
    if state is not None:
        then = {way.key: after(state, way) for way in ways}
        found = tuple(key for key, state_then in then.items() if state_then is not None and wanted(state_then))
        if found:
            yield Screen(key, title, says, Moves(asks, state, ways, found, otherwise))


# --- before the play -----------------------------------------------------------------------------------------------


def _deal(house: House) -> Iterator[Screen]:
    opening = first_sentences(sentences.opening(house))
    says: tuple[str, ...] = (first_sentences(sentences.deal(house))[1], opening[0])
    title = f"{many(house.grid.size, 'card').capitalize()}, face down"
    state = moment(house, opened=False, first_turn=True)
    if state is None:
        ways = (*_on_each_card(house, Peek), Way("draw", "Leave them and draw a card", DrawStock()))
        asks = "Look at one of your cards, or draw."
        yield from _moves("deal", title, says, asks, moment(house, first_turn=True), ways)
        return
    turning, opened = _opening(state, TurnUp)
    looking, _ = _opening(opened, Peek)
    if turning:
        asks = "Turn one card up." if len(turning) == 1 else "Turn one more card up."
        yield from _moves("deal", title, says, asks, turning[-1], _on_each_card(house, TurnUp))
    if looking:
        key, title, says = ("peek", "One look", opening[-1:]) if turning else ("deal", title, says)
        asks = "Look at a card that you may see."
        yield from _moves(key, title, says, asks, looking[0], _on_each_card(house, Peek))


def _on_each_card(house: House, kind: type[TurnUp] | type[Peek]) -> tuple[Way, ...]:
    words = "turn it up" if kind is TurnUp else "look at it"
    return tuple(Way(f"open-{cell_key(cell)}", f"{words}: {cell}", kind(cell), cell) for cell in house.grid.cells())


def _opening(state: State, kind: type[Action]) -> tuple[list[State], State]:
    """The states before each card that the opening lets be turned up, or looked at, and the state after the last."""
    before: list[State] = []
    while state.step is Step.OPENING:
        action = next((action for action in actions_of(state, ME) if isinstance(action, kind)), None)
        if action is None:
            break
        before.append(state)
        state = do(state, ME, action)
    return before, state


# --- a turn --------------------------------------------------------------------------------------------------------


def _turn(house: House) -> Iterator[Screen]:
    """The turn as it begins, with a card from the stock in hand, with one from the pile, and once it is thrown away."""
    down = usual_face_down(house)
    if state := moment(house, face_down=down):
        ways = tuple(way for way in ways_in(state) if way.key not in ("knock", "pass"))
        asks, says = "It is your turn: tap a pile, or do something else.", first_sentences(sentences.drawing(house))
        yield from _moves("draw", "Your turn begins", says, asks, state, (*ways, Way("pass", "Pass", EndTurn())))
    if state := moment(house, moment="stock", face_down=down):
        ways = (*ways_in(state), *look_first(state), *exchange(house))
        asks, says = (
            "Tap a card of yours to put it there, or do something else.",
            first_sentences(sentences.placing(house)),
        )
        yield from _moves("place", "A card in hand", says, asks, state, ways)
    if house.turn.sources != "stock" and (state := moment(house, moment="discard", face_down=down)):
        back = CODES["discard.must_use"]
        says = (back.allowed if house.turn.may_return_discard else back.passage,)
        yield from _moves("taken", "A card from the discard pile", says, "Can it go back?", state, ways_in(state))
    state = moment(house, moment="discarded", face_down=max(2, down))
    if house.turn.turn_up_after_discard != "never" and state is not None and state.step is Step.TURN_UP:
        asks, says = "You threw the card away. What now?", first_sentences([sentences.turning_up(house)])
        yield from _moves("thrown", "After throwing away", says, asks, state, ways_in(state))


def _leaving(house: House) -> Iterator[Screen]:
    """Equal cards that leave the grid: one is missing, and it is in hand."""
    rule = house.cancelling
    state = moment(house, moment="stock", face_down=house.grid.size)
    if rule is None or not rule.leave or state is None or house.turn.placed == "face-down":
        return
    line = house.grid.lines(rule.where, rule.size)[0]
    rank = next((rank for rank in plain_ranks(house, rule.size) if rank is not Rank.JOKER), None)
    cards = [] if rank is None else _of_rank(state, rank, rule.size)
    if len(cards) < rule.size:
        return
    seat = state.seats[ME]
    places = list(seat.places)
    for cell, card in zip(line[1 : rule.size], cards[1:], strict=True):
        places[state.position(cell)] = places[state.position(cell)]._replace(card=card, face_up=True, seen=True)
    state = state.with_seat(ME, seat._replace(places=tuple(places)))._replace(drawn=cards[0])
    passage = CODES["place.empty"].passage.format(**house_facts(house))
    yield from _moves(
        "leaving",
        "Equal cards leave the grid",
        (passage[0].upper() + passage[1:],),
        "Put your card where it matches.",
        state,
        ways_in(state),
        lambda then: any(place.card is None for place in then.seats[ME].places),
        "Nothing leaves the grid.",
    )


def _of_rank(state: State, rank: Rank, count: int) -> list[Card]:
    """So many equal cards of that rank."""
    same = [card for card in full_deck(state.house, most_decks(state.house)) if card.rank is rank]
    if state.house.cancelling is not None and state.house.cancelling.same == "card":
        same = [card for card in same if card.suit is same[0].suit]
    return same[:count]


# --- the end of a hole ---------------------------------------------------------------------------------------------

_BEFORE_THE_END = {
    "all-face-up": ("stock", "discarded", "discard", "start"),
    "turn-up-last": ("discarded", "stock", "swapped", "start"),
    "knock": ("start", "swapped", "discarded"),
    "turns": ("stock", "discarded"),
    "stock-empty": ("stock", "discarded"),
}
"""Moments of a turn at which a hole can be ended, by what ends it; the first that comes about is shown."""

_ASKS_OF_THE_END = {
    "turns": "It is the last turn of the hole. Play it.",
    "stock-empty": "You hold the last card of the stock. Play it.",
}


def _end(house: House) -> Iterator[Screen]:
    """The hole is ended, and then who still plays once that was done."""
    trigger = house.ending.trigger
    says, asks = first_sentences(sentences.what_ends_it(house)), _ASKS_OF_THE_END.get(trigger, "End the hole.")
    for state in (_before_the_end(house, when) for when in _BEFORE_THE_END[trigger]):
        if state is None or state.player != ME:
            continue
        ways = (*ways_in(state), *(() if house.somebody_ends else (Way("knock", "Knock", Knock()),)))
        ends = _moves("end", "The hole ends", says, asks, state, ways, _is_ended, "The hole goes on.")
        for screen in ends:
            yield screen
            if house.somebody_ends:
                (done,) = screen.task.solution.values()
                action = next(way.action for way in ways if way.key == done[0])
                question = EndingQuestion(house, Moment.of(state, ME, action))
                yield Screen("after", "After the end", (sentences.last_turns(house),), Exercise(question))
            return


def _is_ended(then: State) -> bool:
    return then.over or then.ender == ME


def _before_the_end(house: House, when: str) -> State | None:
    trigger = house.ending.trigger
    if trigger in ("all-face-up", "turn-up-last"):
        return moment(house, moment=when, face_down=1)
    state = moment(house, moment=when, stock_empty=trigger == "stock-empty", face_down=usual_face_down(house))
    if state is None or trigger != "turns":
        return state
    others = [seat._replace(turns=house.ending.turns) for seat in state.seats[1:]]
    return state._replace(seats=(state.seats[ME], *others))
