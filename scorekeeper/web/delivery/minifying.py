"""Scripts and styles as they are sent: without comments or extra whitespace."""

import re
from pathlib import Path

import rjsmin

_STYLE_COMMENTS = re.compile(rb'("[^"\n]*")|/\*.*?\*/', re.DOTALL)
_STYLE_BLANKS = re.compile(rb'("[^"\n]*")|\s*([{},;])\s*|(?<=:) |(?<=\s)\s+')


def sent(path: Path) -> bytes:
    """What is sent for a file."""
    return minified(path.name, path.read_bytes())


def minified(name: str, plain: bytes) -> bytes:
    """What is sent for a file of that name with these contents."""
    if name.endswith(".js"):
        return bytes(rjsmin.jsmin(plain))
    if name.endswith(".css"):  # rcssmin removes the space in `td :is(a, b)` within a layer
        return _STYLE_BLANKS.sub(rb"\1\2", _STYLE_COMMENTS.sub(rb"\1", plain))
    return plain
