"""`pitboss play`: one person at a table in the terminal, against a dealer who runs without help.

Until the reveal the screen is drawn from the player's own view of the table and from nothing else, so a card that lies
face down cannot reach it. What became of the wagers is read from the finished round, by the rules of `pitboss settle`.
"""

from pitboss.play.sitting_down import play, read_bankroll, table_for

__all__ = ["play", "read_bankroll", "table_for"]
