"""Cards as people write them, turned into the notation: names and pictures of cards, commas, rows in words."""

import re

from scorekeeper.rules.cards import Rank, Suit
from scorekeeper.rules.signs import plain_signs

_CARD_SIGNS = str.maketrans(
    dict(zip("♠♥♦♣♤♡♢♧", "SHDCSHDC", strict=True))
    | dict.fromkeys("★☆⭐∗✱✶\N{PLAYING CARD BLACK JOKER}\N{PLAYING CARD WHITE JOKER}\N{PLAYING CARD RED JOKER}", "*")
    | dict.fromkeys("\N{ARABIC COMMA}\N{IDEOGRAPHIC COMMA}", ",")
    | {"\N{ARABIC SEMICOLON}": ";", "\N{DIVISION SLASH}": "/", "\N{FRACTION SLASH}": "/"}
)

_SUITS = "|".join(suit.word for suit in Suit)
_NAMES = {rank.word: rank.value for rank in Rank}
_NAME = re.compile(
    rf"\b(?:(?P<rank>{'|'.join(sorted(_NAMES, key=len, reverse=True))})(?: of (?P<suit>{_SUITS}))?"
    rf"|(?P<sign>10|[2-9AJQK]) of (?P<of>{_SUITS}))(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"\b(?:two|three|four|five|six|pair of) (?:10|\w)s\b", re.IGNORECASE)
"""`two 5s` are two fives, not a two and a five of spades: none of it is read."""

_LONE_SUIT = re.compile("(?<=[0-9AJQKTajqkt])\\s+([♠♥♦♣♤♡♢♧])(?=[\\s,;/|]|$)")
_WORD = re.compile("[A-Za-z]{3}")
_FACE_DOWN = re.compile(r"(\S+?),? \(?(?:lay|was) face down\)?")
_ROW_LABEL = re.compile(r"(?:^|(?<=/))\s*(?:\w+ row|row \w+|top|middle|bottom):", re.IGNORECASE | re.MULTILINE)
_END = re.compile(r"\.[ \t]*$", re.MULTILINE)


def plain_cards(text: str) -> str:
    """The same cards in the notation; other text stays as it is.

    >>> plain_cards("\N{BLACK STAR} queen, [ten of hearts]")
    '* Q  [10H]'
    """
    plain = text if text.isascii() else _LONE_SUIT.sub(r"\1", plain_signs(text))
    if _WORD.search(plain):
        plain = _words_as_signs(plain)
    if not plain.isascii():
        plain = plain.translate(_CARD_SIGNS)
    return plain.replace(",", " ")


def _words_as_signs(text: str) -> str:
    """Card names as notation, and rows as we write them in words: `Top row: king of hearts, ace.` is `KH A`."""
    text, labels = _ROW_LABEL.subn("", text)
    if labels:
        text = _END.sub("", text)
    if not _SEVERAL.search(text):
        text = _NAME.sub(_as_sign, text)
    return _FACE_DOWN.sub(r"[\1]", text) if "face down" in text else text


def _as_sign(found: re.Match[str]) -> str:
    if found["sign"]:
        return found["sign"] + found["of"][0].upper()
    return _NAMES[found["rank"].lower()] + (found["suit"] or "")[:1].upper()
