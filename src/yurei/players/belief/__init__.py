"""Belief: what is proven, what is probable, and one decision for all worlds that fit."""
