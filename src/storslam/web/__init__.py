"""The web: pages named after the desks people sit at, over one database and one write path."""
