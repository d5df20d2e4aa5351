"""Rounds that explain a game: settled by its rules when the page is asked for, under every text it is known by; and
hands worth looking at.

A game that has none here is explained by its tables alone.
"""

from typing import Any

Round = dict[str, Any]


def _hand(dealer: str, cards: str, wagers: Round, *actions: Any, board: str = "") -> Round:
    """One player's hand against the dealer's."""
    own = {"position": 1, "cards": cards, "wagers": wagers, "actions": list(actions)}
    return {"dealer": dealer, "positions": [own]} | ({"community": board} if board else {})


def _box(dealer: str, wagers: Round, *hands: Round) -> Round:
    """One player's box in a game dealt from a shoe."""
    return {"dealer": dealer, "positions": [{"position": 1, "wagers": wagers, "hands": list(hands)}]}


def _rolls(*rolls: str, **wagers: tuple[str, int]) -> Round:
    """A shooter's run: each wager with its amount and the roll it is placed before."""
    placed = [
        {"id": name, "player": "p1", "wager": name, "amount": amount, "before": before}
        for name, (amount, before) in wagers.items()
    ]
    for each in placed:
        if each["wager"] == "odds":
            each["behind"] = "pass"
    return {"rolls": list(rolls), "wagers": placed}


TEN = "10.00"
FIVE = "5.00"

ROUNDS: dict[str, tuple[tuple[str, Round], ...]] = {
    "three-card-poker": (
        (
            "A pair against a dealer who qualifies: everything wins.",
            _hand("Qc 8d 4s", "9h 9s Jc", {"ante": TEN, "pair_plus": FIVE}, {"play": TEN}),
        ),
        (
            "The dealer does not qualify: the ante is paid, the play comes back.",
            _hand("Jc 8d 4s", "Kh 6s 3c", {"ante": TEN}, {"play": TEN}),
        ),
        ("A hand too weak to play: a fold loses the ante.", _hand("Kc 8d 4s", "Th 6s 3c", {"ante": TEN}, "fold")),
    ),
    "four-card-poker": (
        (
            "The best four of five cards, a pair of aces, played for three times the ante.",
            _hand("Qc Qd 4s 9h 2d 7c", "Ah As Jc 6d 2h", {"ante": TEN, "aces_up": FIVE}, {"play": "30.00"}),
        ),
        (
            "Four of a kind: an ante bonus is paid on top.",
            _hand("Qc Qd 4s 9h 2d 7c", "5c 5d 5h 5s Kc", {"ante": TEN}, {"play": "30.00"}),
        ),
        (
            "A hand too weak to play: a fold loses the ante.",
            _hand("Qc Qd 4s 9h 2d 7c", "Ah Ts 8c 6d 3h", {"ante": TEN}, "fold"),
        ),
    ),
    "high-card-flush": (
        (
            "A flush of five cards beats a dealer who qualifies, and lets the raise be twice the ante.",
            _hand(
                "9d 3d 2d Kc Qh 4s 5s",
                "Ah Kh 9h 4h 2h 3c Jd",
                {"ante": TEN, "flush_bonus": FIVE},
                {"raise": "20.00"},
            ),
        ),
        (
            "Two in a suit is not enough for the dealer: the ante is paid, the raise comes back.",
            _hand("9d 3d 2c Kc Qh 4s 5s", "Ah Kh 9h 4c 2s 3c Jd", {"ante": TEN}, {"raise": TEN}),
        ),
    ),
    "what-the-flush": (
        (
            "Deuces are wild for the player: five clubs with two of them.",
            _hand(
                "2s Kh Qh 9h 4c 5d 7d 8c",
                "Ac Tc 7c 2d 2h 9d 3s",
                {"ante": TEN, "flush_rush": FIVE, "super_flush_rush": FIVE},
                {"play": "20.00"},
            ),
        ),
        (
            "A short flush folded: the ante is lost.",
            _hand("2s Kh Qh 9h 4c 5d 7d 8c", "3d 4s 6c 8h Td Js Kc", {"ante": TEN}, "fold"),
        ),
    ),
    "texas-holdem-bonus": (
        (
            "A straight by the river: flop and river wagers win. The ante needs more to be paid, and comes back.",
            _hand(
                "Ac Td",
                "5c 6s",
                {"ante": TEN, "bonus": FIVE},
                {"flop": "20.00"},
                "check",
                {"river": TEN},
                board="Kd 9h 4c 3s 2d",
            ),
        ),
        (
            "The same pair with the same side cards: every wager comes back.",
            _hand("Ac Qs", "Ad Qh", {"ante": TEN}, {"flop": "20.00"}, "check", "check", board="Kd 9h 4c 3s Ah"),
        ),
    ),
    "spanish-21": (
        (
            "A 21 always wins, and 6-7-8 of one suit pays more.",
            _box("7c Ks", {"bet": TEN}, {"cards": "6h 7h 8h"}),
        ),
        (
            "A pair split: one hand doubled to 21, the other stands and wins.",
            _box("7c Ks", {"bet": TEN}, {"cards": "8s 3d Kh", "doubled": TEN}, {"cards": "8d Kc"}),
        ),
        ("A bad hand given up for half the bet.", _box("9c Ks", {"bet": TEN}, {"cards": "Kd 6h", "surrendered": True})),
    ),
    "double-attack-blackjack": (
        (
            "A bet doubled by an attack after the dealer's card was seen; the dealer goes over 21.",
            _box("6c Ks 9s", {"bet": TEN, "attack": TEN}, {"cards": "8d Kc"}),
        ),
        (
            "A bet on the third card that breaks the dealer.",
            _box("6c Ks 9s", {"bet": TEN, "bust_it": FIVE}, {"cards": "Kh 4d 5s"}),
        ),
        ("Over 21: the bet is lost at once.", _box("6c Ks", {"bet": TEN}, {"cards": "Kh 4d 9s"})),
    ),
    "craps": (
        (
            "The point is six; it comes again before the seven, and the odds are paid as the dice have it.",
            _rolls("4-2", "5-5", "3-3", **{"pass": (TEN, 1), "odds": ("20.00", 2)}),
        ),
        (
            "A seven on the come-out roll, and a wager on the next roll.",
            _rolls("5-2", **{"pass": (TEN, 1), "any_seven": (FIVE, 1), "field": (FIVE, 1)}),
        ),
    ),
}

HANDS: dict[str, tuple[tuple[str, dict[str, str]], ...]] = {
    "three-card-poker": (
        ("The hand that decides", {"hand": "Qs 6d 4h"}),
        ("One step below", {"hand": "Qs 6d 3h"}),
        ("A pair, with a pair plus", {"hand": "9c 9d 2s", "pair_plus": "5.00"}),
    ),
    "four-card-poker": (
        ("A pair of fours against a king", {"hand": "Qc 6d 4h 4d 9s", "dealer": "Kh"}),
        ("Aces against a two", {"hand": "As Ad 7c 6h 2d", "dealer": "2c"}),
    ),
    "high-card-flush": (
        ("Ten, eight, six", {"hand": "Ts 8s 6s Kh Qd 9h 3c"}),
        ("Five hearts", {"hand": "Ah Qh 9h 5h 2h Kc 7d"}),
    ),
    "what-the-flush": (
        ("Four spades against a ten", {"hand": "As Ks 9s 4s 8h 6d 3c", "dealer": "Th"}),
        ("A deuce in hand", {"hand": "Ah Kh 9h 2c 3c 4d 5s", "dealer": "Qc"}),
    ),
    "texas-holdem-bonus": (
        ("Before the flop", {"hand": "7h 2d"}),
        ("Ace-king missed the flop", {"hand": "Ah Kd", "board": "2c 7h 9s"}),
        ("A pair at the river", {"hand": "Ah 9d", "board": "9c Kh 2s 5h"}),
    ),
    "spanish-21": (
        ("Sixteen against a king", {"hand": "9h 7s", "dealer": "Kc"}),
        ("Eights against a king", {"hand": "8h 8s", "dealer": "Kc"}),
        ("Six-seven of spades", {"hand": "6s 7s", "dealer": "4c"}),
        ("Sevens against a seven", {"hand": "7h 7h", "dealer": "7d"}),
    ),
    "double-attack-blackjack": (
        ("Fourteen against an ace", {"hand": "9h 5s", "dealer": "Ac"}),
        ("Soft seventeen against a five", {"hand": "Ah 6d", "dealer": "5c"}),
    ),
}
"""Situations to begin with where hands are looked at, the game that is shown first before the others."""
