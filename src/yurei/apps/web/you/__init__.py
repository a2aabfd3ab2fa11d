"""One's own page: name, games and records, a second device, and the way out."""
