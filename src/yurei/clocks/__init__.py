"""Clocks: time controls, what is left to each side, durations, and their short texts. No web, no storage."""
