"""Plan search: goals that are reached whatever a referee says, on sets of boards."""
