"""Worker processes that run programs, so that no person's move waits for a program's."""
