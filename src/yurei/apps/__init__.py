"""Entry points: web, terminal, commands, GTP, arena, environments. No app imports another."""
