"""List of games that everybody may watch, and the projector."""
