"""``python -m yurei.apps.cli``, for use without the installed command."""

from yurei.apps.cli import main

main()
