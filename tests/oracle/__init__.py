"""Oracle for tests: the rules and the line protocol written a second time, in slow and simple code.

It was written from rules.md and design.md, without reading yurei's code, and imports none of it.
"""

from .protocol import Oracle

__all__ = ["Oracle"]
