"""Pages of problems: the problem of the day, series, solving, a sheet to print, and a person's progress."""
