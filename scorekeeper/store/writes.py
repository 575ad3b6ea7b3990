"""The sender and time of a write."""

from dataclasses import dataclass
from datetime import datetime

from scorekeeper.store.errors import BadWrite

LONGEST_ID = 64
"""Characters of a write's or a device's id."""


@dataclass(frozen=True, slots=True)
class Write:
    """The sender and time of a write. The sender makes ``id``, so a repeated write is done once.

    ``device`` is the sender's device id; ``at`` must have a time zone. Raises BadWrite.
    """

    id: str
    device: str
    at: datetime

    def __post_init__(self) -> None:
        for name, text in (("write", self.id), ("device", self.device)):
            if not 1 <= len(text) <= LONGEST_ID or not text.isprintable():
                raise BadWrite(f"The ID of a {name} must have 1 to {LONGEST_ID} printable characters.")
        if self.at.tzinfo is None:
            raise BadWrite("The time of a write must include a time zone.")
