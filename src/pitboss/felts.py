"""One felt hue a game, equal in lightness, so that a table is known at a glance: on the screen and in reports."""

FELTS = {
    "three-card-poker": "#2f62a8",
    "four-card-poker": "#2f7549",
    "high-card-flush": "#96324d",
    "what-the-flush": "#1f7479",
    "texas-holdem-bonus": "#6f4fa8",
    "spanish-21": "#6a6a27",
    "double-attack-blackjack": "#955127",
    "craps": "#4f6478",
}
OTHER_FELT = "#55636f"


def felt(game: str) -> str:
    return FELTS.get(game, OTHER_FELT)


def lighter(colour: str, percent: int) -> str:
    """The colour with so many parts in a hundred of white: for a dark page."""
    return _mixed(colour, 255, percent)


def darker(colour: str, percent: int) -> str:
    """The colour with so many parts in a hundred of black: cream reads on it."""
    return _mixed(colour, 0, percent)


def _mixed(colour: str, with_each: int, percent: int) -> str:
    parts = [int(colour[place : place + 2], 16) for place in (1, 3, 5)]
    return "#" + "".join(f"{(part * (100 - percent) + with_each * percent) // 100:02x}" for part in parts)
