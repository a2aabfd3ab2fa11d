"""Problems: today's, series, solving, a printed sheet, and a person's progress."""
