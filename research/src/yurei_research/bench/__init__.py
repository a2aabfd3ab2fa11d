"""Benchmarks of yurei on this machine: ``python -m yurei_research.bench``. Each benchmark returns a ``Report``."""
