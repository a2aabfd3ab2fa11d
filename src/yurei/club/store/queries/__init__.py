"""Queries of the store, by subject."""
