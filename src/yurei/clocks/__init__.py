"""Clocks: time controls, remaining time of each side, durations, and their short texts."""
