"""The text of a file, whatever editor, spreadsheet or shell wrote it. Every door that takes a file reads it by this.

What is safe to read is read: UTF-8, UTF-16 and UTF-32, a western code page where it can be meant in one way only, and
any line ends. Everything else is refused with what it is and what to do about it.
"""

import re
from typing import Final

from scorekeeper.rules import RuleError

_AS_TEXT: Final = "save it as plain text (.txt) and bring in that file"
_AGAIN: Final = "download it once more from Scorekeeper, and bring it in as it comes"

_DOCUMENTS: Final = (
    (b"%PDF-", "a PDF, which only shows what it was printed from", _AGAIN),
    (rb"{\rtf", "a document with formatting (RTF)", f"{_AS_TEXT}; in TextEdit: Format, Make Plain Text"),
    (b"\xd0\xcf\x11\xe0", "an Office document", _AS_TEXT),
    (b"SQLite format 3\0", "all the games of a server in one file", "go back to it with `scorekeeper restore`"),
    (b"bplist", "a web archive", "download the file itself instead of saving the page"),
    (b"\x1f\x8b", "a packed file", "unpack it and bring in what is inside"),
    (b"7z\xbc\xaf\x27\x1c", "a packed file", "unpack it and bring in what is inside"),
    (b"Rar!", "a packed file", "unpack it and bring in what is inside"),
    (b"\x89PNG", "a picture", _AGAIN),
    (b"\xff\xd8\xff", "a picture", _AGAIN),
    (b"GIF8", "a picture", _AGAIN),
)
"""How files begin that are no text, with what they are and what to do."""

_PACKED: Final = (
    (b"word/document", "a Word document", _AS_TEXT),
    (b"xl/work", "an Excel workbook", _AS_TEXT),
    (b"opendocument.text", "a document of an office program (ODT)", _AS_TEXT),
    (b"opendocument.spreadsheet", "a spreadsheet (ODS)", _AS_TEXT),
    (b"", "a zip archive", "unpack it and bring in the file inside"),
)
"""What the names within a zip archive tell of it."""

_MARKUP: Final = (
    (re.compile(r"<!doctype html|<html\b|<head\b|<body\b", re.IGNORECASE), "a web page"),
    (re.compile(r"<svg\b", re.IGNORECASE), "a picture"),
    (re.compile(r"<\?xml\b|<[a-z]+\b", re.IGNORECASE), "a file of another program (XML)"),
)

_MARKS: Final = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\0\0", "utf-32-le"),
    (b"\0\0\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
"""Marks of byte order, those first that begin like another."""

_SAMPLE: Final = 4_000
"""Bytes by which a file without a mark is judged."""

# Signs of Windows-1252 that are letters in other code pages, where nobody who means Windows-1252 puts them.
_AMBIGUOUS: Final = re.compile(
    r"[ƒŠŒŽšœžŸˆ˜†‡‰‹›™]|\w[‘“‚„€•]|[”€•]\w|[^\W\d_][–—]|[–—][^\W\d_]|[^\0-\x7f]{3}", re.ASCII
)


class NoText(RuleError):
    """A file that is no text that can be read; says what it is and what to do."""

    code = "file.no_text"


def text_of(content: bytes) -> str:
    """The text in a file, its lines ended by line feeds. Raises NoText.

    >>> text_of("Zoë\\r\\n“Bo”".encode("utf-16"))
    'Zoë\\n“Bo”'
    """
    encoding, mark = encoding_of(content)
    plain = content[mark:]
    if encoding.startswith("utf-16"):
        plain = plain[: len(plain) // 2 * 2]  # cut off in the middle of a sign: what follows tells that
    try:
        text = plain.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding != "utf-8" or mark:
            raise NoText(f"this file is damaged: {_AGAIN}") from None
        is_cut = error.reason == "unexpected end of data"
        text = plain[: error.start].decode() if is_cut else _western(plain)
    return tidied(text)


def tidied(text: str) -> str:
    """A text as it was pasted, with line feeds alone; nothing of it may be a document. Raises NoText."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip("\ufeff").rstrip("\0\x1a")
    if not text.strip():
        raise NoText("this file is empty: look whether it was saved, or choose another one")
    if "\0" in text:
        raise NoText(f"this file is no text: {_AGAIN}")
    start = text.lstrip()[:200]
    for beginning, what in _MARKUP:
        if beginning.match(start):
            raise NoText(f"this file is {what}: {_AGAIN}")
    return text


def encoding_of(content: bytes) -> tuple[str, int]:
    """The encoding of a text by how it begins, and the length of its mark of byte order. Raises NoText for a document.

    >>> encoding_of("5 * 7".encode("utf-16-le"))
    ('utf-16-le', 0)
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return encoding, len(mark)
    if (found := kind_of(content)) is not None:
        raise NoText(f"this file is {found[0]}: {found[1]}")
    sample = content[:_SAMPLE] if len(content) >= 4 else b""
    even, odd, half = sample[::2].count(0), sample[1::2].count(0), len(sample) / 2
    if odd > 0.6 * half and even < 0.1 * half:
        return "utf-16-le", 0
    if even > 0.6 * half and odd < 0.1 * half:
        return "utf-16-be", 0
    return "utf-8", 0


def kind_of(content: bytes) -> tuple[str, str] | None:
    """What a file is that is no text, and what to do with it; None for what may be a text."""
    beginning = content[:64].lstrip()
    if beginning.startswith(b"PK\x03\x04"):
        return next((what, remedy) for sign, what, remedy in _PACKED if sign in content)
    return next(((what, remedy) for sign, what, remedy in _DOCUMENTS if beginning.startswith(sign)), None)


def _western(content: bytes) -> str:
    """A text in Windows-1252, where it can be no other code page."""
    try:
        text = content.decode("cp1252")
    except UnicodeDecodeError:
        text = "ŠŠ"
    if _AMBIGUOUS.search(text):
        raise NoText(
            "this file holds letters that can be read in several ways: save it once more with the encoding UTF-8"
        )
    return text
