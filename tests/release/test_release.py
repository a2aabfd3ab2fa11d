"""A release: the wheel installs and runs, and every change of the changelog is well-formed."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from scripts import wheel
from scripts.environment import ROOT

MOST = 1_800_000
"""Greatest size of a release, in bytes; a quarter of it are the catalogues of four languages and the problems."""
HERE = wheel.pythons()
TRIED = sorted({wheel.SUPPORTED[0], max(HERE), wheel.SUPPORTED[-1]})
"""The oldest Python supported, the newest, and the newest on this machine."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A source distribution, and the wheel made from it."""
    return wheel.build(Path(sys.executable), tmp_path_factory.mktemp("dist"))


def kept() -> set[str]:
    """What git keeps of the sources, and what is not yet committed."""
    asked = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "src/yurei"]
    listed = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return {name for name in listed if (ROOT / name).exists()}


def test_a_release_is_whole_and_small(built: tuple[Path, Path]) -> None:
    source, made = built
    packed, installed = wheel.names(source), wheel.names(made)
    assert kept() <= set(packed), "all that yurei is made of is in the source distribution"
    ours = {name for name in installed if name.startswith("yurei/")}
    assert {name.removeprefix("src/") for name in kept()} <= ours, "and in the wheel, made from it"
    assert any(name.endswith("licenses/LICENSE") for name in installed)
    assert any(name.endswith("data/share/man/man1/yurei.1") for name in installed)
    assert {"README.md", "CHANGELOG.md", "requirements/play.txt", "docs/running.md", "examples/bot.py"} <= set(packed)
    assert not [name for name in packed if "pictures" in name or name.startswith(("tests/", "strength/"))]
    assert max(source.stat().st_size, made.stat().st_size) <= MOST


@pytest.mark.nightly
@pytest.mark.parametrize("version", TRIED, ids=lambda version: f"{version[0]}.{version[1]}")
def test_the_wheel_alone_serves_and_plays_at_level_3(
    version: tuple[int, int], built: tuple[Path, Path], tmp_path: Path
) -> None:
    if version not in HERE:
        pytest.skip(f"Python {version[0]}.{version[1]} is not on this machine")
    programs = wheel.install(HERE[version], built[1], tmp_path / "environment")
    (tmp_path / "home").mkdir()
    assert "has won by" in wheel.plays(programs, tmp_path / "home")


def test_every_changelog_fragment_has_a_kind_and_a_text() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["towncrier"]
    assert told["start_string"] in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    readme = (ROOT / "changes" / "README.md").read_text(encoding="utf-8")
    assert all(f"  - `{kind}`:" in readme for kind in told["fragment"])
    for file in {*(ROOT / "changes").glob("*.md")} - {ROOT / "changes" / "README.md"}:
        assert file.name.split(".")[1:] in [[kind, "md"] for kind in told["fragment"]], file.name
        assert len(file.read_text(encoding="utf-8").split()) > 4, f"{file.name} says nothing"
