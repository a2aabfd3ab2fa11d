"""The list of the journeys is complete."""

import re
from pathlib import Path

HERE = Path(__file__).parent


def test_every_journey_is_in_the_list() -> None:
    listed = re.findall(r"\]\((test_\w+\.py)\)", (HERE / "README.md").read_text(encoding="utf-8"))
    journeys = {file.name for file in HERE.glob("test_*.py")} - {Path(__file__).name}
    assert set(listed) == journeys
