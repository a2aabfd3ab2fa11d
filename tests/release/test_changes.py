"""The fragments of the changelog are such as towncrier takes."""

import tomllib

from scripts.environment import ROOT

FRAGMENTS = [file for file in (ROOT / "changes").glob("*.md") if file.name != "README.md"]


def test_every_fragment_says_its_kind_and_something() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["towncrier"]
    assert told["start_string"] in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    readme = (ROOT / "changes" / "README.md").read_text(encoding="utf-8")
    assert all(f"  - `{kind}`:" in readme for kind in told["fragment"])
    for file in FRAGMENTS:
        assert file.name.split(".")[1:] in [[kind, "md"] for kind in told["fragment"]], file.name
        assert len(file.read_text(encoding="utf-8").split()) > 4, f"{file.name} says nothing"
