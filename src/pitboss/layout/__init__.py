"""A table's layout drawn to scale: its shape in millimetres, the sheet as SVG or PDF, and the checklist of its text."""
