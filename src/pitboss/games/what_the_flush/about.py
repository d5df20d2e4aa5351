"""What The Flush in the lobby."""

from pitboss.games.about import About

ABOUT = About(
    says="Your seven cards against the dealer's eight. Every deuce is wild.",
    dealer="?? ?? ?? ?? ?? ?? ?? ??",
    player="Kd 8d 2s",
)
