"""Scripts and styles as they are sent: without comments or extra whitespace."""

import re
from pathlib import Path

import rjsmin

_STYLE_COMMENTS = re.compile(rb'("[^"\n]*")|/\*.*?\*/', re.DOTALL)
_STYLE_BLANKS = re.compile(rb'("[^"\n]*")|\s*([{},;])\s*|(?<=:) |(?<=\s)\s+')


def sent(path: Path) -> bytes:
    """What is sent for a file."""
    plain = path.read_bytes()
    if path.suffix == ".js":
        return bytes(rjsmin.jsmin(plain))
    if path.suffix == ".css":  # rcssmin removes the space in `td :is(a, b)` within a layer
        return _STYLE_BLANKS.sub(rb"\1\2", _STYLE_COMMENTS.sub(rb"\1", plain))
    return plain
