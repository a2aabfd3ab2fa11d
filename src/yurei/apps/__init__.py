"""Apps: how does one come in? One folder, one door; no door opens onto another."""
