"""The dice family: a shooter's rolls, a point, wagers that live for many rolls. It knows no game by name."""
