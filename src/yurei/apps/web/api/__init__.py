"""The way in for programs: JSON under ``/api``."""
