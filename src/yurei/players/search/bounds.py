"""Bounds of numeric parameters shared by several players. No value within them makes a turn exceed its budget."""

from __future__ import annotations

WEIGHTS = {
    "amaf": (0.0, 1e6),
    "explore": (0.0, 100.0),
    "win": (0.0, 1.0),
    "scale": (0.01, 100.0),
    "margin": (0.0, 10.0),
}
"""Weights of a search."""
TREES = {"ripe": (0, 10**6), "depth": (0, 10**4)}
"""Parameters of trees: visits before all moves of a node are weighed, and depth."""
BELIEF = {
    **WEIGHTS,
    "amaf": (1.0, 1e6),
    "steps": (0, 100),
    "first": (0.05, 1.0),
    "doubt": (0.0, 10.0),
    "keep": (0.0, 1.0),
    "resign": (0.0, 1.0),
}
"""Parameters of ``Belief`` and of players that imagine worlds like it."""
