"""What a teacher calls a class: for the teacher alone, and for nobody's eyes else."""

from __future__ import annotations

import unicodedata

from scorekeeper.rules import RuleError

LONGEST_LABEL = 60

_JOINERS = "\u200c\u200d"  # unseen themselves, but words and signs are written with them


class BadLabel(RuleError):
    """What was typed cannot be what a class is called."""

    code = "class.bad_label"


def read_label(typed: str) -> str:
    """A label as it is kept: on one line, blanks around it cut off and those within it single; "" for none.

    >>> read_label("  7b,   Tuesday ")
    '7b, Tuesday'

    Raises BadLabel where it is too long, or holds a sign that nobody can see.
    """
    if len(typed) > 20 * LONGEST_LABEL:
        raise BadLabel(f"a name for a class has at most {LONGEST_LABEL} characters, not {len(typed)}")
    label = " ".join(unicodedata.normalize("NFC", typed).split())
    if len(label) > LONGEST_LABEL:
        raise BadLabel(f"a name for a class has at most {LONGEST_LABEL} characters, not {len(label)}")
    if not all(character.isprintable() or character in _JOINERS for character in label):
        raise BadLabel("this name holds a sign that nobody can see: type it anew")
    if label and not any(character.isprintable() and not unicodedata.combining(character) for character in label):
        raise BadLabel("nothing of this name can be seen: type it anew")
    return label
