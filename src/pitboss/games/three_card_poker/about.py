"""Three Card Poker in the lobby."""

from pitboss.games.about import About

ABOUT = About(
    says="Three cards each. The dealer plays with queen high or better.",
    dealer="?? ?? ??",
    player="Qs Ks As",
)
