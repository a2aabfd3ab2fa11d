"""The referee compiled: what is tried is judged, and every seat is told, for those who search and learn."""
