"""May I ... now? The questions that tables quarrel about, answered by the turn procedure itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal

from scorekeeper.referee.actions import (
    Action,
    Discard,
    DrawStock,
    EndTurn,
    Knock,
    Look,
    Peek,
    Rearrange,
    Replace,
    TakeDiscard,
    TurnUp,
)
from scorekeeper.referee.clauses import how_it_ends, next_begins, opening_words
from scorekeeper.referee.play import do
from scorekeeper.referee.refusals import Citation, NotAllowed, cite
from scorekeeper.referee.situation import (
    JUST_PLAYED,
    ME,
    Situation,
    in_words,
    just_played,
    placed,
    state_of,
)
from scorekeeper.referee.state import State, Step
from scorekeeper.referee.verify import actions_of, can
from scorekeeper.rules import Cell
from scorekeeper.rules.wording import count_word


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether something is allowed, and why.

    ``nothing-to-do`` is for what the question does not arise with: nothing lies face down, the hole ends by itself.
    ``told`` is for what is not asked with may: then ``word`` is the answer.
    """

    allowed: Literal["yes", "no", "nothing-to-do", "told"]
    why: str
    code: str  # of the refusal, or of the rule that the answer rests on
    # Where that stands is looked up only when somebody reads it: readings are told apart by the verdict alone.
    cites: Callable[[], Citation] = field(compare=False, repr=False)
    state: State | None = None  # in which something else may be done; None where that is not the question
    told: str = ""  # the answer in a word or two, where it is neither yes nor no

    @property
    def word(self) -> str:
        """The verdict in a word or two."""
        return self.told or {"yes": "Yes", "no": "No"}.get(self.allowed, "Nothing to do")

    @property
    def instead(self) -> tuple[str, ...]:
        """What may be done now, in words."""
        return () if self.state is None else in_words(self.state)

    @property
    def citation(self) -> Citation:
        """Where that stands."""
        return self.cites()

    @property
    def row(self) -> str:
        """The open question of the sheet that decides it, such as 000-i, or nothing."""
        return self.citation.row


def may(situation: Situation, question: str) -> Answer:
    """The answer in this situation. Raises Impossible, and KeyError for a question that is not in QUESTIONS."""
    return _ASKED[question][1](situation)


# --- asking the procedure ------------------------------------------------------------------------------------------


def _try(state: State, actions: Sequence[Action], yes: str, code: str) -> Answer:
    """Do these one after the other; the answer is what the last one meets with, or what already forbids the way there.

    ``yes`` tells why it is allowed; ``code`` is the rule that would have forbidden it.
    """
    after = state
    for action in actions:
        try:
            after = do(after, ME, action)
        except NotAllowed as refused:
            return _no(refused, state)
    return Answer("yes", " ".join([yes, *_then(after)]), code, partial(cite, state.house, code, allowed=True), state)


def _no(refused: NotAllowed, state: State) -> Answer:
    return Answer("no", refused.sentence, refused.code, lambda: refused.citation, state)


def _nothing(state: State, why: str, code: str, *, allowed: bool = False) -> Answer:
    return Answer("nothing-to-do", why, code, partial(cite, state.house, code, allowed=allowed), state)


def _then(after: State) -> list[str]:
    """What follows from what was just done, where it still is the same player's turn."""
    if after.player != ME or after.step is Step.DRAW:
        return []
    actions = actions_of(after, ME)
    if after.step is Step.TURN_UP:
        if EndTurn() in actions:
            return ["After that you may turn a face-down card up, or leave it."]
        return ["After that you must turn one of your face-down cards up."]
    if after.step is Step.HAND and all(isinstance(action, Replace) for action in actions):
        return ["Then it must replace one of your cards."]
    return []


def _first(state: State, *, face_up: bool) -> Cell | None:
    """A card of whoever asks that lies open, or one that does not."""
    return next((cell for cell, place in placed(state) if place.card and place.face_up is face_up), None)


def _in_hand(state: State, draw: Action) -> list[Action]:
    """What has to be done first to hold a card."""
    return [draw] if state.step is Step.DRAW and state.player == ME else []


def _holding(state: State) -> tuple[State, list[Action]]:
    """The state with any card in hand, and what was done for it. Raises NotAllowed."""
    drawing = _in_hand(state, DrawStock() if can(state, ME, DrawStock()) else TakeDiscard())
    for action in drawing:
        state = do(state, ME, action)
    return state, drawing


# --- the questions -------------------------------------------------------------------------------------------------


def _opening(state: State) -> str:
    words = opening_words(state.house)
    return f"{words[0].upper()}{words[1:]}."


def _opening_cards(situation: Situation) -> Answer:
    rule = situation.house.opening
    up, seen = count_word(rule.face_up), count_word(rule.peek)
    turned = {
        "any": f"Any {up} up",
        "same-column": f"{up.capitalize()} of a column",
        "different-columns": "No column twice",
        "each-row": "No row twice",
        "fixed": f"Fixed {up} up",
    }[rule.where]
    looked = {"nearest": f"See nearest {seen}", "any": f"See any {seen}", "outer": "See both ends"}[rule.peek_where]
    word = ", ".join([turned] * bool(rule.face_up) + [looked] * bool(rule.peek)) or "None"
    state = state_of(situation)
    return Answer(
        "told", _opening(state), "opening.turned_up", partial(cite, state.house, "opening.turned_up"), told=word
    )


def _one_column(situation: Situation) -> Answer:
    house, state = situation.house, state_of(situation)
    if house.grid.rows < 2 or house.opening.face_up + house.opening.peek < 2:
        return replace(_nothing(state, _opening(state), "opening.turned_up"), state=None)
    state = state_of(Situation(house=house, first_turn=True, opened=False))
    kind, code = (TurnUp, "opening.different_columns") if house.opening.face_up else (Peek, "peek.not_that_card")
    both = [kind(Cell(0, 0)), kind(Cell(1, 0))]
    return replace(_try(state, both, _opening(state), code), state=None)


def _draw_stock(situation: Situation) -> Answer:
    return _try(
        state_of(situation), [DrawStock()], "Your turn begins with a card, and the stock has some.", "draw.once"
    )


def _take_discard(situation: Situation) -> Answer:
    return _try(
        state_of(situation),
        [TakeDiscard()],
        "Your turn begins with a card, and the top card of the discard pile is there to take.",
        "discard.closed",
    )


def _put_back(situation: Situation) -> Answer:
    state = state_of(situation)
    if state.step is Step.HAND and situation.moment == "stock":
        return _nothing(state, "The card in your hand came from the stock.", "hand.must_play", allowed=True)
    yes = "A drawn card may be discarded, whichever pile it came from."
    return _try(state, [*_in_hand(state, TakeDiscard()), Discard()], yes, "discard.must_use")


def _throw_away(situation: Situation) -> Answer:
    state = state_of(situation)
    if state.step is Step.HAND and situation.moment == "discard":
        return _nothing(state, "The card in your hand came from the discard pile.", "hand.must_play", allowed=True)
    yes = "A card from the stock need not be used."
    return _try(state, [*_in_hand(state, DrawStock()), Discard()], yes, "hand.must_play")


def _replace_lying(situation: Situation, *, face_up: bool) -> Answer:
    state = state_of(situation)
    cell = _first(state, face_up=face_up)
    at_last = state.seats[ME].face_down == 1
    code = ("replace.open_at_last" if at_last else "replace.open") if face_up else "hand.draw_first"
    if cell is None:
        return _nothing(state, f"None of your cards lies {'open' if face_up else 'face down'}.", code, allowed=True)
    try:
        held, drawing = _holding(state)
    except NotAllowed as refused:
        return _no(refused, state)
    up = can(held, ME, Replace(cell, True)) or not can(held, ME, Replace(cell, False))
    yes = "The drawn card may go to any of your places, open or not."
    return _try(
        state, [*drawing, Replace(cell, up)], yes if face_up else f"{yes} You see the old one after that.", code
    )


def _place(situation: Situation, *, face_up: bool) -> Answer:
    state = state_of(situation)
    try:
        held, drawing = _holding(state)
    except NotAllowed as refused:
        return _no(refused, state)
    puts = [Replace(cell, face_up) for cell, place in placed(state) if place.card]
    put = next((action for action in puts if can(held, ME, action)), puts[0])
    code = "replace.face_up" if face_up else "replace.face_down"
    return _try(state, [*drawing, put], NotAllowed(code, held, ME, put).sentence, code)


def _look(situation: Situation) -> Answer:
    state = state_of(situation)
    cell = _first(state, face_up=False)
    if cell is None:
        return _nothing(state, "None of your cards lies face down.", "look.never")
    yes = "You may, but the drawn card must then go exactly there."
    return _try(state, [Look(cell)], yes, "look.must_replace")


def _see_drawn(situation: Situation) -> Answer:
    # No answer to this question changes a parameter, so it is looked up by its key.
    state, house = state_of(situation), situation.house
    option = house.option("drawn-shown")
    reading = None if option is None else house.taken(option)
    if reading is not None and reading.key == "shown":
        rule = partial(cite, house, "look.drawn", allowed=True)
        return Answer("yes", "The table has agreed to show it.", "look.drawn", rule)
    return replace(_no(NotAllowed("look.drawn", state, ME, EndTurn()), state), state=None)


def _see_others(situation: Situation) -> Answer:
    state = state_of(situation)
    return replace(_no(NotAllowed("look.others", state, ME, EndTurn()), state), state=None)


def _turn_up(situation: Situation) -> Answer:
    state = state_of(situation)
    cell = _first(state, face_up=False)
    if cell is None:
        return _nothing(state, "None of your cards lies face down.", "turn_up.open")
    yes, code = {
        Step.TURN_UP: ("You have discarded the drawn card.", "turn_up.never"),
        Step.LAST_CARD: ("You have replaced a card, and this is your last face-down one.", "turn_up.after_swap"),
    }.get(state.step, ("Turning a card up may be your whole turn.", "turn_up.never"))
    return _try(state, [TurnUp(cell)], yes, code)


def _turn_up_after(situation: Situation) -> Answer:
    before = situation.my_turn and situation.moment in ("start", "stock")
    return _turn_up(replace(situation, moment="discarded") if before else situation)


def _refuse_turn_up(situation: Situation) -> Answer:
    state = state_of(situation)
    after = state
    for action in (*_in_hand(state, DrawStock()), Discard()):
        if situation.moment not in JUST_PLAYED:
            try:
                after = just_played(after, action)
            except NotAllowed as refused:
                return _no(refused, state)
    if after.step not in (Step.TURN_UP, Step.LAST_CARD):
        hidden = _first(after, face_up=False)
        refused_code = "turn_up.open" if hidden is None else _try(after, [TurnUp(hidden)], "", "turn_up.never").code
        return _nothing(state, "There is nothing to turn up after discarding.", refused_code)
    once = ", but only once" if state.house.ending.declines == "once" else ""
    last = f"The last card may stay face down{once}."
    yes = last if after.seats[ME].face_down == 1 else "Turning a card up is your choice."
    answer = _try(after, [EndTurn()], yes, "turn_up.must")
    return replace(answer, state=state)


def _pass(situation: Situation) -> Answer:
    state = state_of(situation)
    return _try(state, [EndTurn()], "Your card is played.", "turn.must_draw")


def _end_hole(situation: Situation) -> Answer:
    state = state_of(situation)
    house = state.house
    if ME not in state.due:
        return _try(state, [DrawStock()], "", "knock.never")
    if state.ender is not None and house.ending.trigger != "knock":
        return _no(NotAllowed("end.ended", state, ME, EndTurn()), state)
    if ways := _ways_to_end(state):
        code = "turn_up.after_swap" if state.step is Step.LAST_CARD else "end.not_last"
        if any(isinstance(action, Replace) for action in ways.values()):
            code = "end.replacing"
        if Knock() in ways.values():
            code = "knock.too_early" if situation.first_turn else "knock.never"
        first = " The first turn is no exception." if code == "knock.too_early" else ""
        waits = " But not before each of the others has one face-down card or none."
        why = f"To end it, {', or '.join(ways)}.{first}{waits if house.ending.waits_for_all else ''}"
        return Answer("yes", why, code, partial(cite, house, code, allowed=True), state)
    if house.ending.trigger == "knock":
        return _try(state, [Knock()], "", "knock.never")
    if house.ending.trigger == "turn-up-last":
        last = _first(state, face_up=False)
        if last is None or state.seats[ME].face_down > 1:
            return _no(NotAllowed("end.not_last", state, ME, EndTurn()), state)
        return _try(state, [TurnUp(last)], "", "turn_up.never")
    return _nothing(state, f"It is nobody's choice: {how_it_ends(house)}.", "knock.never")


_ENDING: dict[type, tuple[str, str | None]] = {
    DrawStock: ("", ""),
    TakeDiscard: ("", ""),
    Knock: ("knock", None),
    TurnUp: ("turn your last card up", None),
    Replace: ("replace your last face-down card", "replace another card and "),
    Discard: ("", "discard the drawn card and "),
}
"""How an action is told that ends the hole, and one after which it may be ended in the same turn."""


def _ways_to_end(state: State, done: str = "") -> dict[str, Action]:
    """What whoever asks can do in the rest of this turn to end the hole on purpose, in words."""
    ways: dict[str, Action] = {}
    for action in actions_of(state, ME):
        words, before = _ENDING.get(type(action), ("", None))
        after = do(state, ME, action) if words or before is not None else state
        if words and after.ender == ME and state.ender is None:
            ways.setdefault(done + words, action)
        elif before is not None and after.player == ME:
            ways |= _ways_to_end(after, before)
    # Where the hole ends by itself, nobody chooses it by replacing a card.
    by_itself = state.step is Step.DRAW and state.house.ending.trigger == "all-face-up"
    return {} if by_itself and all(isinstance(action, Replace) for action in ways.values()) else ways


def _nobody_ends(situation: Situation) -> bool:
    return situation.house.ending.trigger in ("turns", "stock-empty")


def _play_after_end(situation: Situation) -> Answer:
    if _nobody_ends(situation):
        return _nothing(state_of(situation), f"Nobody ends it: {how_it_ends(situation.house)}.", "knock.never")
    if situation.ender == "me":
        return _ender_again(situation)
    ended = replace(situation, ender="other", my_turn=True, moment="start", stock_empty=False)
    state = state_of(ended)
    knock = " A knock is not part of it." if state.house.ending.trigger == "knock" else ""
    turns = "one last turn" if state.house.ending.last_turns == 1 else f"{state.house.ending.last_turns} more turns"
    answer = _try(state, [DrawStock()], f"Each of the others has {turns}.{knock}", "turn.ender_is_done")
    return _about_last_turns(answer, state)


def _ender_again(situation: Situation) -> Answer:
    if _nobody_ends(situation):
        return _nothing(state_of(situation), f"Nobody ends it: {how_it_ends(situation.house)}.", "knock.never")
    ended = replace(situation, ender="me", my_turn=False, moment="start")
    state = state_of(ended)
    return _about_last_turns(_try(state, [DrawStock()], "", "turn.ender_is_done"), state)


def _about_last_turns(answer: Answer, state: State) -> Answer:
    """Where the hole was over at once, that is because nobody has a last turn."""
    if answer.code != "hole.over" or state.house.ending.last_turns:
        return answer
    return replace(answer, cites=partial(cite, state.house, "turn.ender_is_done", allowed=True))


def _change_after_count(situation: Situation) -> Answer:
    counted = state_of(situation)._replace(step=Step.OVER, player=None)
    return _try(counted, [Replace(Cell(0, 0))], "", "hole.over")


def _next_hole(situation: Situation) -> Answer:
    house = state_of(situation).house
    word, words = next_begins(house)
    return Answer(
        "told", f"{words[0].upper()}{words[1:]}.", "next.begins", partial(cite, house, "next.begins"), told=word
    )


def _rearrange(situation: Situation) -> Answer:
    state = state_of(situation)
    cells = state.house.grid.cells()
    return _try(state, [Rearrange(cells[0], cells[-1])], "", "rearrange.never")


_ASKED: dict[str, tuple[str, Callable[[Situation], Answer]]] = {
    "opening-cards": ("Which cards are turned up or looked at first?", _opening_cards),
    "one-column": ("May the first two of them lie in one column?", _one_column),
    "draw-stock": ("May I draw from the stock?", _draw_stock),
    "take-discard": ("May I take the top card of the discard pile?", _take_discard),
    "put-back": ("May I put a card that I took from the discard pile straight back?", _put_back),
    "throw-away": ("May I throw away the card that I drew from the stock?", _throw_away),
    "replace-open": ("May I replace a card that lies open?", partial(_replace_lying, face_up=True)),
    "replace-hidden": ("May I replace a face-down card?", partial(_replace_lying, face_up=False)),
    "place-face-up": ("May I put the drawn card down face up?", partial(_place, face_up=True)),
    "place-face-down": ("May I put the drawn card down face down?", partial(_place, face_up=False)),
    "look": ("May I look at a face-down card of mine first?", _look),
    "see-drawn": ("May I see a card that another player drew?", _see_drawn),
    "see-others": ("May I look at another player's face-down card?", _see_others),
    "turn-up": ("May I turn a card up without replacing it?", _turn_up),
    "turn-up-after": ("May I turn a card up after I have thrown away the drawn one?", _turn_up_after),
    "refuse-turn-up": ("May I refuse to turn a card up after discarding?", _refuse_turn_up),
    "pass": ("May I pass?", _pass),
    "end-hole": ("May I end the hole?", _end_hole),
    "play-after-end": ("May I still play after somebody has ended the hole?", _play_after_end),
    "ender-again": ("May I have one more turn after I have ended the hole?", _ender_again),
    "change-after-count": ("May I change a card after the count has begun?", _change_after_count),
    "next-hole": ("Who begins the next hole?", _next_hole),
    "rearrange": ("May I exchange two cards of my own grid?", _rearrange),
}

QUESTIONS: Mapping[str, str] = {key: words for key, (words, _) in _ASKED.items()}
"""What can be asked, in words, by stable key in the order of a turn."""
