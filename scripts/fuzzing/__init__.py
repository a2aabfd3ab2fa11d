"""Long runs on what parses: what drives ``scripts/fuzz``. Its parts are imported only there, for what they need is installed only there."""
