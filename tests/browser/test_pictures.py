"""The README shows the product as it is: the words of its pictures are those of the pages. Else: `make pictures`."""

import pytest
from playwright.sync_api import Page

from tests.browser.pictures import (
    Take,
    server_of_the_worker,
    test_picture_of_a_big_screen,
    test_pictures_of_a_class,
    test_pictures_of_a_table,
    text_of,
    words,
)

__all__ = [
    "server_of_the_worker",
    "test_picture_of_a_big_screen",
    "test_pictures_of_a_class",
    "test_pictures_of_a_table",
]

pytestmark = pytest.mark.browser


@pytest.fixture
def take() -> Take:
    """Compare the words of the page with those that stood there when the picture was taken."""

    def compare(page: Page, name: str) -> None:
        assert words(page) == text_of(name).read_text(encoding="utf-8"), f"take the picture {name} anew: make pictures"

    return compare
