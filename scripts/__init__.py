"""What the repository runs on itself. An older Python is told so here, before it reads what it cannot understand."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - this line is what tells an older Python so
    sys.exit(f"yurei needs Python 3.11 or newer, and this is {sys.version.split()[0]} ({sys.executable}).")
