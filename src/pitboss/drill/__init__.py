"""The drill: seeded tables full of players, dealers, mistakes and faults, with everything checked after every step."""
