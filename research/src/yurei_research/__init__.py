"""Research on yurei, outside its wheel: benchmarks."""
