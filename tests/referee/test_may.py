"""Can I ...? The answers of the procedure to each question, by the rules of each of the five sheets."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain, combinations, product
from typing import Any

import pytest

from scorekeeper import houses
from scorekeeper.referee import QUESTIONS, Impossible, Situation, may, other_answers, state_of
from scorekeeper.referee.situation import in_words
from scorekeeper.rules import House
from scorekeeper.web.turn_question import FACTS, Asked
from tests.random_houses import random_houses
from tests.referee import HOUSES

SHEETS = {house.source.sheet: house for house in HOUSES if house.source.sheet}

# Each question, with its moment where that is not the middle of a hole; what the five sheets answer, in the words of
# `Answer.allowed` with `-` for nothing to do, or `Answer.told`, once where all agree; and the code of the rule, with
# the sheets that go by another. Where an answer has a comma, semicolons stand between.
TABLE = """
    opening-cards: {up}; {up}, on the first turn; {up}; Peek at nearest two; {up}, then the discard | opening.turned_up
    one-column: yes, yes, yes, no, yes | opening.different_columns 003=peek.not_that_card
    draw-stock: yes | draw.once
    take-discard: yes | discard.closed
    draw-stock, the opening: no | opening.first
    shuffle, the stock is empty: yes | shuffle.never
    shuffle: no | shuffle.not_yet
    put-back: yes, yes, no, no, yes | discard.must_use
    throw-away: yes | hand.must_play
    replace-open: yes, yes, yes, -, yes | replace.open
    replace-hidden: yes | hand.draw_first
    place-face-up: yes, yes, yes, no, yes | replace.face_up 003=replace.face_down
    place-face-down: no, no, no, yes, no | replace.face_up 003=replace.face_down
    look: no | look.never
    look, holding a card: no | look.never
    look, the opening: no, no, no, yes, no | peek.never 003=peek.no_more
    see-drawn: no, no, If they show it, no, no | look.drawn
    see-others: no | look.others
    turn-up: no | turn_up.never 001=turn_up.not_now
    turn-up, the opening: yes, yes, yes, no, yes | opening.first 003=opening.turned_up
    turn-up, discarded: no, yes, no, no, no | turn_up.never
    turn-up, placed, one face down: no | turn_up.never 001=turn_up.after_swap
    turn-up-after: no, yes, no, no, no | turn_up.never
    turn-up-after, the opening: no | opening.first
    draw-stock, discarded: no | draw.once
    put-back, discarded: no | hand.played
    replace-hidden, discarded: no | hand.played
    refuse-turn-up: -, no, -, -, - | turn_up.never 001=turn_up.must
    refuse-turn-up, one face down: -, yes, -, -, - | turn_up.never 001=turn_up.must
    pass: no | turn.must_draw
    end-hole: -, no, -, yes, - | knock.never 001=end.not_last
    end-hole, one face down: -, yes, -, yes, - | knock.never 001=end.replacing
    end-hole, holding a card: -, no, -, no, - | knock.never 001=end.not_last 003=knock.instead
    end-hole, discarded: -, no, -, no, - | knock.never 001=end.not_last 003=knock.instead
    end-hole, placed, one face down: -, no, -, no, - | knock.never 001=turn_up.after_swap 003=knock.instead
    end-hole, the first turn: -, no, -, yes, - | knock.never 001=end.not_last 003=knock.too_early
    end-hole, somebody ended it: no | hole.over 001=end.ended 003=knock.already 004=end.ended
    play-after-end: no, yes, no, yes, yes | turn.ender_is_done 000=hole.over 002=hole.over
    play-after-end, had a last turn: no | hole.over
    play-after-end, played in this round: no, yes, no, yes, yes | turn.ender_is_done 000=hole.over 002=hole.over
    ender-again: no | turn.ender_is_done 000=hole.over 002=hole.over
    change-after-count: no | hole.over
    next-hole: Next player | next.begins
    rearrange: no | rearrange.never
"""


MOMENTS: dict[str, dict[str, Any]] = {
    "": {},
    "holding a card": {"moment": "stock"},
    "taken": {"moment": "discard"},
    "discarded": {"moment": "discarded"},
    "placed, one face down": {"moment": "swapped", "face_down": 1},
    "the first turn": {"first_turn": True},
    "somebody ended it": {"ender": "other"},
    "one face down": {"face_down": 1},
    "discarded, one face down": {"moment": "discarded", "face_down": 1},
    "placed the last": {"moment": "swapped", "face_down": 0},
    "the opening": {"opened": False, "first_turn": True},
    "the stock is empty": {"stock_empty": True},
    "had a last turn": {"this_round": "played-since"},
    "played in this round": {"this_round": "played-before"},
}


@pytest.mark.parametrize("row", TABLE.strip().splitlines())
def test_the_comparison_of_the_sheets(row: str) -> None:
    asked, said, code, others = re.fullmatch(r" *(.+): (.+) \| (\S+) ?(.*)", row).groups()  # type: ignore[union-attr]
    question, _, moment = asked.partition(", ")
    answers = {sheet: may(Situation(house=SHEETS[sheet], **MOMENTS[moment]), question) for sheet in sorted(SHEETS)}
    found = [answer.told or answer.allowed.replace("nothing-to-do", "-") for answer in answers.values()]
    each = said.replace("{up}", "Flip any two").split("; " if ";" in said else ", ")
    assert found == (each if len(each) > 1 else each * len(SHEETS))
    by_sheet = dict.fromkeys(SHEETS, code) | dict(other.split("=") for other in others.split())
    assert {sheet: answer.code for sheet, answer in answers.items()} == by_sheet


DECKS = {
    "000": "One deck, no jokers",
    "001": "One deck, your choice for 4+, two for 5+, two jokers each",
    "002": "One deck, two for 5+, three for 9+, no jokers",
    "003": "One deck, no jokers",
    "004": "One deck, two jokers each",
}


@pytest.mark.parametrize("sheet", DECKS)
def test_how_many_decks_a_sheet_is_played_with(sheet: str) -> None:
    answer = may(Situation(house=SHEETS[sheet]), "decks")
    assert (answer.told, answer.code) == (DECKS[sheet], "deck.decks")


def test_every_question_is_in_the_table() -> None:
    assert {"decks"} | {row.strip().partition(":")[0].partition(", ")[0] for row in TABLE.strip().splitlines()} == set(
        QUESTIONS
    )


def test_what_may_be_done_instead() -> None:
    refused = may(Situation(house=SHEETS["003"]), "pass")
    assert refused.instead == ("draw from the stock", "take the top discard", "knock")
    holding = may(Situation(house=SHEETS["002"], moment="discard"), "put-back")
    assert holding.instead == ("swap in the card you drew",)
    assert may(Situation(house=SHEETS["000"], my_turn=False), "draw-stock").instead == ()


# The open question of the sheet that decides; - where the sheet leaves nothing open there.
ROWS = {
    "put-back": "000-i 001-u - - 004-i",
    "shuffle, the stock is empty": "000-t 001-ab 002-p 003-r 004-r",
    "draw-stock, the opening": "- 001-x - 003-h 004-q",
    "decks": "000-q 001-a 002-n 003-g 004-p",
    "turn-up, discarded": "000-l - 002-k - 004-j",
    "turn-up, placed, one face down": "000-l 001-t 002-k - 004-j",
    "turn-up-after": "000-l - 002-k - 004-j",
    "turn-up": "000-l - 002-k - 004-j",
    "end-hole, one face down": "- 001-p - - -",
    "end-hole, discarded, one face down": "- - - 003-k -",
    "end-hole, the first turn": "- - - 003-j -",
    "end-hole, holding a card": "- - - 003-k -",
    "end-hole, discarded": "- - - 003-k -",
    "end-hole, somebody ended it": "- - - 003-l -",
    "look": "- - - 003-m -",
    "look, the opening": "- - - 003-h -",
    "place-face-up": "000-j - - 003-q -",
    "place-face-down": "000-j - - 003-q -",
    "replace-open, one face down": "- 001-s - - -",
    "replace-open": "- - - - -",
    "replace-hidden": "- - - - -",
    "opening-cards": "000-o 001-x - 003-h 004-q",
    "one-column": "000-o - - 003-h -",
    "see-drawn": "- - 002-o 003-o -",
    "next-hole": "000-p 001-ab 002-m 003-s 004-m",
    "rearrange": "- - - 003-p -",
}


@pytest.mark.parametrize("case", ROWS)
def test_the_row_of_the_sheet_comes_with_the_answer(case: str) -> None:
    question, _, moment = case.partition(", ")
    answers = [may(Situation(house=SHEETS[sheet], **MOMENTS[moment]), question) for sheet in sorted(SHEETS)]
    assert " ".join(answer.row or "-" for answer in answers) == ROWS[case]


def moments(sheet: str, most: int = len(FACTS)) -> Iterator[Situation]:
    """Every moment that the page can build from at most ``most`` facts; those with the fewest come first."""
    for names in chain.from_iterable(combinations(FACTS, count) for count in range(most + 1)):
        for values in product(*(FACTS[name].values for name in names)):
            asked = Asked(SHEETS[sheet], "", dict(zip(names, values, strict=True)))
            if asked.in_short.told == asked.told and asked.is_possible:
                yield asked.situation


@pytest.mark.parametrize("sheet", SHEETS)
def test_each_reading_of_play_changes_an_answer_in_a_moment_that_the_page_can_ask_for(sheet: str) -> None:
    house = SHEETS[sheet]
    left = {
        f"{option.row} {option.key}={reading.key}": houses.with_readings(house, {option.key: reading.key})
        for option in house.options
        if option.kind == "play" and option.asked != "explained"
        for reading in option.readings
        if reading is not house.taken(option)
    }
    for situation in moments(sheet):
        otherwise = {name: replace(situation, house=read) for name, read in left.items()}
        for question in QUESTIONS:
            answer = possible(may, situation, question)
            found = {name: possible(may, otherwise[name], question) for name in left}
            for name, other in found.items():
                if answer is not None and other is not None and other.word != answer.word:
                    del left[name]
        if not left:
            return
    assert not left.keys()


@pytest.mark.long
@pytest.mark.parametrize("sheet", SHEETS)
def test_no_reading_that_changes_a_verdict_is_hidden(sheet: str) -> None:
    """The search over every question and pair of facts: each reading that there is, tried one at a time."""
    house = SHEETS[sheet]
    as_played: dict[tuple[str, str], str] = {}
    variants: dict[str, House] = {}
    for option in house.options:
        for reading in option.readings:
            with suppress(houses.BadHouse):
                read = houses.with_readings(house, {option.key: reading.key})
                # What a hole is played by. An answer that sets nothing is told by its key.
                played = repr((read.opening, read.turn, read.ending, read.match.deal, read.grid, read.table))
                as_played[option.key, reading.key] = played = played + (
                    "" if reading.sets else f"{option.key}={reading.key}"
                )
                variants[played] = read
    variants.pop(repr((house.opening, house.turn, house.ending, house.match.deal, house.grid, house.table)), None)
    for situation in moments(sheet, most=2):
        otherwise = {played: replace(situation, house=read) for played, read in variants.items()}
        for question in QUESTIONS:
            answer = possible(may, situation, question)
            if answer is None:
                continue
            by_each = {played: possible(may, one, question) for played, one in otherwise.items()}
            changing = {played for played, found in by_each.items() if found is not None and found.word != answer.word}
            if not changing:
                continue
            shown = {as_played[one.option.key, one.reading.key] for one in other_answers(situation, question)}
            assert changing == shown, (question, situation)


def test_a_player_who_looked_where_that_has_its_price() -> None:
    looked = Situation(house=SHEETS["003"], moment="stock", looked=True)
    answer = may(looked, "throw-away")
    assert (answer.allowed, answer.code, answer.row) == ("no", "look.must_replace", "003-m")
    assert in_words(state_of(looked)) == ("swap the card you peeked at",)


# How each reading of 003-n answers a player who looked without having drawn: a knock, a draw, throwing the card away.
LOOKED_TOO_SOON = {"silent": "yes yes yes", "void": "no yes yes", "must-draw": "no yes no"}


@pytest.mark.parametrize("reading", LOOKED_TOO_SOON)
def test_a_player_who_looked_without_having_drawn(reading: str) -> None:
    house = houses.with_readings(SHEETS["003"], {"looked-too-soon": reading})
    looked = Situation(house=house, looked=True)
    answers = [may(looked, question) for question in ("end-hole", "draw-stock", "throw-away")]
    assert " ".join(answer.allowed for answer in answers) == LOOKED_TOO_SOON[reading]
    assert all(("knock" in answer.instead) == (reading == "silent") for answer in answers[:2])


# What is said to a player who replaced the last face-down card and asks whether to end the hole.
REPLACED_THE_LAST = {
    "ends": ("nothing-to-do", "end.replacing", "001-p"),
    "goes-on": ("no", "end.replacing", "001-p"),
}


@pytest.mark.parametrize("reading", REPLACED_THE_LAST)
def test_a_player_who_replaced_the_last_face_down_card(reading: str) -> None:
    house = houses.with_readings(SHEETS["001"], {"last-card": reading})
    answer = may(Situation(house=house, moment="swapped", face_down=0), "end-hole")
    assert (answer.allowed, answer.code, answer.row) == REPLACED_THE_LAST[reading]


@pytest.mark.parametrize(("reading", "turning_up"), [("ends", "turning up"), ("goes-on", "flipping")])
def test_the_last_card_ends_the_hole_by_a_swap_too_only_where_it_is_read_so(reading: str, turning_up: str) -> None:
    house = houses.with_readings(SHEETS["001"], {"last-card": reading})
    answer = may(Situation(house=house, moment="stock", face_down=3), "end-hole")
    assert (answer.allowed, answer.code) == ("no", "end.not_last")
    assert answer.citation.passage == f"You end the hole by {turning_up} your last face-down card."


def test_a_last_turn_is_for_those_who_have_not_played_in_the_round_where_it_is_read_so() -> None:
    house = houses.with_readings(SHEETS["004"], {"last-turns-for": "rest"})
    before, to_play = (
        may(Situation(house=house, ender="other", this_round=turn), "play-after-end")
        for turn in ("played-before", "to-play")
    )
    assert (before.allowed, before.code, before.row) == ("no", "turn.round_played", "004-l")
    assert to_play.allowed == "yes"


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_sentence_of_the_referee_begins_with_a_capital(sheet: str) -> None:
    others_turn = Situation(house=SHEETS[sheet], my_turn=False)
    for situation, question in product([*moments(sheet, most=1), others_turn], QUESTIONS):
        answer = possible(may, situation, question)
        said = () if answer is None else (answer.word, answer.why, answer.citation.passage)
        assert all(text[0].isupper() for text in said), (question, said)


def test_a_reading_that_the_table_chose_is_not_the_printed_one() -> None:
    chosen = houses.with_readings(SHEETS["000"], {"put-back": "forbidden"})
    answer = may(Situation(house=chosen), "put-back")
    assert (answer.allowed, answer.row, answer.citation.basis) == ("no", "000-i", "your choice")
    assert may(Situation(house=SHEETS["000"]), "put-back").citation.basis == "printed"


CHANGED: dict[str, tuple[dict[str, Any], dict[str, Any], str, str]] = {
    "looking commits": ({"turn": {"look": "commits"}}, {"moment": "stock"}, "look", "yes"),
    "looking commits, but not before drawing": ({"turn": {"look": "commits"}}, {}, "look", "no"),
    "looked, and now the card must go there": ({"turn": {"look": "commits"}}, {"moment": "stock", "looked": True},
     "throw-away", "no"),
    "the others have too many face-down cards": ({"ending": {"trigger": "turn-up-last", "waits_for_all": True}},
     {"face_down": 1, "others_face_down": 2}, "end-hole", "no"),
    "the last card was left once": ({"turn": {"turn_up_after_discard": "must-but-last"}, "ending":
     {"trigger": "turn-up-last", "declines": "once"}}, {"moment": "discarded", "face_down": 1, "declined": True},
     "refuse-turn-up", "no"),
    "a stock is made anew once, and was": ({"ending": {"stock_empty": "reshuffle-once"}},
     {"stock_empty": True, "shuffled": True}, "shuffle", "no"),
    "a stock is made anew once, and was not yet": ({"ending": {"stock_empty": "reshuffle-once"}},
     {"stock_empty": True}, "shuffle", "yes"),
    "a turn may be turning a card up": ({"turn": {"turn_up_instead": True}}, {}, "turn-up", "yes"),
    "turning up the last card then ends it": ({"turn": {"turn_up_instead": True}}, {"face_down": 1}, "end-hole",
     "yes"),
    "turning up may be refused": ({"turn": {"turn_up_after_discard": "may"}}, {}, "refuse-turn-up", "yes"),
    "the discard pile is closed": ({"turn": {"sources": "stock"}}, {}, "take-discard", "no"),
    "it is not my turn": ({}, {"my_turn": False}, "draw-stock", "no"),
    "the stock is empty": ({}, {"stock_empty": True}, "draw-stock", "no"),
    "the opening comes first": ({}, {"opened": False, "first_turn": True}, "draw-stock", "no"),
    "knocking after a turn": ({"ending": {"trigger": "knock", "knock": "after-turn"}}, {"moment": "discarded"},
     "end-hole", "yes"),
    "knocking from the second turn": ({"ending": {"trigger": "knock", "knock_from": 2}}, {"first_turn": True},
     "end-hole", "no"),
    "nobody ends a hole of three turns": ({"ending": {"trigger": "turns", "turns": 3, "last_turns": 0}}, {},
     "play-after-end", "nothing-to-do"),
    "the card in hand is from the other pile": ({}, {"moment": "stock"}, "put-back", "nothing-to-do"),
    "none lies face down": ({"ending": {"replacing_last_ends": False}}, {"face_down": 0}, "look", "nothing-to-do"),
}  # fmt: skip


@pytest.mark.parametrize("case", CHANGED)
def test_the_answer_follows_the_house_and_the_moment(case: str) -> None:
    parameters, moment, question, allowed = CHANGED[case]
    house = replace(SHEETS["004"], options=())
    house = replace(house, **{name: replace(getattr(house, name), **keys) for name, keys in parameters.items()})
    assert may(Situation(house=house, **moment), question).allowed == allowed


IMPOSSIBLE: dict[str, tuple[str, dict[str, Any], str]] = {
    "seven of six cards face down": ("004", {"face_down": 7}, "six cards"),
    "a card in hand in another's turn": ("004", {"my_turn": False, "moment": "stock"}, "someone else’s turn"),
    "none face down and nobody ended it": ("000", {"face_down": 0}, "would already have ended"),
    "a card in hand before the opening": ("001", {"opened": False, "moment": "stock"}, "starting cards"),
    "looked, with none face down": ("001", {"face_down": 0, "moment": "stock", "looked": True}, "no face-down card"),
    "looked, where that is forbidden and has no price": ("000", {"moment": "stock", "looked": True}, "rules don’t say"),
    "looked without having drawn, where that has no price": ("000", {"looked": True}, "rules don’t say"),
    "seven of six cards of the others face down": ("004", {"others_face_down": 7}, "six cards"),
    "a first turn after one in this round": ("004", {"first_turn": True, "ender": "other",
     "this_round": "played-since"}, "first turn"),
    "a card placed hidden that leaves none face down": ("003", {"moment": "swapped", "face_down": 0}, "can’t swap"),
    "a taken card thrown away where it must be used": ("002",
     {"moment": "discarded", "stock_empty": True, "ender": "other"}, "until it’s your turn"),
}  # fmt: skip


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_a_situation_that_cannot_be(case: str) -> None:
    sheet, moment, cause = IMPOSSIBLE[case]
    with pytest.raises(Impossible, match=cause):
        state_of(Situation(house=SHEETS[sheet], **moment))


def possible(asked: Callable[..., Any], *arguments: Any) -> Any:
    """The answer, or None where that moment cannot be."""
    with suppress(Impossible):
        return asked(*arguments)
    return None


def test_houses_that_dice_made_answer_every_question() -> None:
    for house in random_houses(25).values():
        for question in QUESTIONS:
            answer = possible(may, Situation(house=house), question)
            assert answer is None or answer.why.endswith("."), house.key


@pytest.mark.parametrize("key", ["two-joker", "four-card", "penalty"])
def test_the_ender_is_told_that_the_last_turns_are_the_others(key: str) -> None:
    house = houses.get(key)
    others = may(Situation(house=house, ender="other"), "play-after-end")
    ender = may(Situation(house=house, ender="me"), "play-after-end")
    assert (others.allowed, ender.allowed) == ("yes", "no")
    assert ender == may(Situation(house=house, ender="me"), "ender-again")


def test_where_a_stock_card_has_to_be_used_nothing_follows_its_being_thrown_away() -> None:
    after = Situation(house=houses.get("queens-nothing"), moment="discarded")
    answers = [may(after, question) for question in ("turn-up-after", "refuse-turn-up")]
    assert [(answer.allowed, answer.code) for answer in answers] == [("no", "stock.must_use")] * 2
