"""Fuzz one target for a long time; see ``scripts/fuzz``."""

from __future__ import annotations

import argparse
import importlib
import sys

HTTP = "http"
PARSING = [
    "h11",
    "websockets.frames",
    "websockets.protocol",
    "yurei.apps.jsonlines",
    "yurei.apps.web.api",
    "yurei.apps.web.new_game.form",
    "yurei.apps.web.new_game.routes",
    "yurei.apps.web.table.routes",
    "yurei.apps.web.security",
    "yurei.clocks.texts",
    "yurei.records",
    "yurei.referee.settings",
    "yurei.rules.points",
]
"""Modules whose branches guide the search: parsers only, for later code would only cost time."""


def main(arguments: list[str]) -> None:
    """Fuzz the requested target; the exit status is 1 if any input failed."""
    targets = importlib.import_module("tests.fuzz.targets")
    parser = argparse.ArgumentParser(
        prog="scripts/fuzz",
        description="Fuzz what parses, until so many executions or seconds are over.",
        epilog=f"targets: {'; '.join(f'{each.name}: {each.what}' for each in targets.ALL)}; {HTTP}: what programs may ask for",
    )
    parser.add_argument("target", choices=[HTTP, *(each.name for each in targets.ALL)])
    parser.add_argument("--executions", type=int, default=10**9, metavar="N", help="inputs at most")
    parser.add_argument("--seconds", type=float, default=60, metavar="S", help="seconds at most; 60 if left out")
    parser.add_argument("--seed", type=int, default=1, metavar="K", help="where chance begins; 1 if left out")
    asked = parser.parse_args(arguments)
    if asked.target == HTTP:
        importlib.import_module("scripts.fuzzing.described").run(asked.executions, asked.seconds, asked.seed)
    else:
        campaign = importlib.import_module("scripts.fuzzing.campaign")
        target = targets.target(asked.target)
        campaign.run(target, PARSING, asked.executions, asked.seconds, asked.seed)


if __name__ == "__main__":
    main(sys.argv[1:])
