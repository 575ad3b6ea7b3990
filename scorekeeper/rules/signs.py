"""Typed characters as a plain keyboard writes them.

A pasted minus, a full-width bracket or a digit of another script means the plain one, so every reader of numbers,
cards and codes starts here.
"""

import unicodedata

DASHES = (
    "-\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{FIGURE DASH}\N{EN DASH}\N{EM DASH}\N{HORIZONTAL BAR}\N{MINUS SIGN}"
    "\N{HEAVY MINUS SIGN}\N{SMALL EM DASH}\N{SMALL HYPHEN-MINUS}\N{FULLWIDTH HYPHEN-MINUS}"
)
"""Each is a minus before a number; static/js/rules/house.js has the same ones."""

_FULL_WIDTH = range(0xFF01, 0xFF5F)
_FULL_WIDTH_SHIFT = 0xFF01 - ord("!")


class _Plain(dict[int, str]):
    """The plain form of each character; empty for an invisible one. `str.translate` asks for each once."""

    def __missing__(self, code: int) -> str:
        sign = chr(code)
        if sign.isdecimal():
            plain = str(unicodedata.decimal(sign))
        elif code in _FULL_WIDTH:
            plain = chr(code - _FULL_WIDTH_SHIFT)
        elif unicodedata.category(sign) == "Cf" or sign in _LOOKS:
            plain = ""
        else:
            plain = sign
        return plain


_LOOKS = "\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}"
"""They only tell whether the character before them is drawn in color."""

_PLAIN = _Plain({ord(dash): "-" for dash in DASHES})
_STRAIGHT = str.maketrans("‘’“”", "''\"\"")


def plain_signs(text: str) -> str:
    """The text with the digits 0 to 9, one minus, and no full-width or invisible characters.

    >>> plain_signs("\N{EM DASH}\N{ARABIC-INDIC DIGIT FOUR}"), plain_signs("\N{FULLWIDTH DIGIT ONE}2")
    ('-4', '12')
    """
    return text if text.isascii() else text.translate(_PLAIN)


def straight_quotes(text: str) -> str:
    """The text with the quotes of a keyboard, for terminals and tables: our own texts have typographic ones."""
    return text.translate(_STRAIGHT)
