"""Between what the numbers of our players may lie that several of them have: nothing of it makes a turn longer than its budget."""

from __future__ import annotations

WEIGHTS = {
    "amaf": (0.0, 1e6),
    "explore": (0.0, 100.0),
    "win": (0.0, 1.0),
    "scale": (0.01, 100.0),
    "margin": (0.0, 10.0),
}
"""Of a search: what weighs how much."""
TREES = {"ripe": (0, 10**6), "depth": (0, 10**4)}
"""Of trees: when a node is looked at as a whole, and how deep it goes."""
BELIEF = {
    **WEIGHTS,
    "amaf": (1.0, 1e6),
    "steps": (0, 100),
    "first": (0.05, 1.0),
    "doubt": (0.0, 10.0),
    "keep": (0.0, 1.0),
    "resign": (0.0, 1.0),
}
"""Of belief, and of all who imagine worlds as it does."""
