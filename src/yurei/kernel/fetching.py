"""Prefetching of memory.

Thousands of games do not fit into the processor's second-level cache, and a game waits for its memory longer than
it computes. If it is prefetched while the previous game is played, it arrives in time.
"""

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import cgutils, types
from numba.core.config import DISABLE_JIT  # type: ignore[attr-defined]
from numba.extending import intrinsic

_TO_READ, _TO_WRITE = 0, 1
_SECOND_CACHE = 2
_DATA = 1


def _fetching(purpose: int) -> Any:
    """Return a function for compiled code: ``(array, index)`` prefetches the cache line of ``array[index]``."""

    def fetch(_typing: Any, array: Any, index: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
            address = builder.bitcast(builder.gep(data, [arguments[1]]), cgutils.voidptr_t)
            numbers = [cgutils.int32_t(number) for number in (purpose, _SECOND_CACHE, _DATA)]
            kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, *[cgutils.int32_t] * 3])
            builder.call(
                builder.module.declare_intrinsic("llvm.prefetch", [cgutils.voidptr_t], kind), [address, *numbers]
            )
            return context.get_dummy_value()

        return types.void(array, index), build

    if DISABLE_JIT:  # code that is not compiled has nothing to prefetch
        return lambda array, index: None
    return intrinsic(fetch)


fetch_to_read = _fetching(_TO_READ)
fetch_to_write = _fetching(_TO_WRITE)

__all__ = ["fetch_to_read", "fetch_to_write"]
