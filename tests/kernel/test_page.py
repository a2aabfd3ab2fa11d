"""The page about the kernel says what the kernel is."""

import re

import pytest

from tests.kernel.page import PAGE, examples
from yurei import kernel
from yurei.kernel.rulesets import OPTIONS

TEXT = PAGE.read_text(encoding="utf-8")


@pytest.mark.nightly
def test_the_programs_of_the_page_run() -> None:
    assert examples()["legal_positions"](2, 2) == 57


def test_the_page_knows_every_name() -> None:
    functions = re.findall(r"^\| `(\w+)\(", TEXT, re.MULTILINE)
    assert sorted([*functions, "Games"]) == sorted(kernel.__all__)


def test_the_page_knows_every_setting() -> None:
    sentence = TEXT[TEXT.index("Settings are given by name:") :]
    assert re.findall(r"`(\w+)`", sentence[: sentence.index(".")]) == list(OPTIONS)


def test_every_part_that_the_page_names_is_there() -> None:
    sentence = TEXT[TEXT.index("has the parts:") :]
    names = re.findall(r"`(\w+)`", sentence[: sentence.index("and more")])
    assert len(names) > 3
    assert all(hasattr(kernel.core, name) for name in names)
