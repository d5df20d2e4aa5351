"""The colours of a report beside the game's felt: ink, lines, and one loud colour for warnings."""

INK, MUTED, LINES, LOUD = "#1b1e24", "#5d6470", "#d5d9df", "#b3261e"
CREAM = "#fdf6e3"
