"""Long fuzzing runs of parsers, for ``scripts/fuzz``, whose environment alone has the packages that they need."""
