"""Holes in readable text: they are played as they were written, and show every row of each sheet's procedure."""

from scorekeeper.rules import House
from tests.referee import HOUSES, each_house
from tests.referee.playthroughs import FOLDER, LEAVING, replay

# What nobody may do in any house, whatever its sheet is about.
NEVER = {
    "refused turn.not_yours",
    "refused turn.must_draw",
    "refused draw.once",
    "refused hand.draw_first",
    "refused look.never",
    "refused rearrange.never",
    "refused hole.over",
}


def written(house: House) -> str:
    file = FOLDER / f"{house.key}.txt"
    assert file.exists(), f"{house.key} has no playthrough yet: run `python -m tests.referee`"
    return file.read_text("utf-8")


@each_house()
def test_the_holes_are_played_as_written(house: House) -> None:
    text = written(house)
    told, shown = replay(text, house)
    assert told == text, f"if the rule was meant to change: `python -m tests.referee {house.key}`"
    assert shown >= {"over", *NEVER} or house.ending.trigger in ("turns", "stock-empty")
    assert ("last turn" in shown) == (house.ending.last_turns > 0)
    assert (LEAVING in shown) == (house.cancelling is not None and house.cancelling.leave)


def test_only_houses_are_played() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.txt")) == sorted(house.key for house in HOUSES)
