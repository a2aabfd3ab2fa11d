"""Games that have ended: their summaries, the replay, and what can be downloaded."""
