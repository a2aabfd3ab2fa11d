"""What every page shares: the frame, navigation, preferences, languages, cookies, errors, static files."""
