"""Seats of people: keys, links, moving to another device, and the games of one person or bot."""
