"""`scorekeeper house check` and `scorekeeper house sheet`."""

from pathlib import Path

import pytest

from scorekeeper import houses
from scorekeeper.houses.sheet import in_short, sheet_text
from scorekeeper.rules.signs import straight_quotes
from tests.cli.running import by_click

DOCUMENTED = Path(__file__).parents[2] / "docs" / "adding-a-house.md"
MILLERS = DOCUMENTED.read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]


@pytest.fixture
def millers(tmp_path: Path) -> Path:
    """The house of the documentation, as a file of its own."""
    file = tmp_path / "millers.toml"
    file.write_text(MILLERS, encoding="utf-8")
    return file


def test_a_good_file_is_said_to_be_good_and_what_it_is_in_short(millers: Path) -> None:
    result = by_click("house", "check", str(millers))
    assert result.stdout.splitlines() == [
        "Millers (millers), 2 rows of 3: no problems",
        f"  {', '.join(in_short(houses.parse(MILLERS, 'millers.toml')))}",
        "  correct examples: 1, questions with a choice: 1",
    ]
    assert (result.exit_code, result.stderr) == (0, "")


def test_a_good_file_of_a_game_without_cards_is_said_to_be_one(tmp_path: Path) -> None:
    file = tmp_path / "rounds.toml"
    named = 'key = "rounds"\nname = "Rounds"\nsummary = "Points by the round."'
    file.write_text(f'{named}\n[source]\nsheet = ""\ntitle = "Ours"\n[table]\nplayers_min = 2\n[match]\nholes = [9]\n')
    assert by_click("house", "check", str(file)).stdout.startswith("Rounds (rounds), points only: no problems\n")


@pytest.mark.parametrize(
    ("old", "new", "problems"),
    [
        ("total = 0", "total = 1", ["millers.toml: examples.0.total: * A 9 / * Q 9 is worth 0, not 1."]),
        ("face_up = 2", "face_up = 7", ["millers.toml: opening.face_up: "] * 2),
        ("[grid]", "[grid", ["millers.toml: Line "]),
    ],
    ids=["an example", "two at once", "no TOML"],
)
def test_every_problem_of_a_file_is_listed(millers: Path, old: str, new: str, problems: list[str]) -> None:
    millers.write_text(MILLERS.replace(old, new), encoding="utf-8")
    for command in ("check", "sheet"):
        result = by_click("house", command, str(millers))
        found = result.stderr.splitlines()
        assert len(found) == len(problems)
        assert all(line.startswith(f"error: {problem}") for line, problem in zip(found, problems, strict=True))
        assert (result.exit_code, result.stdout) == (2, "")


# --- sheets --------------------------------------------------------------------------------------------------------


def words(text: str) -> str:
    """Where a line ends is up to the terminal."""
    return " ".join(text.split())


def test_the_sheet_in_words_is_the_whole_sheet_in_lines_of_a_terminal() -> None:
    told = by_click("house", "sheet", "vanishing-columns").stdout
    assert words(told) == words(straight_quotes(sheet_text(houses.get("vanishing-columns"))))
    assert all(len(line) <= 100 for line in told.splitlines() if " | " not in line)


def test_the_sheet_of_a_file_and_of_what_a_table_chose(millers: Path) -> None:
    assert "Two jokers keep their own values, −10 together." in by_click("house", "sheet", str(millers)).stdout
    chosen = by_click("house", "sheet", "--option", "penalty=plus-ten", str(millers)).stdout
    assert "the player who ended it gets 10 extra points" in words(chosen)
    assert "score doubled" in words(by_click("house", "sheet", str(millers)).stdout)


def test_a_house_file_serves_wherever_a_house_is_named(millers: Path) -> None:
    assert by_click("score", "--house", str(millers), "* A 9 / * Q 9").stdout.startswith("Millers\n")
    hole = by_click("hole", "--house", str(millers), "--ended-by", "Ann", "Ann=* A 9 / * Q 9", "Bo=3")
    assert (hole.exit_code, hole.stdout.splitlines()[0]) == (0, "Millers")
    other_name = millers.rename(millers.with_name("ours"))
    other_name.write_text(MILLERS.replace("rows = 2", "rows = 9"), encoding="utf-8")
    bad = by_click("score", "--house", str(other_name), "* A 9 / * Q 9")
    assert (bad.exit_code, bad.stdout) == (2, "")
    assert bad.stderr.startswith("error: ours: grid: A grid of 9 rows of 3 is too large")
    missing = by_click("score", "--house", str(millers), "* A 9 / * Q 9")
    assert missing.stderr == "error: Can't read millers.toml: No such file or directory.\n"
