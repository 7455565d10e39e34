"""Events of teams: matches as they stand, and what is done about them."""
