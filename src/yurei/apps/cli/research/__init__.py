"""Commands of those who measure and solve: arena, benchmarks, exact values, solved boards."""
