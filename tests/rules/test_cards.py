"""Cards: ranks and suits, their notation and their names."""

import pytest

from scorekeeper import houses
from scorekeeper.rules import Card, Rank, Suit, parse_card, parse_layout
from scorekeeper.rules.cards import STANDARD_RANKS
from scorekeeper.rules.problems import BadCards

TEN_OF_HEARTS = Card(Rank.TEN, Suit.HEARTS)


def test_people_read_a_true_minus_sign() -> None:
    assert [Rank.MINUS_TWO.shown, Card(Rank.MINUS_TWO).shown, Rank.TWELVE.shown] == ["−2", "−2", "12"]
    assert [Rank.QUEEN.shown, TEN_OF_HEARTS.shown] == ["Q", "10H"]
    numbers = houses.get("vanishing-columns")
    shown = parse_layout("#-2 5 8 . / #12 #0 8 . / #1 3 8 .", numbers).shown
    assert shown == "−2 5 8 . / 12 0 8 . / 1 3 8 ."
    assert parse_layout(numbers.typed_example, numbers).shown == numbers.typed_example


def test_a_deck_from_minus_two_to_twelve_has_a_color_beside_each_number_and_no_other_deck_has_any() -> None:
    numbers, standard = houses.get("vanishing-columns"), houses.get("penalty")
    shown = [rank for rank in Rank if numbers.band(rank)]
    assert [
        (rank.face, numbers.band(rank)) for rank in shown if rank.face in ("-2", "-1", "0", "1", "4", "5", "8", "9")
    ] == [
        *(("-2", "below"), ("-1", "below"), ("0", "zero"), ("1", "low"), ("4", "low")),
        *(("5", "middle"), ("8", "middle"), ("9", "high")),
    ]
    assert {Rank.JOKER, Rank.GONE, Rank.KING}.isdisjoint(shown)
    assert not any(standard.band(rank) for rank in Rank)


def test_every_card_is_written_and_read_back() -> None:
    suits = (None, *Suit)
    cards = [Card(rank, suit) for rank in Rank for suit in suits if rank in STANDARD_RANKS or suit is None]
    assert len(cards) == 13 * 5 + 12 + 1 + 1
    assert [parse_card(str(card)) for card in cards] == cards
    assert len({str(card) for card in cards}) == len(cards)


@pytest.mark.parametrize("text", ["10H", "10h", "TH", "th", "0H", "10♥", "10♡", "10♥\ufe0f", " 10H ", "♥10", "ht"])
def test_spellings_of_the_ten_of_hearts(text: str) -> None:
    assert parse_card(text) == TEN_OF_HEARTS


@pytest.mark.parametrize(
    "text", ["", " ", "1", "11", "X", "10X", "HH", "5 6", "56", "[5]", "5]", "♥", "♥5♥", "-3", "\0"]
)
def test_no_card(text: str) -> None:
    with pytest.raises(BadCards) as error:
        parse_card(text)
    assert error.value.code == "card.unknown"
    assert error.value.problems == (error.value,)


@pytest.mark.parametrize("text", ["*S", "joker♠", "JoH", "#-2H", "#12S", ".C"])
def test_a_joker_has_no_suit(text: str) -> None:
    with pytest.raises(BadCards) as error:
        parse_card(text)
    assert error.value.code == "card.joker_with_suit"
