"""Build the site into build/site/html. ``./test docs`` runs it, in an environment of its own: .venv-docs."""

import os
import subprocess
import sys
from pathlib import Path

from scripts.environment import ROOT
from scripts.site.config import config
from scripts.site.stage import stage

BUILT = ROOT / "build" / "site"


def main() -> int:
    """Assemble the pages and run zensical on them; any warning is a failure."""
    programs = Path(sys.executable).parent
    drafted = [str(programs / "towncrier"), "build", "--draft", "--version", "To come", "--date", ""]
    changes = subprocess.run(drafted, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    stage(BUILT / "pages", changes.replace("## To come ()", "## To come"))
    (BUILT / "zensical.toml").write_text(config(), encoding="utf-8")
    build = [str(programs / "zensical"), "build", "--strict", "--clean"]
    return subprocess.run(build, cwd=BUILT, env={**os.environ, "NO_COLOR": "1"}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
