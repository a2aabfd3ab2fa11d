"""The games of a server: loaded, held in memory, locked, written down, and ended when nobody plays."""
