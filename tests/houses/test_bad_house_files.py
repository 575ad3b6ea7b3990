"""A house file that is wrong says where and why: file, key and cause, all problems at once."""

import pytest

from scorekeeper import houses
from scorekeeper.houses import BadHouse
from scorekeeper.houses.loading import MOST_PROBLEMS, check
from tests.houses.good import FILE, GOOD

# What is replaced in the good file, by what, and each problem as `key: cause`; the cause may be cut short.
BAD = [
    ("text where a number belongs", "7 = 7\n", '7 = "7"\n', ["values.7: This must be a valid integer"]),
    ("a rank left out", "7 = 7\n", "", ["values.7: Every rank except the joker needs a value."]),
    ("a word that is none", '"*" = "keep"', '"*" = "kep"',
     ["cancelling.exceptions.*: This must be 'zero', 'keep', 'lower' or 'negative' or a valid integer."]),
    ("a key that is none", 'where = ["column"]', 'were = ["column"]', ["cancelling.were: There’s no such key."]),
    ("a misspelled key", "name = ", "nam = ", ["name: This key is missing.", "nam: There’s no such key."]),
    ("a key that is no address", 'key = "two-joker"', 'key = "Two Joker"',
     ["key: “Two Joker” can’t be a key. Use small letters"]),
    ("another file's key", 'key = "two-joker"', 'key = "three-joker"',
     ["key: The key “three-joker” isn’t the file’s name."]),
    ("too many columns", "columns = 3", "columns = 9", ["grid: A grid of 2 rows of 9 is too large"]),
    (
        "decks always asked",
        "2 = 1",
        '2 = "ask"',
        [
            "table.decks.2: The table must choose, but no option has answers.",
            "table.decks: Set the decks for at least one number of players.",
        ],
    ),
    (
        "a joker without a value",
        '"*" = -2\n',
        "",
        [
            "table.jokers_per_deck: The decks have jokers, but the joker has no value.",
            "cancelling.exceptions.*: There’s no joker in the deck.",
        ],
    ),
    ("fewer at most than at least", "players_min = 2", "players_min = 5",
     ["table.players_max: 4 is less than the fewest players, 5."]),
    ("anywhere beside columns", 'where = ["column"]', 'where = ["column", "anywhere"]', ["cancelling.where: "]),
    ("too many cards cancel", 'where = ["column"]', "size = 7",
     ["cancelling.size: 7 matching cards can’t cancel", "cancelling.size: No column of 2 rows of 3 has 7 cards."]),
    ("a name of signs that nobody sees", 'name = "Two jokers"', 'name = "Two \\ue000jokers"',
     ["name: This has an invisible character."]),
    (
        "a suit where there is none",
        "[opening]",
        "[card_values]\n'*S' = 3\nK = 0\n'qs' = 40\nX = 1\n[opening]",
        [
            "card_values.*S: A joker has no suit.",
            "card_values.K: Add a suit.",
            "card_values.qs: Write it as QS.",
            "card_values.X: “X” isn’t a card",
        ],
    ),
    ("a reading that sets what there is not", '"cancelling.exceptions.*" = ', '"cancelling.exeptions.*" = ',
     ["options.", "options.", "options."]),
    ("a reading of no table", '"values.2" = ', '"name.2" = ', ["options.", "options."]),
    ("a first reading that is not the house's", '"values.2" = 2 }', '"values.2" = 3 }', ["options."]),
]  # fmt: skip


def problems_of(text: str, file: str = FILE) -> list[tuple[str, str, str]]:
    try:
        houses.parse(text, file)
    except BadHouse as error:
        return [(problem.where, problem.key, problem.cause) for problem in error.problems]  # type: ignore[attr-defined]
    return []


@pytest.mark.parametrize(("old", "new", "expected"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
def test_bad_file(old: str, new: str, expected: list[str]) -> None:
    assert old in GOOD
    found = problems_of(GOOD.replace(old, new))
    assert [where for where, _, _ in found] == [FILE] * len(expected)
    for (_, key, cause), start in zip(found, expected, strict=True):
        assert f"{key}: {cause}".startswith(start)


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        pytest.param("", "This key is missing.", id="an empty file"),
        pytest.param("key = ", "The file ends too early.", id="broken off"),
        pytest.param("\0", "Line 1 can’t be read", id="not text"),
        pytest.param("a = 1\n[b]\nc = 1\nc = 2\n", "Line 4 repeats something: c = 2.", id="a key twice"),
        pytest.param("a = 1\nname: Ours\n", "Line 2 can’t be read: name: Ours.", id="a colon for an equals sign"),
        pytest.param('{"format": "scorekeeper.game"}', "These aren’t rules", id="a game"),
        pytest.param(
            "a = " + "9" * 5_000,
            "A number with thousands of digits is too large.",
            id="a number without an end",
        ),
        pytest.param("x" * 100_001, "This file has 100001 characters. Rules can have up to 100000.", id="a book"),
        pytest.param("a=" + "[" * 20_000, "This is nested too deeply.", id="lists in lists"),
        pytest.param(
            "a={" + ".".join("a" * 40_000) + " = 1}", "A key can have up to 100 dots.", id="a key without an end"
        ),
    ],
)
def test_what_is_no_house_at_all(text: str, cause: str) -> None:
    assert problems_of(text)[0][2].startswith(cause)


FOUR = """
[four_of_a_kind]
points = -10
pattern = "anywhere"

[[options]]
key = "shape"
row = "B.x"
kind = "score"
question = "How are the cards laid out?"
why = "Tables differ."
readings = [
    { key = "two-rows", text = "in two rows", sets = { "grid.rows" = 2 } },
    { key = "three-rows", text = "in three rows", sets = { "grid.rows" = 3 } },
]

[[options]]
key = "four"
row = "B.x"
kind = "score"
question = "Where must four equal cards lie?"
why = "Tables differ."
readings = [
    { key = "anywhere", text = "anywhere", sets = { "four_of_a_kind.pattern" = "anywhere" } },
    { key = "columns", text = "in two columns", sets = { "four_of_a_kind.pattern" = "columns" } },
]
"""


def test_readings_that_do_not_go_together_are_said_clearly() -> None:
    house = houses.parse(GOOD + FOUR, FILE)
    assert houses.with_readings(house, {"shape": "three-rows"}).grid.rows == 3
    with pytest.raises(BadHouse) as error:
        houses.with_readings(house, {"shape": "three-rows", "four": "columns"})
    assert error.value.code == "house.bad"
    assert [problem.code for problem in error.value.problems] == ["house.bad_key"]
    assert str(error.value) == (
        "two-joker with shape=three-rows, four=columns: four_of_a_kind.pattern: "
        "The decks don’t have six cards of a rank."
    )


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('key = "four"', 'key = "shape"', "options: Two options are called “shape”."),
        ('key = "three-rows"', 'key = "two-rows"', "options.0 (shape): Two readings have the same key."),
        ('"grid.rows" = 3', '"grid.columns" = 4', "options.0 (shape).three-rows.sets: All readings must set the same"),
        (
            '"grid.rows" = 3',
            '"grid.rows" = 9',
            "options.0 (shape).three-rows.sets: grid: A grid of 9 rows of 3 is too large",
        ),
        ('"grid.rows" = 2', '"grid.rows" = 4', "options.0 (shape).two-rows.sets: The first reading must match"),
        ('kind = "score"', 'kind = "taste"', "options.0.kind: This must be 'score', 'play', 'match' or 'note'."),
        ("readings = [", "raedings = [", "options.0.readings: This key is missing."),
    ],
)
def test_bad_options(old: str, new: str, problem: str) -> None:
    # Alone in the file, so that their numbers are known.
    without_options = GOOD[: GOOD.index("[[options]]")]
    bad = (without_options + FOUR).replace(old, new)
    assert any(f"{key}: {cause}".startswith(problem) for _, key, cause in problems_of(bad)), problems_of(bad)


TOLD_APART_BY = ["key", "name", "summary", "version", "source.sheet", "source", "options", "examples", "readings.four"]


@pytest.mark.parametrize("path", TOLD_APART_BY)
def test_a_reading_sets_rules_and_never_which_house_it_is(path: str) -> None:
    bad = (GOOD[: GOOD.index("[[options]]")] + FOUR).replace('"grid.rows"', f'"{path}"')
    found = problems_of(bad)
    for reading in ("two-rows", "three-rows"):
        assert (f"options.0 (shape).{reading}.sets", f"A reading can’t set {path}.") in [one[1:] for one in found]


def test_a_name_loses_a_mark_that_nobody_sees() -> None:
    pasted = GOOD.replace('name = "Two jokers"', 'name = "Two \\u202ejokers"')
    assert houses.parse(pasted, FILE) == houses.parse(GOOD, FILE)


def test_of_very_many_problems_some_are_told() -> None:
    assert len(problems_of("".join(f"a{number} = 1\n" for number in range(5_000)))) == MOST_PROBLEMS


@pytest.mark.parametrize("key", ["x" * 5_000, "<script>alert(1)</script>", "a b\u202e"])
def test_a_hostile_key_is_named_in_short(key: str) -> None:
    ((_, named, cause),) = problems_of(f'"{key}" = 1\n' + GOOD)
    assert cause == "There’s no such key."
    assert len(named) <= 80


def test_an_example_that_does_not_come_true_is_said() -> None:
    assert check(GOOD, FILE) == houses.parse(GOOD, FILE)
    bad = GOOD + '\n[[examples]]\nlayout = "5 5 5 / 5 5 5"\ntotal = 7\n[[examples]]\nlayout = "5 X"\ntotal = 0\n'
    first = len(houses.parse(bad, FILE).examples) - 2
    with pytest.raises(BadHouse) as refused:
        check(bad, FILE)
    untrue, unread = refused.value.found
    assert (untrue.key, untrue.cause) == (f"examples.{first}.total", "5 5 5 / 5 5 5 is worth 0, not 7.")
    assert unread.key == f"examples.{first + 1}.layout"
    assert unread.cause.startswith("Row 1, column 2: “X” isn’t a card")
