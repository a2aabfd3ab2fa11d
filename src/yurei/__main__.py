"""Runs the command ``yurei`` for ``python -m yurei``."""

from yurei.apps.cli import main

main()
