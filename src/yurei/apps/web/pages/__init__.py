"""Whole pages, a file a page. They draw what they are handed, and never look into the store."""
