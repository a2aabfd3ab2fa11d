"""Programs think here: beside the tables, so that nobody's stone waits for a program's."""
