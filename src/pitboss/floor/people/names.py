"""Names of persons. One that only looks different from another's is not another name."""

import unicodedata

from pitboss.refusal import Refusal
from pitboss.store.people import folded

LONGEST = 24
RESERVED = ("bot", "guest", "house", "dealer", "supervisor", "floorperson", "auditor", "player", "table", "pitboss")
"""Words that a stranger must not be able to speak for, alone or before a hyphen."""


def check_name(name: str) -> str:
    """A name that a person may choose; raises `Refusal` if it is none."""
    plain = name.replace("-", "").replace("_", "")
    if not 2 <= len(name) <= LONGEST or not plain.isalnum() or not plain[0].isalpha() or not name[0].isalpha():
        raise Refusal(
            "bad_name", f"Choose a name of 2 to {LONGEST} letters, digits, hyphens and underscores, a letter first."
        )
    if unicodedata.normalize("NFC", name) != name:
        raise Refusal("bad_name", "Choose a name in composed letters: this one has loose accents.")
    return name


def check_free_choice(name: str) -> str:
    """A name for somebody whom nobody vouches for."""
    if folded(check_name(name)).partition("-")[0].rstrip("0123456789_") in RESERVED:
        raise Refusal("bad_name", "Choose another name: this one could be taken for the house's own.")
    return name
