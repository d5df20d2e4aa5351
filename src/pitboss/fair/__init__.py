"""Chance that can be proved: promised before betting opens, mixed with the players' own, shown when the cards are out.

    chain = Chain("table 7", Entropy())
    epoch = chain.open(keys_for([*shuffle_choices(52), 33]))   # its commitment is published
    chain.share(epoch.number, "p1", share)                     # players add theirs
    chance = chain.drawing(epoch.number)                       # goes to `decide` in the place of any other chance
    chain.keep(chance.epoch)                                   # when the command's events are kept
    proof = chain.end(epoch.number, events)                    # seeds and all, for verify_round.py

docs/fairness.md says what this proves and what it does not.
"""

from pitboss.fair.chain import Chain, ShuffleByShuffle
from pitboss.fair.entropy import Entropy
from pitboss.fair.epochs import Drawing, Epoch
from pitboss.fair.fresh import Fresh
from pitboss.fair.proofs import proof
from pitboss.fair.stream import keys_for, shuffle_choices

__all__ = ["Chain", "Drawing", "Entropy", "Epoch", "Fresh", "ShuffleByShuffle", "keys_for", "proof", "shuffle_choices"]
