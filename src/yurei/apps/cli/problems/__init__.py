"""``yurei problems``: problems made, checked, proven and exported."""
