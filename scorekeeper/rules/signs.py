"""The signs that people type, as one plain keyboard would write them.

A pasted minus, a full-width bracket or a digit of another script means what the plain sign means, so every reader of
numbers, cards and codes reads this first.
"""

import unicodedata

DASHES = (
    "-\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{FIGURE DASH}\N{EN DASH}\N{EM DASH}\N{HORIZONTAL BAR}\N{MINUS SIGN}"
    "\N{HEAVY MINUS SIGN}\N{SMALL EM DASH}\N{SMALL HYPHEN-MINUS}\N{FULLWIDTH HYPHEN-MINUS}"
)
"""Each of them is a minus before a number: the same ones as in static/js/rules/house.js."""

_FULL_WIDTH = range(0xFF01, 0xFF5F)
_FULL_WIDTH_SHIFT = 0xFF01 - ord("!")


class _Plain(dict[int, str]):
    """What each sign is written as; empty for one that cannot be seen. `str.translate` asks for each once."""

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
"""They only say whether the sign before them is drawn in color."""

_PLAIN = _Plain({ord(dash): "-" for dash in DASHES})


def plain_signs(text: str) -> str:
    """The text with the digits 0 to 9, one minus sign, no full-width signs and no marks that cannot be seen.

    >>> plain_signs("\N{EM DASH}\N{ARABIC-INDIC DIGIT FOUR}"), plain_signs("\N{FULLWIDTH DIGIT ONE}2")
    ('-4', '12')
    """
    return text if text.isascii() else text.translate(_PLAIN)
