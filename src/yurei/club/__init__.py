"""The club: the games of a server and the people around them. No HTTP, no HTML, and SQL in ``store`` alone."""
