"""Pages to learn from: guided games, examples, written rules, how referees speak."""
