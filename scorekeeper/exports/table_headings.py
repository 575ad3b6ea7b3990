"""Headings of rows and columns that are no names, in English and German."""

import re
from enum import Enum

from scorekeeper.rules.signs import plain_signs


class Kind(Enum):
    """What a row or column with such a heading holds."""

    HOLES = (
        "holes?|rounds?|turns?|deals?|games?|hands?|löcher|loch|runden?|spiele?|durchgang|partie|nr|no|number|nummer|#"
    )
    PLAYERS = "players?|names?|spieler(in|innen)?|mitspieler"
    TOTAL = (
        r"(grand )?totals?|sum|score|points|result|summe|gesamt(summe|punkte|ergebnis)?|insgesamt|zusammen|endstand|"
        r"ergebnis|punkte|Σ|∑"
    )
    ASIDE = (
        "dealer|date|day|time|rank|place|winner|won by|par|out|in|sub-?total|average|mean|ø|notes?|remarks?|comments?|"
        "weather|location|starter|ended by|geber|datum|tag|uhrzeit|zeit|rang|platz|sieger(in)?|gewinner(in)?|"
        "zwischensumme|schnitt|durchschnitt|notiz(en)?|bemerkung(en)?|anmerkung(en)?|kommentare?|wetter|ort"
    )


_PATTERNS = {kind: re.compile(kind.value, re.IGNORECASE) for kind in Kind}

_HOLE = re.compile(
    r"(?:hole|round|turn|deal|game|hand|loch|runde|spiel|durchgang|partie|no|nr|[hlr])?[.:#\s]*([0-9]{1,3})\.?",
    re.IGNORECASE,
)
_DATE = re.compile(r"[0-9]{1,4}([./-])[0-9]{1,2}\1([0-9]{1,4})?(\D.*)?")
_TOTAL_OF = re.compile(rf"(?:{Kind.TOTAL.value})|\((?:{Kind.TOTAL.value})\)", re.IGNORECASE)


def kind_of(heading: str) -> Kind | None:
    """The kind of a heading; None for a name and for anything else.

    >>> kind_of("Gesamt:") is Kind.TOTAL, kind_of("Ann")
    (True, None)
    """
    word = heading.strip(" :.=")
    return next((kind for kind, pattern in _PATTERNS.items() if pattern.fullmatch(word)), None)


def hole_in(heading: str) -> int | None:
    """The hole that a row or column is headed by.

    >>> hole_in("3."), hole_in("Runde 3"), hole_in("Ann")
    (3, 3, None)
    """
    match = _HOLE.fullmatch(plain_signs(heading))
    return None if match is None else int(match[1])


def is_date(heading: str) -> bool:
    """Whether a heading is a day.

    >>> is_date("12.5.2024"), is_date("2024-05-12 19:30"), is_date("12.")
    (True, True, False)
    """
    return _DATE.fullmatch(heading) is not None


def is_total_of(heading: str, name: str) -> bool:
    """Whether a heading is a player's name with a word for totals.

    >>> is_total_of("Ann Total", "Ann"), is_total_of("Ann Lee", "Ann")
    (True, False)
    """
    begins = heading.lower().startswith(f"{name.lower()} ")
    return begins and _TOTAL_OF.fullmatch(heading[len(name) :].strip()) is not None
