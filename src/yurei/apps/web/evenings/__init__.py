"""Pages of club evenings: the plan, the host's pages, players' pages, and the wall."""
