"""Tables in files: a script of commands played out line by line, and an event file played back and checked.

A script's first line sets the table up, every later one is a command; docs/table.md describes both. Each line is
answered with the events it made or with its refusal, and the last line holds the balances.
"""

from pitboss.script.eyes import Eyes
from pitboss.script.replaying import replay_answer
from pitboss.script.running import Script

__all__ = ["Eyes", "Script", "replay_answer"]
