"""Measurements of what players know: their beliefs, the exact set, problems that they solve."""
