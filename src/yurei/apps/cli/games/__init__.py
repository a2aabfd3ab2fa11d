"""Commands for players: play, referee, watch, replay, review, records, rules."""
