"""Bidding systems: hands, opening bids and their dots, levels, duties, alerts (pp. 15-25)."""
