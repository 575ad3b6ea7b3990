"""The table of docs/open-questions.md, made from the houses: `python -m tests.houses.open_questions` writes it."""

from pathlib import Path

from scorekeeper import houses

PAGE = Path(__file__).parents[2] / "docs" / "open-questions.md"
HEAD = "| row | house | option | when it is asked | question | readings, its own first | what that rests on |"
ASKED = {"usual": "in every new game", "rare": "in a fold", "explained": "never, only explained"}


def table() -> str:
    """Every question about the houses of the five sheets."""
    rows = [HEAD, "|---|---|---|---|---|---|---|"]
    for house in [house for house in houses.built_in() if house.source.sheet]:
        for option in house.options:
            readings = "; ".join(reading.text for reading in option.readings)
            asked = " (must be answered)" if option.must_ask else ""
            who = f"{house.key} | `{option.key}` | {ASKED[option.asked]}"
            rows.append(f"| {option.row} | {who} | {option.question}{asked} | {readings} | {option.basis} |")
    return "\n".join(rows) + "\n"


def with_table(page: str) -> str:
    """The page with a new table."""
    return page[: page.index(HEAD)] + table()


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
