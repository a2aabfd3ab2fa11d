"""The site before HTML is made of it: written once, for all tests."""

from pathlib import Path

import pytest

from scripts.site.stage import stage


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of all pages, as zensical is given it."""
    folder = tmp_path_factory.mktemp("site") / "pages"
    stage(folder, "## To come\n\nNothing.\n")
    return folder
