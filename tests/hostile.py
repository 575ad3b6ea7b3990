"""Texts that do harm, or only come from an unusual keyboard: one table for all tests."""

import unicodedata

HOSTILE = {
    # to a page
    "script": "<script>alert(1)</script>",
    "image": "<img src=x onerror=alert(1)>",
    "svg": "<svg/onload=alert(1)>",
    "attribute": '" autofocus onfocus=alert(1) x="',
    "single quoted": "' onmouseover=alert(1) x='",
    "end of a script": "</script><script>alert(1)",
    "end of a title": "</title><b>bold</b>",
    "end of a box": "</textarea><b>bold</b>",
    "comment": "<!--<script>",
    "cdata": "]]><b>bold</b>",
    "entities": "&lt;b&gt; &amp;amp; &#60;",
    "address": "javascript:alert(1)",
    "template": "{{ 7*7 }}{% raw %}${7*7}",
    "percent": "%s %(name)s {0} %00",
    # to a PDF
    "file": "<img src=file:///etc/passwd>",
    "style": "</style><style>*{color:url(//x)}",
    # to a spreadsheet
    "formula": '=HYPERLINK("http://x.invalid")',
    "sum": "+1+cmd|' /C calc'!A0",
    "difference": "-2+3",
    "at": "@SUM(1+1)",
    "wide formula": "\uff1d1+1",
    # to a program that imports questions
    "gift": "{=right ~wrong} # $CATEGORY: x ::t::",
    "latex": "\\(x\\) $$y$$ [[z]]",
    # to a shell and to SQL
    "command": "$(touch x) `id`",
    "end of a command": "'; rm -rf x; '",
    "sql": "'); DROP TABLE games;--",
    "path": "../../etc/passwd",
    "backslash": "..\\a\\",
    # to those who read it
    "right to left": "\u05d0\u05d1\u05d2 abc",
    "combining": "e" + "\u0301" * 12,
    "joined emoji": "\U0001f469\u200d\U0001f467",
    "flag": "\U0001f1eb\U0001f1f7",
    "ligature": "\ufdfa",
    "other digits": "\u0661\u0662\u0663",
    "wide": "\uff1cb\uff1e",
}
"""What a page must show just as it was written. Each is short enough for a player's name."""

UNPRINTABLE = {
    "nul": "An\x00n",
    "bell": "An\x07n",
    "terminal color": "\x1b[31mAnn",
    "terminal title": "\x1b]0;x\x07Ann",
    "backspace": "Ann\x08\x08Bo",
    "line feed": "Ann\nBo",
    "carriage return": "Ann\r\nSet-Cookie: x=1",
    "tab": "An\tn",
    "next line": "An\x85n",
    "line separator": "An\u2028n",
    "paragraph separator": "An\u2029n",
    "turned around": "Ann\u202egnp.exe",
    "isolated": "Ann\u2066Bo",
    "mark": "Ann\ufeffBo",
    "no width": "An\u200bn",
    "no character": "An\ufffen",
    "half a character": "An\ud800n",
    "private": "An\ue000n",
}
"""Invisible characters, and those that write over the line, the terminal or the text beside it."""


LONGEST = (
    "W" * 40,
    "M" * 39 + "m",
    "\U0001f469\u200d\U0001f467\u200d\U0001f466" * 8,
    "\u6f22" * 40,
    "\u0645\u062d\u0645\u062f" * 10,
    "\ufdfd" * 40,
    "Mary-Louise Bartholomew-Grandmother-Lee",
    "Wilhelmina_" * 3 + "Wilhelm",
)
"""Eight names as long as one may be: unbroken, families of emoji, scripts without blanks, one very wide sign."""


def visible(text: str) -> str:
    """The text as people compare it: composed, with single blanks."""
    return " ".join(unicodedata.normalize("NFC", text).split())
