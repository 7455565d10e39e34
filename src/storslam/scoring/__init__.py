"""Exact scoring: match points with Neuberg, IMPs, Butler, victory points and ranking."""
