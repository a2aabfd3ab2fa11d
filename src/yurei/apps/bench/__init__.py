"""Benchmarks of yurei on this machine. Each returns figures; the command line prints them."""

from yurei.apps.bench.table import table

__all__ = ["table"]
