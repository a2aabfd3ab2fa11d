"""Values of positions on solved boards, and the process that solves a board."""
