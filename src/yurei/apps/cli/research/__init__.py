"""Commands for research: arena, benchmarks, exact values, solved boards."""
