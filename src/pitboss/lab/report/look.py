"""The colours of a report beside the game's felt: ink, lines, and one loud colour for warnings."""

INK, MUTED, LINES, LOUD = "#1b1e24", "#5d6470", "#d5d9df", "#b3261e"
CREAM = "#fdf6e3"

TINTS = {"S": "#f3d0cd", "H": "#d3e8da", "D": "#cfdff2", "P": "#f4e3b0", "R": "#dfd3f1"}
"""Behind the letters of a chart: stand, hit, double, split, surrender. Ink reads on all of them."""


def tint(text: str) -> str | None:
    """By the first letter of a cell; none where it holds no letters of a chart."""
    return TINTS.get(text[:1]) if text.isalnum() else None
