"""The list of what OWASP asks for is whole, and every test that it names is there."""

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"\| (\d+\.\d+\.\d+) \| ([12]) \| ([^|]+) \| ([^|]+) \|")
TEXT = (ROOT / "docs" / "asvs.md").read_text(encoding="utf-8")
ROWS = [row.groups() for line in TEXT.splitlines() if (row := ROW.fullmatch(line))]
ITEMS = {
    1: 27,
    2: 11,
    3: 19,
    4: 10,
    5: 9,
    6: 35,
    7: 18,
    8: 7,
    9: 7,
    10: 29,
    11: 14,
    12: 9,
    13: 13,
    14: 9,
    15: 13,
    16: 16,
    17: 7,
}
"""How many items of levels 1 and 2 each chapter of 5.0.0 has: 70 and 183."""
TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def test_every_item_stands_there_once() -> None:
    names = [name for name, _, _, _ in ROWS]
    assert len(set(names)) == len(names)
    assert Counter(int(name.partition(".")[0]) for name in names) == ITEMS
    assert Counter(level for _, level, _, _ in ROWS) == {"1": 70, "2": 183}
    assert names == sorted(names, key=lambda name: [int(part) for part in name.split(".")])


def test_every_item_has_a_test_that_is_there_or_a_reason() -> None:
    for name, _, _, shown in ROWS:
        reason = re.match(r"(n/a|by hand|part|open): \S.{4,}", shown)
        found = TEST.findall(shown)
        assert found or reason, name
        for path, test in found:
            source = (ROOT / path).read_text(encoding="utf-8")
            assert f"def {test}(" in source, f"{name} names {path}::{test}"


def test_the_totals_on_the_page_equal_the_rows_of_its_tables() -> None:
    kinds = Counter(shown.partition(":")[0] if not shown.startswith("`") else "a test" for *_, shown in ROWS)
    said = {kind: int(count) for kind, count in re.findall(r"^- ([a-z/ ]+): .*?\((\d+)\)[;.]$", TEXT, re.MULTILINE)}
    assert said == kinds
