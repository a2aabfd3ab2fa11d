"""Problems that are heard only: no board, only the referee's sentences; set up the position that fits."""
