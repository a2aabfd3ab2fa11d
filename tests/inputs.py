"""Damaged inputs for tests of parsers, and a check of error messages."""

from collections.abc import Sequence

from hypothesis import strategies as st

LONGEST_SENTENCE = 500
"""Largest number of characters of a refusal, however long the refused input is."""


def check_sentence(said: str) -> None:
    """Check that an error message is one line of limited length."""
    assert 0 < len(said) < LONGEST_SENTENCE, f"{len(said)} characters are no sentence"
    assert "\n" not in said, "a sentence is one line"


def damaged_inputs(good: Sequence[bytes], words: Sequence[str] = ()) -> st.SearchStrategy[bytes]:
    """Return a strategy of damaged inputs: good ones cut, joined or changed, and random bytes."""
    chosen = st.sampled_from(good)
    noise = st.binary(max_size=12) | st.sampled_from([word.encode() for word in (*words, "\0", "9" * 400)])

    def changed(data: bytes, where: float, length: int, into: bytes) -> bytes:
        at = int(where * len(data))
        return data[:at] + into + data[at + length :]

    once = st.builds(changed, chosen, st.floats(0, 1), st.integers(0, 20), noise)
    twice = st.builds(changed, once, st.floats(0, 1), st.integers(0, 20), noise)
    joined = st.builds(lambda one, other: one + b"\n" + other, once, chosen)
    return once | twice | joined | st.binary(max_size=200)
