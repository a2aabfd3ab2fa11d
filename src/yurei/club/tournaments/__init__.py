"""Club evenings: small tournaments with rounds, pairings and standings."""
