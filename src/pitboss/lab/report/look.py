"""The colours of a report: one felt hue a game, equal in lightness; ink, lines, and one loud colour for warnings."""

INK, MUTED, LINES, LOUD = "#1b1e24", "#5d6470", "#d5d9df", "#b3261e"
CREAM = "#fdf6e3"

FELTS = {
    "three-card-poker": "#2f62a8",
    "four-card-poker": "#2f7549",
    "high-card-flush": "#96324d",
    "what-the-flush": "#1f7479",
    "texas-holdem-bonus": "#6f4fa8",
    "spanish-21": "#666b1f",
    "double-attack-blackjack": "#8f5428",
    "craps": "#4a6478",
}
OTHER_FELT = "#55636f"


TINTS = {"S": "#f3d0cd", "H": "#d3e8da", "D": "#cfdff2", "P": "#f4e3b0", "R": "#dfd3f1"}
"""Behind the letters of a chart: stand, hit, double, split, surrender. Ink reads on all of them."""


def tint(text: str) -> str | None:
    """By the first letter of a cell; none where it holds no letters of a chart."""
    return TINTS.get(text[:1]) if text.isalnum() else None


def felt(game: str) -> str:
    return FELTS.get(game, OTHER_FELT)


def lighter(colour: str, percent: int) -> str:
    """The colour with so many parts in a hundred of white: for a dark page."""
    return mixed(colour, 255, percent)


def darker(colour: str, percent: int) -> str:
    """The colour with so many parts in a hundred of black: cream reads on it."""
    return mixed(colour, 0, percent)


def mixed(colour: str, with_each: int, percent: int) -> str:
    parts = [int(colour[place : place + 2], 16) for place in (1, 3, 5)]
    return "#" + "".join(f"{(part * (100 - percent) + with_each * percent) // 100:02x}" for part in parts)
