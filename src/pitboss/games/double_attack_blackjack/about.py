"""Double Attack Blackjack in the lobby."""

from pitboss.games.about import About

ABOUT = About(
    says="See the dealer's first card, then add up to your bet again.",
    dealer="6d",
    player="As Js",
    chips=(25, 25),
)
