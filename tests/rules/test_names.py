"""Names as people paste them: harmless invisible characters are removed, others are refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import RuleError
from scorekeeper.rules.names import LONGEST_NAME, check_name, cleaned, name_key, unseen

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"

HARMLESS = {
    "zero width": ["\u200bAnn", "A\u200bnn", "Ann\u200b\u200b", "An\u2060n", "\ufeffAnn", "A\u180enn"],
    "joiners between Latin letters": ["An\u200cn", "An\u200dn", "Ann\u200d"],
    "soft hyphen": ["A\u00adnn", "Ann\u00ad"],
    "directions": ["\u200eAnn\u200f", "\u202aAnn\u202c", "\u202dAnn", "A\u202enn", "\u2066Ann\u2069", "Ann\u061c"],
    "selectors": ["Ann\ufe0f", "A\ufe0enn", "Ann\U000e0100"],
    "tags": ["Ann\U000e0041\U000e007f", "\U000e0001Ann"],
    "no object": ["\ufffcAnn", "\ufff9Ann\ufffb"],
    "other blanks": [" Ann ", "\u00a0Ann", "Ann\u2003", "\u3000Ann\n", "Ann\u3164", "\u2800Ann", "\u115fAnn\uffa0"],
    "ends of lines": ["Ann\r\n", "\u2028Ann\u2029", "Ann\x85", "\tAnn\x1f"],
}
"""All of them mean Ann."""

KEPT = {
    "family": FAMILY,
    "heart in color": "Ann \u2764\ufe0f",
    "joined to a heart": "\u2764\ufe0f\u200d\U0001f525",
    "skin": "\U0001f469\U0001f3fd\u200d\U0001f680",
    "key": "1\ufe0f\u20e3",
    "flag of a part of a country": ENGLAND,
    "emoji newer than the tables of this Python": "\U0001fae8",
    "Persian": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "Hindi": "\u0915\u094d\u200d\u0937",
    "Malayalam at its end": "\u0d05\u0d35\u0d28\u0d4d\u200d",
    "Mongolian": "\u1820\u180b\u1821",
    "a family's way to write it": "\u845b\U000e0100",
    "right to left": "\u05d0\u05d1\u05d2 abc",
    "right to left, Arabic": "\u0641\u0627\u0637\u0645\u0629",
    "braille": "\u2801\u2803",
}

BLANK = {
    "nothing": "",
    "blanks": " \u00a0\u3000",
    "Hangul filler": "\u3164",
    "half-width filler": "\uffa0",
    "fillers of parts": "\u115f\u1160",
    "braille without a dot": "\u2800\u2800",
    "no note": "\U0001d159",
    "zero width": "\u200b\u200d\ufeff",
    "selector": "\ufe0f",
    "tags": "\U000e0041\U000e0042",
    "marks on nothing": "\u0301 \u0301",
}

REFUSED = {
    "terminal color": "\x1b[31mAnn",
    "terminal title": "\x1b]0;x\x07Ann",
    "short form of the same": "\x9b31mAnn",
    "bell": "Ann\x07",
    "backspace": "Ann\x08\x08Bo",
    "nul": "An\x00n",
    "delete": "Ann\x7f",
    "half a character": "An\ud800n",
    "private": "An\ue000n",
    "no character": "An\ufffen",
    "no character of another plane": "An\U0001ffffn",
}


@pytest.mark.parametrize("how", HARMLESS)
def test_what_is_harmless_is_taken_out(how: str) -> None:
    assert {check_name(name) for name in HARMLESS[how]} == {"Ann"}


def test_blanks_of_all_kinds_are_one() -> None:
    assert check_name("Ann\u00a0\u200b \u3164\tLee\u2028") == "Ann Lee"


@pytest.mark.parametrize("how", KEPT)
def test_what_a_sign_needs_stays(how: str) -> None:
    assert check_name(KEPT[how]) == KEPT[how]
    assert unseen(KEPT[how]) == set()


@pytest.mark.parametrize("how", BLANK)
def test_what_shows_nothing_is_no_name(how: str) -> None:
    with pytest.raises(RuleError, match="needs a name"):
        check_name(BLANK[how])


@pytest.mark.parametrize("how", REFUSED)
def test_what_no_name_has_is_refused_and_not_repeated(how: str) -> None:
    with pytest.raises(RuleError, match="an invisible character") as found:
        check_name(REFUSED[how])
    assert unseen(found.value.message) == set()


SAME = {
    "accents": ("Zo\u00eb", "Zoe\u0308"),
    "letters": ("Stra\u00dfe", "STRASSE"),
    "blanks": ("Ann\u00a0Lee", "Ann Lee"),
    "unseen": ("Ann", "A\u200bn\u00adn"),
    "colored or not": ("Ann \u2764", "Ann \u2764\ufe0f"),
    "joined at the end": ("\u0d28\u0d4d", "\u0d28\u0d4d\u200d"),
}


@pytest.mark.parametrize("how", SAME)
def test_names_that_look_the_same_are_the_same(how: str) -> None:
    one, other = SAME[how]
    assert name_key(one) == name_key(other) != name_key("Bo")


def test_a_name_is_as_long_as_what_is_seen_of_it() -> None:
    assert len(check_name("\u200b" * 5 + "W" * LONGEST_NAME + " ")) == LONGEST_NAME
    for far in (LONGEST_NAME + 1, 100_000):
        with pytest.raises(RuleError, match="up to 40 characters"):
            check_name("W" * far)


PIECES = st.sampled_from(
    [*"aW1#e", *(sign for names in (KEPT, BLANK, REFUSED) for one in names.values() for sign in one)]
)


@given(st.text(PIECES, max_size=12) | st.text(max_size=12))
def test_what_is_clean_stays_as_it_is(text: str) -> None:
    assert cleaned(cleaned(text)) == cleaned(text)
    assert name_key(cleaned(text)) == name_key(text)
