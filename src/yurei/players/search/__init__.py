"""Players that search when everything is seen, and parts shared by all searching players."""
