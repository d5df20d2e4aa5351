"""The family of games where a player's hand meets the dealer's: its vocabulary, its rules, its settlement."""
