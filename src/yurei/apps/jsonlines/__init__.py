"""The line protocol: one JSON object a line in, one out, for bots in any language and for tests.

Who speaks it runs the referee: outside ``told`` stands the truth. What a seat
may know stands inside.
"""

from yurei.apps.jsonlines.session import Session, serve

__all__ = ["Session", "serve"]
