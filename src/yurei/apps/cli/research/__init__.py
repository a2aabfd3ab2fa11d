"""Commands for research: arena, exact values, solved boards."""
