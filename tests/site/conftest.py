"""Fixture: the pages of the site before they become HTML, written once for all tests."""

from pathlib import Path

import pytest

from scripts.site.stage import stage


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of all pages, as passed to zensical."""
    folder = tmp_path_factory.mktemp("site") / "pages"
    stage(folder, "## To come\n\nNothing.\n")
    return folder
