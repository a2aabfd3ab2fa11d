"""A board as a picture: its lines, what lies on it, and what lies over it."""
