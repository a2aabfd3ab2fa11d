"""Benchmarks of yurei on this machine. Each returns a report; the command line prints it."""
