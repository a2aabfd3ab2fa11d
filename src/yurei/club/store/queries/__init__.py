"""What the store reads and writes, by subject."""
