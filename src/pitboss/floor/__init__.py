"""The floor: tables people sit at, served. Play money only."""
