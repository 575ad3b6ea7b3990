"""Scripts and styles as they are sent: without comments and the blanks that only people need.

Ours because no library does it: rJSmin takes the text between two nested template literals for code and eats its blanks
without a word, parsers with wheels for every platform bring a second language's runtime into the server, and comments
alone are two fifths of what our pages would load. What comes out has the very tokens and the very structure of what
goes in; a test compares both for every script (tests/js/test_smaller.py).

Whether a slash divides or begins a pattern is told by the token before it. Where that does not tell (behind brackets as
in ``if (a) /"x/.test(b)``, behind ``}``, ``++`` and ``--``) the script is refused, and with it the start of the app:
another pair of brackets or braces makes it clear.
"""

from __future__ import annotations

import re
from functools import lru_cache

KINDS = (".js", ".css")
"""Ends of the names of files that get smaller."""

_SCRIPT = re.compile(
    r"""
    (?P<blank>[^\S\n]+)
  | (?P<line>\n)
  | (?P<comment>//[^\n]*|/\*.*?\*/)
  | (?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
  | (?P<template>`)
  | (?P<word>[\w$#@]+)
  | (?P<sign>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_TEMPLATE_PART = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{)", re.DOTALL)
_PATTERN = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")

# After these a slash begins a pattern; after a name, a number or a closing bracket it divides.
_BEFORE_PATTERN = frozenset("(,=:[!&|?{;+-*%~^<>")
_WORDS_BEFORE_PATTERN = frozenset(
    ("await", "case", "default", "delete", "do", "else", "extends", "in", "instanceof", "new", "of", "return", "throw")
) | {"typeof", "void", "yield"}
_WORDS_BEFORE_A_TEST = frozenset(("if", "while", "for", "await", "with"))
"""What stands in brackets after these is no value, so a slash behind it may be either."""

_STYLE = re.compile(
    r"""
    (?P<comment>/\*.*?\*/)
  | (?P<kept>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|url\((?:[^)\\]|\\.)*\))
  | (?P<blank>\s+)
  | (?P<sign>.)
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)


@lru_cache(maxsize=512)  # tests and the start of a server make the app more than once
def smaller(suffix: str, text: str) -> str:
    """The text of a file of that kind, as short as it safely gets. Raises ValueError for what cannot be read safely."""
    return _join(_script_tokens(text)) if suffix == ".js" else _smaller_style(text)


def _script_tokens(text: str) -> list[str]:
    """The tokens of a module, with "\\n" wherever some lines ended between two and " " where there was a blank."""
    tokens: list[str] = []
    earlier, last = "", ""  # the last two tokens that are no blanks
    brackets: list[str] = []  # for each that is open: the token before it
    unclear = False  # whether a slash now could divide as well as begin a pattern
    nested: list[int] = []  # for each template whose ${ is open: how many braces are open in it
    at = 0
    while at < len(text):
        found = _SCRIPT.match(text, at)
        assert found is not None  # a sign is any character
        kind, token = found.lastgroup, found[0]
        if kind in ("blank", "line", "comment"):
            gap = "\n" if "\n" in token else " "
            if tokens and tokens[-1] in (" ", "\n"):
                gap = max(gap, tokens.pop(), key=" \n".index)
            tokens.append(gap)
            at = found.end()
            continue
        if token == "/" and unclear:
            raise ValueError(
                f"line {_line(text, at)}: this slash may divide or begin a pattern; make it clear by brackets"
            )
        if token == "/" and (last[-1:] in _BEFORE_PATTERN or _is_word_before_pattern(last, earlier) or not last):
            token = _rest(_PATTERN, text, at)
        elif kind == "template" or (token == "}" and nested and not nested[-1]):
            if token == "}":
                nested.pop()
            token += _rest(_TEMPLATE_PART, text, at + 1)
            if token.endswith("${"):
                nested.append(0)
        elif token in "{}" and nested:
            nested[-1] += 1 if token == "{" else -1
        unclear = token == "}" or (token in ("+", "-") and tokens[-1:] == [token])
        if token == "(":
            brackets.append(last)
        elif token == ")" and brackets:
            unclear = brackets.pop() in _WORDS_BEFORE_A_TEST
        tokens.append(token)
        at += len(token)
        earlier, last = last, token
    return tokens


def _is_word_before_pattern(word: str, before: str) -> bool:
    return word in _WORDS_BEFORE_PATTERN and before != "."  # behind a point it is a name


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _rest(part: re.Pattern[str], text: str, at: int) -> str:
    found = part.match(text, at)
    if found is None:
        raise ValueError(f"line {_line(text, at)}: a template or pattern without its end")
    return found[0]


def _join(tokens: list[str]) -> str:
    """Without the blanks and ends of line that mean nothing."""
    kept: list[str] = []
    for place, token in enumerate(tokens):
        if token not in (" ", "\n"):
            kept.append(token)
        elif kept and place + 1 < len(tokens):
            if token == "\n" and _ends_a_statement(kept[-1], tokens[place + 1]):
                kept.append("\n")
            elif _would_merge(kept[-1][-1], tokens[place + 1][0]):
                kept.append(" ")
    return "".join(kept) + "\n"


def _ends_a_statement(before: str, after: str) -> bool:
    """Whether an end of line there may stand for a semicolon, so that it has to stay."""
    return before[-1] not in "{([,;" and after[0] not in ")]},.;"


def _would_merge(before: str, after: str) -> bool:
    """Whether two tokens without a blank between them could be read as others."""
    if _in_a_word(before):
        return _in_a_word(after) or (before.isdigit() and after == ".")
    if before == "/":  # divides, or ends a pattern that letters would be flags of
        return after in "/*" or _in_a_word(after)
    return before in "+-" and before == after


def _in_a_word(sign: str) -> bool:
    return sign.isalnum() or sign in "_$#@\\"


def _smaller_style(text: str) -> str:
    parts: list[str] = []
    for found in _STYLE.finditer(text):
        parts.append(" " if found.lastgroup in ("comment", "blank") else found[0])
    kept: list[str] = []
    for place, part in enumerate(parts):
        if part == " ":
            before = kept[-1][-1] if kept else "{"
            after = next((later for later in parts[place + 1 :] if later != " "), "}")[0]
            # A blank before a colon or a bracket can be "any child of": it stays.
            if before in "{};,: " or after in "{};,":
                continue
        elif part == "}" and kept and kept[-1] == ";":
            kept.pop()
        kept.append(part)
    return "".join(kept) + "\n"
