"""Results of an arena: scores, ratings and significance; as text, as a page, as a picture."""
