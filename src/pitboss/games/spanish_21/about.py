"""Spanish 21 in the lobby."""

from pitboss.games.about import About

ABOUT = About(
    says="Blackjack without tens. Your 21 always wins; 7-7-7 pays extra.",
    dealer="7c ??",
    player="7s 7d 7h",
)
