"""The line protocol: one JSON object a line in, one out, for bots in any language and for tests.

The program at the other end runs the referee: outside ``told`` stands the truth, inside it
what a seat may know.
"""

from yurei.apps.jsonlines.session import Session

__all__ = ["Session"]
