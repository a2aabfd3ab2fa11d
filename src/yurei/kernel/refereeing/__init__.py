"""The referee compiled: judges tries and tells every seat, for search and learning."""
