"""The programs of docs/kernel.md."""

import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "kernel.md"


def examples() -> dict[str, Any]:
    """Run every program of the page, one after the other; returns the names that they leave."""
    names: dict[str, Any] = {}
    for program in re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        exec(compile(program, PAGE.name, "exec"), names)  # our own page
    return names
