"""Benchmarks: how fast is yurei on this machine? Each gives figures; doors print them."""

from yurei.apps.bench.table import table

__all__ = ["table"]
