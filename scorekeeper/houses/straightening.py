"""Mend what editors and chats do to pasted JSON and TOML, where it is unambiguous.

Mended are typographic quotes around a text, non-breaking blanks, long dashes before a number, full-width signs and
extra commas. The inside of a text stays as written.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

_DOUBLE: Final = "“”„‟«»″＂"
_SINGLE: Final = "‘’‚‛′＇"
_BLANKS: Final = "\u00a0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff"
_DASHES: Final = "‐‑‒–—―−－"
_WIDE: Final = {ord(wide): plain for wide, plain in zip("，：｛｝［］＝．", ",:{}[]=.", strict=True)}


@dataclass(frozen=True)
class Notation:
    """The notation of a file.

    ``straight`` matches a text in straight quotes, or a comment; ``special`` matches what may need mending. A quote
    ends a text only if ``after`` follows it.
    """

    straight: re.Pattern[str]
    special: re.Pattern[str]
    after: str
    literal: str = ""  # the other kind of straight quotes


_MENDED: Final = (
    rf"(?P<quote>[{_DOUBLE}{_SINGLE}])|(?P<dashes>[{_DASHES}]+)|(?P<blanks>[{_BLANKS}]+)"
    rf"|(?P<comma>[,，](?=[\s{_BLANKS}]*[\]}}］｝]))|(?P<wide>[{''.join(map(chr, _WIDE))}])"
)

JSON: Final = Notation(
    straight=re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL),
    special=re.compile(rf"(?P<straight>\")|{_MENDED}"),
    after=r"\s*(?:[,:}\]，：｝］]|\Z)",
)
TOML: Final = Notation(
    straight=re.compile(
        r'"""(?:[^\\]|\\.)*?"""' + r"|'''.*?'''" + r'|"(?:[^"\\\n]|\\.)*"' + r"|'[^'\n]*'|#[^\n]*", re.DOTALL
    ),
    special=re.compile(
        rf"(?P<straight>[\"'#])|{_MENDED}|(?P<bracket>[\[\]{{}}])|(?P<last>,(?=[ \t{_BLANKS}]*(?:[#\n]|\Z)))"
    ),
    after=rf"[ \t{_BLANKS}]*(?:[,\]}}=.#，］｝＝．\n]|\Z)",
    literal="'",
)


def straightened(text: str, notation: Notation) -> str:
    """The text with an editor's changes undone, line for line.

    >>> straightened("{“name”: “Ann”, “joined”: –1,}", JSON)
    '{"name": "Ann", "joined": -1}'
    """
    parts: list[str] = []
    at = depth = 0
    line_ends = -1
    while found := notation.special.search(text, at):
        start, sign = found.start(), found[0]
        parts.append(text[at:start])
        at = found.end()
        match found.lastgroup:
            case "straight":
                whole = notation.straight.match(text, start)
                if whole is None:  # it never ends: nothing after it can be told apart
                    return "".join([*parts, text[start:]])
                parts.append(whole[0])
                at = whole.end()
            case "quote":
                if line_ends < start:
                    line_ends = text.find("\n", start)
                    line_ends = len(text) if line_ends < 0 else line_ends
                closing = _closing(sign, text, at, line_ends + 1, notation)
                if closing is None:
                    return "".join([*parts, text[start:]])
                parts.append(_quoted(text[at : closing.start()], notation, single=sign in _SINGLE))
                at = closing.end()
            case "bracket":
                depth += 1 if sign in "[{" else -1
                parts.append(sign)
            case "last":
                parts.append(sign if depth else "")
            case kind:
                parts.append({"dashes": "-", "blanks": " ", "comma": ""}.get(str(kind), sign.translate(_WIDE)))
    return "".join([*parts, text[at:]])


def _closing(opening: str, text: str, at: int, end: int, notation: Notation) -> re.Match[str] | None:
    """The closing quote of the opening kind, or a straight one if there is no other."""
    signs, straight = (_SINGLE, "'") if opening in _SINGLE else (_DOUBLE, '"')
    found = re.compile(rf"(?<!\\)[{signs}](?={notation.after})").search(text, at, end)
    return found or re.compile(f"{straight}(?={notation.after})").search(text, at, end)


def _quoted(inside: str, notation: Notation, *, single: bool) -> str:
    """A text in straight quotes; single ones make it literal, if the notation has such."""
    if single and notation.literal and notation.literal not in inside:
        return f"{notation.literal}{inside}{notation.literal}"
    plain = re.sub(rf"\\[{_DOUBLE}]", r"\"", inside)
    return '"' + re.sub(r'(\\.)|"', lambda found: found[1] or r"\"", plain) + '"'


_KEY: Final = re.compile(rf"#?[a-z0-9]+(?:[-{_DASHES}][a-z0-9]+)+|#[{_DASHES}][0-9]+")


def plain_keys(value: Any) -> Any:
    """The data with plain dashes in keys such as `two-joker`; everything else is unchanged."""
    if isinstance(value, Mapping):
        return {plain_keys(key): plain_keys(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [plain_keys(inner) for inner in value]
    is_key = isinstance(value, str) and _KEY.fullmatch(value)
    return re.sub(f"[{_DASHES}]", "-", value) if is_key else value
