"""Who writes, and when."""

from dataclasses import dataclass
from datetime import datetime

from scorekeeper.store.errors import BadWrite

LONGEST_ID = 64
"""Characters of a write's or a device's id."""


@dataclass(frozen=True, slots=True)
class Write:
    """Who writes, and when. ``id`` is made by the sender, so that a write which arrives twice is done once.

    ``device`` is the id of the sender's device; ``at`` must know its time zone. Raises BadWrite.
    """

    id: str
    device: str
    at: datetime

    def __post_init__(self) -> None:
        for name, text in (("write", self.id), ("device", self.device)):
            if not 1 <= len(text) <= LONGEST_ID or not text.isprintable():
                raise BadWrite(f"the id of a {name} has 1 to {LONGEST_ID} printable characters")
        if self.at.tzinfo is None:
            raise BadWrite("the time of a write must name its time zone")
