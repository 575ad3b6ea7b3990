"""The screens about how a hole is played: each asks the referee."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scorekeeper.houses.sheet import sentences
from scorekeeper.houses.sheet.example_layouts import most_decks, plain_ranks
from scorekeeper.houses.sheet.phrases import many
from scorekeeper.referee import DrawStock, EndTurn, Knock, Peek, State, Step, TurnUp, actions_of, do
from scorekeeper.referee.clauses import CODES, house_facts
from scorekeeper.referee.situation import ME
from scorekeeper.referee.state import full_deck
from scorekeeper.rules import Card, Cell, House, Rank
from scorekeeper.school.items import cell_key
from scorekeeper.school.lesson.scenes import after, exchange, look_first, moment, usual_face_down, ways_in
from scorekeeper.school.lesson.tasks import Exercise, Moves, Opening, Screen, Way, first_sentences
from scorekeeper.school.positions import Moment
from scorekeeper.school.questions.ending import EndingQuestion


def screens(house: House) -> Iterator[Screen]:
    """From the deal to the end of the hole, in the order in which they come about."""
    yield from _deal(house)
    yield from _draw(house)
    yield from _place(house)
    yield from _taken(house)
    yield from _thrown(house)
    yield from _leaving(house)
    yield from _end(house)


def _passage(house: House, code: str) -> str:
    """A rule as the referee states it."""
    text = CODES[code].passage.format(**house_facts(house))
    return text[0].upper() + text[1:]


def _moves(
    asks: str,
    state: State,
    ways: tuple[Way, ...],
    wanted: Callable[[State], bool] | None = None,
    otherwise: str = "",
) -> Moves | None:
    """The task, where some way does what the screen is about: any that is allowed, or what ``wanted`` tells."""
    found = []
    for way in ways:
        then = after(state, way)
        if then is not None and (wanted is None or wanted(then)):
            found.append(way.key)
    return Moves(asks, state, ways, tuple(found), otherwise) if found else None


# --- before the play -----------------------------------------------------------------------------------------------


def _deal(house: House) -> Iterator[Screen]:
    dealt = first_sentences(sentences.deal(house))[1]
    opening = first_sentences(sentences.opening(house))
    title = f"{many(house.grid.size, 'card').capitalize()}, face down"
    state = moment(house, opened=False, first_turn=True)
    if state is None:
        state = moment(house, first_turn=True)
        ways = tuple(
            Way(f"look-{cell_key(cell)}", f"look at it: {cell}", Peek(cell), cell) for cell in house.grid.cells()
        )
        draw = Way("draw", "Leave them and draw a card", DrawStock())
        task = None if state is None else _moves("Look at one of your cards, or draw.", state, (*ways, draw))
        if task is not None:
            yield Screen("deal", title, (dealt, opening[0]), task)
        return
    turned_up, after_it = _opened(state, TurnUp)
    if turned_up:
        asks = f"Turn {many(house.opening.face_up, 'card')} up."
        yield Screen("deal", title, (dealt, opening[0]), Opening(asks, state, False, turned_up))
    if after_it.seats[ME].to_peek:
        asks = f"Choose the {many(after_it.seats[ME].to_peek, 'card')} that you look at."
        look = Opening(asks, after_it, True, _opened(after_it, Peek)[0])
        if turned_up:
            yield Screen("peek", "One look", opening[-1:], look)
        else:
            yield Screen("deal", title, (dealt, opening[0]), look)


def _opened(state: State, kind: type[TurnUp] | type[Peek]) -> tuple[tuple[Cell, ...], State]:
    """Cards that the opening lets be turned up, or looked at, and the state after that."""
    cells: list[Cell] = []
    while state.step is Step.OPENING:
        action = next((action for action in actions_of(state, ME) if isinstance(action, kind)), None)
        if action is None:
            break
        cells.append(action.cell)
        state = do(state, ME, action)
    return tuple(cells), state


# --- a turn --------------------------------------------------------------------------------------------------------


def _draw(house: House) -> Iterator[Screen]:
    state = moment(house, face_down=usual_face_down(house))
    if state is None:
        return
    ways = tuple(way for way in ways_in(state) if way.key != "knock")
    if not any(way.key == "pass" for way in ways):
        ways = (*ways, Way("pass", "Pass", EndTurn()))
    task = _moves("It is your turn: tap a pile, or do something else.", state, ways)
    if task is not None:
        yield Screen("draw", "Your turn begins", first_sentences(sentences.drawing(house)), task)


def _place(house: House) -> Iterator[Screen]:
    state = moment(house, moment="stock", face_down=usual_face_down(house))
    if state is None:
        return
    ways = (*ways_in(state), *look_first(state), *exchange(house))
    task = _moves("Tap a card of yours to put it there, or do something else.", state, ways)
    if task is not None:
        yield Screen("place", "A card in hand", first_sentences(sentences.placing(house)), task)


def _taken(house: House) -> Iterator[Screen]:
    if house.turn.sources == "stock":
        return
    state = moment(house, moment="discard", face_down=usual_face_down(house))
    task = None if state is None else _moves("Can it go back?", state, ways_in(state))
    if task is not None:
        back = CODES["discard.must_use"]
        says = back.allowed if house.turn.may_return_discard else back.passage
        yield Screen("taken", "A card from the discard pile", (says,), task)


def _thrown(house: House) -> Iterator[Screen]:
    if house.turn.turn_up_after_discard == "never":
        return
    state = moment(house, moment="discarded", face_down=max(2, usual_face_down(house)))
    if state is None or state.step is not Step.TURN_UP:
        return
    task = _moves("You threw the card away. What now?", state, ways_in(state))
    if task is not None:
        yield Screen("thrown", "After throwing away", first_sentences([sentences.turning_up(house)]), task)


def _leaving(house: House) -> Iterator[Screen]:
    """Equal cards that leave the grid: one is missing, and it is in hand."""
    rule = house.cancelling
    state = moment(house, moment="stock", face_down=house.grid.size)
    if rule is None or not rule.leave or state is None or house.turn.placed == "face-down":
        return
    line = house.grid.lines(rule.where, rule.size)[0]
    rank = next((rank for rank in plain_ranks(house, rule.size) if rank is not Rank.JOKER), None)
    if rank is None:
        return
    cards = _of_rank(state, rank, rule.size)
    if len(cards) < rule.size:
        return
    seat = state.seats[ME]
    places = list(seat.places)
    for cell, card in zip(line[1 : rule.size], cards[1:], strict=True):
        places[state.position(cell)] = places[state.position(cell)]._replace(card=card, face_up=True, seen=True)
    state = state.with_seat(ME, seat._replace(places=tuple(places)))._replace(drawn=cards[0])
    lying = sum(place.card is not None for place in state.seats[ME].places)
    task = _moves(
        "Put your card where it matches.",
        state,
        ways_in(state),
        lambda then: sum(place.card is not None for place in then.seats[ME].places) < lying,
        "Nothing leaves the grid.",
    )
    if task is not None:
        says = (_passage(house, "place.empty"),)
        yield Screen("leaving", "Equal cards leave the grid", says, task)


def _of_rank(state: State, rank: Rank, count: int) -> list[Card]:
    """So many equal cards of that rank."""
    same = [card for card in full_deck(state.house, most_decks(state.house)) if card.rank is rank]
    if state.house.cancelling is not None and state.house.cancelling.same == "card":
        same = [card for card in same if card.suit is same[0].suit]
    return same[:count]


# --- the end of a hole ---------------------------------------------------------------------------------------------


_CHOICES_OF_THE_END = {
    "all-face-up": ("stock", "discarded", "discard", "start"),
    "turn-up-last": ("discarded", "stock", "swapped", "start"),
    "knock": ("start", "swapped", "discarded"),
    "turns": ("stock", "discarded"),
    "stock-empty": ("stock", "discarded"),
}


def _end(house: House) -> Iterator[Screen]:
    """The hole is ended, and then who still plays once that was done."""
    trigger = house.ending.trigger
    says = first_sentences(sentences.what_ends_it(house))
    for when in _CHOICES_OF_THE_END[trigger]:
        state = _before_the_end(house, when)
        if state is None or state.player != ME:
            continue
        ways = ways_in(state)
        if not house.somebody_ends:
            ways = (*ways, Way("knock", "Knock", Knock()))
        asks = _ASKS_OF_THE_END.get(trigger, "End the hole.")
        task = _moves(asks, state, ways, lambda then: then.over or then.ender == ME, "The hole goes on.")
        if task is None:
            continue
        yield Screen("end", "The hole ends", says, task)
        if house.somebody_ends:
            way = next(way for way in ways if way.key == task.wanted[0])
            question = EndingQuestion(house, Moment.of(state, ME, way.action))
            yield Screen("after", "After the end", (sentences.last_turns(house),), Exercise(question))
        return


_CHOICES_OF_THE_END = {
    "all-face-up": ("stock", "discarded", "discard", "start"),
    "turn-up-last": ("discarded", "stock", "swapped", "start"),
    "knock": ("start", "swapped", "discarded"),
    "turns": ("stock", "discarded"),
    "stock-empty": ("stock", "discarded"),
}

_ASKS_OF_THE_END = {
    "turns": "It is the last turn of the hole. Play it.",
    "stock-empty": "You hold the last card of the stock. Play it.",
}


def _before_the_end(house: House, when: str) -> State | None:
    trigger = house.ending.trigger
    if trigger in ("all-face-up", "turn-up-last"):
        return moment(house, moment=when, face_down=1)
    state = moment(house, moment=when, stock_empty=trigger == "stock-empty", face_down=usual_face_down(house))
    if state is None or trigger != "turns":
        return state
    others = [seat._replace(turns=house.ending.turns) for seat in state.seats[1:]]
    return state._replace(seats=(state.seats[ME], *others))
