"""Slow, literal definitions of the card games, to compare the fast ones with."""
