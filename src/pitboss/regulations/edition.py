"""The edition of the rules that a table is played under.

It rises when the same commands would make other events, the same events another state, or the same round another
payout. A table keeps its edition for life: `table_opened` says which, so that an old log is never judged by new rules.

Code that changes such a rule asks `house.edition` and does for an older edition what was done then. What else follows
is in docs/architecture.md and docs/table.md.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

FIRST = 1
"""Version 0.3.0 and before, whose tables did not write their edition down."""

EDITION = 2
"""The rules as they are now."""


class FormerDefault(msgspec.Struct, frozen=True):
    """The default that an option had up to and including an edition."""

    option: str
    value: Any
    until: int


def options_in(edition: int, given: Mapping[str, Any], former: Iterable[FormerDefault]) -> dict[str, Any]:
    """The options that a table was given, and the defaults of its edition that have changed since."""
    return {each.option: each.value for each in former if edition <= each.until} | dict(given)
