"""Write the values of first moves on large solved boards: ``python -m scripts.openings FOLDER``, with their tables.

Boards whose table is not in the folder keep the values that they have.
"""

import json
import sys
from pathlib import Path
from typing import Any

from yurei.players import tablebase
from yurei.players.tablebase import Table, table_name
from yurei.rules.points import Size

FILE = Path(tablebase.__file__).with_name("openings.json")
BOARDS = [Size(1, 17), Size(1, 18), Size(1, 19), Size(1, 20), Size(2, 9), Size(2, 10), Size(3, 6), Size(4, 5)]
"""All boards of 17 to 20 points."""


def opening(table: Table) -> dict[str, Any]:
    """Return the values of the empty board and of the first moves, and the counts."""
    points = table.size.points
    stones = [bytes(2 * (point == stone) for point in range(points)) for stone in range(points)]
    counts = {name: table.facts[name] for name in ("won", "drawn", "lost", "longest")}
    return {"empty": table.code(bytes(points)), "first": [table.code(cells) for cells in stones], **counts}


def main() -> None:
    """Read the tables, and write the file."""
    place, known = Path(sys.argv[1]), json.loads(FILE.read_text(encoding="utf-8"))
    for size in BOARDS:
        if (path := place / table_name(size)).exists():
            known[str(size)] = opening(Table(path))
    lines = [f"  {json.dumps(str(size))}: {json.dumps(known[str(size)])}" for size in BOARDS if str(size) in known]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
