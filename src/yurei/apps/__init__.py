"""Entry points: web, terminal, commands, GTP, arena, environments. No entry point imports another, except ``cli``."""
