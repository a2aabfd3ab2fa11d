"""Weak references to bound methods, which avoid reference cycles, so that unused objects are freed at once."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar
from weakref import WeakMethod

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def weakly(method: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Return a function that calls a bound method but does not keep its object alive, which each call needs."""
    reference = WeakMethod(method)

    def call(*given: Given.args, **more: Given.kwargs) -> Answer:
        bound = reference()
        assert bound is not None
        return bound(*given, **more)

    return call
