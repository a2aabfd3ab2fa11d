"""Plugs in the entry points that yurei-research declares, whether it is installed or not."""

import tomllib
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any
from unittest.mock import patch

PROJECT = Path(__file__).parent.parent / "research" / "pyproject.toml"


def entry_points(**wanted: Any) -> EntryPoints:
    """Return entry points as ``importlib.metadata.entry_points`` does."""
    groups = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["entry-points"]
    return EntryPoints(
        EntryPoint(name, value, group) for group in groups for name, value in groups[group].items()
    ).select(**wanted)


def with_research_commands() -> Any:
    """Return a context in which the commands of yurei-research are plugged in."""
    return patch("yurei.apps.cli.app.entry_points", entry_points)
