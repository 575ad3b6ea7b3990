"""The check of complexity finds functions and methods, and nothing at its limit."""

from tests.project.complexity import MOST, too_complex


def branching(times: int) -> str:
    return "".join(f"    if number == {each}: return {each}\n" for each in range(times))


def test_a_function_at_the_limit_passes_and_one_above_it_is_named() -> None:
    source = f"def at_limit(number):\n{branching(MOST - 1)}\ndef above(number):\n{branching(MOST)}"
    assert list(too_complex(source)) == [(MOST + 2, "above", MOST + 1)]


def test_methods_count_and_their_class_does_not() -> None:
    methods = "".join(
        f"  def {name}(self, number):\n{branching(times)}" for name, times in (("plain", MOST - 1), ("above", MOST))
    )
    assert [name for _, name, _ in too_complex(f"class Rules:\n{methods}")] == ["Rules.above"]
