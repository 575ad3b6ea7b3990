"""Each misread by itself: the rule that it gets wrong, its clause, and the number that it leads to."""

from dataclasses import replace

import pytest

from scorekeeper import houses
from scorekeeper.rules import House, Layout, parse_layout, score, score_hole
from scorekeeper.school.diagnosis.beliefs import singles
from scorekeeper.school.diagnosis.hole_misreads import Outcome, as_outcome, hole_misreads
from scorekeeper.school.diagnosis.misreads import misreads


def house_of(text: str) -> House:
    """A house with readings, written `penalty, touching=touching`."""
    key, *readings = text.split(", ")
    return houses.with_readings(houses.get(key), dict(reading.split("=") for reading in readings))


# The house, key, rule and clause; a layout, its score, and its score with the misread.
EACH: list[tuple[str, str, str, str, str, int, int]] = [
    ("worksheet", "V1", "value-2", "a two is worth 2", "A A 2 / 2 A 2", -1, 3),
    ("worksheet", "V3", "value-k", "a king is worth 10", "5 K K / Q Q K", 25, 35),
    ("worksheet", "V4", "value-k", "a king is worth 13", "5 K K / Q Q K", 25, 38),
    ("worksheet", "V5", "value-j-q", "a jack is worth 11 and a queen 12", "5 K K / Q Q K", 25, 29),
    ("worksheet", "V5b", "value-k", "face cards are worth 11, 12 and 13", "5 K K / Q Q K", 25, 42),
    ("worksheet", "V6", "value-a", "an ace is worth 11", "J A J / J A A", 11, 21),
    ("worksheet", "V7", "value-a", "an ace is worth 14", "J A J / J A A", 11, 24),
    ("worksheet", "V11", "value-j-q", "all face cards are worth 0", "J A J / J A A", 11, 1),
    ("worksheet", "V13", "value-k", "a black king is worth 10", "KS KC QH / KD 2H KH", 8, 18),
    ("worksheet", "P1", "cancelling", "matching cards don’t cancel", "8 2 2 / 8 2 2", 0, 8),
    ("worksheet", "P2", "negative-pairs", "a pair of twos is worth −4", "2 A 2 / 2 A 2", 0, -8),
    ("worksheet", "P3", "where", "matching cards in the same row cancel too, in pairs", "Q J J / Q Q Q", 40, 10),
    ("worksheet", "P3b", "where", "matching cards side by side cancel too", "2 2 2 / 2 J J", 16, 0),
    ("worksheet", "P4", "where", "matching cards cancel in rows instead of columns", "Q 3 Q / Q 3 Q", 0, 6),
    ("worksheet", "P5", "where", "matching cards cancel diagonally too", "J A J / J A A", 11, 10),
    ("worksheet", "P18", "equal", "face cards never cancel", "Q 3 Q / Q 3 Q", 0, 40),
    ("worksheet", "P19", "equal", "only cards of one color cancel", "7C 7S 2S / 7D 7H 2C", 0, 28),
    ("worksheet", "P20", "cancelling", "only the first pair cancels", "Q 3 Q / Q 3 Q", 0, 26),
    ("worksheet", "P6", "where", "matching cards cancel anywhere", "A Q Q / Q Q A", 22, 0),
    ("worksheet", "P7", "cancelling", "a pair is scored as one card", "Q 3 Q / Q 3 Q", 0, 23),
    ("worksheet", "P8", "equal", "cards of the same value cancel", "4 Q 4 / 4 10 4", 20, 0),
    ("worksheet", "P9", "equal", "a king cancels its column", "5 K K / Q Q K", 25, 15),
    ("worksheet", "P17", "cancelling", "a pair is subtracted", "Q 3 Q / Q 3 Q", 0, -46),
    ("worksheet", "F6", "four-of-a-kind", "four of a kind is worth −10", "Q 3 Q / Q 3 Q", 0, -10),
    ("worksheet", "A3", "hidden-cards", "face-down cards are worth 0", "4 [2] 2 / 4 2 2", 0, -2),
    ("worksheet", "A1", "adding", "a column below 0 is added instead of subtracted", "7 2 2 / 2 A 2", 4, 6),
    ("worksheet", "A2", "adding", "the last column is left out", "A Q Q / Q Q A", 22, 11),
    ("worksheet", "P16", "where", "the third matching card cancels too", "A A 2 / 2 A 2", -1, 0),
    ("penalty", "P1", "cancelling", "matching cards don’t cancel", "5 5 K / 5 5 Q", 0, 20),
    ("penalty", "V2", "value-2", "a two is worth −2", "2 K K / J K K", 2, -2),
    ("penalty", "V8", "value-joker", "a joker is worth 0", "A Q Q / * Q Q", -12, -9),
    ("penalty", "V9", "value-joker", "a joker is worth 3", "A Q Q / * Q Q", -12, -6),
    ("penalty", "V10", "value-joker", "a joker is worth −5", "A Q Q / * Q Q", -12, -14),
    ("penalty", "V10b", "value-joker", "a joker is worth −2", "A Q Q / * Q Q", -12, -11),
    ("penalty", "P10", "equal", "a joker cancels its column", "J J J / Q * J", 27, 20),
    ("penalty", "P12", "pair-of-jokers", "a pair of jokers is worth −3", "J * 9 / J * J", 19, 16),
    ("penalty", "P13", "pair-of-jokers", "a pair of jokers is worth −6", "2 J * / 2 J *", 0, -6),
    ("penalty", "F10", "four-of-a-kind", "four of a kind makes the whole hand worth −10", "3 Q Q / A Q Q", -6, -10),
    ("penalty", "F1", "four-of-a-kind", "four of a kind earns nothing", "Q Q * / Q Q *", -10, 0),
    ("penalty", "F2", "four-of-a-kind", "four of a kind is worth −10 plus its cards", "9 8 9 / 9 8 9", -10, 26),
    ("penalty", "F3", "four-of-a-kind", "four of a kind is worth −10 per pair", "K K 2 / K K 2", -10, -20),
    ("penalty", "F4", "four-of-a-kind", "four of a kind is worth −10 anywhere", "3 3 Q / Q 3 3", 26, 10),
    ("penalty", "F5", "four-of-a-kind", "four of a kind is worth −10 only in neighboring columns", "J 4 J / J 4 J", -10,
     0),
    ("penalty", "F7", "four-of-a-kind", "two different pairs are worth −10", "8 A 8 / 8 A A", 9, -1),
    ("penalty", "F8", "four-of-a-kind", "four kings earn no bonus", "K K 2 / K K 2", -10, 0),
    ("penalty", "F9", "four-of-a-kind", "four of a kind is worth 10", "K K 2 / K K 2", -10, 10),
    ("rvers", "V9", "value-joker", "a joker is worth −2", "A * J / J J J", 23, 19),
    ("rvers", "V10c", "value-joker", "a joker is worth −3", "A * J / J J J", 23, 18),
    ("rvers", "P12", "pair-of-jokers", "a pair of jokers is worth 2", "A * A / A * A", 0, 2),
    ("rvers", "P13", "pair-of-jokers", "a pair of jokers is worth 4", "Q * 6 / Q * 6", 0, 4),
    ("four-card", "P14", "cancelling", "a column of two matching cards is worth 0", "A A / A A", 4, 0),
    ("four-card", "P15", "cancelling", "two matching cards cancel anywhere", "Q 10 / 10 Q", 40, 0),
    ("two-joker", "V9", "value-joker", "a joker is worth 2", "* 10 10 / J 10 10", 8, 12),
    ("two-joker", "P11", "pair-of-jokers", "a pair of jokers is worth 0", "* Q Q / * Q Q", -4, 0),
    ("two-joker", "P12", "pair-of-jokers", "a pair of jokers is worth −2", "J J * / J J *", -4, -2),
    ("vanishing-columns", "P2-2", "negative-pairs", "three minus twos that cancel are worth −6",
     "#-2 3 #0 #11 / #-2 3 #0 #11 / #-2 3 3 #11", 3, -3),
    ("vanishing-columns", "P2-1", "negative-pairs", "three minus ones that cancel are worth −3",
     "#-1 #-2 #-1 #-1 / #-1 #-2 #-1 #-1 / #-1 #-2 #-1 #-1", 0, -9),
    ("vanishing-columns", "P3", "where", "matching cards in the same row cancel too", "4 4 4 #1 / 4 5 4 4 / 4 2 4 2",
     18, 10),
    ("vanishing-columns", "P7", "cancelling", "three matching cards are scored as one",
     "#-1 #-2 #-1 #-1 / #-1 #-2 #-1 #-1 / #-1 #-2 #-1 #-1", 0, -5),
    ("vanishing-columns", "P17", "cancelling", "three matching cards are subtracted",
     "#-1 #-2 #-1 #-1 / #-1 #-2 #-1 #-1 / #-1 #-2 #-1 #-1", 0, 15),
    ("play-nine", "P21-5", "negative-pairs", "a pair of minus fives is worth 0", "#11 #11 #-5 3 / 3 #11 #-5 #11", 18,
     28),
    ("costly-jokers", "V9", "value-joker", "a joker is worth −15", "* 10 10 / 10 10 10", 25, -5),
    ("costly-jokers", "P12", "pair-of-jokers", "a pair of jokers is worth 15", "4 4 * / 4 4 *", -5, 15),
    ("costly-jokers", "P13", "pair-of-jokers", "a pair of jokers is worth 30", "* 5 * / * 5 *", -10, 60),
    ("eight-card", "V9", "value-joker", "a joker is worth 5", "* 2 2 9 / * 2 2 *", 4, 14),
    ("eight-card", "P12", "pair-of-jokers", "a pair of jokers is worth −5", "* Q Q * / * Q Q *", 0, -10),
    ("eight-card", "P13", "pair-of-jokers", "a pair of jokers is worth −10", "* * Q Q / K * Q Q", -25, -35),
    ("eight-card", "F10", "four-of-a-kind", "four of a kind makes the whole hand worth −20", "Q Q Q Q / Q Q A Q", -9,
     -20),
    ("eight-card", "F2", "four-of-a-kind", "four of a kind is worth −20 plus its cards", "A A J Q / A A J Q", -20, -16),
    ("eight-card", "F3", "four-of-a-kind", "four of a kind is worth −20 per pair", "2 Q Q Q / 2 Q Q Q", -20, -40),
    ("eight-card", "F4", "four-of-a-kind", "four of a kind is worth −20 anywhere", "* Q Q * / * Q Q *", 0, -40),
    ("eight-card", "F9", "four-of-a-kind", "four of a kind is worth 20", "5 K * * / 5 K * *", -20, 20),
    ("eight-card", "F2", "four-of-a-kind", "four of a kind is worth −20 plus its cards", "K K 9 4 / K K 6 3", 6, 6),
    ("eight-card", "F3", "four-of-a-kind", "four of a kind is worth −20 per pair", "K K 9 4 / K K 6 3", 6, -10),
    ("eight-card", "F9", "four-of-a-kind", "four of a kind is worth 20", "K K 9 4 / K K 6 3", 6, 38),
    ("five-a-rival", "P13", "pair-of-jokers", "a pair of jokers is worth −4", "Q J * / Q J *", 0, -4),
    ("four-turns", "P7", "cancelling", "matching cards that cancel are scored as one", "5 5 / 5 5", 0, 5),
    ("four-turns", "P9", "equal", "a king cancels any card in the hand", "K K / 9 K", 9, 0),
    ("turtle", "V14", "value-a", "an ace is worth 1", "8 A / 8 8", 7, 9),
    ("turtle", "P2A", "negative-pairs", "a pair of aces is worth −2", "A A / 7 7", 0, -2),
    ("turtle", "P10", "equal", "a joker cancels any card in the hand", "* A / A A", -3, 0),
    ("nine-card", "P2", "negative-pairs", "three twos that cancel are worth −6", "6 6 2 / 6 6 2 / 6 6 2", 0, -6),
    ("nine-card", "P9", "equal", "a king cancels any two matching cards in its column", "9 5 5 / K 5 5 / K 5 5", 9, 0),
    ("nine-card", "P10", "equal", "a joker cancels any two matching cards in its column", "2 Q * / 2 Q * / 2 * *", 18,
     0),
    ("nine-card", "P13", "pair-of-jokers", "three jokers that cancel are worth −6", "7 * 7 / 7 * 7 / 7 * 7", 0, -6),
    ("spade-queen", "V12", "single-cards", "special cards are worth the same as others of their rank",
     "KS KH / KD QS / KC QH", 50, 20),
    ("spade-queen", "P2A", "negative-pairs", "a pair of aces is worth −4", "AD AC / QC QD / QH QS", 0, -4),
    ("spade-queen", "P9", "equal", "a king cancels any card in its row", "AD AS / KD AH / 10C KS", 8, 0),
    ("vanishing-rows", "P9", "equal", "a king cancels any two matching cards in its row", "A A A / K 10 K / A K K", 11,
     0),
    ("penalty, touching=touching", "F5", "four-of-a-kind", "four of a kind is worth −10 in any two columns",
     "K 2 K / K 8 K", 10, 0),
    ("four-cancelling, lined-up=lined-up", "P9", "equal", "a king cancels any card in its column or row", "8 K / K K",
     8, 0),
    ("nine-card, lines=all, square=minus-twenty-five", "P9", "equal",
     "a king cancels any two matching cards in its column, row or diagonal", "K * 10 / K K K / K * *", 4, 0),
    ("nine-card, lines=all, square=minus-twenty-five", "P10", "equal",
     "a joker cancels any two matching cards in its column, row or diagonal", "* * * / 2 J * / J J J", 6, -2),
    ("nine-card, lines=all, square=minus-twenty-five", "F10", "four-of-a-kind",
     "four of a kind makes the whole hand worth −25", "2 A 2 / 2 2 2 / 2 2 2", -24, -25),
    ("nine-card, lines=all, square=minus-twenty-five", "F2", "four-of-a-kind",
     "four of a kind is worth −25 plus its cards", "8 8 8 / 8 8 8 / Q 8 8", -15, 17),
    ("nine-card, lines=all, square=minus-twenty-five", "F4", "four-of-a-kind", "four of a kind is worth −25 anywhere",
     "9 2 9 / 9 9 2 / 9 2 2", -8, -50),
    ("nine-card, lines=all, square=minus-twenty-five", "F9", "four-of-a-kind", "four of a kind is worth 25",
     "8 8 8 / 8 8 8 / Q 8 8", -15, 35),
]  # fmt: skip


@pytest.mark.parametrize(
    ("house", "key", "rule", "doing", "layout", "right", "wrong"), EACH, ids=[f"{case[3]} ({case[0]})" for case in EACH]
)
def test_a_misread_of_a_hand(house: str, key: str, rule: str, doing: str, layout: str, right: int, wrong: int) -> None:
    rules = house_of(house)
    cards = parse_layout(layout, rules)
    (belief,) = [one for one in singles(rules) if one.key == key]
    (misread,) = belief.misreads
    assert (misread.rule, misread.doing) == (rule, doing)
    assert (score(cards, rules).total, belief.total(cards)) == (right, wrong)


KEYS = {
    "vanishing-columns": "P1 P2-2 P2-1 P3 P4 P5 P6 P7 P17 A3 A1 A2",
    "play-nine": "P1 P21-5 P3 P3b P4 P5 P20 P6 P7 P17 F10 F1 F2 F3 F4 F5 F7 F9 A3 A1 A2 P16",
    "costly-jokers": "V2 V3 V4 V5 V5b V6 V7 V11 V13 V8 V9 V10 V10b V10c P1 P3 P3b P4 P5 P18 P19 P20 P6 P7 P8 "
    "P9 P10 P11 P12 P13 P17 F6 A3 A2 P16",
    "eight-card": "V2 V3 V4 V5 V5b V6 V7 V11 V13 V8 V9 V10b V10c P1 P3 P3b P4 P5 P18 P19 P20 P6 P7 P8 P9 "
    "P10 P12 P13 P17 F10 F1 F2 F3 F4 F9 A3 A1 A2 P16",
    "five-a-rival": "V2 V3 V4 V6 V7 V11 V13 V8 V9 V10 V10c P1 P3 P3b P4 P5 P18 P19 P20 P6 P7 P9 P10 P12 P13 "
    "P17 F6 A3 A1 A2 P16",
    "one-above-other": "V2 V3 V4 V5 V5b V6 V7 V11 V13 V8 V9 V10 V10c P1 P3 P3b P4 P5 P18 P19 P20 P6 P7 P8 P9 "
    "P10 P12 P13 P17 F6 A3 A1 A2 P16",
    "four-turns": "V2 V3 V4 V5 V5b V6 V7 V11 V13 P1 P18 P19 P20 P7 P8 P9 P17 F6 A3 A2 P16",
    "four-cancelling": "V2 V3 V4 V5 V5b V6 V7 V11 V13 P1 P18 P19 P20 P7 P8 P9 P17 F6 A3 A2 P16",
    "turtle": "V2 V3 V4 V5 V5b V14 V6 V7 V11 V13 V8 V9 V10 V10c P1 P2A P18 P19 P20 P7 P8 P9 P10 P12 "
    "P13 P17 F6 A3 A1 A2 P16",
    "extras": "V1 V3 V4 V5 V5b V6 V7 V11 V13 V8 V9 V10 V10c P1 P2 P3 P3b P4 P5 P18 P19 P20 P6 P7 P8 "
    "P9 P10 P12 P13 P17 F6 A3 A1 A2 P16",
    "nine-card": "V1 V3 V4 V5 V5b V6 V7 V11 V13 V8 V9 V10 V10c P1 P2 P3 P4 P5 P18 P6 P7 P8 P9 P10 P13 P17 A3 A1 A2",
    "spade-queen": "V2 V3 V4 V5 V5b V14 V6 V7 V11 V12 P1 P2A P18 P19 P20 P6 P7 P8 P9 P17 A3 A1 A2 P16",
    "queens-nothing": "V2 V4 V5 V5b V6 V7 V11 P14 P15 A3 A2",
    "six-card": "V1 V3 V4 V5 V5b V6 V7 V11 V13 V8 V9 V10 V10c P1 P2 P3 P3b P4 P5 P18 P19 P20 P6 P7 P8 "
    "P9 P10 P12 P13 P17 F6 A3 A1 A2 P16",
    "six-card-turning": "V1 V3 V4 V5 V5b V6 V7 V11 V13 P1 P2 P3 P3b P4 P5 P18 P19 P20 P6 P7 P8 P9 P17 F6 A3 A1 A2 P16",
    "suits-and-runs": "V2 V3 V4 V5 V5b V6 V7 V11 V13 V8 V9 V10 V10c P1 P3 P3b P4 P5 P18 P19 P20 P6 P7 P8 P9 "
    "P10 P12 P13 P17 F6 A3 A1 A2 P16",
    "ten-card": "V2 V3 V4 V5 V5b V6 V7 V11 V13 V8 V9 V10b V10c P1 P3 P3b P4 P5 P18 P19 P20 P6 P7 P8 P9 "
    "P10 P12 P13 P17 F6 A3 A1 A2 P16",
    "vanishing-rows": "V2 V3 V4 V6 V7 V11 V13 P1 P18 P6 P7 P9 P17 A3 A2",
    "worksheet, lines=rows": "V1 V3 V4 V5 V5b V6 V7 V11 V13 P1 P2 P5 P18 P19 P20 P6 P7 P8 P9 P17 F6 A3 A1 A2 P16",
    "worksheet, lines=diagonals": "V1 V3 V4 V5 V5b V6 V7 V11 V13 P1 P2 P18 P19 P20 P6 P7 P8 P9 P17 F6 A3 A1 A2 P16",
    "rvers, equal-value=card": "V2 V3 V4 V5 V5b V6 V7 V11 V13 V8 V9 V10 V10c P1 P3 P3b P4 P5 P18 P19 P20 P6 P7 "
    "P9 P10 P12 P13 P17 F6 A3 A2 P16",
    "two-joker, wild-joker=yes": "V2 V3 V4 V5 V5b V6 V7 V11 V13 V8 V9 V10 V10c P1 P3 P3b P4 P5 P18 P19 P20 P6 P7 "
    "P8 P9 P11 P12 P17 F6 A3 A1 A2 P16",
    "penalty, two-and-two=rows": "V2 V3 V4 V5 V5b V6 V7 V11 V13 V8 V9 V10 V10b P1 P3 P3b P4 P5 P18 P19 P20 P6 P7 "
    "P8 P9 P10 P12 P13 P17 F10 F1 F2 F3 F4 F8 F9 A3 A1 A2 P16",
    "penalty, four-of-a-kind=off": "V2 V3 V4 V5 V5b V6 V7 V11 V13 V8 V9 V10 V10b P1 P3 P3b P4 P5 P18 P19 P20 P6 P7 "
    "P8 P9 P10 P12 P13 P17 F6 A3 A1 A2 P16",
}
"""The misreads of hands by house and readings; test_misreads.py has those of the numbered sheets."""


@pytest.mark.parametrize("house", KEYS)
def test_the_misreads_of_a_house(house: str) -> None:
    assert [misread.key for misread in misreads(house_of(house))] == KEYS[house].split()


def test_no_king_no_misread_of_black_kings() -> None:
    rules = houses.get("worksheet")
    without = replace(rules, values={rank: value for rank, value in rules.values.items() if rank != "K"})
    assert {"V3", "V13", "P9"} <= {misread.key for misread in misreads(rules)}
    assert not {"V3", "V13", "P9"} & {misread.key for misread in misreads(without)}


# The house, key, rule and clause; raw scores of a hole that Ann ended, the scores with a star for each winner, and the
# same with the misread. Before the hole Ann has 20 points, Bo 25 and Cy 30.
HOLES: list[tuple[str, str, str, str, str, str, str]] = [
    ("worksheet", "N7", "ender", "ending the hole without the lowest score costs 10", "Ann 9 Bo 4 Cy 7",
     "Ann 9 Bo* 4 Cy 7", "Ann 19 Bo* 4 Cy 7"),
    ("worksheet", "G1", "winning", "the highest score wins", "Ann 9 Bo 4 Cy 7", "Ann 9 Bo* 4 Cy 7", "Ann* 9 Bo 4 Cy 7"),
    ("penalty", "N1", "ender", "there’s no penalty for ending the hole", "Ann 9 Bo 4 Cy 7", "Ann 19 Bo* 4 Cy 7",
     "Ann 9 Bo* 4 Cy 7"),
    ("penalty", "N2", "ender", "the penalty is paid for a tie too", "Ann 5 Bo 5 Cy 12", "Ann* 5 Bo* 5 Cy 12",
     "Ann 15 Bo* 5 Cy 12"),
    ("penalty", "N5", "ender", "the penalty is paid for each player with a better score", "Ann 9 Bo 4 Cy 7",
     "Ann 19 Bo* 4 Cy 7", "Ann 29 Bo* 4 Cy 7"),
    ("penalty", "N6", "ender", "the penalty doubles the score instead", "Ann 9 Bo 4 Cy 7", "Ann 19 Bo* 4 Cy 7",
     "Ann 18 Bo* 4 Cy 7"),
    ("penalty", "N3", "ender", "the player who ends the hole always gets the penalty", "Ann 5 Bo 5 Cy 12",
     "Ann* 5 Bo* 5 Cy 12", "Ann 15 Bo* 5 Cy 12"),
    ("penalty", "N4", "ender", "everyone who isn’t lowest gets the penalty", "Ann 9 Bo 4 Cy 7", "Ann 19 Bo* 4 Cy 7",
     "Ann 19 Bo* 4 Cy 17"),
    ("penalty", "N4b", "ender", "the highest score gets the penalty", "Ann 5 Bo 5 Cy 12", "Ann* 5 Bo* 5 Cy 12",
     "Ann* 5 Bo* 5 Cy 22"),
    ("penalty", "N8", "ender", "the penalty is subtracted", "Ann 9 Bo 4 Cy 7", "Ann 19 Bo* 4 Cy 7",
     "Ann* -1 Bo 4 Cy 7"),
    ("penalty", "N9", "ender", "scores are compared after adding the penalty", "Ann 5 Bo 5 Cy 12", "Ann* 5 Bo* 5 Cy 12",
     "Ann 15 Bo* 5 Cy 12"),
    ("penalty", "N9b", "ender", "totals are compared instead of this hole’s scores", "Ann 9 Bo 4 Cy 7",
     "Ann 19 Bo* 4 Cy 7", "Ann 9 Bo* 4 Cy 7"),
    ("penalty, penalty-tie=pays", "N2", "ender", "no penalty is paid for a tie", "Ann 5 Bo 5 Cy 12",
     "Ann 15 Bo* 5 Cy 12", "Ann* 5 Bo* 5 Cy 12"),
    ("penalty, penalty-tie=pays", "N6", "ender", "the penalty doubles the score instead", "Ann 5 Bo 5 Cy 12",
     "Ann 15 Bo* 5 Cy 12", "Ann 10 Bo* 5 Cy 12"),
    ("penalty", "N6", "ender", "the penalty doubles the score instead", "Ann -3 Bo -5 Cy 7", "Ann 7 Bo* -5 Cy 7",
     "Ann* -6 Bo -5 Cy 7"),
    ("penalty", "N4", "ender", "everyone who isn’t lowest gets the penalty", "Ann 4 Bo 9 Cy 4", "Ann* 4 Bo 9 Cy* 4",
     "Ann* 4 Bo 19 Cy* 4"),
    ("penalty", "N8", "ender", "the penalty is subtracted", "Ann 4 Bo 9 Cy 7", "Ann* 4 Bo 9 Cy 7",
     "Ann* 4 Bo 9 Cy 7"),
    ("penalty", "N9", "ender", "scores are compared after adding the penalty", "Ann 4 Bo 15 Cy 16",
     "Ann* 4 Bo 15 Cy 16", "Ann* 4 Bo 15 Cy 16"),
    ("penalty", "N9", "ender", "scores are compared after adding the penalty", "Ann 4 Bo 14 Cy 13",
     "Ann* 4 Bo 14 Cy 13", "Ann 14 Bo 14 Cy* 13"),
    ("penalty", "N9b", "ender", "totals are compared instead of this hole’s scores", "Ann 9 Bo 12 Cy -5",
     "Ann 19 Bo 12 Cy* -5", "Ann 19 Bo 12 Cy* -5"),
    ("penalty, penalty-rivals=each", "N5", "ender", "the penalty is paid only once", "Ann 9 Bo 4 Cy 7",
     "Ann 29 Bo* 4 Cy 7", "Ann 19 Bo* 4 Cy 7"),
    ("penalty, penalty-rivals=each", "N3", "ender", "the player who ends the hole always gets the penalty",
     "Ann 4 Bo 9 Cy 7", "Ann* 4 Bo 9 Cy 7", "Ann 14 Bo 9 Cy* 7"),
    ("penalty, penalty=double", "N6", "ender", "the penalty is just 10 points", "Ann 9 Bo 4 Cy 7", "Ann 18 Bo* 4 Cy 7",
     "Ann 19 Bo* 4 Cy 7"),
    ("vanishing-columns", "N2", "ender", "no penalty is paid for a tie", "Ann 5 Bo 5 Cy 12", "Ann 10 Bo* 5 Cy 12",
     "Ann* 5 Bo* 5 Cy 12"),
    ("vanishing-columns", "N6", "ender", "the penalty is just 10 points", "Ann 9 Bo 4 Cy 7", "Ann 18 Bo* 4 Cy 7",
     "Ann 19 Bo* 4 Cy 7"),
    ("five-a-rival", "N5", "ender", "the penalty is paid only once", "Ann 9 Bo 4 Cy 7", "Ann 19 Bo* 4 Cy 7",
     "Ann 14 Bo* 4 Cy 7"),
    ("extras", "W1", "winning", "the lowest score earns nothing", "Ann 9 Bo 4 Cy 7", "Ann 19 Bo* 1 Cy 7",
     "Ann 19 Bo* 4 Cy 7"),
    ("extras", "W2", "winning", "tied scores add no points", "Ann 5 Bo 5 Cy 12", "Ann* 7 Bo* 7 Cy 12",
     "Ann* 2 Bo* 2 Cy 12"),
    ("four-card, reward=zero", "R1", "ender", "ending the hole with the lowest score earns nothing", "Ann 3 Bo 5 Cy 9",
     "Ann* 0 Bo 5 Cy 9", "Ann* 3 Bo 5 Cy 9"),
]  # fmt: skip


def points_of(text: str) -> dict[str, int]:
    """Points by name, written `Ann 9 Bo* 4`."""
    words = text.replace("*", "").split()
    return dict(zip(words[::2], map(int, words[1::2]), strict=True))


def outcome_of(text: str) -> Outcome:
    return Outcome(points_of(text), frozenset(word.rstrip("*") for word in text.split() if word.endswith("*")))


@pytest.mark.parametrize(
    ("house", "key", "rule", "doing", "raw", "right", "wrong"), HOLES, ids=[f"{case[3]} ({case[0]})" for case in HOLES]
)
def test_a_misread_of_a_hole(house: str, key: str, rule: str, doing: str, raw: str, right: str, wrong: str) -> None:
    rules = house_of(house)
    (misread,) = [one for one in hole_misreads(rules) if one.key == key]
    assert (misread.rule, misread.doing) == (rule, doing)
    assert as_outcome(score_hole(points_of(raw), rules, "Ann")) == outcome_of(right)
    assert misread.outcome(points_of(raw), "Ann", {"Ann": 20, "Bo": 25, "Cy": 30}) == outcome_of(wrong)


def test_a_misread_of_who_wins_a_tie() -> None:
    penalty = houses.get("penalty")
    rules = replace(penalty, match=replace(penalty.match, hole_tie="ender-wins"))
    (misread,) = [one for one in hole_misreads(rules) if one.key == "W4"]
    assert (misread.rule, misread.doing) == ("winning", "ties share the hole")
    assert as_outcome(score_hole({"Ann": 5, "Bo": 5}, rules, "Ann")) == outcome_of("Ann* 5 Bo 5")
    assert misread.outcome({"Ann": 5, "Bo": 5}, "Ann") == outcome_of("Ann* 5 Bo* 5")


def test_a_misread_of_a_bonus_that_costs_the_others() -> None:
    rules = houses.get("spade-queen")
    (misread,) = [one for one in hole_misreads(rules) if one.key == "W3"]
    assert (misread.rule, misread.doing) == ("winning", "a bonus doesn’t change the other players’ scores")
    hands: dict[str, Layout | int] = {"Ann": parse_layout("5S 5H / 2S 3S / 5D 5C", rules), "Bo": 4}
    assert as_outcome(score_hole(hands, rules, "Ann")) == outcome_of("Ann* 5 Bo 34")
    assert misread.outcome(hands, "Ann") == outcome_of("Ann 5 Bo* 4")


def keys_of(house: str) -> list[str]:
    return [misread.key for misread in hole_misreads(house_of(house))]


PAYS = ["N1", "N2", "N5", "N6", "N3", "N4", "N4b", "N8", "N9", "N9b"]
EACH_DOUBLES = ["N1", "N2", "N6", "N3", "N4", "N4b", "N8", "N9", "N9b"]


@pytest.mark.parametrize(
    ("house", "keys"),
    [
        ("penalty", [*PAYS, "G1"]),
        ("penalty, penalty=none", ["N7", "G1"]),
        ("penalty, penalty=double", [*EACH_DOUBLES, "G1"]),
        ("worksheet", ["N7", "G1"]),
        ("four-card, reward=zero", ["N7", "R1", "G1"]),
        ("vanishing-columns", [*EACH_DOUBLES, "G1"]),
        ("extras", [*PAYS, "W1", "W2", "G1"]),
        ("spade-queen", ["N7", "W3", "G1"]),
        ("four-turns", ["G1"]),
    ],
)
def test_the_misreads_of_holes_of_a_house(house: str, keys: list[str]) -> None:
    assert keys_of(house) == keys
