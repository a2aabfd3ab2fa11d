"""Commands of those who play: play, referee, watch, replay, review, records, rules."""
