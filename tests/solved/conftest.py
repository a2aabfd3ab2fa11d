"""Without numba there is no kernel to test."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("numba") else ["test_*.py"]
