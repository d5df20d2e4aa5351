"""The edition of the rules that a table is played under.

Raise it when the same commands would cause other events, the same events another state, or the same round another
payout. A table keeps its edition until it closes. `table_opened` records it: new rules never apply to an old log.

Code that changes such a rule checks `house.edition` and keeps the old behaviour for older editions. See
docs/architecture.md and docs/table.md.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

FIRST = 1
"""The edition of version 0.3.0 and before, whose tables did not record it."""

EDITION = 2
"""The current edition."""


BEGAN = {FIRST: (0,), EDITION: (0, 4)}
"""The first version of the program that opened tables under each edition."""


def edition_of(version: str) -> int:
    """The edition under which a version of the program opens tables; the first if the version cannot be read."""
    numbers = tuple(int(part) if part.isdecimal() else 0 for part in version.split(".")[:3])
    return max((edition for edition, since in BEGAN.items() if since <= numbers), default=FIRST)


class FormerDefault(msgspec.Struct, frozen=True):
    """The default that an option had up to and including an edition."""

    option: str
    value: Any
    until: int


def options_in(edition: int, given: Mapping[str, Any], former: Iterable[FormerDefault]) -> dict[str, Any]:
    """The given options of a table, with the defaults of its edition that have changed since."""
    return {each.option: each.value for each in former if edition <= each.until} | dict(given)
