"""Values of the club: stored values, chairs, names, secrets. They use neither a game's state nor a database."""
