"""What a page says."""

import re
from html import unescape

from werkzeug.test import TestResponse


def words(answer: TestResponse) -> str:
    """What a page says, without its markup."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text)))
