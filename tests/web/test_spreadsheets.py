"""CSV files have the separator that the reader's spreadsheet expects, or the one asked for."""

import csv
import io

import pytest

from tests.conftest import Phone
from tests.web.tables import WebTable

LANGUAGES = {
    "no language": ("", ","),
    "English": ("en-US,en;q=0.9,de;q=0.8", ","),
    "German": ("de-DE,de;q=0.9,en;q=0.8", ";"),
    "German, in small letters and alone": ("de", ";"),
    "French of Canada": ("fr-CA", ";"),
    "what weighs most, not what comes first": ("de;q=0.5,en", ","),
    "Spanish of Spain": ("es-ES", ";"),
    "Spanish of Mexico, where it is 1.5": ("es-MX,es;q=0.9", ","),
    "Japanese": ("ja", ","),
    "any": ("*", ","),
    "nonsense": ("<b>;;q=x", ","),
}


def parts(table: WebTable, query: str = "", **headers: str) -> str:
    """The separator of columns."""
    answer = table.client.get(f"/g/{table.edit_key}/card.csv{query}", headers=headers)
    assert answer.mimetype == "text/csv"
    assert "Accept-Language" in answer.vary
    first = answer.get_data().decode("utf-8-sig").splitlines()[0]
    (found,) = (sign for sign in ",;" if len(next(csv.reader(io.StringIO(first), delimiter=sign))) > 10)
    return found


@pytest.mark.parametrize(("language", "sign"), LANGUAGES.values(), ids=list(LANGUAGES))
def test_columns_are_parted_as_in_the_language_of_who_asks(table: WebTable, language: str, sign: str) -> None:
    assert parts(table, **({"Accept-Language": language} if language else {})) == sign


@pytest.mark.parametrize(("name", "sign"), [("comma", ","), ("semicolon", ";")])
def test_what_is_asked_for_comes_in_every_language(table: WebTable, name: str, sign: str) -> None:
    for language in ("de", "en"):
        assert parts(table, f"?separator={name}", **{"Accept-Language": language}) == sign
    assert parts(table, "?separator=tab") == ","


def test_the_two_are_not_taken_for_each_other_by_a_cache(table: WebTable) -> None:
    address = f"/g/{table.edit_key}/card.csv"
    tags = {
        language: table.client.get(address, headers={"Accept-Language": language}).headers["ETag"]
        for language in ["de", "en"]
    }
    assert len(set(tags.values())) == 2
    held = table.client.get(address, headers={"Accept-Language": "de", "If-None-Match": tags["de"]})
    assert held.status_code == 304


@pytest.mark.parametrize(("language", "first"), [("de", "semicolon"), ("en", "comma")])
def test_the_page_offers_both_the_readers_own_first(client: Phone, table: WebTable, language: str, first: str) -> None:
    table.enter(1, {"Ann": "1", "Bo": "2", "Cy": "3"}, do="confirm", ender="nobody")
    page = client.get(f"/g/{table.edit_key}/end", headers={"Accept-Language": language}).text
    own, other = (
        page.index(f'data-separator="{name}"') for name in (first, "comma" if first == "semicolon" else "semicolon")
    )
    assert own < other
