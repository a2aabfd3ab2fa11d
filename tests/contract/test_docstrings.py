"""Public functions, classes and methods say what they do and what they return."""

from collections.abc import Callable

import pytest

from scripts.docstrings import Part, public_parts, undocumented, without_return_type


@pytest.mark.parametrize("missing", [undocumented, without_return_type])
def test_at_least_98_in_100_are_documented_and_typed(missing: Callable[[list[Part]], list[Part]]) -> None:
    parts = public_parts()
    places = [part.place for part in missing(parts)]
    assert len(parts) > 2500
    assert len(places) <= 0.02 * len(parts), places


def test_an_undocumented_method_is_found_unless_a_base_class_documents_it() -> None:
    source = '''
class Base:
    """A base class."""

    def told(self) -> int:
        """Return a number."""

    def silent(self): ...

class Heir(Base):
    """A class."""

    def told(self) -> int: ...

    def silent(self) -> int: ...

    def own(self) -> int: ...

def own() -> int:
    """Return a number."""
'''
    parts = public_parts({"file.py": source})
    assert [part.place for part in undocumented(parts)] == [
        "file.py:8 Base.silent",
        "file.py:15 Heir.silent",
        "file.py:17 Heir.own",
    ]
    assert [part.place for part in without_return_type(parts)] == ["file.py:8 Base.silent"]
