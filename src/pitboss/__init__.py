"""Casino table games taken from the gaming regulations.

>>> import pitboss
>>> rules = pitboss.game("three-card-poker").rules("nj", {"pair_plus": "B"})
>>> settled = rules.settle({
...     "game": "three-card-poker", "dealer": "Qc 8d 4s",
...     "positions": [{"position": 1, "cards": "9h 9s Jc", "wagers": {"ante": "10.00", "pair_plus": "5.00"},
...                    "actions": [{"play": "10.00"}]}]})
>>> settled.positions[0].hand, settled.positions[0].net
('pair of nines', 2500)
"""

from pitboss import games
from pitboss.games import game
from pitboss.refusal import Refusal
from pitboss.settling import settle
from pitboss.showdown.rulings import Settlement

__version__ = "0.4.0"

__all__ = ["Refusal", "Settlement", "__version__", "game", "games", "settle"]
