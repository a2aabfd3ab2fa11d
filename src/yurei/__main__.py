"""``python -m yurei`` is the command ``yurei``."""

from yurei.apps.cli import main

main()
