"""Values of the club that know neither a game's state nor a database: what is stored, chairs, names, secrets."""
