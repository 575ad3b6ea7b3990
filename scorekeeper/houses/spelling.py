"""Names in any script, spelled in the plain Latin letters that a key may have.

The letters' own names in Unicode tell how they sound: HIRAGANA LETTER KA, HANGUL SYLLABLE GOL, CYRILLIC SMALL
LETTER SHA. Where they do not, as with Chinese characters, nothing is guessed.
"""

from __future__ import annotations

import unicodedata

_CYRILLIC = {
    "BE": "b", "VE": "v", "GHE": "g", "DE": "d", "IE": "e", "IO": "yo", "ZHE": "zh", "ZE": "z", "SHORT I": "y",
    "KA": "k", "EL": "l", "EM": "m", "EN": "n", "PE": "p", "ER": "r", "ES": "s", "TE": "t", "EF": "f", "HA": "kh",
    "TSE": "ts", "CHE": "ch", "SHCHA": "shch", "HARD SIGN": "", "YERU": "y", "SOFT SIGN": "", "SHA": "sh",
    "BYELORUSSIAN-UKRAINIAN I": "i", "YI": "yi",
    "UKRAINIAN IE": "ye", "DJE": "dj", "LJE": "lj", "NJE": "nj", "TSHE": "c", "DZHE": "dzh", "JE": "j",
    "GJE": "gj", "KJE": "kj", "DZE": "dz", "SHORT U": "u", "GHE WITH UPTURN": "g",
}  # fmt: skip
_GREEK = {
    "BETA": "v", "ETA": "i", "THETA": "th", "XI": "x", "UPSILON": "y", "PHI": "f", "CHI": "ch", "PSI": "ps",
    "OMEGA": "o", "FINAL SIGMA": "s",
}  # fmt: skip
_LATIN = {"ETH": "d", "THORN": "th", "DOTLESS I": "i"}
_OTHERS = {"œ": "oe", "ー": ""}
_SPELLED_OUT = ("HIRAGANA LETTER ", "KATAKANA LETTER ", "HANGUL SYLLABLE ")


def in_latin(text: str) -> tuple[str, bool]:
    """The text in ASCII, and whether a letter or digit of it could not be spelled and was left out.

    >>> in_latin("Дом Łódź ゴルフ 골프")
    ('dom lodz goruhu golpeu', False)
    >>> in_latin("東京 Golf")
    (' golf', True)
    """
    spelled = [_letter(sign) for sign in unicodedata.normalize("NFC", text.casefold())]
    lost = any(letters is None for letters in spelled)
    return "".join(letters or "" for letters in spelled), lost


def _letter(sign: str) -> str | None:
    """One sign in ASCII; None for a letter or digit that says nothing of how it sounds."""
    if sign.isascii():
        return sign
    if sign in _OTHERS:
        return _OTHERS[sign]
    name = unicodedata.name(sign, "")
    for script in _SPELLED_OUT:
        if name.startswith(script):
            return name.removeprefix(script).removeprefix("SMALL ").lower()
    plain = "".join(part for part in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(part))
    if plain.isascii():
        return plain
    script, _, letter = name.partition(" SMALL LETTER ")
    whole = {"CYRILLIC": _CYRILLIC, "GREEK": _GREEK, "LATIN": _LATIN}.get(script)
    if whole is not None and letter:
        if letter in whole:
            return whole[letter]
        letter = letter.partition(" WITH ")[0]
        if script == "GREEK":
            return whole.get(letter, letter[:1].lower())
        return whole.get(letter) or (letter.lower() if len(letter) <= 3 else None)
    return None if sign.isalnum() else " "
