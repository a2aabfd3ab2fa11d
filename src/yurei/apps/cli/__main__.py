"""``python -m yurei.apps.cli``, where the command itself is not installed."""

from yurei.apps.cli import main

main()
