"""JSON API for programs under ``/api``."""
