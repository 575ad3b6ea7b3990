"""Names as people type and paste them: invisible characters are removed, and names that look the same are one name.

static/js/rules/names.js does the same. Both list Unicode ranges themselves, because its tables differ between releases.
"""

import re
import unicodedata

from scorekeeper.rules.problems import RuleError

LONGEST_NAME = 40
"""Characters of a player's name."""

_BLANK = (
    r"\t-\r\x1c-\x20\x85\xa0\u115f\u1160\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000\u3164\uffa0\U0001d159"
)
"""Blanks, and letters that look like one."""

_UNSEEN = (
    r"\xad\u034f\u061c\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufffc"
    r"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Characters without width that only change their neighbors: joiners, selectors, directions, tags, soft hyphens."""

_NEVER = r"\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef\U000f0000-\U0010ffff" + "".join(
    rf"\U{plane:04x}fffe\U{plane:04x}ffff" for plane in range(15)
)
"""Escape codes and other orders to a terminal, halves of characters, and codes private to one program."""

_EMOJI = (
    r"[\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d\u3297\u3299"
    r"\U0001f000-\U0001faff]\ufe0f?"
)
_JOINED = (
    r"[\u0620-\u109f\u1780-\u17b3\u17b6-\u17ff\u1810-\u18af\u1a00-\u1cff\ua800-\uabff\ufb50-\ufdcf\ufdf0-\ufdff"
    r"\ufe70-\ufefc\U00010a00-\U00011fff\U0001e900-\U0001e95f]"
)
"""Letters that change shape next to a joiner: from Arabic to Khmer."""

_WANTED = "|".join(
    (
        r"\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f",  # the flags of parts of a country
        rf"{_EMOJI}(?:\u200d{_EMOJI})*",  # families
        r"[#*0-9]\ufe0f\u20e3",  # keys
        rf"{_JOINED}[\u200c\u200d](?={_JOINED})",
        r"[\u0900-\u0dff]\u200d",
        r"[\u1820-\u18aa][\u180b-\u180f]",
        r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff][\U000e0100-\U000e01ef]",  # how a family writes its name
    )
)
"""Characters whose look depends on an invisible one."""

_PARTS = re.compile(f"({_WANTED})|[{_UNSEEN}]")
_ANY_UNSEEN = re.compile(f"[{_UNSEEN}]")
_BLANKS = re.compile(f"[{_BLANK}]+")
_ORDERS = re.compile(f"[{_NEVER}]")


def cleaned(text: str) -> str:
    """A name as it is saved: no invisible characters, single blanks, one way to write an accent.

    Characters that no name has stay, to be refused (`holds_orders`).

    >>> cleaned("  Ann\\u200b\\u00a0 Lee\\ufeff ")
    'Ann Lee'
    >>> cleaned("\\u3164"), len(cleaned("\\U0001f469\\u200d\\U0001f467"))
    ('', 3)
    """
    return unicodedata.normalize("NFC", _BLANKS.sub(" ", _PARTS.sub(r"\1", text)).strip(" "))


def cleaned_lines(text: str) -> str:
    """A text of several lines, each cleaned."""
    return "\n".join(map(cleaned, re.split(r"\r?\n", text)))


def holds_orders(text: str) -> bool:
    """Whether a text has escape codes or other characters that no name has.

    >>> holds_orders("\\x1b[31mAnn"), holds_orders("Ann")
    (True, False)
    """
    return _ORDERS.search(text) is not None


def name_key(name: str) -> str:
    """A key that is equal for names that look the same, whatever their case.

    >>> name_key("ANN\\u200d") == name_key("Ann")
    True
    """
    return _ANY_UNSEEN.sub("", cleaned(name)).casefold()


def check_name(text: str, longest: int | None = LONGEST_NAME) -> str:
    """A player's name as it is saved.

    Raises RuleError for an empty or overlong name, and for characters that no name has.
    """
    # A text that is far too long is not even cleaned.
    name = text if longest and len(text) > 20 * longest else cleaned(text)
    if longest and len(name) > longest:
        problem = f"Names can have up to {longest} characters. This one has {len(name)}."
    elif all(character == " " or unicodedata.category(character)[0] == "M" for character in name):
        problem = "Every player needs a name."
    elif holds_orders(name):
        problem = f"“{repr(name)[1:-1]}” contains an invisible character."
    else:
        return name
    raise RuleError(problem, "player.name")


def unseen(text: str) -> set[str]:
    """The invisible characters in a text, line ends too, but not those that an emoji or a letter needs.

    >>> unseen("Ann\\u202e"), unseen("\\U0001f469\\u200d\\U0001f467")
    ({'\\u202e'}, set())
    """
    return {sign for part in _parted(text)[::2] for sign in part if not sign.isprintable()}


def spelled_out(text: str) -> str:
    """The text with each invisible character escaped as Python does, so that it moves no cursor.

    >>> spelled_out("\\x1b[31mAnn")
    '\\\\x1b[31mAnn'
    """
    if text.isprintable():
        return text
    escaped = {ord(sign): sign.encode("unicode_escape").decode() for sign in unseen(text) - _LET_THROUGH}
    return "".join(part if index % 2 else part.translate(escaped) for index, part in enumerate(_parted(text)))


# Line ends; and halves of characters, which the terminal's writer handles.
_LET_THROUGH = {"\n", *map(chr, range(0xD800, 0xE000))}


def signs(text: str) -> list[str]:
    """The text cut into characters as drawn: a letter with its accents, a family, a flag.

    >>> len(signs("e\\u0301")), len(signs("\\U0001f469\\u200d\\U0001f467"))
    (1, 1)
    """
    return _SIGNS.findall(text)


_SIGNS = re.compile(f"(?:{_WANTED}|.)(?:[\u0300-\u036f\u20d0-\u20ff\U0001f3fb-\U0001f3ff\u2066-\u2069])*", re.DOTALL)


def _parted(text: str) -> list[str]:
    """The text in parts; every second one is a character whose look depends on an invisible one."""
    return re.split(f"({_WANTED})", text)
