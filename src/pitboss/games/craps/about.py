"""Craps in the lobby."""

from pitboss.games.about import About

ABOUT = About(
    says="Bet with the shooter, against, or on any number of two dice.",
    dice="4-5",
)
