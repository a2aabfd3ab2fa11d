"""Players that search where everything is seen, and what players that search have in common."""
