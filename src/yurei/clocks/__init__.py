"""Clocks: time controls, the clocks of a game, and texts of durations."""
