"""Drawn cards: as many pips as the card says, courts, jokers, numbers, and what lies face down or has left."""

import re

import pytest
from lxml import etree

from scorekeeper.exports.drawn_cards import BLACK, PALE_RED, card_svg
from scorekeeper.rules import Card, Rank, Suit, parse_card
from scorekeeper.rules.cards import STANDARD_RANKS


def signs(svg: str) -> int:
    """Number of suit signs: each begins where its middle is."""
    return sum(len(re.findall("M", path.get("d"))) for path in etree.fromstring(svg).xpath("//*[@d][not(@transform)]"))


def words(svg: str) -> list[str]:
    return [text.text for text in etree.fromstring(svg).iter("{*}text")]


@pytest.mark.parametrize("suit", list(Suit))
@pytest.mark.parametrize("rank", STANDARD_RANKS)
def test_a_card_has_its_pips_and_two_corners(rank: Rank, suit: Suit) -> None:
    drawn = card_svg(Card(rank, suit))
    pips = STANDARD_RANKS.index(rank) + 1 if rank.face not in "JQK" else 1
    assert signs(drawn) == pips + 2
    assert words(drawn)[:2] == [rank.shown, rank.shown]
    assert signs(card_svg(Card(rank, suit), narrow=True)) == 1
    # Red suits are outlines, for copiers.
    assert (f'fill="{PALE_RED}"' in drawn) == suit.is_red
    assert (f'fill="{BLACK}"' in etree.tostring(etree.fromstring(drawn).findall("{*}path")[-1]).decode()) != suit.is_red


@pytest.mark.parametrize(
    ("card", "hidden", "said", "dashed"),
    [
        ("*", False, ["joker"], False),
        ("*", True, ["★", "face", "down"], True),
        ("#-2", False, ["−2"], False),
        ("#12", True, ["12", "face", "down"], True),
        ("10H", True, ["10", "face", "down"], True),
        (".", False, [], True),
        (None, False, [], True),
    ],
)
def test_other_cards_say_what_they_are(card: str | None, hidden: bool, said: list[str], dashed: bool) -> None:
    gone = Card(Rank.GONE)
    drawn = card_svg(None if card is None else gone if card == "." else parse_card(card), hidden=hidden)
    assert words(drawn) == said
    assert ("stroke-dasharray" in drawn) == dashed
