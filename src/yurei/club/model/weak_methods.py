"""Methods that are handed on without a reference cycle: what nobody needs any more is then freed at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar
from weakref import WeakMethod

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def weakly(method: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Return a function that calls a bound method and does not keep its object alive. It may only be called while that lives."""
    reference = WeakMethod(method)

    def call(*given: Given.args, **more: Given.kwargs) -> Answer:
        bound = reference()
        assert bound is not None
        return bound(*given, **more)

    return call
