"""The kinds of file that a set of exercises can be had as."""

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
    """A kind of file that a set can be had as; the same set gives the same bytes, today and in a year.

    ``key`` names it in addresses, ``name`` and ``says`` are for people: what it is, and where it goes.
    """

    key: str
    name: str
    says: str
    extension: str
    mimetype: str
    build: Callable[[SetToExport], bytes]

    def file_name(self, exported: SetToExport) -> str:
        """What the file is called when it is kept."""
        return f"golf-{exported.code}-{self.key}.{self.extension}"


_MOODLE = "for the question bank of Moodle: hints, and feedback to each wrong answer that has a meaning"
_CANVAS = "a quiz for Canvas (QTI 1.2); what wrong numbers mean is listed for whoever is wrong"
_ANKI = "notes for Anki: the question in front; the answer, why, and the rules on the back"
_QTI = "for other learning platforms, with feedback to each wrong answer that has a meaning"
_GIFT = "a text that Moodle and others take, with feedback to each wrong answer"
_ALL = (
    Format("moodle", "Moodle XML", _MOODLE, "xml", "application/xml", moodle_xml),
    Format("canvas", "Canvas", _CANVAS, "zip", "application/zip", canvas),
    Format("anki", "Anki", _ANKI, "txt", "text/plain; charset=utf-8", anki),
    Format("qti21", "QTI 2.1", _QTI, "zip", "application/zip", qti21),
    Format("gift", "GIFT", _GIFT, "txt", "text/plain; charset=utf-8", gift),
)

FORMATS: Mapping[str, Format] = {format_.key: format_ for format_ in _ALL}
"""By their keys, in the order in which they are offered."""
