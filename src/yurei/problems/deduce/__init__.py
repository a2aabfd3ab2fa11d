"""Problems that are solved by listening: all that is asked follows from the referee's words."""
