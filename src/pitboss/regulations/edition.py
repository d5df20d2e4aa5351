"""The edition of the rules that a table is played under.

It rises when the same commands would make other events, the same events another state, or the same round another
payout. A table keeps its edition for life: `table_opened` says which, so that an old log is never judged by new rules.

Code that changes such a rule asks `house.edition` and does for an older edition what was done then. What else follows
is in docs/architecture.md and docs/table.md.
"""

FIRST = 1
"""Version 0.3.0 and before, whose tables did not write their edition down."""

EDITION = 2
"""The rules as they are now."""
