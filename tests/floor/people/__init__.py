"""The people on the floor and the API they use."""
