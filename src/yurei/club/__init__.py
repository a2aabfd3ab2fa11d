"""The club: the games and the people of a server. It contains no HTTP and no HTML, and SQL only in ``store``."""
