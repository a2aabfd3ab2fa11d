"""Inputs for parsers: good ones that are cut, joined and changed, and the form of a refusal."""

from collections.abc import Sequence

from hypothesis import strategies as st

LONGEST_SENTENCE = 500
"""Largest number of characters of a refusal, however long the refused input is."""


def check_sentence(said: str) -> None:
    """Make sure that a refusal is one sentence, and no longer than one."""
    assert 0 < len(said) < LONGEST_SENTENCE, f"{len(said)} characters are no sentence"
    assert "\n" not in said, "a sentence is one line"


def spoilt(good: Sequence[bytes], words: Sequence[str] = ()) -> st.SearchStrategy[bytes]:
    """Good inputs, cut, joined and changed here and there by noise and by words, and bytes of no form at all."""
    chosen = st.sampled_from(good)
    noise = st.binary(max_size=12) | st.sampled_from([word.encode() for word in (*words, "\0", "9" * 400)])

    def changed(data: bytes, where: float, length: int, into: bytes) -> bytes:
        at = int(where * len(data))
        return data[:at] + into + data[at + length :]

    once = st.builds(changed, chosen, st.floats(0, 1), st.integers(0, 20), noise)
    twice = st.builds(changed, once, st.floats(0, 1), st.integers(0, 20), noise)
    joined = st.builds(lambda one, other: one + b"\n" + other, once, chosen)
    return once | twice | joined | st.binary(max_size=200)
