"""Benchmarks of yurei on this machine: ``python -m yurei_research.bench``. Each returns a report."""
