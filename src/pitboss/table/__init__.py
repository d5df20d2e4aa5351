"""The table: every procedure of a game's text, played step by step by pure functions over frozen events."""
