"""Four Card Poker in the lobby."""

from pitboss.games.about import About

ABOUT = About(
    says="Make your best four of five cards. Raise up to three times the ante.",
    dealer="?? ?? ?? ?? ?? Jd",
    player="9c 9d 9h Kc",
)
