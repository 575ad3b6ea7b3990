"""A page with blanks, as bytes: each answer is put together from what lies between, plain or as gzip.

What is compressed is what all answers have in common, once. Compressing 20,000 bytes anew takes 60 microseconds, and
as Brotli twice as long; filling the blanks of a compressed page takes five.
"""

from __future__ import annotations

import re
import struct
import zlib
from dataclasses import dataclass, field

LEVEL = 6
_NEVER = b"\xff"
"""A byte that no UTF-8 text has."""
_GZIP = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"  # no name, no time, no system


@dataclass(frozen=True)
class Blanked:
    """A page taken apart: ``parts`` at even places as they are, those at odd ones are the blanks, empty."""

    parts: tuple[bytes, ...]
    tokens: tuple[int, ...]  # places of the blanks for the token
    ids: tuple[int, ...]  # and of those for the write id
    _zipped: dict[tuple[int, int], list[bytes]] = field(default_factory=dict, repr=False)

    @property
    def size(self) -> int:
        """Bytes without what goes into the blanks."""
        return sum(map(len, self.parts))

    def filled(self, token: bytes = b"", write_id: bytes = b"") -> bytes:
        """The page for one phone."""
        return b"".join(self._with(self.parts, token, write_id))

    def zipped(self, token: bytes = b"", write_id: bytes = b"") -> bytes:
        """The same as gzip."""
        plain = self.filled(token, write_id)
        lengths = len(token), len(write_id)
        parts = self._zipped.get(lengths)
        if parts is None:
            parts = self._zipped[lengths] = self._squeezed(*lengths)
        whole = self._with(parts, _as_it_is(token), _as_it_is(write_id))
        return b"".join((_GZIP, *whole, struct.pack("<LL", zlib.crc32(plain), len(plain))))

    def _with(self, parts: tuple[bytes, ...] | list[bytes], token: bytes, write_id: bytes) -> list[bytes]:
        filled = list(parts)
        for place in self.tokens:
            filled[place] = token
        for place in self.ids:
            filled[place] = write_id
        return filled

    def _squeezed(self, token: int, write_id: int) -> list[bytes]:
        """The parts, to be joined around uncompressed blocks of these lengths that stand in the blanks.

        Later parts may point back to earlier ones, never into a blank: what stood there here is in no text.
        """
        deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        squeezed = []
        for place, part in enumerate(self.parts):
            if place % 2:
                deflate.compress(_NEVER * (token if place in self.tokens else write_id))
                deflate.flush(zlib.Z_SYNC_FLUSH)
                squeezed.append(b"")
            else:
                end = zlib.Z_FINISH if place == len(self.parts) - 1 else zlib.Z_SYNC_FLUSH
                squeezed.append(deflate.compress(part) + deflate.flush(end))
        return squeezed


def blanked(page: str, token: str = "", write_id: str = "") -> Blanked:
    """Take a page apart that was made with this token and this id, which must be nowhere else in it."""
    marks = [re.escape(mark) for mark in (token, write_id) if mark]
    found = re.split(f"({'|'.join(marks)})", page) if marks else [page]
    return Blanked(
        parts=tuple(b"" if place % 2 else part.encode() for place, part in enumerate(found)),
        tokens=tuple(place for place in range(1, len(found), 2) if found[place] == token),
        ids=tuple(place for place in range(1, len(found), 2) if found[place] != token),
    )


def _as_it_is(text: bytes) -> bytes:
    """A block of a deflated stream that holds the text uncompressed."""
    return b"\0" + struct.pack("<HH", len(text), len(text) ^ 0xFFFF) + text
