"""Research on yurei, in a package of its own: benchmarks, baselines, exact solutions, making of problems."""
