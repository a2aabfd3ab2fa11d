"""Tools of the repository. This file refuses an older Python before it reads code that it cannot understand."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - this line is what tells an older Python so
    sys.exit(f"yurei needs Python 3.11 or newer, and this is {sys.version.split()[0]} ({sys.executable}).")
