"""The games of a server: loaded, held in memory, locked, stored, and ended when abandoned."""
