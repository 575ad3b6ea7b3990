"""The text of an imported file, from any editor, spreadsheet or shell.

Accepted are UTF-8, UTF-16 and UTF-32, a western code page where it is unambiguous, and any line ends. Other files are
refused with what they are and what to do.
"""

import re
from typing import Final

from scorekeeper.rules import RuleError

_AS_TEXT: Final = "Save it as plain text (.txt) and import that file"
_AS_CSV: Final = "Save it as plain text (.csv) and import that file"
_AGAIN: Final = "Download it again from Scorekeeper and import it unchanged"
_NO_TEXT: Final = f"This isn’t a text file. {_AGAIN}."

_DOCUMENTS: Final = (
    (b"%PDF-", "a PDF", _AGAIN),
    (rb"{\rtf", "a document with formatting (RTF)", f"{_AS_TEXT}. In TextEdit, choose Format, Make Plain Text"),
    (b"\xd0\xcf\x11\xe0", "an Office document", _AS_TEXT),
    (b"SQLite format 3\0", "a server’s database with all its games", "Restore it with `scorekeeper restore`"),
    (b"bplist", "a web archive", "Download the file itself instead of saving the page"),
    (b"\x1f\x8b", "a packed file", "Unpack it and import what’s inside"),
    (b"7z\xbc\xaf\x27\x1c", "a packed file", "Unpack it and import what’s inside"),
    (b"Rar!", "a packed file", "Unpack it and import what’s inside"),
    (b"\x89PNG", "a picture", _AGAIN),
    (b"\xff\xd8\xff", "a picture", _AGAIN),
    (b"GIF8", "a picture", _AGAIN),
)
"""The first bytes of files that aren't text, with what they are and what to do."""

_PACKED: Final = (
    (b"word/document", "a Word document", _AS_TEXT),
    (b"xl/work", "an Excel workbook", _AS_CSV),
    (b"opendocument.text", "a document from an office program (ODT)", _AS_TEXT),
    (b"opendocument.spreadsheet", "a spreadsheet (ODS)", _AS_CSV),
    (b"", "a zip archive", "Unpack it and import the file inside"),
)
"""What the names in a zip archive reveal about it."""

_MARKUP: Final = (
    (re.compile(r"<!doctype html|<html\b|<head\b|<body\b", re.IGNORECASE), "a web page"),
    (re.compile(r"<svg\b", re.IGNORECASE), "a picture"),
    (re.compile(r"<\?xml\b|<[a-z]+\b", re.IGNORECASE), "from another program (XML)"),
)

_MARKS: Final = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\0\0", "utf-32-le"),
    (b"\0\0\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
"""Byte order marks; longer ones first if they start like another."""

_SAMPLE: Final = 4_000
"""Bytes looked at in a file without a mark."""

# Windows-1252 signs in unlikely places: they are letters in other code pages.
_AMBIGUOUS: Final = re.compile(
    r"[ƒŠŒŽšœžŸˆ˜†‡‰‹›™]|\w[‘“‚„€•]|[”€•]\w|[^\W\d_][–—]|[–—][^\W\d_]|[^\0-\x7f]{3}", re.ASCII
)


class NoText(RuleError):
    """A file that can't be read as text; says what it is and what to do."""

    code = "file.no_text"


def text_of(content: bytes) -> str:
    """The text in a file, its lines ended by line feeds. Raises NoText.

    >>> text_of("Zoë\\r\\n“Bo”".encode("utf-16"))
    'Zoë\\n“Bo”'
    """
    encoding, mark = encoding_of(content)
    plain = content[mark:]
    if encoding.startswith("utf-16"):
        plain = plain[: len(plain) // 2 * 2]  # cut off within a sign; the caller notices
    try:
        text = plain.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding != "utf-8" or mark:
            raise NoText(f"This file is damaged. {_AGAIN}.") from None
        is_cut = error.reason == "unexpected end of data"
        text = plain[: error.start].decode() if is_cut else _western(plain)
    return tidied(text)


def tidied(text: str) -> str:
    """A pasted text with plain line feeds. Raises NoText for a document."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip("\ufeff").rstrip("\0\x1a")
    if not text.strip():
        raise NoText("This file is empty. Save it again, or choose another one.")
    if "\0" in text:
        raise NoText(_NO_TEXT)
    start = text.lstrip()[:200]
    for beginning, what in _MARKUP:
        if beginning.match(start):
            raise NoText(f"This file is {what}. {_AGAIN}.")
    return text


def encoding_of(content: bytes) -> tuple[str, int]:
    """The encoding of a text and the length of its byte order mark. Raises NoText for a document.

    >>> encoding_of("5 * 7".encode("utf-16-le"))
    ('utf-16-le', 0)
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return encoding, len(mark)
    if (found := kind_of(content)) is not None:
        raise NoText(f"This file is {found[0]}. {found[1]}.")
    sample = content[:_SAMPLE] if len(content) >= 4 else b""
    even, odd, half = sample[::2].count(0), sample[1::2].count(0), len(sample) / 2
    if odd > 0.6 * half and even < 0.1 * half:
        return "utf-16-le", 0
    if even > 0.6 * half and odd < 0.1 * half:
        return "utf-16-be", 0
    return "utf-8", 0


def kind_of(content: bytes) -> tuple[str, str] | None:
    """What kind of document a file is, and what to do with it; None for possible text."""
    beginning = content[:64].lstrip()
    if beginning.startswith(b"PK\x03\x04"):
        return next((what, remedy) for sign, what, remedy in _PACKED if sign in content)
    return next(((what, remedy) for sign, what, remedy in _DOCUMENTS if beginning.startswith(sign)), None)


def _western(content: bytes) -> str:
    """A text in Windows-1252, if it can't be in another code page."""
    if b"\0" in content:
        raise NoText(_NO_TEXT)
    try:
        text = content.decode("cp1252")
    except UnicodeDecodeError:
        text = "ŠŠ"
    if _AMBIGUOUS.search(text):
        raise NoText("Some characters in this file can’t be read reliably. Save it again as UTF-8.")
    return text
