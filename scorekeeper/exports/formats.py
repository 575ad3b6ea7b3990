"""The file formats of worksheets."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scorekeeper.exports.anki import anki
from scorekeeper.exports.canvas import canvas
from scorekeeper.exports.gift import gift
from scorekeeper.exports.moodle import moodle_xml
from scorekeeper.exports.qti import qti21
from scorekeeper.exports.set_items import SetToExport


@dataclass(frozen=True)
class Format:
    """A file format of worksheets; the same worksheet always gives the same bytes.

    ``key`` is its name in addresses; ``name`` and ``says`` are for people.
    """

    key: str
    name: str
    says: str
    extension: str
    mimetype: str
    build: Callable[[SetToExport], bytes]

    def file_name(self, exported: SetToExport) -> str:
        """The name of the downloaded file."""
        return f"golf-{exported.code}-{self.key}.{self.extension}"


_MOODLE = "For Moodle’s question bank, with hints and feedback on wrong answers"
_CANVAS = "QTI 1.2, with feedback on wrong answers"
_ANKI = "Question on the front, answer and rules on the back"
_QTI = "For other learning platforms, with feedback on wrong answers"
_GIFT = "Plain text for Moodle and others, with feedback on wrong answers"
_ALL = (
    Format("moodle", "Moodle XML", _MOODLE, "xml", "application/xml", moodle_xml),
    Format("canvas", "Canvas", _CANVAS, "zip", "application/zip", canvas),
    Format("anki", "Anki", _ANKI, "txt", "text/plain; charset=utf-8", anki),
    Format("qti21", "QTI 2.1", _QTI, "zip", "application/zip", qti21),
    Format("gift", "GIFT", _GIFT, "txt", "text/plain; charset=utf-8", gift),
)

FORMATS: Mapping[str, Format] = {format_.key: format_ for format_ in _ALL}
"""All formats by key, in the order of the page."""
