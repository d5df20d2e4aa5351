"""High Card Flush in the lobby."""

from pitboss.games.about import About

ABOUT = About(
    says="Seven cards. The longest flush wins; longer flushes raise more.",
    dealer="?? ?? ?? ?? ?? ?? ??",
    player="5h 9h Jh Ah",
    rest="8s 6s 3c",
)
