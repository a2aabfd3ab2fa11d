"""Entries into the compiled referee. The rules and the referee are in the rows of a game, so one entry serves all.

With ``YUREI_CHECK=1`` in the environment the entries check their arguments, and compiled code checks the lengths
of rows; errors then name the problem. Without it nothing is checked, and writes go past the ends of wrong arrays.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from yurei.errors import BadValue
from yurei.kernel import core
from yurei.kernel.entries import entry
from yurei.kernel.refereeing import hearing, judging

_GAME = (("numbers", np.int32), ("words", np.uint64))
_ONE = tuple((name, kind, 1) for name, kind in _GAME)


def checked(*wanted: tuple[str, Any, int]) -> Callable[[Any], Any]:
    """Decorate an entry to check its first arguments: arrays of these names, types and numbers of dimensions.

    Only with ``YUREI_CHECK=1``; else the entry is returned unchanged.
    """

    def made(function: Any) -> Any:
        if not judging.CHECKED:
            return function

        @wraps(getattr(function, "py_func", function))
        def looking(*given: Any) -> Any:
            for (name, kind, dimensions), array in zip(wanted, given, strict=False):
                _look(name, kind, dimensions, array)
            return _answer(function(*given), given)

        return looking

    return made


def _look(name: str, kind: Any, dimensions: int, array: Any) -> None:
    shape = ", ".join(":" * dimensions)
    if not isinstance(array, np.ndarray):
        raise BadValue(f"{name} is an array {np.dtype(kind).name}[{shape}], not {type(array).__name__}")
    if array.dtype != kind or array.ndim != dimensions or not array.flags.c_contiguous:
        came = f"{array.dtype.name}[{', '.join(map(str, array.shape))}]"
        raise BadValue(f"{name} is a contiguous array {np.dtype(kind).name}[{shape}], not {came}")


def _answer(answer: Any, given: Any) -> Any:
    """Return an entry's answer; raise an error if it reports arrays of wrong length."""
    codes = given[-1] if answer is None else np.array([answer])
    if codes.dtype == np.int64 and (np.isin(codes, (judging.BAD_ROWS, judging.BAD_WORLD)).any()):
        raise BadValue("these arrays are not those of one kind of game; Refereed.numbers and .words are")
    return answer


@checked(*((name, kind, 2) for name, kind in _GAME), ("actions", np.int64, 1), ("codes", np.int64, 1))
@entry
def attempt_all(numbers, words, actions, codes) -> None:
    """Make one try in each of many games, see ``judging.attempt``."""
    judging.attempt_all(numbers, words, actions, codes)


@checked(
    *(("template", np.int32, 1), *_ONE, ("cells", np.int8, 1), ("own", np.int8, 2)),
    *(("moment", np.int32, 1), ("bans", np.uint64, 1), ("stood", np.uint64, 1)),
)
@entry
def begin(template, numbers, words, cells, own, moment, bans, stood) -> np.int64:
    """Set up a world, see ``judging.begin``."""
    return judging.begin(template, numbers, words, cells, own, moment, bans, stood)


@checked(*_ONE, ("board_of", np.int32, 1), ("legal", np.uint8, 1))
@entry
def cover(numbers, words, board_of, legal) -> None:
    """Write which actions are moves: uint8[actions], without the resignation."""
    n, many = core.U(numbers[core.N]), judging.words_of_a_mask(numbers)
    flags = core.I(numbers[judging.facts_of(n) + core.U(judging.FLAGS)])
    size = core.U(numbers[core.WIDTH]) * core.U(numbers[core.HEIGHT])
    stood = words[judging.stood_from(many) :]
    core.mask(numbers, stood, n, core.U(numbers[core.W]), board_of, size, legal, flags)


@entry
def attempt_and_show(numbers, words, memory, action, seen, legal) -> np.int64:
    """Make one try in one game, let both seats hear it, and write the observation of the seat to move.

    Returns:
        int64. 0 for a move, else what ``judging.attempt`` answers; plus 16 times the colour to move: 0 after the end.
    """
    code = judging.attempt(numbers, words, action)
    if code < 0:
        return code
    hearing.hear(numbers, words, memory, core.I(0))
    hearing.hear(numbers, words, memory, core.I(1))
    hearing.write_observation(numbers, words, memory, seen, legal)
    return code + 16 * (core.I(0) if numbers[core.ENDED] != 0 else core.I(numbers[core.TO_MOVE]))


@entry
def observe(numbers, words, memory, seat, seen, legal) -> None:
    """Write the observation of one seat in one game."""
    hearing.write_planes(numbers, words, memory, seat, seen)
    hearing.cover(numbers, words, memory, seat, legal)


__all__ = ["attempt_all", "attempt_and_show", "begin", "cover", "observe"]
