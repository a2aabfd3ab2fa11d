"""The slow, obviously right oracle: rules.md and the line protocol once more, by naive code alone.

It was written from rules.md and design.md without a look at the program that it judges, and imports nothing of it.
"""

from .protocol import Oracle

__all__ = ["Oracle"]
