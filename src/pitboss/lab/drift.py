"""Whether what was paid fits what the lab expects, bet by bet, for as long as anybody likes.

Somebody who believes that a wager pays more than it should bets on it, with a purse that cannot go below nothing. If
the game is fair, the purse is a fair game itself: the chance that it ever grows to ten thousand times what it began
with is one in ten thousand at most, however long and however often one looks (Ville's inequality). So an alarm needs no
plan of how many bets there will be. All is whole numbers, rounded down, which only makes an alarm rarer.
"""

from fractions import Fraction

ALARM = 10_000
"""So many times the first purse. A false alarm comes at most once in so many purses, ever."""

SIZES = 12
"""Purses that bet boldly find a great bias soon, those that bet little a small one late; each has an equal part."""

ONE = 1 << 96


class Purse:
    """Bets that a wager gains more than its `mean` per unit staked, where it never gains less than `least`.

    To bet that it gains less, turn every sign.
    """

    def __init__(self, mean: Fraction, least: Fraction) -> None:
        assert least < mean
        self.mean = mean
        self.stakes = [Fraction(1, 2**size * (mean - least)) for size in range(1, SIZES + 1)]
        self.held = [ONE] * SIZES
        self.most = ONE

    def see(self, gain: Fraction) -> None:
        """A bet of the wager was decided: what it gained per unit."""
        for place, stake in enumerate(self.stakes):
            factor = 1 + stake * (gain - self.mean)
            assert factor >= 0, "it gained less than it can"
            self.held[place] = self.held[place] * factor.numerator // factor.denominator
        self.most = max(self.most, sum(self.held) // SIZES)

    @property
    def times(self) -> int:
        """How many times the first purse it ever was, rounded down."""
        return self.most // ONE


class Watch:
    """A wager that chance alone decides, watched in both directions. It gains from -1 to `most` per unit staked."""

    def __init__(self, mean: Fraction, most: Fraction) -> None:
        self.most = most
        self.high = Purse(mean, Fraction(-1))
        self.low = Purse(-mean, -most)

    def see(self, stake: int, returned: int) -> None:
        """Cents staked, and all that came back. The low side forgives the cent that a payment may be rounded by."""
        gain = Fraction(returned - stake, stake)
        self.high.see(gain)
        forgiven = Fraction(1, stake) if returned > stake else Fraction(0)
        self.low.see(-min(gain + forgiven, self.most))

    def alarm(self) -> str:
        """`pays too much`, `pays too little`, or nothing."""
        if self.high.times >= ALARM:
            return "pays too much"
        return "pays too little" if self.low.times >= ALARM else ""
