"""Parts that all pages share: frame, navigation, preferences, languages, cookies, errors, static files."""
