"""Plans: goals in hidden Go that are reached whatever the referee says."""
