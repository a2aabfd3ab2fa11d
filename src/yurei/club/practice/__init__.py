"""Practice: the results of people in problems, what comes back, and streaks."""
