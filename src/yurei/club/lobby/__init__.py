"""The lobby: seeks and challenges."""
