"""The words that `make check` refuses: each of them, and none that only looks like one."""

import pytest

from tests.project.words import said


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Whoever leaves keeps somebody's scores.", ["Whoever", "somebody"]),
        ("It was changed meanwhile; the cards are right all the same.", ["meanwhile", "all the same"]),
        ("Who begins anew, and by whom so many cards are dealt.", ["anew", "so many", "by whom"]),
        ("# Practise with pupils in the centre", ["pupils", "Practise", "centre"]),
        ("Neighbours of the same colour", ["Neighbours", "colour"]),
        ("Afterwards it is spelt in grey", ["grey", "spelt", "Afterwards"]),
        ("Practice with students, neighbors and colors. No one is nobody.", []),
        ("It is for teachers and pupils,", ["pupils"]),
        ("One learns by practising.", ["practising"]),
        ("from scorekeeper.school.practice.practice_runs import after", []),
        ('data-ender="nobody" aria-labelledby="join"', []),
    ],
)
def test_a_line_is_refused_for_these_words(line: str, words: list[str]) -> None:
    assert sorted(word for word, _ in said(line)) == sorted(words)
