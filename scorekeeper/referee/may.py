"""Can I ...? Questions about a turn, answered by the turn procedure itself."""

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
    Shuffle,
    TakeDiscard,
    TurnUp,
)
from scorekeeper.referee.clauses import (
    deck_words,
    how_it_ends,
    next_begins,
    opening_brief,
    opening_words,
    swappable,
    who_has_last_turns,
)
from scorekeeper.referee.play import do
from scorekeeper.referee.refusals import Citation, NotAllowed, cite
from scorekeeper.referee.situation import (
    JUST_PLAYED,
    ME,
    Situation,
    in_words,
    just_played,
    knock_is_void,
    placed,
    state_of,
)
from scorekeeper.referee.state import State, Step, peek_cells
from scorekeeper.referee.verify import actions_of, can
from scorekeeper.referee.ways_to_end import ways_to_end
from scorekeeper.rules import Cell, House
from scorekeeper.rules.wording import capitalize_first, count_word


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether something is allowed, and why.

    ``nothing-to-do``: the question doesn't arise, as with no card face down. ``told``: it isn't a yes-or-no question,
    and ``word`` is the answer.
    """

    allowed: Literal["yes", "no", "nothing-to-do", "told"]
    why: str
    code: str  # of the refusal, or of the rule that the answer rests on
    house: House = field(compare=False, repr=False)
    by_leave: bool = False  # the house allows what that rule forbids in others
    state: State | None = None  # for what the player can do instead; None where that is not the question
    told: str = ""  # the answer in a word or two, where it is neither yes nor no
    idle: str = "Doesn’t apply"  # the word for nothing-to-do
    cited: str = ""  # the rule to read about it, where it is not the code's
    knocking: bool = True  # whether a knock is among what the player can do instead

    @property
    def word(self) -> str:
        """The verdict in a word or two."""
        return self.told or {"yes": "Yes", "no": "No"}.get(self.allowed, self.idle)

    @property
    def instead(self) -> tuple[str, ...]:
        """What the player can do now, in words."""
        return () if self.state is None else in_words(self.state, knocking=self.knocking)

    @property
    def citation(self) -> Citation:
        """The rule behind the answer. Looked up lazily: readings are told apart by the verdict alone."""
        return cite(self.house, self.cited or self.code, allowed=self.by_leave)

    @property
    def row(self) -> str:
        """The open question of the sheet that decides it, such as 000-i; empty for none."""
        return self.citation.row


def may(situation: Situation, question: str) -> Answer:
    """The answer in this situation. Raises Impossible, and KeyError for a key not in QUESTIONS."""
    answer = _ASKED[question][1](situation)
    return replace(answer, knocking=False) if knock_is_void(situation) else answer


# --- asking the procedure ------------------------------------------------------------------------------------------


def _try(state: State, actions: Sequence[Action], yes: str, code: str) -> Answer:
    """The answer to the last of these actions, or to the first that is refused.

    ``yes`` says why it is allowed; ``code`` is the rule that would have forbidden it.
    """
    after = state
    try:
        for action in actions:
            after = do(after, ME, action)
    except NotAllowed as refused:
        return Answer("no", refused.sentence, refused.code, state.house, state=state)
    return Answer("yes", f"{yes} {_then(after)}".strip(), code, state.house, by_leave=True, state=state)


def _plainly(action: Action, yes: str, code: str) -> Callable[[Situation], Answer]:
    """The answer to one action, in any moment."""
    return lambda situation: _try(state_of(situation), [action], yes, code)


def _never(situation: Situation, code: str) -> Answer:
    """No, by a rule that holds at every moment."""
    state = state_of(situation)
    return Answer("no", _sentence(state, code), code, state.house)


def _nothing(state: State, why: str, code: str, *, by_leave: bool = False) -> Answer:
    return Answer("nothing-to-do", why, code, state.house, by_leave, state)


def _ends_by_itself(state: State, why: str, code: str) -> Answer:
    return replace(_nothing(state, why, code), idle="It ends by itself")


def _sentence(state: State, code: str) -> str:
    return NotAllowed(code, state, ME, EndTurn()).sentence


def _then(after: State) -> str:
    """What must follow what was just done, while it is still the same player's turn."""
    if after.player == ME and after.step is Step.TURN_UP:
        leaves = can(after, ME, EndTurn())
        way = "may flip a face-down card, or leave it" if leaves else "must flip a face-down card"
        return f"Then you {way}."
    holds = after.player == ME and after.step is Step.HAND
    only_replacing = holds and all(isinstance(action, Replace) for action in actions_of(after, ME))
    swaps = "that card in" if after.looked_at is None else "the card you peeked at"
    return f"Then you must swap {swaps}." if only_replacing else ""


def _first(state: State, *, face_up: bool) -> Cell | None:
    """The asking player's first card that is face up, or face down."""
    return next((cell for cell, spot in placed(state) if spot.card and spot.face_up is face_up), None)


def _in_hand(state: State, draw: Action) -> list[Action]:
    """The actions before holding a card."""
    return [draw] if state.step is Step.DRAW and state.player == ME else []


def _put(state: State, ways: Sequence[Action], yes: str, code: str) -> Answer:
    """Place a drawn card in the first of these ways that is allowed."""
    drawing = _in_hand(state, DrawStock() if can(state, ME, DrawStock()) else TakeDiscard())
    try:
        held = do(state, ME, drawing[0]) if drawing else state
    except NotAllowed:
        return _try(state, drawing, yes, code)
    way = next((action for action in ways if can(held, ME, action)), ways[0])
    return _try(state, [*drawing, way], yes, code)


# --- the questions -------------------------------------------------------------------------------------------------


def _as_sentence(words: str) -> str:
    return f"{capitalize_first(words)}."


def _opening_cards(situation: Situation) -> Answer:
    house = state_of(situation).house
    rule = house.opening
    up, seen = count_word(rule.face_up), count_word(rule.peek)
    turned = {
        "any": f"Flip any {up}",
        "same-column": f"{up.capitalize()} in a column",
        "different-columns": "Different columns",
        "each-row": "Different rows",
        "fixed": f"{up.capitalize()} fixed cards",
    }[rule.where]
    peeked = {"nearest": f"nearest {seen}", "any": f"any {seen}", "outer": "both ends"}[rule.peek_where]
    words = [turned] * bool(rule.face_up) + [f"Peek at {peeked}"] * bool(rule.peek)
    word = ", ".join([*words, *filter(None, [opening_brief(house)])]) if words else "None"
    return Answer("told", _as_sentence(opening_words(house)), "opening.turned_up", house, told=word)


def _decks(situation: Situation) -> Answer:
    house = state_of(situation).house
    word, words = deck_words(house)
    return Answer("told", _as_sentence(words), "deck.decks", house, told=capitalize_first(word))


def _one_column(situation: Situation) -> Answer:
    house = state_of(situation).house
    words = _as_sentence(opening_words(house))
    if house.grid.rows < 2 or house.opening.face_up + house.opening.peek < 2:
        return Answer("nothing-to-do", words, "opening.turned_up", house)
    state = state_of(Situation(house=house, first_turn=True, opened=False))
    kind, code = (TurnUp, "opening.different_columns") if house.opening.face_up else (Peek, "peek.not_that_card")
    return replace(_try(state, [kind(Cell(0, 0)), kind(Cell(1, 0))], words, code), state=None)


def _shuffle(situation: Situation) -> Answer:
    state = state_of(situation)
    yes = "The top discard stays. The others become the new stock."
    return _try(state, [Shuffle(state.shuffled_next())], yes, "shuffle.never")


_PILES: dict[str, tuple[Action, str, str, str]] = {
    "discard": (TakeDiscard(), "discard pile", "You can discard the card you drew, whichever pile it came from.",
                "discard.must_use"),
    "stock": (DrawStock(), "stock", "You don’t have to use a card from the stock.", "hand.must_play"),
}  # fmt: skip
"""By pile: how to draw from it, its name, why its card may be discarded, and the rule that would forbid it."""


def _throw_away(situation: Situation, pile: str) -> Answer:
    state = state_of(situation)
    if state.step is Step.HAND and situation.moment != pile:
        why = f"You drew that card from the {_PILES[situation.moment][1]}."
        return _nothing(state, why, "hand.must_play", by_leave=True)
    draw, _, yes, code = _PILES[pile]
    return _try(state, [*_in_hand(state, draw), Discard()], yes, code)


def _replace_lying(situation: Situation, *, face_up: bool) -> Answer:
    state = state_of(situation)
    cell = _first(state, face_up=face_up)
    at_last = state.seats[ME].face_down == 1
    code = ("replace.open_at_last" if at_last else "replace.open") if face_up else "hand.draw_first"
    if cell is None:
        return _nothing(state, f"None of your cards are {'face up' if face_up else 'face down'}.", code, by_leave=True)
    seen = "" if face_up else " You see the old card afterward."
    yes = f"You can swap any of your {swappable(state.house, at_last=at_last)}.{seen}"
    return _put(state, [Replace(cell, True), Replace(cell, False)], yes, code)


def _place(situation: Situation, *, face_up: bool) -> Answer:
    state = state_of(situation)
    code = "replace.face_up" if face_up else "replace.face_down"
    ways = [Replace(cell, face_up) for cell, spot in placed(state) if spot.card]
    return _put(state, ways, _sentence(state, code), code)


def _look(situation: Situation) -> Answer:
    state = state_of(situation)
    if state.step is Step.OPENING:
        cells = peek_cells(state.house) or state.house.grid.cells()
        return _try(state, [Peek(cells[0])], _as_sentence(opening_words(state.house)), "peek.no_more")
    cell = _first(state, face_up=False)
    if cell is None:
        return _nothing(state, "None of your cards are face down.", "look.never")
    return _try(state, [Look(cell)], "", "look.must_replace")


def _see_drawn(situation: Situation) -> Answer:
    # No answer to this question changes a parameter, so it is looked up by its key.
    house = state_of(situation).house
    option = house.option("drawn-shown")
    reading = None if option is None else house.taken(option)
    if reading is not None and reading.key == "shown":
        return Answer("yes", "You agreed to show it.", "look.drawn", house, by_leave=True)
    answer = _never(situation, "look.drawn")
    return replace(answer, told="If they show it") if reading is not None and reading.key == "free" else answer


def _turn_up(situation: Situation) -> Answer:
    state = state_of(situation)
    cell = _first(state, face_up=False)
    if cell is None:
        return _nothing(state, "None of your cards are face down.", "turn_up.open")
    yes, code = {
        Step.OPENING: ("It’s one of your starting cards.", "opening.first"),
        Step.TURN_UP: ("You discarded the card you drew.", "turn_up.never"),
        Step.LAST_CARD: ("You swapped a card, and this is your last one face down.", "turn_up.after_swap"),
    }.get(state.step, ("Flipping a card can be your whole turn.", "turn_up.never"))
    return _try(state, [TurnUp(cell)], yes, code)


def _cannot_throw_away(situation: Situation) -> Answer | None:
    """The answer for a discarded stock card that the house makes the player use; otherwise None."""
    if situation.moment != "discarded" or situation.house.turn.may_discard_stock:
        return None
    return _throw_away(replace(situation, moment="stock"), "stock")


def _turn_up_after(situation: Situation) -> Answer:
    if not situation.opened:
        return _try(state_of(situation), [Discard()], "", "hand.must_play")
    before = situation.my_turn and situation.moment in ("start", "stock")
    after = replace(situation, moment="discarded") if before else situation
    return _cannot_throw_away(after) or _turn_up(after)


def _refuse_turn_up(situation: Situation) -> Answer:
    if refused_to_throw := _cannot_throw_away(situation):
        return refused_to_throw
    state = after = state_of(situation)
    try:
        for action in () if situation.moment in JUST_PLAYED else (*_in_hand(state, DrawStock()), Discard()):
            after = just_played(after, action)
    except NotAllowed as refused:
        return Answer("no", refused.sentence, refused.code, state.house, state=state)
    if after.step not in (Step.TURN_UP, Step.LAST_CARD):
        hidden = _first(after, face_up=False)
        refused_code = "turn_up.open" if hidden is None else _try(after, [TurnUp(hidden)], "", "turn_up.never").code
        return _nothing(state, "You don’t flip a card after discarding.", refused_code)
    once = ", but only once" if state.house.ending.declines == "once" else ""
    last = f"You can leave your last card face down{once}."
    yes = last if after.seats[ME].face_down == 1 else "Flipping a card is up to you."
    return replace(_try(after, [EndTurn()], yes, "turn_up.must"), state=state)


def _end_hole(situation: Situation) -> Answer:
    state = state_of(situation)
    house = state.house
    if state.ender == ME and situation.ender == "nobody":
        return _ends_by_itself(state, "You swapped your last face-down card, and that ended it.", "end.replacing")
    if ME not in state.due:
        return _try(state, [DrawStock()], "", "knock.never")
    if knock_is_void(situation):
        return replace(_never(situation, "look.too_soon"), state=state)
    if state.ender is not None and house.ending.trigger != "knock":
        return replace(_never(situation, "end.ended"), state=state)
    if ways := ways_to_end(state):
        return _these_ways_end_it(ways, situation, state)
    if house.ending.trigger == "knock":
        return _try(state, [Knock()], "", "knock.never")
    if house.ending.trigger == "turn-up-last":
        return _cannot_turn_up_last(situation, state)
    return _ends_by_itself(state, _as_sentence(how_it_ends(house)), "knock.never")


def _these_ways_end_it(ways: Mapping[str, Action], situation: Situation, state: State) -> Answer:
    house = state.house
    code = "turn_up.after_swap" if state.step is Step.LAST_CARD else "end.not_last"
    if any(isinstance(action, Replace) for action in ways.values()):
        code = "end.replacing"
    if Knock() in ways.values():
        code = "knock.too_early" if situation.first_turn else "knock.never"
    first = " That goes for your first turn too." if code == "knock.too_early" else ""
    waits = " But only once every other player has at most one card face down."
    why = f"To end it, {', or '.join(ways)}.{first}{waits if house.ending.waits_for_all else ''}"
    return Answer("yes", why, code, house, by_leave=True, state=state)


def _cannot_turn_up_last(situation: Situation, state: State) -> Answer:
    """Why no card can end the hole now, where flipping the last one does."""
    last = _first(state, face_up=False)
    if last is None and not state.house.ending.replacing_last_ends:
        return replace(_never(situation, "end.replacing"), state=state)
    if last is None or state.seats[ME].face_down > 1:
        return replace(_never(situation, "end.not_last"), state=state)
    return _try(state, [TurnUp(last)], "", "turn_up.never")


def _after_the_end(situation: Situation, *, ender: Literal["me", "other"]) -> Answer:
    """Whether the asking player still gets a turn after ending the hole, or after another player did."""
    end = situation.house.ending
    if not situation.house.somebody_ends:
        return _nothing(state_of(situation), f"No player ends it: {how_it_ends(situation.house)}.", "knock.never")
    mine = ender == "me"
    empty = mine and situation.stock_empty
    ended = replace(situation, ender=ender, my_turn=not mine, moment="start", opened=True, looked=False)
    if mine:
        ended = replace(ended, this_round="to-play")
    state = state_of(replace(ended, stock_empty=empty))
    knock = " No knocking then." if end.trigger == "knock" else ""
    others = capitalize_first(who_has_last_turns(situation.house))
    turns = "one last turn" if end.last_turns == 1 else f"{count_word(end.last_turns)} more turns"
    answer = _try(state, [DrawStock()], f"{others} gets {turns}.{knock}", "turn.ender_is_done")
    if answer.code == "hole.over" and not end.last_turns:
        # Over at once, because no player has a last turn.
        return replace(answer, cited="turn.ender_is_done", by_leave=True)
    if not mine and answer.code == "turn.not_yours":
        return _never(ended, "turn.round_played")
    return answer


def _play_after_end(situation: Situation) -> Answer:
    return _after_the_end(situation, ender="me" if situation.ender == "me" else "other")


def _change_after_count(situation: Situation) -> Answer:
    counted = state_of(situation)._replace(step=Step.OVER, player=None)
    return _try(counted, [Replace(Cell(0, 0))], "", "hole.over")


def _next_hole(situation: Situation) -> Answer:
    house = state_of(situation).house
    word, words = next_begins(house)
    return Answer("told", _as_sentence(words), "next.begins", house, told=word)


_DRAW = "You start by drawing, and the "
_IF_ANY = _DRAW + "discard pile isn’t empty."

_ASKED: dict[str, tuple[str, Callable[[Situation], Answer]]] = {
    "decks": ("How many decks are there?", _decks),
    "opening-cards": ("Which cards do I flip or peek at first?", _opening_cards),
    "one-column": ("Can the first two be in the same column?", _one_column),
    "draw-stock": ("Can I draw from the stock?", _plainly(DrawStock(), _DRAW + "stock isn’t empty.", "draw.once")),
    "take-discard": ("Can I take the top discard?", _plainly(TakeDiscard(), _IF_ANY, "discard.closed")),
    "shuffle": ("Can I shuffle the discards into a new stock?", _shuffle),
    "put-back": ("Can I put a card I took from the discard pile straight back?", partial(_throw_away, pile="discard")),
    "throw-away": ("Can I discard the card I drew from the stock?", partial(_throw_away, pile="stock")),
    "replace-open": ("Can I swap a face-up card?", partial(_replace_lying, face_up=True)),
    "replace-hidden": ("Can I swap a face-down card?", partial(_replace_lying, face_up=False)),
    "place-face-up": ("Can I place the card I drew face up?", partial(_place, face_up=True)),
    "place-face-down": ("Can I place the card I drew face down?", partial(_place, face_up=False)),
    "look": ("Can I peek at one of my face-down cards first?", _look),
    "see-drawn": ("Can I see a card another player drew?", _see_drawn),
    "see-others": ("Can I peek at another player’s face-down card?", partial(_never, code="look.others")),
    "turn-up": ("Can I flip a card without swapping it?", _turn_up),
    "turn-up-after": ("Can I flip a card after discarding?", _turn_up_after),
    "refuse-turn-up": ("Can I skip the flip after discarding?", _refuse_turn_up),
    "pass": ("Can I pass?", _plainly(EndTurn(), "You’ve played your card.", "turn.must_draw")),
    "end-hole": ("Can I end the hole?", _end_hole),
    "play-after-end": ("Do I still get a turn after someone ends the hole?", _play_after_end),
    "ender-again": ("Do I get another turn after I end the hole?", partial(_after_the_end, ender="me")),
    "change-after-count": ("Can I change a card during scoring?", _change_after_count),
    "next-hole": ("Who starts the next hole?", _next_hole),
    "rearrange": ("Can I switch two of my cards?", _plainly(Rearrange(Cell(0, 0), Cell(0, 1)), "", "rearrange.never")),
}

QUESTIONS: Mapping[str, str] = {key: words for key, (words, _) in _ASKED.items()}
"""Questions in words, by stable key, in the order of a turn."""
