"""The demo season: SM 2012-2013 with invented people, the same from the same seed every time."""
