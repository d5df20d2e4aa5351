"""Names of persons. One that only looks different from another's is not another name."""

import unicodedata

from pitboss.floor.people.lookalikes import is_mixed, skeleton
from pitboss.refusal import Refusal
from pitboss.store.people import folded

LONGEST = 24
RESERVED = ("bot", "guest", "house", "dealer", "supervisor", "floorperson", "auditor", "player", "table", "pitboss")
"""Words that a stranger must not be able to speak for, alone or before a hyphen."""

_RESERVED = frozenset(RESERVED) | frozenset(map(skeleton, RESERVED))


def check_name(name: str) -> str:
    """A name that a person may choose; raises `Refusal` if it is none."""
    plain = name.replace("-", "").replace("_", "")
    if not 2 <= len(name) <= LONGEST or not plain.isalnum() or not plain[0].isalpha() or not name[0].isalpha():
        raise Refusal(
            "bad_name", f"Choose a name of 2 to {LONGEST} letters, digits, hyphens and underscores, a letter first."
        )
    if unicodedata.normalize("NFC", name) != name:
        raise Refusal("bad_name", "Choose a name in composed letters: this one has loose accents.")
    if is_mixed(name):
        raise Refusal("bad_name", "Choose a name in the letters of one alphabet, with the digits 0 to 9.")
    return name


def check_free_choice(name: str) -> str:
    """A name for somebody whom nobody vouches for."""
    stem = check_name(name).partition("-")[0].rstrip("0123456789_")
    # In either case, as letters that look alike in one may not in the other: "BОТ" and "bоt".
    if _RESERVED & {folded(stem), skeleton(stem), skeleton(stem.upper())}:
        raise Refusal("bad_name", "Choose another name: this one could be taken for the house's own.")
    return name
