"""Profile page: name, games and records, a second device, and deletion."""
