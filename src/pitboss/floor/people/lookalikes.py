"""Letters that look like other letters, so that nobody plays under a name that others read as somebody else's.

The idea is the skeleton of Unicode Technical Standard 39 (https://www.unicode.org/reports/tr39/): every character is
replaced by the one it looks like, and two names with the same skeleton look the same. The table below has the letters
and digits of Latin, Cyrillic, Greek and Armenian that people read as Latin ones; the standard's own list
(confusables.txt) has thousands of signs, most of which no name may have. Other alphabets need no table: a name may
not mix alphabets, so such a name is written in that alphabet as a whole, and looks like it.
"""

import unicodedata

_TABLE = {
    # Latin letters and digits that are drawn alike
    "0": "O",
    "1": "l",
    "I": "l",
    "m": "rn",
    "M": "RN",
    "М": "RN",
    "Μ": "RN",
    "ı": "i",
    "ɑ": "a",
    "ɡ": "g",
    "ɩ": "i",
    "ʀ": "R",
    "ɢ": "G",
    "ɴ": "N",
    "ʟ": "L",
    "ƽ": "s",
    "ǀ": "l",
    "ƨ": "2",
    "ȝ": "3",
    # Cyrillic
    **dict(zip("аеорсхуѕіјһԁԛԝӏкгпьбѵ", "aeopcxysijhdqwlkrnb6v", strict=True)),
    **dict(zip("АВЕЅІЈКНОРСТХУҮԀԌԚԜӀЗЬѴ", "ABESlJKHOPCTXYYdGQWl3bV", strict=True)),
    # Greek
    **dict(zip("αγεηικνορτυχϲϳ", "ayenikvoptuxcj", strict=True)),
    **dict(zip("ΑΒΕΖΗΙΚΝΟΡΤΥΧϹϜͿ", "ABEZHlKNOPTYXCFJ", strict=True)),
    # Armenian
    **dict(zip("աոսօհզցյքՕՏԼՍ", "wnuohqgjpOSLU", strict=True)),
}

_LOOKS_LIKE = str.maketrans(_TABLE)

EAST_ASIAN = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC", "KATAKANA-HIRAGANA"})
"""Scripts that are written together, and with Latin letters; none of their signs looks like one."""


def skeleton(name: str) -> str:
    """What a name looks like, in small letters: the same for two names that look the same."""
    plain = unicodedata.normalize("NFKC", name)
    apart = unicodedata.normalize("NFD", plain.translate(_LOOKS_LIKE))  # "É" of any alphabet is E and its accent
    return unicodedata.normalize("NFC", apart.translate(_LOOKS_LIKE).casefold())


def is_mixed(name: str) -> bool:
    """Whether a name has letters of two alphabets, or digits other than 0 to 9."""
    plain = unicodedata.normalize("NFKC", name)
    if any(unicodedata.category(sign)[0] == "N" and not sign.isascii() for sign in plain):
        return True
    scripts = {unicodedata.name(sign, "").partition(" ")[0] for sign in plain if sign.isalpha()}
    if scripts & EAST_ASIAN:
        return bool(scripts - EAST_ASIAN - {"LATIN"})
    return len(scripts) > 1
