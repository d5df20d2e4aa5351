"""Texas Hold 'Em Bonus in the lobby."""

from pitboss.games.about import About

ABOUT = About(
    says="Two cards and a shared board. Bet at the flop, the turn and the river.",
    board="Th Jd 2c ?? ??",
    player="Ah Qh",
)
