"""The page of open questions tells just what the houses ask."""

from tests.houses.open_questions import PAGE, with_table


def test_the_page_lists_every_option_of_every_house() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_table(page), "write it anew with python -m tests.houses.open_questions"
